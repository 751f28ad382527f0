import type { Clock } from './clock.ts'
import { evaluateRules } from './evaluation.ts'
import { evidenceFrom, evidenceOf } from './judge-rule.ts'
import { createProbeRunner, type EnsureProbe } from './probe-runner.ts'
import { Recorder, type RunResources } from './recorder.ts'
import type { Settings } from './settings.ts'
import type { Exchange, Level, Rule, Section, State, Suite, Violation } from './types.ts'
import type { Transport } from './transport/http.ts'

/** How one rule ended. */
export interface Result {
  readonly rule: Rule
  readonly section: string
  readonly state: State
  /** The level of the rule, or INFO if the target does not declare the protocol of its section. */
  readonly level: Level
  /** Marks a rule that was added after the rule set in force and does not affect the verdict. */
  readonly unscored?: true
  /**
   * The finding or observation, why the rule does not apply, which rule blocks it, what the user has to provide, or how the suite failed.
   * Empty if the rule passed and there is nothing to add.
   */
  readonly reason: string
  readonly violation?: Violation
  /** The rule that has to pass first. */
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

export interface ProgressEvent {
  readonly result: Result
  /** How many of the selected rules have been judged. */
  readonly done: number
}

export interface RunPlan {
  readonly suite: Suite
  readonly settings: Settings
  /** The rules to report. Rules that they need are judged as well, without being reported. */
  readonly selected: readonly Rule[]
  /** The rule set in force, if it is not that of the suite. */
  readonly rule_set?: string
  readonly onJudged?: (event: ProgressEvent) => void
}

/** Sends what the selected rules need and judges it. Never throws, whatever the target does. */
export async function runSuite(
  plan: RunPlan,
  transport: Transport,
  clock: Clock,
  resources: RunResources = {},
): Promise<Run> {
  const recorder = new Recorder(plan.settings, transport, clock, resources)
  const started = clock.now_ms()
  const evidence = evidenceOf(plan.settings, (probe) => recorder.exchangesOf(probe))
  const results = await evaluateRules(plan, createProbeRunner(plan, recorder), evidence)
  return {
    suite: plan.suite,
    settings: plan.settings,
    results,
    exchanges: recorder.exchanges(),
    ms: clock.now_ms() - started,
  }
}

/** Judges recorded exchanges without sending anything. */
export async function evaluateRecording(
  plan: RunPlan,
  exchanges: readonly Exchange[],
): Promise<Run> {
  const evidence = evidenceFrom(plan.settings, exchanges)
  const identifying = new Set(plan.suite.sections.flatMap(identifyingProbes))
  const ensure: EnsureProbe = (probe) => {
    if (evidence.of(probe).length > 0) return Promise.resolve(undefined)
    return Promise.resolve(
      identifying.has(probe)
        ? { kind: 'not_applicable', reason: 'The recording contains no requests in this protocol.' }
        : {
            kind: 'untested',
            remedy: 'The recording contains no requests by which the rule can be judged.',
          },
    )
  }
  return {
    suite: plan.suite,
    settings: plan.settings,
    results: await evaluateRules(plan, ensure, evidence),
    exchanges,
    ms: 0,
  }
}

/** Returns the probes that tell whether a target supports the protocol of a section. */
const identifyingProbes = ({ rules, protocol }: Section): readonly string[] =>
  rules.find(({ id }) => id === protocol?.identified_by)?.probes ?? []
