import type { Transport } from './http.ts'
import { createBench, Stopped, type Bench, type Beside, type Time } from './lab.ts'
import type { Settings } from './settings.ts'
import { SUITE } from '../identity.ts'
import type {
  Effect,
  Exchange,
  Judgement,
  Probe,
  Rule,
  Seen,
  State,
  Suite,
  Unavailable,
  Violation,
} from './types.ts'

/** How one rule ended, with what it was judged by. */
export interface Result {
  readonly rule: Rule
  readonly section: string
  readonly state: State
  /** It came after the rule set that counts, so it decides nothing. */
  readonly unscored?: true
  /** One sentence: what was found, what made it N/A, which rule blocks it, or what has to be handed in. */
  readonly reason: string
  readonly violation?: Violation
  /** The rule that has to be met first. */
  readonly root?: string
  /** Keys of the exchanges that were judged. */
  readonly evidence: readonly string[]
}

export interface Run {
  readonly suite: Suite
  readonly settings: Settings
  readonly results: readonly Result[]
  readonly exchanges: readonly Exchange[]
  readonly ms: number
}

export type Event =
  | { readonly kind: 'begun'; readonly rules: number }
  | { readonly kind: 'sending'; readonly probe: string }
  | { readonly kind: 'judged'; readonly result: Result; readonly done: number }

export interface Plan {
  readonly suite: Suite
  readonly settings: Settings
  /** Rules that are reported. What they need is judged as well, silently. */
  readonly selected: readonly Rule[]
  /** The rule set that counts, when it is another than that of the suite. */
  readonly rule_set?: string
  readonly onEvent?: (event: Event) => void
}

/** Sends what the selected rules need and judges it. Never throws for anything the target does. */
export async function conduct(
  plan: Plan,
  transport: Transport,
  time: Time,
  beside: Beside = {},
): Promise<Run> {
  const bench = createBench(plan.settings, transport, time, beside)
  const started = time.now_ms()
  const results = await judgeAll(plan, runner(plan, bench), (probes) =>
    probes.flatMap((probe) => bench.of(probe)),
  )
  return {
    suite: plan.suite,
    settings: plan.settings,
    results,
    exchanges: bench.recorded(),
    ms: time.now_ms() - started,
  }
}

/** Judges what was recorded before; sends nothing. */
export async function replay(plan: Plan, exchanges: readonly Exchange[]): Promise<Run> {
  const of = (probes: readonly string[]): readonly Exchange[] =>
    probes.flatMap((probe) => exchanges.filter((exchange) => exchange.probe === probe))
  const recorded = (probe: string): Promise<Unavailable | undefined> =>
    Promise.resolve(
      of([probe]).length > 0
        ? undefined
        : { kind: 'untested', supply: `The recording has nothing of the probe ${probe}.` },
    )
  return {
    suite: plan.suite,
    settings: plan.settings,
    results: await judgeAll(plan, recorded, of),
    exchanges,
    ms: 0,
  }
}

/** Runs a probe when it is first asked for. Answers why it sent nothing, if so. */
type EnsureProbe = (probe: string, rule: string) => Promise<Unavailable | undefined>

async function judgeAll(
  { suite, settings, selected, onEvent, rule_set = SUITE.rule_set }: Plan,
  ensure: EnsureProbe,
  of: (probes: readonly string[]) => readonly Exchange[],
): Promise<readonly Result[]> {
  const sectionOf = new Map(
    suite.sections.flatMap((section) =>
      section.rules.map((rule) => [rule.id, section.id] as const),
    ),
  )
  const rules = new Map(
    suite.sections.flatMap((section) => section.rules.map((rule) => [rule.id, rule] as const)),
  )
  const results = new Map<string, Result>()
  const wanted = new Set(selected.map(({ id }) => id))
  const seen: Seen = {
    settings,
    of: (...probes) => of(probes),
    one: (probe) => first(of([probe]), probe),
  }
  onEvent?.({ kind: 'begun', rules: selected.length })

  const judge = async (id: string): Promise<Result> => {
    const known = results.get(id)
    if (known) return known
    const rule = rules.get(id)
    if (!rule) throw new Error(`No rule is called ${id}.`)
    const ending = await end(rule)
    const result: Result = {
      rule,
      section: sectionOf.get(id) ?? '',
      evidence: [],
      ...(isNew(rule, rule_set) ? unscored(rule, ending) : ending),
    }
    results.set(id, result)
    const done = selected.filter((chosen) => results.has(chosen.id)).length
    if (wanted.has(id)) onEvent?.({ kind: 'judged', result, done })
    return result
  }

  const end = async (rule: Rule): Promise<Ending> => {
    const closed = await (gate ??= closedBy())
    const isOfGate = suite.gate.rules.includes(rule.id)
    if (closed !== undefined && !(isOfGate && (await opens(rule.id)) !== 'open'))
      return blocked(closed, 'The target has not shown what it is')
    for (const need of rule.needs) {
      const needed = await judge(need)
      if (needed.state === 'N/A') return { state: 'N/A', reason: needed.reason }
      if (needed.state !== 'PASS') return blocked(needed.root ?? need, `${need} has to pass first`)
    }
    for (const probe of rule.probes) {
      const missing = await ensure(probe, rule.id)
      if (missing) return unavailable(missing)
    }
    for (const probe of rule.observes ?? []) await ensure(probe, rule.id)
    return judged(rule, seen)
  }

  // The gate is asked in order and only as far as it takes, by what it sees alone: what its rules need waits for the gate itself.
  let gate: Promise<string | undefined> | undefined
  /** The rule that keeps the gate closed, if it is. */
  const closedBy = async (): Promise<string | undefined> => {
    const { takes, rules: asked } = suite.gate
    for (const id of asked) {
      const isOpen = (await opens(id)) === 'open'
      if (takes === 'one' && isOpen) return undefined
      if (takes === 'all' && !isOpen) return id
    }
    return takes === 'one' ? asked[0] : undefined
  }
  const opens = async (id: string): Promise<'open' | 'closed'> => {
    const rule = rules.get(id)
    if (!rule) throw new Error(`No rule is called ${id}.`)
    for (const probe of rule.probes) if (await ensure(probe, id)) return 'closed'
    return judged(rule, seen).state === 'PASS' ? 'open' : 'closed'
  }

  for (const { id } of selected) await judge(id)
  return selected.flatMap(({ id }) => results.get(id) ?? [])
}

/** Rules that came after the set that counts are told, and decide nothing. */
const isNew = ({ since = '1' }: Rule, rule_set: string): boolean => Number(since) > Number(rule_set)
function unscored({ since = '' }: Rule, ending: Ending): Ending {
  const isBroken = ending.state === 'FAIL' || ending.state === 'WARN'
  return {
    ...ending,
    unscored: true,
    ...(isBroken
      ? {
          state: 'INFO',
          reason: `New, so it does not count before rule set ${since}: ${ending.reason}`,
        }
      : {}),
  }
}

type Ending = Pick<Result, 'state' | 'reason'> &
  Partial<Pick<Result, 'violation' | 'root' | 'evidence' | 'unscored'>>

const blocked = (root: string, reason: string): Ending => ({
  state: 'BLOCKED',
  root,
  reason: `${reason}.`,
})

function unavailable(missing: Unavailable): Ending {
  if (missing.kind === 'untested') return { state: 'NOT_TESTED', reason: missing.supply }
  return missing.kind === 'blocked'
    ? { state: 'BLOCKED', root: missing.root, reason: missing.because }
    : { state: 'N/A', reason: missing.because }
}

/** What judges see of a record. */
export function seenIn(settings: Settings, exchanges: readonly Exchange[]): Seen {
  const of: Seen['of'] = (...probes) =>
    probes.flatMap((probe) => exchanges.filter((exchange) => exchange.probe === probe))
  return { settings, of, one: (probe) => first(of(probe), probe) }
}

/** Judges one rule by what was seen. */
export function judged(rule: Rule, seen: Seen): Ending {
  const evidence = seen.of(...rule.probes, ...(rule.observes ?? [])).map(({ key }) => key)
  try {
    const judgement = rule.judge(seen)
    return {
      ...(unread(judgement, seen.of(...rule.probes, ...(rule.observes ?? []))) ??
        endingOf(rule, judgement)),
      evidence,
    }
  } catch (cause) {
    return {
      state: 'ERROR',
      reason: `The suite failed while it judged ${rule.id}: ${String(cause)}.`,
      evidence,
    }
  }
}

/** How large an answer is, is left open: what the suite does not read it does not judge. */
function unread(judgement: Judgement, exchanges: readonly Exchange[]): Ending | undefined {
  if (judgement.kind !== 'violation') return undefined
  const seen =
    judgement.exchange === undefined
      ? exchanges.at(-1)
      : exchanges.find(({ key }) => key === judgement.exchange)
  if (seen?.outcome.kind !== 'failure' || seen.outcome.code !== 'too_large') return undefined
  return {
    state: 'NOT_TESTED',
    reason: `${seen.outcome.says} Let the suite take more with --max-memory.`,
  }
}

/** What is told of one thing that a target says. */
const MOST_TOLD = 500
const told = (text: string): string =>
  text.length <= MOST_TOLD ? text : `${text.slice(0, MOST_TOLD)}…`

function endingOf(rule: Rule, judgement: Judgement): Ending {
  switch (judgement.kind) {
    case 'ok':
      return { state: rule.level === 'INFO' ? 'INFO' : 'PASS', reason: told(judgement.note ?? '') }
    case 'not_applicable':
      return { state: 'N/A', reason: judgement.because }
    case 'untested':
      return { state: 'NOT_TESTED', reason: judgement.supply }
    case 'violation': {
      const { kind: _, ...found } = judgement
      const violation = {
        ...found,
        pointer: told(found.pointer),
        expected: told(found.expected),
        actual: told(found.actual),
      }
      const state = ({ MUST: 'FAIL', SHOULD: 'WARN', INFO: 'INFO' } as const)[rule.level]
      return {
        state,
        reason: `${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`,
        violation,
      }
    }
  }
}

function runner({ suite, settings }: Plan, bench: Bench): EnsureProbe {
  const probes = new Map(suite.probes.map((probe) => [probe.id, probe]))
  const done = new Map<string, Unavailable | undefined>()
  let last: string | undefined
  const ensure: EnsureProbe = async (id, rule) => {
    if (done.has(id)) return done.get(id)
    const probe = probes.get(id)
    if (!probe) throw new Error(`No probe is called ${id}.`)
    const outcome = await attempt(probe, rule)
    done.set(id, outcome)
    return outcome
  }
  const attempt = async (probe: Probe, rule: string): Promise<Unavailable | undefined> => {
    if (!settings.allow.has(probe.effect))
      return { kind: 'untested', supply: NEEDS_LEAVE[probe.effect] }
    const { id } = probe
    for (const earlier of probe.after ?? []) {
      const missing = await ensure(earlier, rule)
      if (missing) return missing
    }
    try {
      return (await probe.run(bench.lab(probe.id))) ?? undefined
    } catch (cause) {
      if (!(cause instanceof Stopped)) throw cause
      if (cause.reason === 'slow' && bench.of(id).length > 0) return undefined
      if (cause.reason !== 'gone')
        return {
          kind: 'untested',
          supply: `Not sent, because ${cause.message}; give it more with ${cause.reason === 'late' ? '--run-timeout' : '--rule-timeout'}.`,
        }
      // What was sent before the target went is judged; what comes later waits for the rule that was judged then.
      if (bench.of(id).length > 0) return undefined
      return {
        kind: 'blocked',
        root: last ?? rule,
        because: `Not sent: the target stopped answering during ${last ?? rule}.`,
      }
    } finally {
      if (bench.of(id).length > 0) last = rule
    }
  }
  return ensure
}

const NEEDS_LEAVE: Readonly<Record<Effect, string>> = {
  read: 'Reading is not allowed; add --allow read.',
  call: 'Calling the agent is not allowed; add --allow call.',
  write: 'This leaves something behind at the target; allow it with --allow write.',
  destructive: 'This takes something away at the target; allow it with --allow write,destructive.',
}

function first(exchanges: readonly Exchange[], probe: string): Exchange {
  const [exchange] = exchanges
  if (!exchange) throw new Error(`the probe ${probe} recorded nothing`)
  return exchange
}
