/** Computes the next state of the installation from each response from the platform. */
import { heartbeatWait } from './backoff.ts'
import { dropRotations, finishRotations, markAcknowledged, receiveCommand } from './commands.ts'
import { addIssuedCredentials, addRefreshedToken } from './pending-credentials.ts'
import { degrade, fallBack, runtimeTokenRefused } from './refused-credentials.ts'
import {
  readIssuedCredentials,
  readLeaseResponse,
  readOutcome,
  readRefreshedToken,
  type IssuedCredentials,
  type LeaseResponse,
  type RefreshedToken,
  type RequestOutcome,
} from './responses.ts'
import {
  countFailure,
  isEnded,
  isTransient,
  retryLater,
  stop,
  type Failed,
  type Refused,
} from './retries.ts'
import {
  andThen,
  log,
  stepOf,
  type Action,
  type InFlightRequest,
  type State,
  type Step,
  type StepContext,
} from './state.ts'

/** Handles the outcome of the request that was in flight. */
export function handleResponse(
  state: State,
  request: InFlightRequest,
  outcome: RequestOutcome<unknown>,
  context: StepContext,
): Step {
  switch (request.goal) {
    case 'bootstrap':
      return handleBootstrap(state, readOutcome(outcome, readIssuedCredentials), context)
    case 'recover':
      return handleRecovery(state, readOutcome(outcome, readIssuedCredentials), context)
    case 'refresh':
      return handleRefresh(state, readOutcome(outcome, readRefreshedToken), context)
    case 'lease':
      return handleLease(state, request, readOutcome(outcome, readLeaseResponse), context)
  }
}

// ---- Lease ----------------------------------------------------------------------------------------------------------

function handleLease(
  state: State,
  request: InFlightRequest,
  outcome: RequestOutcome<LeaseResponse>,
  context: StepContext,
): Step {
  if (request.final) return handleFinalLease(state, outcome, context)
  if (request.token !== state.current?.runtime_token)
    return handleOutdatedLease(state, request, outcome, context)
  if (outcome.kind === 'ok')
    return leaseRenewed(
      markAcknowledged(state, request.ack),
      outcome.body,
      outcome.clock_ms,
      context,
    )
  if (outcome.kind === 'refused' && outcome.status === 403 && isEnded(outcome))
    return stop(state, outcome.code!.toLowerCase(), outcome)
  if (refusesCredentials(outcome)) return runtimeTokenRefused(state, outcome, context)
  return retryLater(state, outcome, context)
}

/**
 * Handles the response to the final heartbeat: stops the installation in this process, except after a transient failure, after which the
 * heartbeat is sent again.
 */
function handleFinalLease(
  state: State,
  outcome: RequestOutcome<LeaseResponse>,
  { now, random }: StepContext,
): Step {
  const received = outcome.kind === 'ok' || (outcome.kind === 'refused' && !isTransient(outcome))
  return received
    ? stop(state, state.ending ?? 'stopped')
    : stepOf({ ...state, due: now + Math.round(500 * random) })
}

/**
 * Handles the response to a heartbeat with credentials that have been replaced since. Only its command, and the acknowledgement that the
 * heartbeat contained, still matter.
 */
function handleOutdatedLease(
  state: State,
  request: InFlightRequest,
  outcome: RequestOutcome<LeaseResponse>,
  context: StepContext,
): Step {
  const next = { ...state, due: context.now }
  if (outcome.kind !== 'ok') return stepOf(next)
  const acknowledged = markAcknowledged(next, request.ack)
  return outcome.body.command
    ? receiveCommand(acknowledged, outcome.body.command, context)
    : stepOf(acknowledged)
}

/** Returns whether the platform refused the credentials. It responds with 404 to the token of another installation. */
const refusesCredentials = (outcome: Failed): outcome is Refused =>
  outcome.kind === 'refused' && (outcome.status === 401 || outcome.status === 404)

function leaseRenewed(
  state: State,
  lease: LeaseResponse,
  clock_ms: number | null,
  context: StepContext,
): Step {
  const until_next_ms = clock_ms === null ? null : Date.parse(lease.next_heartbeat_at) - clock_ms
  const renewed: State = {
    ...state,
    mode: 'running',
    reason: '',
    failures: 0,
    accepted: true,
    refused: false,
    fell_back: false,
    lease_expires_at: lease.lease_expires_at,
    previous: null,
    due: context.now + heartbeatWait(until_next_ms, state.interval_s, context.random),
  }
  const next = lease.refreshed ? addRefreshedToken(renewed, lease.refreshed) : renewed
  const step = stepOf(next, ...renewalEntries(state, lease))
  return lease.command
    ? andThen(step, (ready) => receiveCommand(ready, lease.command!, context))
    : step
}

/** Returns the log entries for a renewal: only the first renewal and the end of an outage are logged. */
function renewalEntries(before: State, { lease_expires_at }: LeaseResponse): readonly Action[] {
  const fields = { lease_expires_at, after_failures: before.failures }
  if (before.lease_expires_at === null) return [log('info', 'online', fields)]
  return before.failures > 0 || before.mode !== 'running'
    ? [log('info', 'the platform is available again', fields)]
    : []
}

// ---- Refresh --------------------------------------------------------------------------------------------------------

function handleRefresh(
  state: State,
  outcome: RequestOutcome<RefreshedToken>,
  context: StepContext,
): Step {
  // During a rotation the token in use is still valid, so heartbeats continue whatever the outcome of the refresh.
  if (!state.refused) return handleRotation(state, outcome, context)
  if (outcome.kind === 'ok') {
    const next = addRefreshedToken({ ...state, goal: 'lease' }, outcome.body)
    return next.pending
      ? stepOf({ ...next, waits_for_disk: true })
      : retryLater(
          state,
          { kind: 'lost', may_have_acted: true, detail: 'a token version that is not new' },
          context,
        )
  }
  // The platform may have refused the runtime token by mistake, so that token is tried again too.
  if (outcome.kind === 'lost' || ![401, 403, 404].includes(outcome.status))
    return andThen(retryLater(state, outcome, context), (next) =>
      stepOf({ ...next, goal: 'lease' }),
    )
  return andThen(
    stepOf(
      countFailure(state, context),
      log('warn', 'the platform refused the refresh token', { code: outcome.code }),
    ),
    (failed) => fallBack(failed, context),
  )
}

function handleRotation(
  state: State,
  outcome: RequestOutcome<RefreshedToken>,
  context: StepContext,
): Step {
  const next: State = {
    ...state,
    goal: 'lease',
    due: context.now + heartbeatWait(null, state.interval_s, context.random),
  }
  const refreshed = outcome.kind === 'ok' ? addRefreshedToken(next, outcome.body) : next
  if (refreshed.pending) return stepOf(refreshed)
  if (outcome.kind !== 'refused' || isTransient(outcome)) return stepOf(dropRotations(next))
  return stepOf(finishRotations(next, 'failed', 'the platform refused the refresh token', context))
}

// ---- Bootstrap and recovery -----------------------------------------------------------------------------------------

function handleBootstrap(
  state: State,
  outcome: RequestOutcome<IssuedCredentials>,
  context: StepContext,
): Step {
  if (outcome.kind === 'ok') return addIssuedCredentials(state, outcome.body, context)
  if (outcome.kind === 'lost' || isTransient(outcome)) {
    const may_have_acted = outcome.kind === 'lost' ? outcome.may_have_acted : outcome.status >= 500
    return retryLater(
      { ...state, may_be_consumed: state.may_be_consumed || may_have_acted },
      outcome,
      context,
    )
  }
  const { status, code } = outcome
  const failed = { ...countFailure(state, context), begun_token_hash: null }
  if (failed.current && !state.setup.installs_only)
    return stepOf(
      { ...failed, goal: 'lease', due: context.now, mode: 'running', reason: '' },
      log('error', 'the install token was refused; the agent keeps its existing installation', {
        status,
        code,
      }),
    )
  // An earlier attempt consumed the token and its response was lost. The installation exists, so the API key can recover it.
  if (state.may_be_consumed && state.setup.can_recover && (status === 401 || status === 409))
    return stepOf(
      { ...failed, goal: 'recover' },
      log('warn', 'the response to the bootstrap was lost; recovering with the API key'),
    )
  return degrade(failed, 'bootstrap_refused', 'none', context, { status, code })
}

function handleRecovery(
  state: State,
  outcome: RequestOutcome<IssuedCredentials>,
  context: StepContext,
): Step {
  if (outcome.kind === 'ok') return addIssuedCredentials(state, outcome.body, context)
  if (outcome.kind === 'lost' || isTransient(outcome)) return retryLater(state, outcome, context)
  if (isEnded(outcome)) return stop(state, outcome.code!.toLowerCase(), outcome)
  const { status, code } = outcome
  return degrade(countFailure(state, context), 'recovery_refused', 'recover', context, {
    status,
    code,
  })
}
