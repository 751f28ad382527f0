/**
 * Handles new credentials, which are pending until they are stored on disk, and in use from then on. Those of a bootstrap or a recovery,
 * and those that replace refused ones, are used even if they cannot be stored.
 */
import { effectiveInterval } from './backoff.ts'
import { finishRotations } from './commands.ts'
import type { Credentials } from './credentials.ts'
import type { IssuedCredentials, RefreshedToken } from './responses.ts'
import { log, stepOf, type State, type Step, type StepContext } from './state.ts'

/**
 * Adds a token that replaces the newest one. Versions only increase, so a token with a lower version comes from a delayed response and is
 * ignored.
 */
export function addRefreshedToken(state: State, token: RefreshedToken): State {
  const newest = state.pending ?? state.current
  if (!newest || token.token_version <= (newest.token_version ?? 0)) return state
  return { ...state, pending: { ...newest, ...token } }
}

/**
 * Adds the credentials of a bootstrap or a recovery. Nothing is sent until they are stored on disk or the write has failed, because they
 * replace any earlier credentials.
 */
export function addIssuedCredentials(
  state: State,
  { heartbeat_interval, ...issued }: IssuedCredentials,
  context: StepContext,
): Step {
  const same = [state.pending, state.current].find(
    (known) => known?.installation_id === issued.installation_id,
  )
  const pending: Credentials = {
    ...issued,
    token_version: null,
    refresh_token: issued.refresh_token ?? same?.refresh_token ?? null,
    install_token_hash: state.setup.install_token_hash,
    upstream_url: state.setup.upstream_url,
  }
  const next: State = {
    ...state,
    pending,
    waits_for_disk: true,
    begun_token_hash: null,
    may_be_consumed: false,
    goal: 'lease',
    due: context.now,
    interval_s: effectiveInterval(heartbeat_interval),
    // Commands to another installation do not concern this one.
    ...(!same && { paused: false, commands: [] }),
  }
  const installed = log('info', 'installed', { installation_id: issued.installation_id })
  if (pending.refresh_token !== null) return stepOf(next, installed)
  return stepOf(
    next,
    installed,
    log(
      state.setup.can_recover ? 'warn' : 'error',
      'there is no refresh token, because the response that carried it was lost; if the runtime token becomes invalid, only an API key can recover the installation',
      { expires_at: pending.expires_at },
    ),
  )
}

/** Starts using the pending credentials. The first heartbeat follows at once and shows whether the platform accepts them. */
export function adoptPending(state: State, context: StepContext): Step {
  const { pending, current, accepted, previous } = state
  if (!pending) return stepOf(state)
  const next: State = {
    ...state,
    current: pending,
    pending: null,
    previous: accepted ? current : (previous ?? current),
    accepted: false,
    refused: false,
    goal: 'lease',
    mode: 'running',
    reason: '',
    due: context.now,
  }
  return stepOf(finishRotations(next, 'done', '', context))
}
