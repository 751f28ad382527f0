import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

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

/** Expects that a page in its current state does not violate WCAG 2.2 AA, in light and dark mode. */
export async function axe(page: Page): Promise<void> {
  await page.evaluate(SOURCE)
  for (const [colorScheme, rules] of PASSES) {
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
