import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SIGNALS = join(import.meta.dirname, '../../src/terminal/signals.ts')

it('logs an uncaught exception, and exits with code 1', () => {
  const program = `
    const { exitOnUncaughtException } = await import(${JSON.stringify(SIGNALS)})
    exitOnUncaughtException({ fatal: ({ err }) => console.log('fatal: ' + err.message) })
    setImmediate(() => { throw new Error('broken') })
    setInterval(() => undefined, 1000)`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, 'fatal: broken\n'])
})
