import type { Page } from 'playwright-core'

declare global {
  interface Window {
    moved: number
  }
}
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Sums from the beginning of each document how much of it moves by itself, by the browser's measure (CLS). */
export const measureLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.moved = 0
    const add = ({ value, hadRecentInput }: Shift) => {
      if (!hadRecentInput) window.moved += value
    }
    new PerformanceObserver((list) => {
      ;(list.getEntries() as Shift[]).forEach(add)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How much of the page has moved by itself since it was opened, with what is being painted now. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.moved))),
        )
      }),
  )
