import type { Reporter, TestModule } from 'vitest/node'
import { missingTools } from './kit/tools.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Counts the tests of a run. A file that cannot be loaded has no tests, so it counts as a failed test, as does an error outside of tests.
 */
export function countsOf(modules: readonly TestModule[], unhandled: number): Counts {
  const states = modules.flatMap((module) => {
    const tests = [...module.children.allTests()].map((test) => test.result().state)
    return module.errors().length > 0 ? [...tests, 'failed'] : tests
  })
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  return { passed, failed: failed + unhandled, skipped: states.length - passed - failed }
}

/** Returns the file and the title of each failed test, and the file of each module that cannot be loaded. */
export const failuresOf = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) => {
    const failed = [...module.children.allTests()].filter(
      (test) => test.result().state === 'failed',
    )
    const titles = failed.map((test) => `${module.relativeModuleId} > ${test.fullName}`)
    return module.errors().length > 0 ? [module.relativeModuleId, ...titles] : titles
  })

/** Formats the counts as `N passed, N failed`, with `, N skipped` if there are any. */
export const formatCounts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Prints the missing tools for which tests were skipped, and the counts of the run. */
export const verdict: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const counts = countsOf(modules, unhandled.length)
    const missing = counts.skipped > 0 ? missingTools() : []
    if (missing.length > 0)
      console.log(`\nTests were skipped because these tools are missing: ${missing.join('; ')}`)
    console.log(`\n${formatCounts(counts)}`)
  },
}
