import { useEffect, useRef } from 'preact/hooks'

/** Puts the focus on the first field of what has just appeared. */
export function useFocusFirstField<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return ref
}
