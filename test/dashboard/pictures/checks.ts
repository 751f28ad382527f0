import type { Page } from 'playwright-core'
import { eventually } from '../../kit/bounds.ts'

/** The checks of each page, with their descriptions. */
export const CHECKS = {
  empty: 'without data, a page that has nothing to show says so',
  action: 'it also offers what to do next, unless there is nothing to do',
  loading: 'while it loads it shows placeholders, and neither an error nor an empty list',
  failed: 'an error is explained, with a way to try again',
  stale: 'without a connection it keeps showing its data, and says how old it is',
  long: 'at 1440 pixels, long names and many rows stay inside the page, and no control or column is covered',
  narrow:
    'on a phone screen 390 pixels wide, long names and many rows stay inside the page, and no control or column is covered',
  rtl: 'right-to-left text does not reorder the text around it',
  names: 'headings and links name things instead of showing hashes',
  keyboard:
    'the first Tab focuses a link that skips the navigation, and every control can be focused',
} as const
export type Check = keyof typeof CHECKS

const API = '**/api/v1/**'
/** Matches the request for the session, without which no page is rendered. */
const SESSION = /\/admin\/auth\/session$/

const settled = async (page: Page) => {
  await page.locator('main#main h1').waitFor()
  await eventually(async () => {
    if ((await page.locator('main [aria-label=Loading]').count()) > 0) throw new Error('loading')
  })
}

/** Opens a page and waits until it has loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Returns what is wider than the window, or undefined. Boxes with their own scroll bars are allowed. */
export const tooWide = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return undefined
    const widest = [...document.querySelectorAll('main *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return `${scrollWidth} of ${clientWidth} pixels: ${widest?.outerHTML.slice(0, 120)}`
  })

/** Returns what extends beyond the end of its table cell, where another cell or the edge hides it. */
export const spilled = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main td')].flatMap((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const end = cell.getBoundingClientRect().right + 1
      const clips = [...cell.querySelectorAll('*')].some(
        (element) => getComputedStyle(element).overflowX !== 'visible',
      )
      return !clips && range.getBoundingClientRect().right > end
        ? [cell.outerHTML.slice(0, 160)]
        : []
    }),
  )

/** Returns tables that have to be scrolled to the side to see their last columns. */
export const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .table')]
      .filter((table) => table.scrollWidth > table.clientWidth + 1)
      .map(
        (table) =>
          `${table.scrollWidth} of ${table.clientWidth} pixels: ${table.textContent?.slice(0, 80)}`,
      ),
  )

/** Returns controls whose end is covered by something else. */
export const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(input, select, textarea, button)')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 20)
      .filter((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { right, top, height } = control.getBoundingClientRect()
        const hit = document.elementFromPoint(right - 6, top + height / 2)
        return (
          !hit ||
          !(
            hit.contains(control) ||
            control.contains(hit) ||
            hit.closest('label') ||
            hit.tagName === 'KBD'
          )
        )
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  )

/** Returns right-to-left text that is neither isolated nor in an element with a direction of its own. */
export const reordering = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const rightToLeft = /[\u0590-\u08ff]/
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent: text } = node
      if (!parent || !rightToLeft.test(text ?? '') || parent.closest('script,style,title')) continue
      const isolated = parent.closest('bdi,[dir]:not(html):not(body),option,textarea,pre,code')
      if (!isolated && getComputedStyle(parent).unicodeBidi === 'normal') found.push(text!)
    }
    return found
  })

/** Returns headings and links whose text is a hash or an identifier and nothing else. */
export const hashes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h1, main h2, main h3, main a, caption')]
      .map((element) => element.textContent?.trim() ?? '')
      .filter((text) => /^([0-9a-f]{16,}|[a-z]+_[0-9a-f-]{20,})…?$/.test(text)),
  )

/** Returns elements that look like controls but cannot be focused. */
export const unfocusable = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).cursor === 'pointer')
      .filter(
        (element) =>
          !element.closest('a[href],button,input,select,textarea,summary,label,[tabindex]'),
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** Returns whether the first Tab reaches a link that leads past the navigation. */
export async function skipsNavigation(page: Page): Promise<boolean> {
  await page.keyboard.press('Tab')
  return page.evaluate(
    () => document.activeElement?.getAttribute('href')?.startsWith('#main') ?? false,
  )
}

/** Returns what the page shows while no response has arrived: the number of placeholders, errors and empty lists. */
export async function whileLoading(page: Page, path: string) {
  await page.route(API, (route) =>
    SESSION.test(new URL(route.request().url()).pathname) ? route.continue() : undefined,
  )
  await page.goto(path)
  await page.locator('main#main h1').waitFor()
  const count = (selector: string) => page.locator(`main ${selector}`).count()
  const placeholders = await count('[aria-label=Loading]')
  const [alerts, empty] = [await count('[role=alert]'), await count('.empty')]
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return { placeholders, alerts, empty }
}

/** Returns how many errors the page explains, and how many ways it offers to try again, if every request fails. */
export async function whenFailed(page: Page, path: string) {
  await page.route(API, (route) =>
    SESSION.test(new URL(route.request().url()).pathname)
      ? route.continue()
      : route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: JSON.stringify({
            error: 'unavailable',
            code: 'STORE_UNAVAILABLE',
            message: 'The store is unavailable; try again.',
            request_id: 'abcdefghijklmnop',
          }),
        }),
  )
  await page.goto(path)
  await settled(page)
  const alerts = await page.locator('main [role=alert]').count()
  const retries = await page.locator('main [role=alert] button').count()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return { alerts, retries }
}

/** Returns what is wrong when the connection is lost after the page was shown, or undefined. */
export async function withoutConnection(page: Page, path: string): Promise<string | undefined> {
  await open(page, path)
  const before = await page.locator('main').innerText()
  await page.context().setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  const banner = page.locator('.notice.connection')
  const appeared = await banner.waitFor({ timeout: 40_000 }).then(
    () => true,
    () => false,
  )
  const after = await page.locator('main').innerText()
  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  if (!appeared) return 'no message says that the connection was lost'
  return after.length < before.length / 2 ? 'the content is gone' : undefined
}
