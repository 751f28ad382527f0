import type { Page } from 'playwright-core'
import { createRequire } from 'node:module'
import { readFileSync, mkdirSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import { expect } from 'vitest'
import { join } from 'node:path'
import { IS_COMPLETE } from '../kit/samples.ts'

/** Expects a page to be accessible. With a name, screenshots are saved to the folder in SHOTS. */
export async function inspect(page: Page, name?: string): Promise<void> {
  await axe(page)
  if (name !== undefined) await takeScreenshots(page, name)
}

declare global {
  interface Window {
    readonly axe: { run(options: object): Promise<AxeResults> }
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** All rules in light mode. In dark mode only colours differ. */
const PASSES = [
  ['light', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']],
  ['dark', ['color-contrast', 'link-in-text-block']],
] as const

let wasDarkTested = false

/**
 * Expects that a page in its current state does not violate WCAG 2.2 AA, in light mode, and in dark mode the first time in a test file or
 * in `npm run test:complete`: pages of one area use the same colours.
 */
export async function axe(page: Page): Promise<void> {
  const passes = wasDarkTested && !IS_COMPLETE ? PASSES.slice(0, 1) : PASSES
  wasDarkTested = true
  await page.evaluate(SOURCE)
  for (const [colorScheme, rules] of passes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page, rules), `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

async function violations(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  const run = (runOnly: readonly string[]) =>
    window.axe.run({
      runOnly,
      resultTypes: ['violations'],
    })
  const { violations: found } = await page.evaluate(run, rules)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${help}\n${html.slice(0, 300)}\n${failureSummary ?? ''}`,
    ),
  )
}

const FOLDER = process.env['SHOTS']
const VIEWPORTS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
  { name: 'phone-dark', colorScheme: 'dark', width: 390, height: 844 },
] as const

/** Saves screenshots of a page in light mode, in dark mode and on a phone to the folder in SHOTS, if it is set. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  await page.evaluate(() => scrollTo(0, 0))
  mkdirSync(FOLDER, { recursive: true })
  for (const { name: look, colorScheme, width, height } of VIEWPORTS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
