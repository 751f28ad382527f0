import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 150

/** A text that is on its way to the address: shown at once, and told after a pause in typing. What changes from outside wins. */
export function useDebouncedText(
  value: string,
  onChange: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === reported.current) return
    const pause = setTimeout(() => {
      reported.current = text
      latest.current(text)
    }, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  return [text, setText]
}
