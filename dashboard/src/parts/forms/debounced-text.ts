import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 150

/** Returns the text of a field, which is shown at once and reported after a pause in typing. A change of `value` replaces it. */
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
