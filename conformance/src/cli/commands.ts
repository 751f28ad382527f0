import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startHost, type Listening, type Running } from '../engine/node-host.ts'
import { nodeTransport } from '../engine/node-transport.ts'
import { conductTimes } from '../engine/repeat.ts'
import { nodeShell } from '../engine/shell.ts'
import { replay, type Plan, type Result, type Run } from '../engine/run.ts'
import { select } from '../engine/select.ts'
import type { Settings } from '../engine/settings.ts'
import type { Suite } from '../engine/types.ts'
import { EXIT } from '../engine/verdict.ts'
import { reportOf, type Report } from '../report/data.ts'
import { har } from '../report/har.ts'
import { REPORTERS } from '../report/index.ts'
import { readBaseline, stale, withBaseline, writeBaseline, type Baseline } from './baseline.ts'
import { launch } from './launch.ts'
import {
  listed,
  one,
  pair,
  readChoice,
  readFlags,
  readJson,
  readListening,
  readSettings,
  repeatsOf,
  type Given,
} from './options.ts'
import { readRecording } from './recording.ts'
import { UsageError } from './usage.ts'
import { voiceOf, type Voice } from './voice.ts'
import { suiteOf, type World } from './world.ts'

const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }

/** Everything that was asked for, read and checked before anything is sent. */
interface Job {
  readonly plan: Plan
  readonly outputs: readonly (readonly [kind: string, file: string])[]
  readonly baseline: Baseline
  readonly given: Given
  readonly world: World
  readonly voice: Voice
}

function prepare(suite: Suite, settings: Settings, given: Given, world: World): Job {
  const chosen = {
    ...settings,
    profile: settings.profile || (Object.keys(suite.profiles)[0] ?? ''),
  }
  const outputs = listed(given.report ?? []).map((wish) => pair('report', wish))
  const odd = outputs.find(([kind]) => kind !== 'har' && !Object.hasOwn(REPORTERS, kind))
  if (odd)
    throw new UsageError(
      `There is no report of the kind ${odd[0]}; there are ${[...Object.keys(REPORTERS), 'har'].join(', ')}.`,
    )
  const file = one(given, 'baseline')
  const ids = suite.sections.flatMap(({ rules }) => rules.map(({ id }) => id))
  const baseline =
    file === undefined ? {} : readBaseline(file, ids, given['update-baseline'] !== undefined)
  const selected = select(suite, { ...readChoice(given), profile: chosen.profile })
  const voice = voiceOf(given, world, chosen.vault, selected.length, repeatsOf(given))
  return {
    plan: { suite, settings: chosen, selected, onEvent: voice.on },
    outputs,
    baseline,
    given,
    world,
    voice,
  }
}

export async function judgeTarget(
  suite: Suite,
  operands: readonly string[],
  given: Given,
  world: World,
): Promise<number> {
  if (operands.length > 1) throw new UsageError(`One target at a time: ${operands[1]} is too much.`)
  const job = prepare(suite, readSettings(operands[0], given, world.env), given, world)
  const { settings } = job.plan
  const command = one(given, 'launch')
  const stops: (() => void)[] = []
  const started = <T extends { readonly stop: () => void }>(it: T): T => (stops.push(it.stop), it)
  try {
    if (command !== undefined)
      started(await launch(command, settings.base + (one(given, 'ready') ?? '/health')))
    // A platform gets something to call: an agent, and an intake for exports.
    const beside =
      suite.subject === 'platform'
        ? { host: started(await hosting(readListening(given, settings.seed))).host }
        : {}
    const started_at = new Date().toISOString()
    job.voice.begin(job.plan)
    const runs = await conductTimes(repeatsOf(given), job.plan, nodeTransport, TIME, {
      shell: nodeShell,
      ...beside,
    })
    return finish(job, runs as [Run, ...Run[]], started_at)
  } finally {
    for (const stop of stops) stop()
  }
}

const hosting = async (where: Listening): Promise<Running> =>
  startHost(where).catch((cause: unknown) => {
    throw new UsageError(
      `The suite cannot listen at ${where.host}:${where.port}: ${(cause as Error).message}. Give another --listen HOST:PORT.`,
    )
  })

/** Judges a recording; sends nothing. */
export async function judgeRecording(
  operands: readonly string[],
  given: Given,
  world: World,
): Promise<number> {
  if (operands[0] === undefined)
    throw new UsageError('Say which recording: `svc-conformance judge capture.har`.')
  const { subject, base, exchanges } = readRecording(readJson(operands[0]), operands[0])
  const job = prepare(suiteOf(subject), readSettings(base, given, world.env), given, world)
  job.voice.begin(job.plan)
  return finish(job, [await replay(job.plan, exchanges)], new Date().toISOString())
}

/** Runs what did not pass in a report again, with its seed. */
export async function rerun(
  operands: readonly string[],
  given: Given,
  world: World,
): Promise<number> {
  if (operands[0] === undefined)
    throw new UsageError('Say which report: `svc-conformance rerun report.json`.')
  const report = readJson(operands[0]) as Report
  if (report.format !== 'svc-conformance-report/1')
    throw new UsageError(`The file ${operands[0]} is no JSON report of this suite.`)
  const open = report.rules
    .filter(({ state }) => !['PASS', 'INFO', 'N/A'].includes(state))
    .map(({ id }) => id)
  if (open.length === 0)
    return (world.stdout.write('Everything passed; there is nothing to run again.\n'), 0)
  const { given: recorded } = readFlags([
    '--seed',
    report.seed,
    '--fuzz',
    String(report.fuzz),
    '--profile',
    report.profile,
    '--rule',
    open.join(','),
  ])
  return judgeTarget(suiteOf(report.subject), [report.target], { ...recorded, ...given }, world)
}

function traced(given: Given): (result: Result) => boolean {
  const wish = one(given, 'trace') ?? 'fail'
  return ({ rule }) => wish === 'all' || rule.id === wish.replace(/^[AP]-/i, '').toUpperCase()
}

function finish(job: Job, runs: readonly [Run, ...Run[]], started_at: string): number {
  const { given, world, outputs, baseline, voice } = job
  const report = withBaseline(reportOf(runs, { started_at, trace: traced(given) }), baseline)
  voice.end(report)
  for (const [kind, file] of outputs)
    deliver(
      kind === 'har' ? har(runs[0], started_at) : (REPORTERS[kind]?.(report) ?? ''),
      file,
      world,
    )
  return given['update-baseline'] ? keep(report, job) : agreed(report, job)
}

function deliver(content: string, file: string, world: World): void {
  if (file === '-') return void world.stdout.write(content)
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw new UsageError(`The report ${file} cannot be written: ${(cause as Error).message}.`)
  }
}

function keep(report: Report, { given, baseline, voice }: Job): number {
  const file = one(given, 'baseline')
  if (file === undefined) throw new UsageError('--update-baseline needs --baseline FILE.')
  writeBaseline(file, report, baseline)
  voice.say(`${file} is written.`)
  return 0
}

function agreed(report: Report, { baseline, world }: Job): number {
  const gone = stale(report, baseline)
  if (gone.length === 0) return report.exit_code
  world.stderr.write(
    `The baseline knows violations that are gone: ${gone.join(', ')}. Take them out, or write it anew with --update-baseline.\n`,
  )
  return EXIT.usage
}
