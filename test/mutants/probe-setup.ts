import { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { expect } from 'vitest'

/** What Node hands to a process that it starts, for `spawn`, `fork` and `execFile` alike. */
interface Started {
  spawn(options: { envPairs?: string[] }): unknown
  names_test?: true
}

const file = expect.getState().testPath ?? ''
const log = process.env['MUTANTS_LOG']!
process.env['MUTANTS_TEST'] = file

// Processes report under the name of the test that started them, also those that are given an environment of their own.
const started = ChildProcess.prototype as unknown as Started
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

// Pages of a browser report through a function of the test, whether the test starts the browser or connects to a running one.
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
