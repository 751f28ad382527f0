import { judgeRule, type RuleOutcome } from './judge-rule.ts'
import type { EnsureProbe } from './probe-runner.ts'
import type { Result, RunPlan } from './run.ts'
import { ruleSetInForce } from './select.ts'
import type { Evidence, Rule, Section, Unavailable } from './types.ts'

/** Judges the selected rules, each after the rules that it needs. */
export async function evaluateRules(
  plan: RunPlan,
  ensure: EnsureProbe,
  evidence: Evidence,
): Promise<readonly Result[]> {
  const evaluation = new Evaluation(plan, ensure, evidence)
  const results: Result[] = []
  for (const { id } of plan.selected) results.push(await evaluation.judge(id))
  return results
}

class Evaluation {
  readonly #plan: RunPlan
  readonly #ensure: EnsureProbe
  readonly #evidence: Evidence
  readonly #rules: ReadonlyMap<string, { readonly rule: Rule; readonly section: Section }>
  readonly #rule_set: number
  readonly #selected: ReadonlySet<string>
  readonly #results = new Map<string, Result>()
  /** The rule that keeps the gate closed, if there is one. */
  #gate: Promise<string | undefined> | undefined

  constructor(plan: RunPlan, ensure: EnsureProbe, evidence: Evidence) {
    this.#plan = plan
    this.#ensure = ensure
    this.#evidence = evidence
    this.#rules = new Map(
      plan.suite.sections.flatMap((section) =>
        section.rules.map((rule) => [rule.id, { rule, section }] as const),
      ),
    )
    this.#rule_set = Number(plan.rule_set ?? ruleSetInForce(plan.suite, plan.settings.profile))
    this.#selected = new Set(plan.selected.map(({ id }) => id))
  }

  async judge(id: string): Promise<Result> {
    const known = this.#results.get(id)
    if (known) return known
    const { rule, section } = this.#find(id)
    const outcome = await this.#outcomeOf(rule, section)
    const isNew = Number(rule.since ?? '1') > this.#rule_set
    const { protocol } = section
    const isObservation = protocol !== undefined && !protocol.isDeclared(this.#evidence)
    const observed = isObservation ? observation(protocol.undeclared, outcome) : outcome
    const result: Result = {
      rule,
      section: section.id,
      level: isObservation ? 'INFO' : rule.level,
      evidence: [],
      ...(isNew ? unscored(rule, observed) : observed),
    }
    this.#results.set(id, result)
    if (this.#selected.has(id)) {
      const done = this.#plan.selected.filter((chosen) => this.#results.has(chosen.id)).length
      this.#plan.onJudged?.({ result, done })
    }
    return result
  }

  async #outcomeOf(rule: Rule, { protocol }: Section): Promise<RuleOutcome> {
    const closedBy = protocol ? undefined : await (this.#gate ??= this.#findClosedGate())
    if (closedBy !== undefined && !(await this.#isClosedGateRule(rule.id)))
      return blocked(closedBy, `The target is not identified, because ${closedBy} does not pass`)
    for (const need of rule.needs) {
      const needed = await this.judge(need)
      if (needed.state === 'N/A') return { state: 'N/A', reason: needed.reason }
      if (needed.state !== 'PASS') return blocked(needed.root ?? need, `${need} has to pass first`)
    }
    for (const probe of rule.probes) {
      const missing = await this.#ensure(probe, rule.id)
      if (missing) return unavailable(missing)
    }
    for (const probe of rule.observes ?? []) await this.#ensure(probe, rule.id)
    return judgeRule(rule, this.#evidence)
  }

  /** Evaluates the rules of the gate in order, and no more of them than necessary. Their own prerequisites are not considered. */
  async #findClosedGate(): Promise<string | undefined> {
    const { takes, rules } = this.#plan.suite.gate
    for (const id of rules) {
      const opens = await this.#opensGate(id)
      if (takes === 'one' && opens) return undefined
      if (takes === 'all' && !opens) return id
    }
    return takes === 'one' ? rules[0] : undefined
  }

  /** Returns whether a rule belongs to the gate and does not pass: it is reported by itself instead of as blocked. */
  async #isClosedGateRule(id: string): Promise<boolean> {
    return this.#plan.suite.gate.rules.includes(id) && !(await this.#opensGate(id))
  }

  async #opensGate(id: string): Promise<boolean> {
    const { rule } = this.#find(id)
    for (const probe of rule.probes) if (await this.#ensure(probe, id)) return false
    return judgeRule(rule, this.#evidence).state === 'PASS'
  }

  #find(id: string): { readonly rule: Rule; readonly section: Section } {
    const found = this.#rules.get(id)
    if (!found) throw new Error(`There is no rule ${id}.`)
    return found
  }
}

/** Reports a violation as an observation, with the reason why it does not count. */
const observation = (why: string, outcome: RuleOutcome): RuleOutcome =>
  outcome.state === 'FAIL' || outcome.state === 'WARN'
    ? { ...outcome, state: 'INFO', reason: `${why}: ${outcome.reason}` }
    : outcome

/** Reports a violation of a new rule as an observation. */
const unscored = ({ since = '' }: Rule, outcome: RuleOutcome): RuleOutcome => ({
  ...observation(`This rule is new and does not count before rule set ${since}`, outcome),
  unscored: true,
})

const blocked = (root: string, reason: string): RuleOutcome => ({
  state: 'BLOCKED',
  root,
  reason: `${reason}.`,
})

function unavailable(missing: Unavailable): RuleOutcome {
  if (missing.kind === 'untested') return { state: 'NOT_TESTED', reason: missing.remedy }
  return missing.kind === 'blocked'
    ? { state: 'BLOCKED', root: missing.root, reason: missing.reason }
    : { state: 'N/A', reason: missing.reason }
}
