import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CHECKS, type Check } from './checks.ts'

/** What the checks have found on each page, and its pictures. */
export interface PageRecord {
  /** Records a check: it passes if nothing was found. */
  note(page: string, check: Check, fault: string | undefined): void
  /** Returns which of these checks a page failed. */
  faultsOf(page: string, checks: readonly Check[]): readonly string[]
  /** Saves a page at both widths, in light and dark mode, if there is a folder. */
  pictures(page: Page, name: string): Promise<void>
  /** Writes the table of pages and checks into the folder, if there is one. */
  end(): void
}

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, width: 1440, height: 900 },
  { colorScheme, width: 390, height: 844 },
])

/** Returns an empty record. Pictures and the table are written to `folder`; if it is undefined, nothing is written. */
export function createPageRecord(folder: string | undefined): PageRecord {
  const found = new Map<string, Map<Check, string | undefined>>()
  return {
    note(page, check, fault) {
      found.set(page, (found.get(page) ?? new Map()).set(check, fault))
    },
    faultsOf: (page, checks) =>
      [...(found.get(page) ?? [])]
        .filter(([check, fault]) => checks.includes(check) && fault !== undefined)
        .map(([check, fault]) => `${CHECKS[check]}: ${fault}`),
    async pictures(page, name) {
      if (folder === undefined) return
      mkdirSync(folder, { recursive: true })
      await page.evaluate(() => scrollTo(0, 0))
      for (const { colorScheme, width, height } of LOOKS) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
      await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    },
    end() {
      if (folder === undefined) return
      const checks = Object.keys(CHECKS) as Check[]
      const cell = (faults: Map<Check, string | undefined>, check: Check) =>
        faults.has(check) ? (faults.get(check) === undefined ? 'pass' : 'FAIL') : '–'
      const rows = [...found].map(([page, faults]) => [
        page,
        ...checks.map((check) => cell(faults, check)),
      ])
      const lines = [['page', ...checks], ['---', ...checks.map(() => '---')], ...rows]
      writeFileSync(
        join(folder, 'checks.md'),
        lines.map((row) => `| ${row.join(' | ')} |\n`).join(''),
      )
    },
  }
}
