import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

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
