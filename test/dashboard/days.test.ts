import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Prints a date in a process of its own, because a worker thread of the tests cannot change its time zone. */
const PROGRAM = `
  const { formatDate } = await import('./dashboard/src/parts/text/format.ts')
  console.log(formatDate('2026-03-01'))`

it('the dashboard names the day of a date in UTC in every time zone', () => {
  const shownIn = (TZ: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    })
  expect(shownIn('America/Los_Angeles')).toBe(shownIn('Pacific/Kiritimati'))
})
