import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const MARKED_MS = 4000

/** Whether a value that is on the page has just become another one; what is there at first has not changed. */
function useChange(of: string): boolean {
  const before = useRef(of)
  const [marked, setMarked] = useState(false)
  useEffect(() => {
    if (before.current === of) return
    before.current = of
    setMarked(true)
    const timer = setTimeout(() => setMarked(false), MARKED_MS)
    return () => clearTimeout(timer)
  }, [of])
  return marked
}

/** Marks what changed by itself, for a moment, by a frame and a sign whose place is kept free. */
export function Changed({ of, children }: { of: string; children: ComponentChildren }) {
  const marked = useChange(of)
  return (
    <span class={marked ? 'changed now' : 'changed'}>
      {children}
      {marked && (
        <span class="sign" title="Changed just now">
          <span aria-hidden="true">✱</span>
          <span class="hidden">changed just now</span>
        </span>
      )}
    </span>
  )
}
