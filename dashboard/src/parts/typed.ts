import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 150

/** A text that is on its way to the address: shown at once, and told after a pause in typing. What changes from outside wins. */
export function useTyped(
  value: string,
  tell: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const pause = setTimeout(() => {
      told.current = text
      latest.current(text)
    }, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  return [text, setText]
}
