/**
 * The installation as a pure state machine: (state, event, context) -> (state, actions). Results from the network, the disk and the clock
 * arrive as events; `runtime.ts` performs the actions.
 */
import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import { effectiveInterval, nextAllowedAt, recordAttempt } from './backoff.ts'
import { nextAck, commandFinished } from './commands.ts'
import type { StoredCredentials } from './credentials.ts'
import { adoptPending } from './pending-credentials.ts'
import { handleResponse } from './response-handlers.ts'
import { stop } from './retries.ts'
import {
  storedCredentialsOf,
  log,
  stepOf,
  andThen,
  type Event,
  type Goal,
  type InFlightRequest,
  type StepContext,
  type Request,
  type Setup,
  type State,
  type Step,
} from './state.ts'

/** Maximum number of attempts to send the final heartbeat. */
const MAX_FINAL_ATTEMPTS = 3

/** Returns the first step, from the settings and the content of the credentials file. */
export function initialStep(
  setup: Setup,
  stored: StoredCredentials | null,
  context: StepContext,
): Step {
  const goal = firstGoal(setup, stored)
  const state = initialState(setup, stored, goal, context)
  const started =
    goal === 'none'
      ? stepOf(
          state,
          log(
            'warn',
            'degraded: there are no credentials and no install token; the agent serves without the platform',
            { remedy: 'svc-agent install, then restart' },
          ),
        )
      : stepOf(state)
  // The hash of the token is stored before the token is sent, so that the agent knows after a crash that the token may have been consumed.
  const marked =
    goal === 'bootstrap'
      ? andThen(started, (before) =>
          stepOf({
            ...before,
            begun_token_hash: setup.install_token_hash,
            waits_for_disk: before.begun_token_hash !== setup.install_token_hash,
          }),
        )
      : started
  return finishStep(state, marked, context)
}

function initialState(
  setup: Setup,
  stored: StoredCredentials | null,
  goal: FirstGoal,
  context: StepContext,
): State {
  const current = stored?.current ?? null
  const requested = setup.requested_interval
  // A stored interval stays in effect until the settings request another one.
  const interval =
    stored && stored.asked_interval === requested ? stored.heartbeat_interval : requested
  return {
    setup,
    goal,
    mode: goal === 'lease' ? 'running' : 'degraded',
    reason: REASONS[goal],
    due: context.now,
    in_flight: null,
    attempts: 0,
    recent_attempts: [],
    failures: 0,
    // The stored credentials may be the last valid ones, so none of them count as refused.
    current,
    accepted: false,
    refused: false,
    previous: stored?.previous ?? null,
    fell_back: false,
    pending: null,
    waits_for_disk: false,
    revision: 0,
    begun_token_hash: stored?.begun ?? null,
    may_be_consumed: goal === 'bootstrap' && stored?.begun === setup.install_token_hash,
    bootstrap_began_at: context.now,
    interval_s: effectiveInterval(
      interval ?? stored?.heartbeat_interval ?? HEARTBEAT_INTERVAL_SECONDS.default,
    ),
    paused: stored?.paused ?? false,
    commands: [],
    ending: null,
    final_attempts: 0,
    lease_expires_at: null,
  }
}

type FirstGoal = Exclude<Goal, 'refresh'>

const REASONS: Readonly<Record<FirstGoal, string>> = {
  lease: '',
  bootstrap: 'bootstrapping',
  recover: 'recovering',
  none: 'no_credentials',
}

function firstGoal(
  { install_token_hash, can_recover }: Setup,
  stored: StoredCredentials | null,
): FirstGoal {
  const known = stored?.current
  if (known && (install_token_hash === null || install_token_hash === known.install_token_hash))
    return 'lease'
  if (install_token_hash !== null) return 'bootstrap'
  return can_recover ? 'recover' : 'none'
}

/** Returns the step for an event. A stopped installation ignores every event. */
export function step(before: State, event: Event, context: StepContext): Step {
  if (before.mode === 'stopped') return stepOf(before)
  return finishStep(before, handleEvent(before, event, context), context)
}

function handleEvent(state: State, event: Event, context: StepContext): Step {
  switch (event.type) {
    case 'timer_fired':
      return stepOf(state)
    case 'send_now':
      return stepOf({ ...state, due: Math.min(state.due, context.now) })
    case 'response':
      return state.in_flight?.attempt === event.attempt
        ? handleResponse({ ...state, in_flight: null }, state.in_flight, event.outcome, context)
        : stepOf(state)
    case 'stored':
      return event.revision === state.revision
        ? adoptPending({ ...state, waits_for_disk: false }, context)
        : stepOf(state)
    case 'store_failed':
      return event.revision === state.revision ? storeFailed(state, context) : stepOf(state)
    case 'command_finished':
      return commandFinished(state, event, context)
    case 'stop':
      return stepOf({ ...state, ending: state.ending ?? 'stopped', due: context.now })
    case 'stop_timed_out':
      return stop(state, state.ending ?? 'stopped')
  }
}

/**
 * Handles a failed write. Credentials that replace invalid ones are used before they are stored; those that replace valid ones are used
 * only once they are stored.
 */
function storeFailed(state: State, context: StepContext): Step {
  return state.waits_for_disk
    ? adoptPending({ ...state, waits_for_disk: false }, context)
    : stepOf(state)
}

/** Completes a step: stores changes, then sends or schedules the next request, or stops. */
function finishStep(before: State, handled: Step, context: StepContext): Step {
  return andThen(
    andThen(handled, (state) => storeChanges(before, state)),
    (state) => schedule(state, context),
  )
}

function storeChanges(before: State, state: State): Step {
  const content = storedCredentialsOf(state)
  if (JSON.stringify(content) === JSON.stringify(storedCredentialsOf(before))) return stepOf(state)
  const revision = state.revision + 1
  return stepOf({ ...state, revision }, { type: 'save', revision, content })
}

function schedule(state: State, { now }: StepContext): Step {
  if (state.mode === 'stopped' || state.in_flight || state.waits_for_disk) return stepOf(state)
  if (
    state.ending &&
    (state.goal !== 'lease' || !state.current || state.final_attempts >= MAX_FINAL_ATTEMPTS)
  )
    return stop(state, state.ending)
  const { goal } = state
  if (goal === 'none') return stepOf(state)
  // A response may have postponed the next heartbeat in the meantime, but the first final heartbeat is sent at once.
  const due = state.ending && state.final_attempts === 0 ? now : state.due
  const at = Math.max(due, nextAllowedAt(state.recent_attempts, state.setup.attempts_per_minute))
  return at > now ? stepOf(state, { type: 'wake', at }) : send(state, goal, now)
}

function send(state: State, goal: InFlightRequest['goal'], now: number): Step {
  const attempt = state.attempts + 1
  const ack = goal === 'lease' ? nextAck(state.commands) : null
  const token = goal === 'lease' ? state.current!.runtime_token : null
  const in_flight = {
    attempt,
    goal,
    token,
    ack: ack?.id ?? null,
    final: state.ending !== null,
  }
  const sent = {
    ...state,
    attempts: attempt,
    recent_attempts: recordAttempt(state.recent_attempts, now),
    in_flight,
    final_attempts: state.final_attempts + (state.ending ? 1 : 0),
  }
  return stepOf(sent, { type: 'send', attempt, request: requestOf(state) })
}

function requestOf(state: State): Request {
  const { goal, current, interval_s, setup } = state
  if (goal === 'bootstrap' || goal === 'recover')
    return { goal, interval_s: setup.requested_interval }
  const { installation_id, runtime_token, refresh_token } = current!
  if (goal === 'refresh') return { goal, installation_id, refresh_token: refresh_token! }
  return {
    goal: 'lease',
    installation_id,
    runtime_token,
    status: statusOf(state),
    interval_s,
    ack: nextAck(state.commands),
  }
}

/** Returns the status that a heartbeat reports (docs/specification/agent-protocol.md#reported-status). */
function statusOf({ ending, paused, commands }: State): string {
  if (ending) return 'stopped'
  if (commands.some(({ type, phase }) => type === 'terminate' && phase === 'running'))
    return 'stopping'
  return paused ? 'paused' : 'running'
}
