import type { Page } from 'playwright-core'
import { axe } from './axe.ts'
import { takeScreenshots } from './screenshots.ts'

/** A page as it is now can be used by everybody; under a name, pictures of it are kept where SHOTS says. */
export async function inspect(page: Page, name?: string): Promise<void> {
  await axe(page)
  if (name !== undefined) await takeScreenshots(page, name)
}
