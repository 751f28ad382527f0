/** Handles failed requests: schedules a retry, or stops the runtime. */
import { MINUTE_MS } from '../../domain/time.ts'
import { backoff, outageCap, retryAfterWait } from './backoff.ts'
import type { RequestOutcome } from './responses.ts'
import { log, stepOf, type State, type Step, type StepContext } from './state.ts'

export type Failed = Exclude<RequestOutcome<never>, { kind: 'ok' }>
export type Refused = Extract<Failed, { kind: 'refused' }>

/** Error codes that mean that the installation has ended permanently. */
const ENDED_CODES: readonly (string | null)[] = ['INSTALLATION_REVOKED', 'INSTALLATION_TERMINATED']

/** Returns whether the platform refused the request because the installation has ended permanently. */
export const isEnded = ({ code }: Refused): boolean => ENDED_CODES.includes(code)

/** Returns whether the same request may succeed later. */
export const isTransient = ({ status }: Refused): boolean =>
  status >= 500 || status < 400 || [408, 425, 429].includes(status)

/** Counts a failure. After the first one the next request is sent at once; after later ones it waits for the backoff. */
export function countFailure(state: State, { now, random }: StepContext): State {
  const failures = state.failures + 1
  return {
    ...state,
    failures,
    due: failures === 1 ? now : now + backoff(failures, backoffCap(state, now), random),
  }
}

/** Counts a failure and schedules the same request again, no earlier than the platform requested. */
export function retryLater(state: State, outcome: Failed, { now, random }: StepContext): Step {
  const failures = state.failures + 1
  const wait = Math.max(
    backoff(failures, backoffCap(state, now), random),
    retryAfterWait(outcome.kind === 'refused' ? outcome.retry_after_ms : null, random),
  )
  const cause =
    outcome.kind === 'refused'
      ? { status: outcome.status, code: outcome.code }
      : { detail: outcome.detail }
  const entries = isLogged(failures)
    ? [
        log('warn', 'a request to the platform failed; trying again', {
          for: state.goal,
          failures,
          wait_ms: wait,
          ...cause,
        }),
      ]
    : []
  return stepOf({ ...state, failures, due: now + wait }, ...entries)
}

/** Returns whether a failure is logged: only the 1st, 2nd, 4th, 8th and so on, so that a long outage does not fill the log. */
const isLogged = (failures: number): boolean => Number.isInteger(Math.log2(failures))

/**
 * Returns the cap of the backoff. A consumed install token is accepted again only within a minute of its first use, so retries within that
 * minute are frequent.
 */
function backoffCap(
  { goal, may_be_consumed, bootstrap_began_at, interval_s }: State,
  now: number,
): number {
  return goal === 'bootstrap' && may_be_consumed && now - bootstrap_began_at < MINUTE_MS
    ? 10_000
    : outageCap(interval_s)
}

/**
 * Ends the installation in this process. The credentials stay on disk and are used again on the next start; if the platform ended the
 * installation, it refuses them then.
 * @param refusal the platform's response that ended it
 */
export function stop(state: State, reason: string, refusal?: Refused): Step {
  if (state.mode === 'stopped') return stepOf(state)
  const entries = refusal
    ? [
        log('error', 'the platform ended this installation', {
          code: refusal.code,
          remedy: 'svc-agent install --again creates a new one',
        }),
      ]
    : []
  return stepOf(
    { ...state, mode: 'stopped', reason, goal: 'none', in_flight: null, waits_for_disk: false },
    ...entries,
    { type: 'ended', reason },
  )
}
