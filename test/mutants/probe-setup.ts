import { appendFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { expect } from 'vitest'

// Processes that a test starts inherit its name, and pages of a browser get a way to report what they have run.
const file = expect.getState().testPath ?? ''
const log = process.env['MUTANTS_LOG']!
process.env['MUTANTS_TEST'] = file

const launch = chromium.launch.bind(chromium)
chromium.launch = async (options) => {
  const browser = await launch(options)
  const open = browser.newContext.bind(browser)
  browser.newContext = async (settings) => {
    const context = await open(settings)
    await context.exposeFunction('__note', (name: string) => appendFileSync(log, `${file}\t${name}\n`))
    return context
  }
  return browser
}
