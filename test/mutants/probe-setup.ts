import { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { expect } from 'vitest'

/** Node's internal method behind `spawn`, `fork` and `execFile`. */
interface Started {
  spawn(options: { envPairs?: string[] }): unknown
  names_test?: true
}

const file = expect.getState().testPath ?? ''
const log = process.env['MUTANTS_LOG']!
process.env['MUTANTS_TEST'] = file

// Child processes get the name of the test file in their environment, even if the test replaces the environment.
const started: Started = ChildProcess.prototype as never
if (!started.names_test) {
  const spawn = started.spawn
  started.names_test = true
  started.spawn = function (options) {
    return spawn.call(this, {
      ...options,
      envPairs: [...(options.envPairs ?? []), `MUTANTS_TEST=${process.env['MUTANTS_TEST']}`],
    })
  }
}

// Pages report through an exposed function, whether the test launches the browser or connects to a running one.
chromium.launch = reporting(chromium.launch.bind(chromium))
chromium.connect = reporting(chromium.connect.bind(chromium)) as typeof chromium.connect

function reporting<Args extends readonly unknown[]>(
  begin: (...args: Args) => Promise<Browser>,
): (...args: Args) => Promise<Browser> {
  return async (...args) => {
    const browser = await begin(...args)
    const open = browser.newContext.bind(browser)
    browser.newContext = async (settings) => {
      const context = await open(settings)
      await context.exposeFunction('__note', (name: string) =>
        appendFileSync(log, `${file}\t${name}\n`),
      )
      return context
    }
    return browser
  }
}
