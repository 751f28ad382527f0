import {
  startCallbackServer,
  type ListenOptions,
  type RunningCallbackServer,
} from '../engine/callbacks/server.ts'
import { realClock } from '../engine/clock.ts'
import { nodeTransport } from '../engine/transport/node.ts'
import { runRepeatedly } from '../engine/repeat.ts'
import { evaluateRecording, type Result, type Run, type RunPlan } from '../engine/run.ts'
import { rulesOf, select } from '../engine/select.ts'
import type { Settings } from '../engine/settings.ts'
import { nodeShell } from '../engine/reproduce/shell.ts'
import type { Suite } from '../engine/types.ts'
import { EXIT } from '../engine/verdict.ts'
import { isObject } from '../judge/assertions.ts'
import { reportOf, type Report } from '../report/data.ts'
import { har } from '../report/har.ts'
import { REPORTERS } from '../report/index.ts'
import {
  applyBaseline,
  fixedRules,
  readBaseline,
  writeBaseline,
  type Baseline,
} from './baseline.ts'
import { suiteOf, type CliContext } from './context.ts'
import { assertWritable, readJson, writeText } from './files.ts'
import { listOf, pairOf, valueOfFlag, type ParsedFlags } from './flags.ts'
import { launch } from './launch.ts'
import { otherProtocol } from './other-protocol.ts'
import { createProgressOutput, type ProgressOutput } from './progress.ts'
import { readRecording } from './recording.ts'
import { readListenOptions, readRepeats, readSelection, readSettings } from './settings.ts'
import { UsageError } from './usage.ts'

/** A command line that was read and checked completely, before anything is sent. */
interface Job {
  readonly plan: RunPlan
  readonly reports: readonly ReportFile[]
  readonly baseline: Baseline
  /** Returns whether the reports keep the exchanges of a result without a violation. */
  readonly trace: (result: Result) => boolean
  readonly flags: ParsedFlags
  readonly context: CliContext
  readonly progress: ProgressOutput
}

interface ReportFile {
  readonly kind: string
  readonly file: string
}

function prepare(suite: Suite, given: Settings, flags: ParsedFlags, context: CliContext): Job {
  const settings = { ...given, profile: given.profile || (Object.keys(suite.profiles)[0] ?? '') }
  const selected = select(suite, { ...readSelection(flags), profile: settings.profile })
  const progress = createProgressOutput(flags, context, {
    redact: settings.vault.redact,
    rules: selected.length,
    repeats: readRepeats(flags),
  })
  return {
    plan: { suite, settings, selected, onJudged: progress.onJudged },
    reports: readReportFiles(flags),
    baseline: baselineOf(suite, flags),
    trace: traceOf(suite, flags),
    flags,
    context,
    progress,
  }
}

function readReportFiles(flags: ParsedFlags): readonly ReportFile[] {
  const files = listOf(flags, 'report').map((text) => {
    const [kind, file] = pairOf('report', text)
    return { kind, file }
  })
  const unknown = files.find(({ kind }) => kind !== 'har' && !Object.hasOwn(REPORTERS, kind))
  if (unknown)
    throw new UsageError(
      `There is no report format ${unknown.kind}; use one of ${[...Object.keys(REPORTERS), 'har'].join(', ')}.`,
    )
  for (const { file } of files) if (file !== '-') assertWritable(file)
  return files
}

function baselineOf(suite: Suite, flags: ParsedFlags): Baseline {
  const file = valueOfFlag(flags, 'baseline')
  const isUpdate = flags['update-baseline'] !== undefined
  if (file === undefined && isUpdate)
    throw new UsageError('--update-baseline needs --baseline FILE.')
  if (file === undefined) return {}
  if (isUpdate) assertWritable(file)
  const ids = rulesOf(suite).map(({ id }) => id)
  return readBaseline(file, ids, isUpdate)
}

function traceOf(suite: Suite, flags: ParsedFlags): (result: Result) => boolean {
  const trace = valueOfFlag(flags, 'trace') ?? 'fail'
  if (trace === 'all') return () => true
  if (trace === 'fail') return () => false
  const rules = select(suite, { rules: [trace] })
  return ({ rule }) => rules.includes(rule)
}

/** Judges an agent or a platform, and returns the exit code. @throws UsageError */
export async function judgeTarget(
  suite: Suite,
  operands: readonly string[],
  flags: ParsedFlags,
  context: CliContext,
): Promise<number> {
  if (operands.length > 1)
    throw new UsageError(`Only one target can be judged at a time; omit ${operands[1]}.`)
  const job = prepare(suite, readSettings(operands[0], flags, context.env), flags, context)
  const { settings } = job.plan
  const command = valueOfFlag(flags, 'launch')
  const listening = readListenOptions(flags, settings.seed)
  const started: { readonly stop: () => void }[] = []
  try {
    if (command !== undefined)
      started.push(
        await launch(command, settings.base + (valueOfFlag(flags, 'ready') ?? '/health')),
      )
    // A platform needs an agent to call and an endpoint for exports.
    const callbacks = suite.subject === 'platform' ? await listen(listening) : undefined
    if (callbacks) started.push(callbacks)
    const started_at = new Date().toISOString()
    job.progress.begin(job.plan)
    const runs = await runRepeatedly(readRepeats(flags), job.plan, nodeTransport, realClock, {
      shell: nodeShell,
      ...(callbacks ? { server: callbacks.server } : {}),
    })
    return finish(job, runs, started_at)
  } finally {
    for (const { stop } of started) stop()
  }
}

async function listen(options: ListenOptions): Promise<RunningCallbackServer> {
  return startCallbackServer(options).catch((cause: unknown) => {
    throw new UsageError(
      `The suite cannot listen on ${options.host}:${options.port}: ${(cause as Error).message}. Use another address with --listen HOST:PORT.`,
    )
  })
}

/** Judges a recording without sending anything, and returns the exit code. @throws UsageError */
export async function judgeRecording(
  operands: readonly string[],
  flags: ParsedFlags,
  context: CliContext,
): Promise<number> {
  const [file] = operands
  if (file === undefined)
    throw new UsageError(
      'The name of the recording is missing; for example `svc-conformance judge capture.har`.',
    )
  const { subject, base, exchanges } = readRecording(readJson(file), file)
  const job = prepare(suiteOf(subject), readSettings(base, flags, context.env), flags, context)
  job.progress.begin(job.plan)
  return finish(job, [await evaluateRecording(job.plan, exchanges)], new Date().toISOString())
}

/** Runs the rules that did not pass in a report once more, with the same seed, and returns the exit code. @throws UsageError */
export async function rerun(
  operands: readonly string[],
  flags: ParsedFlags,
  context: CliContext,
): Promise<number> {
  const [file] = operands
  if (file === undefined)
    throw new UsageError(
      'The name of the report is missing; for example `svc-conformance rerun report.json`.',
    )
  const content = readJson(file)
  if (
    !isObject(content) ||
    content['format'] !== 'svc-conformance-report/1' ||
    !Array.isArray(content['rules'])
  )
    throw new UsageError(`The file ${file} is not a JSON report of this suite.`)
  const report = content as Partial<Report> as Report
  const open = report.rules
    .filter(({ state }) => !['PASS', 'INFO', 'N/A'].includes(state))
    .map(({ id }) => id)
  if (open.length === 0)
    return (
      context.stdout.write(
        'Every rule of the report passed, was an observation or did not apply; there is nothing to run again.\n',
      ),
      0
    )
  const recorded: ParsedFlags = {
    seed: [report.seed],
    fuzz: [String(report.fuzz)],
    profile: [report.profile],
    rule: open,
  }
  return judgeTarget(suiteOf(report.subject), [report.target], { ...recorded, ...flags }, context)
}

/** Writes all reports and returns the exit code. */
function finish(job: Job, runs: readonly [Run, ...Run[]], started_at: string): number {
  const { flags, context, reports, baseline, trace, progress } = job
  const report = applyBaseline(reportOf(runs, { started_at, trace }), baseline)
  progress.end(report)
  const other = otherProtocol(job.plan.suite, report)
  if (other !== undefined) progress.print(other)
  for (const { kind, file } of reports) {
    const content = kind === 'har' ? har(runs[0], started_at) : (REPORTERS[kind]?.(report) ?? '')
    if (file === '-') context.stdout.write(content)
    else writeText(file, content)
  }
  const file = valueOfFlag(flags, 'baseline')
  if (file === undefined) return report.exit_code
  return flags['update-baseline'] ? updateBaseline(file, report, job) : compareBaseline(report, job)
}

function updateBaseline(file: string, report: Report, { baseline, progress }: Job): number {
  writeBaseline(file, report, baseline)
  progress.print(`The baseline ${file} was written.`)
  return 0
}

/** Returns the exit code. A baseline that names rules that pass or do not apply is a usage error, because it has to be updated. */
function compareBaseline(report: Report, { baseline, context }: Job): number {
  const fixed = fixedRules(report, baseline)
  if (fixed.length === 0) return report.exit_code
  context.stderr.write(
    `The baseline names rules that are no longer violated: ${fixed.join(', ')}. Remove them, or write the baseline again with --update-baseline.\n`,
  )
  return EXIT.usage
}
