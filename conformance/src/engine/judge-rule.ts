import { BUSY, untested } from '../judge/assertions.ts'
import { isTaskResponse } from '../judge/task.ts'
import { isBusy } from './transport/http.ts'
import type { Result } from './run.ts'
import type { Settings } from './settings.ts'
import type { Evidence, Exchange, Judgement, Rule, Violation } from './types.ts'

export type RuleOutcome = Pick<Result, 'state' | 'reason'> &
  Partial<Pick<Result, 'violation' | 'root' | 'evidence' | 'unscored'>>

/** Returns the evidence that the exchanges of each probe give. */
export const evidenceOf = (
  settings: Settings,
  exchangesOf: (probe: string) => readonly Exchange[],
): Evidence => ({
  settings,
  of: (...probes) => probes.flatMap(exchangesOf),
  one: (probe) => {
    const [exchange] = exchangesOf(probe)
    if (!exchange) throw new Error(`the probe ${probe} has recorded nothing`)
    return exchange
  },
})

/** Returns the evidence that recorded exchanges give. */
export const evidenceFrom = (settings: Settings, exchanges: readonly Exchange[]): Evidence =>
  evidenceOf(settings, (probe) => exchanges.filter((exchange) => exchange.probe === probe))

/** Judges one rule. An exception thrown by the rule becomes an ERROR. */
export function judgeRule(rule: Rule, evidence: Evidence): RuleOutcome {
  const exchanges = evidence.of(...rule.probes, ...(rule.observes ?? []))
  const keys = exchanges.map(({ key }) => key)
  try {
    const judgement = rule.judge(evidence)
    return {
      ...outcomeOf(rule, unjudged(rule, judgement, exchanges) ?? judgement),
      evidence: keys,
    }
  } catch (cause) {
    return {
      state: 'ERROR',
      reason: `The suite failed while it judged ${rule.id}: ${String(cause)}.`,
      evidence: keys,
    }
  }
}

/**
 * The interface limits neither the size of responses nor the request rate, so a response that the suite did not read, or one that only says
 * that there were too many requests, neither violates a rule nor fulfils it.
 */
function unjudged(
  rule: Rule,
  judgement: Judgement,
  exchanges: readonly Exchange[],
): Judgement | undefined {
  if (judgement.kind === 'ok')
    return rule.level !== 'INFO' && isLimited(rule, exchanges) ? BUSY : undefined
  if (judgement.kind !== 'violation') return undefined
  const exchange = exchanges.find(({ key }) => key === judgement.exchange)
  if (judgement.busy ?? (exchange !== undefined && isBusy(exchange))) return BUSY
  if (exchange?.outcome.kind !== 'failure' || exchange.outcome.code !== 'too_large')
    return undefined
  return untested(`The suite did not read a response: ${exchange.outcome.says}.`)
}

/**
 * Returns whether a probe of a rule exceeded a rate limit. A task that is refused with a task response counts like any other failed task,
 * but a probe whose requests were all refused proves nothing.
 */
function isLimited({ probes, observes = [] }: Rule, exchanges: readonly Exchange[]): boolean {
  const isRefused = (probe: string): boolean => {
    const sent = exchanges.filter((exchange) => exchange.probe === probe)
    return (
      sent.some((exchange) => isBusy(exchange) && !isTaskResponse(exchange)) ||
      (sent.length > 0 && sent.every(isBusy))
    )
  }
  const observed = exchanges.filter(({ probe }) => observes.includes(probe))
  return probes.some(isRefused) || (observed.length > 0 && observed.every(isBusy))
}

const MAX_CHARACTERS = 500
const truncate = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`

function outcomeOf(rule: Rule, judgement: Judgement): RuleOutcome {
  switch (judgement.kind) {
    case 'ok':
      return {
        state: rule.level === 'INFO' ? 'INFO' : 'PASS',
        reason: truncate(judgement.note ?? ''),
      }
    case 'not_applicable':
      return { state: 'N/A', reason: judgement.reason }
    case 'untested':
      return { state: 'NOT_TESTED', reason: judgement.remedy }
    case 'violation': {
      const { kind: _, busy: __, ...found } = judgement
      const violation = {
        ...found,
        pointer: truncate(found.pointer),
        expected: truncate(found.expected),
        actual: truncate(found.actual),
      }
      const state = ({ MUST: 'FAIL', SHOULD: 'WARN', INFO: 'INFO' } as const)[rule.level]
      return { state, reason: describeFinding(violation), violation }
    }
  }
}

/** Returns a violation as one sentence. */
const describeFinding = ({
  pointer,
  expected,
  actual,
}: Pick<Violation, 'pointer' | 'expected' | 'actual'>): string =>
  `${pointer}: expected ${expected}, received ${actual}`
