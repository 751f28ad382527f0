import { useEffect } from 'preact/hooks'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Where a key leads that nothing on the page has taken: `/` to the search, `j` and `k` into the list. */
function targetOf(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector('main input[type=search]')
  if (key !== 'j' && key !== 'k') return null
  const inList = document.activeElement?.closest('tbody')
  return inList ? null : document.querySelector('main .table tbody tr[tabindex="0"]')
}

/** Keys that work on every page, outside of fields and dialogs. */
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
