/** Time in milliseconds for the page to set the focus itself, which it does after it has been painted. */
const DELAY_MS = 100

/** The element that had the focus last, and the panel around it. */
interface Focused {
  readonly element: Element
  readonly panel: Element | null
}

const isLost = ({ element }: Focused): boolean =>
  !element.isConnected || element.matches(':disabled, dialog:not([open]) *')

/** Returns the heading where the user continues: that of the open dialog, of the panel, or of the page. */
function headingFor({ panel }: Focused): HTMLElement | null {
  const dialog = document.querySelector('dialog[open]')
  if (dialog) return dialog.querySelector('h2')
  const ofPanel = panel?.isConnected ? panel.querySelector<HTMLElement>('h2') : null
  return ofPanel ?? document.querySelector<HTMLElement>('main h1')
}

/**
 * Moves the focus to a heading when the focused element was removed or disabled: the button that opened a dialog, a row that was deleted,
 * an invitation that was accepted. Otherwise the focus would be on the body, and the user of a keyboard or a screen reader would be lost.
 */
export function keepFocus(): void {
  let last: Focused | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    timer = undefined
    const isOnBody = [document.body, null].includes(document.activeElement as HTMLElement | null)
    if (!last || !isOnBody) return
    const heading = isLost(last) ? headingFor(last) : null
    // An element that is still there was left on purpose.
    last = undefined
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const checkSoon = () => {
    timer ??= setTimeout(check, DELAY_MS)
  }
  document.addEventListener('focusin', ({ target }) => {
    const element = target as Element
    last = { element, panel: element.closest('.panel') }
  })
  document.addEventListener('focusout', checkSoon)
  new MutationObserver(() => {
    if (last && isLost(last)) checkSoon()
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'open'],
  })
}
