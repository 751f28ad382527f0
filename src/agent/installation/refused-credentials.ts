/** Handles credentials that the platform refuses. */
import { probeWait } from './backoff.ts'
import { adoptPending } from './pending-credentials.ts'
import { countFailure, type Refused } from './retries.ts'
import {
  andThen,
  log,
  stepOf,
  type Goal,
  type State,
  type Step,
  type StepContext,
} from './state.ts'

/** Handles a refused runtime token: uses the pending token if there is one, else the refresh token, else `fallBack`. */
export function runtimeTokenRefused(state: State, refusal: Refused, context: StepContext): Step {
  const failed = countFailure({ ...state, refused: true }, context)
  const entry = log('warn', 'the platform refused the runtime token', {
    status: refusal.status,
    code: refusal.code,
  })
  if (failed.pending) return andThen(stepOf(failed, entry), (next) => adoptPending(next, context))
  if (failed.current?.refresh_token) return stepOf({ ...failed, goal: 'refresh' }, entry)
  return andThen(stepOf(failed, entry), (next) => fallBack(next, context))
}

/**
 * Falls back to the previous credentials if the current ones have never worked, else to recovery, else to degraded mode, in which the
 * credentials are tried again from time to time.
 */
export function fallBack(state: State, context: StepContext): Step {
  const { current, previous, accepted, fell_back, setup } = state
  if (previous && !accepted && !fell_back)
    return stepOf(
      { ...state, current: previous, previous: current, fell_back: true, goal: 'lease' },
      log('warn', 'falling back to the credentials that worked last'),
    )
  if (setup.can_recover)
    return stepOf(
      { ...state, goal: 'recover' },
      log('warn', 'recovering the installation with the API key'),
    )
  return degrade(
    state,
    'credentials_refused',
    state.current?.refresh_token ? 'refresh' : 'lease',
    context,
  )
}

/**
 * Enters degraded mode: the agent continues to serve, without regular heartbeats. Unless the goal is `none`, its request is sent again from
 * time to time, so that agents return to a platform that temporarily lost its data.
 */
export function degrade(
  state: State,
  reason: string,
  goal: Goal,
  context: StepContext,
  fields: object = {},
): Step {
  const due = goal === 'none' ? Infinity : context.now + probeWait(state.failures, context.random)
  const entry = log(
    'error',
    'degraded: the agent serves without the platform and sends no heartbeats',
    {
      reason,
      ...fields,
      remedy: 'run svc-agent install --again, or pass a new install token, then restart',
    },
  )
  return stepOf(
    { ...state, mode: 'degraded', reason, goal, due, fell_back: false },
    ...(state.mode === 'degraded' && state.reason === reason ? [] : [entry]),
  )
}
