import type { Page } from 'playwright-core'
import { axe } from './axe.ts'
import { takeScreenshots } from './screenshots.ts'

/** Expects a page to be accessible. With a name, screenshots are saved to the folder in SHOTS. */
export async function inspect(page: Page, name?: string): Promise<void> {
  await axe(page)
  if (name !== undefined) await takeScreenshots(page, name)
}
