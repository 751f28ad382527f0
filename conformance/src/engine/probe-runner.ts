import { NotSent, ProbeStopped } from './probe-context.ts'
import type { Recorder } from './recorder.ts'
import type { RunPlan } from './run.ts'
import type { Effect, Probe, Unavailable } from './types.ts'

/** Runs a probe when a rule first needs it. Returns why its record cannot be judged, or undefined if it can. */
export type EnsureProbe = (probe: string, rule: string) => Promise<Unavailable | undefined>

const NOT_ALLOWED: Readonly<Record<Effect, string>> = {
  read: 'Reading from the target is not allowed; allow it with --allow read.',
  call: 'Calling the agent is not allowed; allow it with --allow call.',
  write: 'This test leaves data on the target; allow it with --allow write.',
  destructive: 'This test removes data from the target; allow it with --allow write,destructive.',
}

/** Returns a function that runs each probe of a suite at most once, after the probes that it builds on. */
export function createProbeRunner(
  { suite, settings, selected }: RunPlan,
  recorder: Recorder,
): EnsureProbe {
  const probes = new Map(suite.probes.map((probe) => [probe.id, probe]))
  const needed = new Set(selected.flatMap((rule) => rule.probes))
  const finished = new Map<string, Unavailable | undefined>()
  /** The last rule for which requests were sent. */
  let lastRule: string | undefined

  const ensure: EnsureProbe = async (id, rule) => {
    if (finished.has(id)) return finished.get(id)
    const probe = probes.get(id)
    if (!probe) throw new Error(`There is no probe ${id}.`)
    const outcome = await runProbe(probe, rule)
    finished.set(id, outcome)
    return outcome
  }
  const runProbe = async (probe: Probe, rule: string): Promise<Unavailable | undefined> => {
    if (!settings.allow.has(probe.effect))
      return { kind: 'untested', remedy: NOT_ALLOWED[probe.effect] }
    for (const earlier of probe.after ?? []) {
      const missing = await ensure(earlier, rule)
      if (missing) return missing
    }
    for (const other of probe.run_after_if_selected ?? [])
      if (needed.has(other)) await ensure(other, rule)
    const hasRecorded = (): boolean => recorder.exchangesOf(probe.id).length > 0
    try {
      const result = await probe.run(recorder.contextFor(probe.id))
      return result && 'kind' in result ? result : undefined
    } catch (cause) {
      if (cause instanceof NotSent) return cause.unavailable
      if (!(cause instanceof ProbeStopped)) throw cause
      return stoppedOutcome(cause, hasRecorded(), lastRule ?? rule)
    } finally {
      if (hasRecorded()) lastRule = rule
    }
  }
  return ensure
}

/**
 * The record of a stopped probe is judged, unless the run has reached its time limit. Without a record, the rules of the probe are
 * untested, or blocked by the rule during which the target stopped responding.
 */
function stoppedOutcome(
  { reason, message }: ProbeStopped,
  hasRecorded: boolean,
  rule: string,
): Unavailable | undefined {
  if (reason === 'run_timeout')
    return { kind: 'untested', remedy: `Not completed: ${message}. Raise it with --run-timeout.` }
  if (hasRecorded) return undefined
  if (reason === 'probe_timeout')
    return { kind: 'untested', remedy: `Not completed: ${message}. Raise it with --rule-timeout.` }
  return {
    kind: 'blocked',
    root: rule,
    reason: `Not sent: the target stopped responding during ${rule}.`,
  }
}
