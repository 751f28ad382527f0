import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line that tells how it went: `N passed, N failed`, and `, N skipped` when there are any. */
const verdict: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap(statesOf)
    const passed = states.filter((state) => state === 'passed').length
    const failed = states.filter((state) => state === 'failed').length
    const skipped = states.length - passed - failed
    console.log(`\n${passed} passed, ${failed + unhandledErrors.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  },
}

/** A file that could not be loaded has no tests to fail, so it counts as a failed one itself. */
function statesOf(module: TestModule): string[] {
  const tests = [...module.children.allTests()].map((test) => test.result().state)
  return module.errors().length > 0 ? [...tests, 'failed'] : tests
}

/** Tests that start processes of their own: not part of the fast loop. */
const WITH_PROCESSES = ['conformance/test/slow/**/*.test.ts', 'test/slow/**/*.test.ts', 'test/replicas/**/*.test.ts', 'test/cli/**/*.test.ts', 'test/sandbox/**/*.test.ts']

/** Gives databases of a real PostgreSQL server to tests that ask for one. */
const POSTGRES = ['test/postgres/setup.ts']

/** Installs a browser where there is none. */
const CHROMIUM = ['test/dashboard/browser.ts']

/** Journeys through the dashboard in a real browser. */
const IN_BROWSER = ['test/dashboard/journeys/**/*.test.ts']

/** Builds the dashboard once for all workers. */
const BUILT = ['test/dashboard/build.ts']

const ONLY_ON_POSTGRES = ['test/store/postgres/**/*.test.ts']
const ONLY_EMBEDDED = ['test/store/outage.test.ts', 'test/store/queries.test.ts']

export default defineConfig({
  test: {
    // Two workers: the machines this runs on have two cores, and more would only make timings unsteady.
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 20_000,
    reporters: ['default', verdict],
    projects: [
      // One load of the modules per worker, not per file: no module here keeps state, and the loop is twice as fast.
      { extends: true, test: { name: 'fast', include: ['test/**/*.test.ts', 'conformance/test/**/*.test.ts'], exclude: [...WITH_PROCESSES, ...IN_BROWSER, ...ONLY_ON_POSTGRES], globalSetup: POSTGRES, isolate: false, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/store/**/*.test.ts', 'test/http/**/*.test.ts'],
          exclude: ONLY_EMBEDDED,
          env: { TEST_STORE: 'postgres' },
          globalSetup: POSTGRES,
          setupFiles: ['test/after-file-hook.ts'],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          env: { TEST_STORE: 'all' },
          globalSetup: POSTGRES,
          include: WITH_PROCESSES,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          globalSetup: [...POSTGRES, ...CHROMIUM, ...BUILT],
          include: IN_BROWSER,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
