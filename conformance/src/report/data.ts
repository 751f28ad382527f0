import type { Exchange, Level, State, Basis, Clause, Violation } from '../engine/types.ts'
import { merged, type Merged } from '../engine/repeat.ts'
import type { Result, Run } from '../engine/run.ts'
import { countsOf, exitCodeOf, rootCauses, verdictOf, type Verdict } from '../engine/verdict.ts'
import { sharesOf } from '../engine/memory.ts'
import { SUITE } from '../identity.ts'
import { quoted } from '../engine/curl.ts'
import { reproduce } from '../engine/reproduce/index.ts'

/** A rule as every report shows it. Nothing here depends on when the run was, except what the target itself changes. */
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
  /** Lines for a shell that show the violation again: one of curl, or a script where it takes several requests. None where no request shows it. */
  readonly curl: readonly string[]
  readonly rerun: string
  /** How it ended in each run, if not the same in all; `state` is the worst of these. */
  readonly flaky?: readonly State[]
  /** The baseline says that this is known. */
  readonly known?: string
  /** The rule set that it counts from, when that is a later one than the suite's. */
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

/** The one document all reports are made from; its schema is report.schema.json. */
export interface Report {
  readonly format: 'svc-conformance-report/1'
  readonly suite: typeof SUITE
  readonly subject: 'agent' | 'platform'
  readonly target: string
  readonly profile: string
  readonly seed: string
  readonly fuzz: number
  /** How many times everything was judged. */
  readonly repeat: number
  readonly verdict: Verdict
  readonly exit_code: number
  readonly counts: Readonly<Record<State, number>>
  readonly root_causes: readonly { readonly root: string; readonly blocked: number }[]
  readonly sections: readonly { readonly id: string; readonly title: string }[]
  readonly rules: readonly RuleReport[]
  /** Whatever differs between two equal runs: times, and what the target said in full. */
  readonly volatile: {
    readonly started_at: string
    readonly duration_ms: number
    readonly node: string
    readonly exchanges: Readonly<Record<string, ExchangeReport>>
  }
}

/** How much of one body a report keeps; and of any, once all that it keeps is more than its share. */
const KEPT = 20_000
const KEPT_OF_MANY = 200

/** Makes the report of one run, or of several runs of one plan. */
export function reportOf(
  runs: Run | readonly [Run, ...Run[]],
  about: { readonly started_at: string; readonly trace?: (result: Result) => boolean },
): Report {
  const all: readonly Run[] = 'suite' in runs ? [runs] : runs
  const { suite, settings } = 'suite' in runs ? runs : runs[0]
  const results = merged(all)
  const kept = new Set(
    results
      .filter((result) => result.violation !== undefined || about.trace?.(result))
      .flatMap(({ evidence, violation, turn }) =>
        shown(evidence, violation).map((key) => keyOf(key, turn)),
      ),
  )
  const cutter = cutterOf(sharesOf(settings.max_memory).report)
  const report: Report = {
    format: 'svc-conformance-report/1',
    suite: SUITE,
    subject: suite.subject,
    target: settings.base,
    profile: settings.profile,
    seed: settings.seed,
    fuzz: settings.fuzz,
    repeat: all.length,
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
      duration_ms: Math.round(all.reduce((sum, { ms }) => sum + ms, 0)),
      node: process.version,
      exchanges: Object.fromEntries(
        all
          .flatMap(({ exchanges }, i) =>
            exchanges.map((exchange) => [keyOf(exchange.key, i + 1), exchange] as const),
          )
          .filter(([key]) => kept.has(key))
          .map(([key, exchange]) => [key, exchangeReport(exchange, cutter)]),
      ),
    },
  }
  return redacted(report, settings.vault.redact)
}

/** Exchanges of the first run go by their own keys, those of the second by `2:card#0`. */
const keyOf = (key: string, turn: number): string => (turn === 1 ? key : `${turn}:${key}`)

/** The exchanges that show a violation: the one it was seen in, and the first ones of the rule beside it. */
function shown(evidence: readonly string[], violation: Violation | undefined): readonly string[] {
  return [
    ...new Set([
      ...(violation?.exchange === undefined ? [] : [violation.exchange]),
      ...evidence.slice(0, 4),
    ]),
  ]
}

function ruleReport(result: Merged): RuleReport {
  const { rule, section, state, reason, root, violation, evidence, unscored, run, turn, flaky } =
    result
  const { id, level, basis, clause, title, hint, accepts } = rule
  const { settings } = run
  return {
    id,
    section,
    level,
    basis,
    clause,
    title,
    state,
    reason,
    evidence: evidence.map((key) => keyOf(key, turn)),
    hint,
    ...(root === undefined ? {} : { root }),
    ...(unscored ? { new: rule.since ?? '' } : {}),
    ...(violation === undefined
      ? {}
      : {
          violation:
            violation.exchange === undefined
              ? violation
              : { ...violation, exchange: keyOf(violation.exchange, turn) },
        }),
    ...(flaky === undefined ? {} : { flaky }),
    ...(accepts === undefined ? {} : { accepts }),
    curl: reproduce(run, result).lines,
    rerun: [
      'svc-conformance',
      run.suite.subject,
      quoted(settings.base),
      '--rule',
      id,
      '--seed',
      quoted(settings.seed),
      ...(settings.again ?? []).map(quoted),
    ].join(' '),
  }
}

function exchangeReport(
  { request, outcome }: Exchange,
  cut: (text: string) => string,
): ExchangeReport {
  const { body } = request
  const sent = { ...request, ...(body === undefined ? {} : { body: cut(body) }) }
  if (outcome.kind === 'failure')
    return {
      request: sent,
      failure: { phase: outcome.phase, code: outcome.code, says: outcome.says },
      ms: outcome.ms,
    }
  return {
    request: sent,
    response: { status: outcome.status, headers: outcome.headers, body: cut(outcome.body) },
    ms: outcome.ms,
  }
}

/** Cuts bodies so that all of them together are no more than so many characters, give or take the beginnings. */
function cutterOf(most: number): (text: string) => string {
  let left = most
  return (text) => {
    const kept = text.length > left ? KEPT_OF_MANY : KEPT
    left -= Math.min(text.length, kept)
    return text.length <= kept ? text : `${text.slice(0, kept)}… (${text.length} characters)`
  }
}

/** Every text of a report goes through here, so no reporter has to think of secrets. */
export const redacted = <T>(value: T, redact: (text: string) => string): T =>
  eachText(value, redact)

/** The same value with every text in it changed. */
export function eachText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((item) => eachText(item as unknown, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, eachText(item as unknown, change)]),
  ) as T
}
