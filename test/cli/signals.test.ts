import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const LIFECYCLE = join(import.meta.dirname, '../../src/terminal/signals.ts')

it('an error that no code catches is logged, and ends the process with exit code 1', () => {
  const program = `
    const { endAtUncaught } = await import(${JSON.stringify(LIFECYCLE)})
    endAtUncaught({ fatal: ({ err }) => console.log('fatal: ' + err.message) })
    setImmediate(() => { throw new Error('broken') })
    setInterval(() => undefined, 1000)`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, 'fatal: broken\n'])
})
