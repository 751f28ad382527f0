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

/** Measures the cumulative layout shift (CLS) of each document from its start. */
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

/** Returns the cumulative layout shift of a page, including the current frame. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.moved))),
        )
      }),
  )
