import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import './highlight-change.css'

const HIGHLIGHT_MS = 4000

/** Whether a value that is on the page has just become another one; what is there at first has not changed. */
function useRecentChange(value: string): boolean {
  const before = useRef(value)
  const [marked, setMarked] = useState(false)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setMarked(true)
    const timer = setTimeout(() => setMarked(false), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [value])
  return marked
}

/** Marks what changed by itself, for a moment, by a frame and a sign whose place is kept free. */
export function HighlightChange({
  value,
  children,
}: {
  value: string
  children: ComponentChildren
}) {
  const marked = useRecentChange(value)
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
