import type { Reporter, TestModule } from 'vitest/node'
import { missingTools } from './kit/tools.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A file that could not be loaded has no tests to fail, so it counts as a failed one itself; so does an error outside of every test. */
export function countsOf(modules: readonly TestModule[], unhandled: number): Counts {
  const states = modules.flatMap((module) => {
    const tests = [...module.children.allTests()].map((test) => test.result().state)
    return module.errors().length > 0 ? [...tests, 'failed'] : tests
  })
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  return { passed, failed: failed + unhandled, skipped: states.length - passed - failed }
}

/** `N passed, N failed`, and `, N skipped` when there are any. */
export const closing = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Ends a run with what was skipped for want of a tool, and one line that tells how it went. */
export const verdict: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const counts = countsOf(modules, unhandled.length)
    const missing = counts.skipped > 0 ? missingTools() : []
    if (missing.length > 0) console.log(`\nSkipped for want of: ${missing.join('; ')}`)
    console.log(`\n${closing(counts)}`)
  },
}
