import type { Page } from 'playwright-core'

interface Shift extends PerformanceEntry { readonly value: number; readonly hadRecentInput: boolean }

/** How much of the page has moved by itself since it was opened, by the browser's measure (CLS). */
export const jumps = (page: Page): Promise<number> =>
  page.evaluate(() => new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve((list.getEntries() as Shift[]).reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(0), 500)
  }))
