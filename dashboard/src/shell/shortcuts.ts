import { useEffect } from 'preact/hooks'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Returns the element that a key focuses: `/` the search, `j` and `k` the list. */
function targetOf(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector('main input[type=search]')
  if (key !== 'j' && key !== 'k') return null
  const inList = document.activeElement?.closest('tbody')
  return inList ? null : document.querySelector('main .table tbody tr[tabindex="0"]')
}

/** Handles the keyboard shortcuts of all pages, except in fields and dialogs. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      const target = targetOf(event.key)
      if (!target) return
      event.preventDefault()
      target.focus()
      if (target instanceof HTMLInputElement) target.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
