import { useEffect, useRef } from 'preact/hooks'

/** Returns a ref to an element whose first field gets the focus when it is rendered. */
export function useFocusFirstField<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])
  return ref
}
