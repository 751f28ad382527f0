import { defined } from '../defined.ts'
import type { Exchange, Level, State, Basis, Clause, Violation } from '../engine/types.ts'
import { mergeResults, type MergedResult } from '../engine/repeat.ts'
import type { Result, Run } from '../engine/run.ts'
import { countsOf, exitCodeOf, rootCauses, verdictOf, type Verdict } from '../engine/verdict.ts'
import { memorySharesOf } from '../engine/memory.ts'
import { SUITE } from '../identity.ts'
import { shellQuote } from '../engine/reproduce/curl.ts'
import { reproduce } from '../engine/reproduce/index.ts'

/** The result of a rule, as every report shows it. Nothing in it depends on the time of the run, unless the target does. */
export interface RuleReport {
  readonly id: string
  readonly section: string
  readonly level: Level
  readonly basis: Basis
  readonly clause: Clause
  readonly title: string
  readonly state: State
  readonly reason: string
  readonly root?: string
  readonly violation?: Violation
  /** Keys into `volatile.exchanges`. */
  readonly evidence: readonly string[]
  readonly hint: string
  readonly accepts?: string
  /** Lines for a POSIX shell that reproduce the violation: one curl command, or a script. Empty if no request of the suite shows it. */
  readonly curl: readonly string[]
  readonly rerun: string
  /** The state in each run, if they differ; `state` is the worst of them. */
  readonly flaky?: readonly State[]
  /** The reason why the baseline accepts the violation. */
  readonly known?: string
  /** The first rule set in which the rule counts, if it is later than that of the suite. */
  readonly new?: string
}

export interface ExchangeReport {
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response?: {
    readonly status: number
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string
  }
  readonly failure?: { readonly phase: string; readonly code: string; readonly says: string }
  readonly ms: number
}

/** The document from which all reports except HAR are rendered. Its schema is report.schema.json. */
export interface Report {
  readonly format: 'svc-conformance-report/1'
  readonly suite: typeof SUITE
  readonly subject: 'agent' | 'platform'
  readonly target: string
  readonly profile: string
  readonly seed: string
  readonly fuzz: number
  /** The number of runs. */
  readonly repeat: number
  readonly verdict: Verdict
  readonly exit_code: number
  readonly counts: Readonly<Record<State, number>>
  readonly root_causes: readonly { readonly root: string; readonly blocked: number }[]
  readonly sections: readonly { readonly id: string; readonly title: string }[]
  readonly rules: readonly RuleReport[]
  /** What may differ between two runs with equal results: times and complete exchanges. */
  readonly volatile: {
    readonly started_at: string
    readonly duration_ms: number
    readonly node: string
    readonly exchanges: Readonly<Record<string, ExchangeReport>>
  }
}

/** How many characters of one body a report keeps, and how many once all bodies together exceed their share of the memory. */
const MAX_BODY = 20_000
const MAX_BODY_OVER_BUDGET = 200

/** Creates the report of one run, or of several runs of a plan. `trace` selects further rules whose exchanges are kept. */
export function reportOf(
  runs: readonly [Run, ...Run[]],
  about: { readonly started_at: string; readonly trace?: (result: Result) => boolean },
): Report {
  const [{ suite, settings }] = runs
  const results = mergeResults(runs)
  const keptKeys = new Set(
    results
      .filter((result) => result.violation !== undefined || about.trace?.(result))
      .flatMap(({ evidence, violation, run_number }) =>
        shownKeys(evidence, violation).map((key) => keyOf(key, run_number)),
      ),
  )
  const truncate = createTruncator(memorySharesOf(settings.max_memory).report)
  const report: Report = {
    format: 'svc-conformance-report/1',
    suite: SUITE,
    subject: suite.subject,
    target: settings.base,
    profile: settings.profile,
    seed: settings.seed,
    fuzz: settings.fuzz,
    repeat: runs.length,
    verdict: verdictOf(results),
    exit_code: exitCodeOf(results),
    counts: countsOf(results),
    root_causes: rootCauses(results),
    sections: suite.sections
      .filter(({ id }) => results.some(({ section }) => section === id))
      .map(({ id, title }) => ({ id, title })),
    rules: results.map(ruleReport),
    volatile: {
      started_at: about.started_at,
      duration_ms: Math.round(runs.reduce((sum, { ms }) => sum + ms, 0)),
      node: process.version,
      exchanges: Object.fromEntries(
        runs
          .flatMap(({ exchanges }, i) =>
            exchanges.map((exchange) => [keyOf(exchange.key, i + 1), exchange] as const),
          )
          .filter(([key]) => keptKeys.has(key))
          .map(([key, exchange]) => [key, exchangeReport(exchange, truncate)]),
      ),
    },
  }
  return mapStrings(report, settings.vault.redact)
}

/** Exchanges of the first run keep their keys; those of the second get keys such as `2:card#0`. */
const keyOf = (key: string, run_number: number): string =>
  run_number === 1 ? key : `${run_number}:${key}`

/** Returns the exchanges to keep for a rule: the one with the violation, and the first four that were judged. */
function shownKeys(
  evidence: readonly string[],
  violation: Violation | undefined,
): readonly string[] {
  return [
    ...new Set([
      ...(violation?.exchange === undefined ? [] : [violation.exchange]),
      ...evidence.slice(0, 4),
    ]),
  ]
}

const CONNECTION_CLOSED_HINT =
  'The target closed the connection without a response, as a program does when its handler crashes; check its log, and send an error response instead.'

/** Returns the hint of the rule, or another one if the target closed the connection, because the hint of a rule assumes a response. */
function hintOf({ rule, violation, evidence, run }: MergedResult): string {
  const key = violation?.exchange ?? evidence.at(-1)
  const outcome = run.exchanges.find((exchange) => exchange.key === key)?.outcome
  const isClosed = outcome?.kind === 'failure' && outcome.code === 'reset'
  return violation !== undefined && isClosed ? CONNECTION_CLOSED_HINT : rule.hint
}

function ruleReport(result: MergedResult): RuleReport {
  const {
    rule,
    section,
    level,
    state,
    reason,
    root,
    violation,
    evidence,
    unscored,
    run,
    run_number,
  } = result
  const { id, basis, clause, title, accepts } = rule
  const { settings } = run
  return defined({
    id,
    section,
    level,
    basis,
    clause,
    title,
    state,
    reason,
    evidence: evidence.map((key) => keyOf(key, run_number)),
    hint: hintOf(result),
    root,
    new: unscored && (rule.since ?? ''),
    violation:
      violation?.exchange === undefined
        ? violation
        : { ...violation, exchange: keyOf(violation.exchange, run_number) },
    flaky: result.flaky,
    accepts,
    curl: reproduce(run, result).lines,
    rerun: [
      'svc-conformance',
      run.suite.subject,
      shellQuote(settings.base),
      '--rule',
      id,
      '--seed',
      shellQuote(settings.seed),
      ...(settings.rerun_flags ?? []).map((flag) => shellQuote(flag)),
    ].join(' '),
  })
}

function exchangeReport(
  { request, outcome }: Exchange,
  truncate: (text: string) => string,
): ExchangeReport {
  const { body } = request
  const sent = { ...request, ...(body === undefined ? {} : { body: truncate(body) }) }
  if (outcome.kind === 'failure')
    return {
      request: sent,
      failure: { phase: outcome.phase, code: outcome.code, says: outcome.says },
      ms: outcome.ms,
    }
  return {
    request: sent,
    response: { status: outcome.status, headers: outcome.headers, body: truncate(outcome.body) },
    ms: outcome.ms,
  }
}

/** Returns a function that truncates bodies, and keeps only their beginnings once they exceed a limit together. */
function createTruncator(limit: number): (text: string) => string {
  let left = limit
  return (text) => {
    const most = text.length > left ? MAX_BODY_OVER_BUDGET : MAX_BODY
    left -= Math.min(text.length, most)
    return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
  }
}

/** Returns a value in which every string is changed. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((item) => mapStrings(item as unknown, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item as unknown, change)]),
  ) as T
}
