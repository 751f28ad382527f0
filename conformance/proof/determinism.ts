import type { Settings } from '../src/engine/settings.ts'
import type { Suite } from '../src/engine/types.ts'
import { reportOf } from '../src/report/data.ts'
import { json } from '../src/report/index.ts'
import { SUITES } from '../src/suites.ts'
import { AGENT_MUTANTS } from '../test/agent/mutants/index.ts'
import { referenceAgent } from '../test/agent/reference.ts'
import { PLATFORM_MUTANTS } from '../test/platform/mutants/index.ts'
import { PLATFORM_SETTINGS, referencePlatform } from '../test/platform/reference.ts'
import type { Handler } from '../test/support/handler.ts'
import { judgeOverHttp } from '../test/support/judge-over-http.ts'
import { judge } from '../test/support/judge.ts'
import type { Mutant } from '../test/support/mutants.ts'
import { PROGRAMS } from '../test/support/programs.ts'
import { settings } from '../test/support/settings.ts'
import { all, none, type Chapter } from './figure.ts'

const RUNS = 100
const TARGETS: readonly {
  readonly suite: Suite
  readonly mutants: readonly Mutant[]
  readonly make: () => Handler
  readonly settings: Partial<Settings>
}[] = [
  { suite: SUITES.agent, mutants: AGENT_MUTANTS, make: referenceAgent, settings: {} },
  {
    suite: SUITES.platform,
    mutants: PLATFORM_MUTANTS,
    make: referencePlatform,
    settings: PLATFORM_SETTINGS,
  },
]

/** Returns the JSON report without its volatile member. */
async function stableReport(
  suite: Suite,
  make: () => Handler,
  changes: Partial<Settings> | undefined,
): Promise<string> {
  const { volatile: _, ...rest } = reportOf([await judge(suite, make(), changes)], {
    started_at: new Date().toISOString(),
  })
  return json(rest as Parameters<typeof json>[0])
}

async function difference(
  suite: Suite,
  { name, make, settings }: Pick<Mutant, 'name' | 'make' | 'settings'>,
): Promise<readonly string[]> {
  return (await stableReport(suite, make, settings)) === (await stableReport(suite, make, settings))
    ? []
    : [name]
}

/** Returns the state of every rule, in order. */
async function statesOf(url: string): Promise<string> {
  const { results } = await judgeOverHttp(SUITES.agent, settings({ base: url, fuzz: 20 }))
  return results.map(({ rule, state }) => `${rule.id} ${state}`).join()
}

export const determinism: Chapter = {
  title: 'The same seed and the same target give the same report, except for its volatile member',
  async *measure() {
    for (const { suite, mutants, make, settings } of TARGETS) {
      const targets = [{ name: 'the reference', make, settings }, ...mutants]
      const different: string[] = []
      for (const target of targets) different.push(...(await difference(suite, target)))
      yield all(`${suite.subject}s: identical JSON reports of two runs`, targets.length, different)
    }
    for (const { suite, make, settings } of TARGETS) {
      const reports: string[] = []
      for (let run = 0; run < RUNS; run += 1)
        reports.push(await stableReport(suite, make, settings))
      yield none(
        `${suite.subject}s: runs whose report differs from the first`,
        reports.flatMap((report, run) => (report === reports[0] ? [] : [`run ${run + 1}`])),
        `of ${RUNS}`,
      )
    }
    const [program] = PROGRAMS
    if (program === undefined) return
    const { url, stop } = await program.start()
    const states: string[] = []
    for (let run = 0; run < RUNS; run += 1) states.push(await statesOf(url))
    stop()
    yield none(
      `${program.name}: runs that differ from the first`,
      states.flatMap((one, run) => (one === states[0] ? [] : [`run ${run + 1}`])),
      `of ${RUNS}`,
    )
  },
}
