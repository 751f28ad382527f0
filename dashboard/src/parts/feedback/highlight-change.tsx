import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const HIGHLIGHT_MS = 4000

/** Returns whether a value has just changed. The first value does not count as a change. */
function useRecentChange(value: string): boolean {
  const before = useRef(value)
  const [highlighted, setHighlighted] = useState(false)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setHighlighted(true)
    const timer = setTimeout(() => setHighlighted(false), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [value])
  return highlighted
}

/** Highlights a value for a few seconds after it has changed. The mark is positioned outside of the flow, so nothing moves. */
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
          <span class="visually-hidden">changed just now</span>
        </span>
      )}
    </span>
  )
}
