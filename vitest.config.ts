import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { COMPILE_CACHE } from './test/kit/compiled.ts'
import { LANES, SLOWEST, type Lane } from './test/lanes.ts'
import { verdict } from './test/verdict.ts'

/**
 * What a lane prepares once: a PostgreSQL server for tests that need a database, bundles of the programs that tests start, a browser unless
 * one is installed, and a build of the dashboard.
 */
const SETUPS: Readonly<Record<Lane['setup'][number], string>> = {
  postgres: 'test/postgres/setup.ts',
  programs: 'test/kit/programs.ts',
  chromium: 'test/dashboard/chromium.ts',
  dashboard: 'test/dashboard/build.ts',
}

const projects = Object.entries(LANES).map(([name, lane]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...lane.include],
    exclude: [...(lane.exclude ?? [])],
    env: {
      ...(lane.stores !== undefined && { TEST_STORE: process.env['TEST_STORE'] ?? lane.stores }),
      ...(lane.disk !== true && { TEST_FOLDERS: 'memory' }),
    },
    globalSetup: lane.setup.map((setup) => SETUPS[setup]),
    setupFiles: ['test/after-file-hook.ts'],
    isolate: lane.shared !== true,
    testTimeout: lane.timeout_s * 1000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { groupOrder: name.startsWith('deep-') ? 1 : 0 },
    // More workers than a small machine has cores, because some tests wait for processes, heartbeats and pages while others compute.
    maxWorkers: name.startsWith('deep-') ? 4 : 3,
  },
}))

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOWEST.findIndex((file) => moduleId.endsWith(file))
  return rank < 0 ? SLOWEST.length : rank
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

Object.assign(process.env, COMPILE_CACHE)

export default defineConfig({
  test: {
    pool: 'threads',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', verdict],
    projects,
  },
})
