import { isToolMissing } from '../../test/kit/tools.ts'
import type { Run } from '../src/engine/run.ts'
import type { Settings } from '../src/engine/settings.ts'
import type { Suite } from '../src/engine/types.ts'
import { verdictOf } from '../src/engine/verdict.ts'
import { SUITES } from '../src/suites.ts'
import { judgeOverHttp } from '../test/support/judge-over-http.ts'
import { inState, lines } from '../test/support/judge.ts'
import { realClock } from '../src/engine/clock.ts'
import { rulesOf } from '../src/engine/select.ts'
import { PROGRAMS, type Program } from '../test/support/programs.ts'
import { sandboxSettings, startSandbox, STORES, type SandboxInfo } from '../test/support/sandbox.ts'
import { settings } from '../test/support/settings.ts'
import { atMost, none, skipped, type Chapter, type Figure } from './figure.ts'

const LIMIT_MS = { agent: 2000, platform: 6000 } as const
/** Other processes may slow the machine down, so the fastest of several runs counts. */
const MAX_RUNS = 3

/** A running target and the settings to judge it with. */
interface Started {
  readonly chosen: Settings
  readonly stop: () => unknown
}

async function runOnce(suite: Suite, start: () => Promise<Started>): Promise<Run> {
  const { chosen, stop } = await start()
  const run = await judgeOverHttp(suite, chosen)
  await stop()
  return run
}

async function* figures(
  name: string,
  suite: Suite,
  start: () => Promise<Started>,
): AsyncIterable<Figure> {
  const runs = [await runOnce(suite, start)]
  const best = (): number => Math.round(Math.min(...runs.map(({ ms }) => ms)))
  while (runs.length < MAX_RUNS && best() > LIMIT_MS[suite.subject])
    runs.push(await runOnce(suite, start))
  const findings = runs.flatMap((run) =>
    lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED')),
  )
  const verdicts = runs
    .map(({ results }) => verdictOf(results))
    .filter((verdict) => verdict !== 'conformant')
  yield none(
    `${name}: findings and untested rules`,
    [...findings, ...verdicts],
    `in ${rulesOf(suite).length}`,
  )
  yield atMost(`${name}: run duration`, best(), LIMIT_MS[suite.subject], ' ms')
}

const asAgent = (base: string): Settings => settings({ base, fuzz: 100 })

const sandbox =
  (choose: (info: SandboxInfo) => Settings, store?: (typeof STORES)[number]) =>
  async (): Promise<Started> => {
    const { info, stop } = await startSandbox(store)
    return { chosen: choose(info), stop }
  }

const program = (start: Program['start']) => async (): Promise<Started> => {
  const { url, stop } = await start()
  return { chosen: asAgent(url), stop }
}

/** Waits up to five seconds until a new agent knows that it is verified, because its card changes then. */
async function waitUntilVerified(url: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { verification_status: status } = (await (
      await fetch(`${url}/.well-known/agent.json`)
    ).json()) as { verification_status?: string }
    if (status === 'verified') return
    await realClock.wait(100)
  }
}

/** Judges targets in processes of their own, over HTTP. */
export const real: Chapter = {
  title: 'Real targets are conformant, and the run ends in time',
  async *measure() {
    yield* figures('the agent of the sandbox', SUITES.agent, async () => {
      const started = await sandbox(({ agent }) => asAgent(agent.url))()
      await waitUntilVerified(started.chosen.base)
      return started
    })
    for (const store of STORES)
      yield* figures(
        `the platform of this repository, ${store}`,
        SUITES.platform,
        sandbox((info) => sandboxSettings(info, { fuzz: 100 }), store),
      )
    for (const { name, needs, start } of PROGRAMS) {
      if (needs === undefined || !isToolMissing(needs))
        yield* figures(name, SUITES.agent, program(start))
      else yield skipped(name, `${needs} is not installed`)
    }
  },
}
