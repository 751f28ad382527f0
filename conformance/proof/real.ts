import { nodeTransport } from '../src/engine/node-transport.ts'
import { conduct, type Run } from '../src/engine/run.ts'
import type { Settings } from '../src/engine/settings.ts'
import type { Suite } from '../src/engine/types.ts'
import { verdictOf } from '../src/engine/verdict.ts'
import { SUITES } from '../src/suites.ts'
import { inState, lines, realTime } from '../test/support/judge.ts'
import { PROGRAMS, type Program } from '../test/support/programs.ts'
import { sandboxSettings, startSandbox, STORES } from '../test/support/sandbox.ts'
import { settings } from '../test/support/settings.ts'
import { atMost, none, skipped, type Chapter, type Figure } from './figure.ts'

const LIMIT_MS = { agent: 2000, platform: 6000 } as const
/** Others may be at work on the machine: a time that is kept once can be kept. */
const TRIES = 3

/** Every rule of a suite, whatever the profile. */
const whole = (suite: Suite, chosen: Settings): Promise<Run> => conduct({ suite, settings: chosen, selected: suite.sections.flatMap(({ rules }) => rules) }, nodeTransport, realTime)

async function* figures(name: string, suite: Suite, choose: () => Settings): AsyncIterable<Figure> {
  const runs = [await whole(suite, choose())]
  const best = (): number => Math.round(Math.min(...runs.map(({ ms }) => ms)))
  while (runs.length < TRIES && best() > LIMIT_MS[suite.subject]) runs.push(await whole(suite, choose()))
  const left = runs.flatMap((run) => lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED')))
  const verdicts = runs.map(({ results }) => verdictOf(results)).filter((verdict) => verdict !== 'conformant')
  yield none(`${name}: findings, and rules that were not tested`, [...left, ...verdicts], `in ${suite.sections.flatMap(({ rules }) => rules).length}`)
  yield atMost(`${name}: time of the ${suite.subject} suite`, best(), LIMIT_MS[suite.subject], ' ms')
}

const ourPlatform = async function* (store: (typeof STORES)[number]): AsyncIterable<Figure> {
  const { facts, stop } = await startSandbox(store)
  if (store === 'memory') yield* figures('the reference agent of the sandbox', SUITES.agent, () => settings({ base: facts.agent.url, fuzz: 100 }))
  yield* figures(`our platform on the store ${store}`, SUITES.platform, () => sandboxSettings(facts, { fuzz: 100 }))
  await stop()
}

const example = async function* ({ name, missing, start }: Program): AsyncIterable<Figure> {
  if (missing !== undefined) return yield skipped(name, missing)
  const { url, stop } = await start()
  yield* figures(name, SUITES.agent, () => settings({ base: url, fuzz: 100 }))
  stop()
}

/** Over real connections, in processes of their own. */
export const real: Chapter = {
  title: 'Real targets: conformant, with nothing left out, in time',
  async *measure() {
    for (const store of STORES) yield* ourPlatform(store)
    for (const program of PROGRAMS) yield* example(program)
  },
}
