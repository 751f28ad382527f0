/** What the answers of the platform mean for an installation. */
import {
  readAnswer,
  readIssued,
  readLease,
  readSuccessor,
  type Answer,
  type Issued,
  type LeaseAnswer,
  type Successor,
} from './answers.ts'
import {
  backoff,
  effectiveInterval,
  heartbeatWait,
  MINUTE_MS,
  outageCap,
  patience,
  probeWait,
} from './backoff.ts'
import { acknowledged, forgetRotations, rotated, take } from './commands.ts'
import type { Credentials } from './credentials.ts'
import {
  log,
  stepOf,
  andThen,
  type Flight,
  type Goal,
  type Moment,
  type State,
  type Step,
} from './state.ts'

type Unhappy = Exclude<Answer<never>, { kind: 'ok' }>
type Refused = Extract<Unhappy, { kind: 'refused' }>

/** Takes the answer to the request that was on its way. */
export function settle(
  state: State,
  flight: Flight,
  answer: Answer<unknown>,
  moment: Moment,
): Step {
  switch (flight.goal) {
    case 'bootstrap':
      return bootstrapped(state, readAnswer(answer, readIssued), moment)
    case 'recover':
      return recovered(state, readAnswer(answer, readIssued), moment)
    case 'refresh':
      return refreshed(state, readAnswer(answer, readSuccessor), moment)
    case 'lease':
      return leased(state, flight, readAnswer(answer, readLease), moment)
    case 'rest':
      return stepOf(state)
  }
}

// ---- Lease ----------------------------------------------------------------------------------------------------------

const OVER = ['INSTALLATION_REVOKED', 'INSTALLATION_TERMINATED']

function leased(state: State, flight: Flight, answer: Answer<LeaseAnswer>, moment: Moment): Step {
  if (flight.parting) return parted(state, answer, moment)
  if (flight.token !== state.current?.runtime_token) return outdated(state, flight, answer, moment)
  if (answer.kind === 'ok')
    return renewed(acknowledged(state, flight.ack), answer.body, answer.clock_ms, moment)
  if (answer.kind === 'refused' && answer.status === 403 && OVER.includes(answer.code ?? ''))
    return stop(state, answer.code!.toLowerCase(), answer)
  if (isRefusalOfCredentials(answer)) return unwelcome(state, answer, moment)
  return later(state, answer, moment)
}

/** The farewell was heard, or was not; whatever the platform thinks of it, the agent goes. */
function parted(state: State, answer: Answer<LeaseAnswer>, { now, dice }: Moment): Step {
  const heard = answer.kind === 'ok' || (answer.kind === 'refused' && !isPassing(answer))
  return heard
    ? stop(state, state.ending ?? 'stopped')
    : stepOf({ ...state, due: now + Math.round(500 * dice) })
}

/** Other credentials came into use while a heartbeat was on its way. What it says of the old ones no longer matters. */
function outdated(state: State, flight: Flight, answer: Answer<LeaseAnswer>, moment: Moment): Step {
  const next = { ...state, due: moment.now }
  if (answer.kind !== 'ok') return stepOf(next)
  return answer.body.command
    ? take(acknowledged(next, flight.ack), answer.body.command, moment)
    : stepOf(acknowledged(next, flight.ack))
}

/** A 404 is how another installation's token is answered, so it speaks about the credentials too. */
const isRefusalOfCredentials = (answer: Unhappy): answer is Refused =>
  answer.kind === 'refused' && (answer.status === 401 || answer.status === 404)

function renewed(state: State, lease: LeaseAnswer, clock_ms: number | null, moment: Moment): Step {
  const said_ms = clock_ms === null ? null : Date.parse(lease.next_heartbeat_at) - clock_ms
  const alive: State = {
    ...state,
    mode: 'running',
    reason: '',
    failures: 0,
    proven: true,
    refused: false,
    swapped: false,
    lease_expires_at: lease.lease_expires_at,
    previous: null,
    due: moment.now + heartbeatWait(said_ms, state.interval_s, moment.dice),
  }
  const news =
    state.lease_expires_at === null
      ? 'on the air'
      : state.failures > 0 || state.mode !== 'running'
        ? 'the platform is back'
        : undefined
  const told =
    news === undefined
      ? []
      : [
          log('info', news, {
            lease_expires_at: lease.lease_expires_at,
            after_failures: state.failures,
          }),
        ]
  const taken = andThen(stepOf(alive, ...told), (now_alive) =>
    stepOf(lease.refreshed ? succeed(now_alive, lease.refreshed) : now_alive),
  )
  return lease.command ? andThen(taken, (ready) => take(ready, lease.command!, moment)) : taken
}

/** A successor of the token in use. Versions only rise, so one that does not is an old answer come late. */
function succeed(state: State, successor: Successor): State {
  const newest = state.incoming ?? state.current
  if (!newest || successor.token_version <= (newest.token_version ?? 0)) return state
  return { ...state, incoming: { ...newest, ...successor } }
}

// ---- When credentials are refused -----------------------------------------------------------------------------------

/** The way back, from the cheapest to the dearest: the token that waits for the disk, the refresh token, then `lastResort`. */
function unwelcome(state: State, answer: Refused, moment: Moment): Step {
  const failed = failure({ ...state, refused: true }, moment)
  const told = log('warn', 'the platform refuses the runtime token', {
    status: answer.status,
    code: answer.code,
  })
  if (failed.incoming) return andThen(stepOf(failed, told), (waiting) => adopt(waiting, moment))
  if (failed.current?.refresh_token) return stepOf({ ...failed, goal: 'refresh' }, told)
  return andThen(stepOf(failed, told), (without) => lastResort(without, moment))
}

/** The credentials before these, if these never worked; then recovery; then degraded mode, in which they are tried again now and then. */
function lastResort(state: State, moment: Moment): Step {
  const { current, previous, proven, swapped, setup } = state
  if (previous && !proven && !swapped)
    return stepOf(
      { ...state, current: previous, previous: current, swapped: true, goal: 'lease' },
      log('warn', 'back to the credentials that worked last'),
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
    moment,
  )
}

/** Serving goes on, heartbeats do not. A platform that lost its memory for a while must not have killed its agents, so what is at hand is tried again. */
function degrade(
  state: State,
  reason: string,
  goal: Goal,
  moment: Moment,
  facts: object = {},
): Step {
  const due = goal === 'rest' ? Infinity : moment.now + probeWait(state.failures, moment.dice)
  const told = log(
    'error',
    'degraded: the agent serves on without the platform, and sends no heartbeats',
    { reason, ...facts, way_out: 'a new install token (svc-agent install), then restart' },
  )
  return stepOf(
    { ...state, mode: 'degraded', reason, goal, due, swapped: false },
    ...(state.mode === 'degraded' && state.reason === reason ? [] : [told]),
  )
}

function refreshed(state: State, answer: Answer<Successor>, moment: Moment): Step {
  // A rotation wanted a new token, and the one in use is still good: heartbeats go on whatever comes of it.
  if (!state.refused) return refreshedForRotation(state, answer, moment)
  if (answer.kind === 'ok') {
    const next = succeed({ ...state, goal: 'lease' }, answer.body)
    return next.incoming
      ? stepOf({ ...next, waits: true })
      : later(
          state,
          { kind: 'lost', landed: true, what: 'a token version that is not new' },
          moment,
        )
  }
  // The refusal of the runtime token may have been the mistake, so that one has its turn too.
  if (answer.kind === 'lost' || ![401, 403, 404].includes(answer.status))
    return later({ ...state, goal: 'lease' }, answer, moment)
  return andThen(
    stepOf(
      failure(state, moment),
      log('warn', 'the platform refuses the refresh token', { code: answer.code }),
    ),
    (failed) => lastResort(failed, moment),
  )
}

function refreshedForRotation(state: State, answer: Answer<Successor>, moment: Moment): Step {
  const beating: State = {
    ...state,
    goal: 'lease',
    due: moment.now + heartbeatWait(null, state.interval_s, moment.dice),
  }
  const succeeded = answer.kind === 'ok' ? succeed(beating, answer.body) : beating
  if (succeeded.incoming) return stepOf(succeeded)
  if (answer.kind !== 'refused' || isPassing(answer)) return stepOf(forgetRotations(beating))
  return stepOf(rotated(beating, 'failed', 'the platform refuses the refresh token', moment))
}

// ---- Bootstrap and recovery -----------------------------------------------------------------------------------------

function bootstrapped(state: State, answer: Answer<Issued>, moment: Moment): Step {
  if (answer.kind === 'ok')
    return bought(state, answer.body, state.setup.install_token_hash, moment)
  if (answer.kind === 'lost' || isPassing(answer)) {
    const claimed = state.claimed || (answer.kind === 'lost' ? answer.landed : answer.status >= 500)
    return later({ ...state, claimed }, answer, moment)
  }
  const { status, code } = answer
  const failed = { ...failure(state, moment), begun: null }
  if (failed.current && !state.setup.installs_only)
    return stepOf(
      { ...failed, goal: 'lease', due: moment.now, mode: 'running', reason: '' },
      log('error', 'the install token is refused; the agent stays the installation that it was', {
        status,
        code,
      }),
    )
  // Used up, and an answer of ours was lost: the installation is there and waits for somebody who can prove a right to it.
  if (state.claimed && state.setup.can_recover && (status === 401 || status === 409))
    return stepOf(
      { ...failed, goal: 'recover' },
      log('warn', 'the answer to the bootstrap is lost for good; recovering with the API key'),
    )
  return degrade(failed, 'bootstrap_refused', 'rest', moment, { status, code })
}

function recovered(state: State, answer: Answer<Issued>, moment: Moment): Step {
  if (answer.kind === 'ok')
    return bought(state, answer.body, state.setup.install_token_hash, moment)
  if (answer.kind === 'lost' || isPassing(answer)) return later(state, answer, moment)
  if (OVER.includes(answer.code ?? '')) return stop(state, answer.code!.toLowerCase(), answer)
  return degrade(failure(state, moment), 'recovery_refused', 'recover', moment, {
    status: answer.status,
    code: answer.code,
  })
}

/** New credentials. Nothing is sent before the disk has them, because the old ones are dead or never were. */
function bought(
  state: State,
  { heartbeat_interval, ...issued }: Issued,
  install_token_hash: string | null,
  moment: Moment,
): Step {
  const same = [state.incoming, state.current].find(
    (known) => known?.installation_id === issued.installation_id,
  )
  const incoming: Credentials = {
    ...issued,
    token_version: null,
    refresh_token: issued.refresh_token ?? same?.refresh_token ?? null,
    install_token_hash,
    upstream_url: state.setup.upstream_url,
  }
  const next: State = {
    ...state,
    incoming,
    waits: true,
    begun: null,
    claimed: false,
    goal: 'lease',
    due: moment.now,
    interval_s: effectiveInterval(heartbeat_interval),
    // What another installation was told to do is not this one's business.
    ...(!same && { paused: false, commands: [] }),
  }
  const told = log('info', 'installed', { installation_id: issued.installation_id })
  if (incoming.refresh_token !== null) return stepOf(next, told)
  const level = state.setup.can_recover ? 'warn' : 'error'
  return stepOf(
    next,
    told,
    log(
      level,
      'there is no refresh token, because the answer that carried it was lost; should the runtime token die, only an API key helps',
      { expires_at: incoming.expires_at },
    ),
  )
}

/** Takes the credentials that waited into use; the first heartbeat with them follows at once and proves them. */
export function adopt(state: State, moment: Moment): Step {
  const { incoming, current, proven, previous } = state
  if (!incoming) return stepOf(state)
  const next: State = {
    ...state,
    current: incoming,
    incoming: null,
    previous: proven ? current : (previous ?? current),
    proven: false,
    refused: false,
    goal: 'lease',
    mode: 'running',
    reason: '',
    due: moment.now,
  }
  return stepOf(rotated(next, 'done', '', moment))
}

// ---- When it has to wait --------------------------------------------------------------------------------------------

const isPassing = ({ status }: Refused): boolean =>
  status >= 500 || status < 400 || [408, 425, 429].includes(status)

/** Counts a failure. The first one is answered at once, the others after a backoff. */
function failure(state: State, { now, dice }: Moment): State {
  const failures = state.failures + 1
  return {
    ...state,
    failures,
    due: failures === 1 ? now : now + backoff(failures, capOf(state, now), dice),
  }
}

/** Tries the same again later. */
function later(state: State, answer: Unhappy, { now, dice }: Moment): Step {
  const failures = state.failures + 1
  const wait = Math.max(
    backoff(failures, capOf(state, now), dice),
    patience(answer.kind === 'refused' ? answer.retry_after_ms : null, dice),
  )
  const facts =
    answer.kind === 'refused' ? { status: answer.status, code: answer.code } : { what: answer.what }
  const told = isLoud(failures)
    ? [
        log('warn', 'the platform does not answer as it should; trying again', {
          for: state.goal,
          failures,
          wait_ms: wait,
          ...facts,
        }),
      ]
    : []
  return stepOf({ ...state, failures, due: now + wait }, ...told)
}

/** An outage is worth a line at its beginning, and ever fewer later. */
const isLoud = (failures: number): boolean => Number.isInteger(Math.log2(failures))

/** Only within a minute of its first use does an install token that is used up still answer, so that minute is not slept through. */
function capOf({ goal, claimed, begun_at, interval_s }: State, now: number): number {
  return goal === 'bootstrap' && claimed && now - begun_at < MINUTE_MS
    ? 10_000
    : outageCap(interval_s)
}

/** The end. Credentials stay on disk; the platform refuses them should anybody try. */
export function stop(state: State, reason: string, answer?: Refused): Step {
  if (state.mode === 'stopped') return stepOf(state)
  const told = answer
    ? [
        log('error', 'the platform ended this installation', {
          code: answer.code,
          way_out: 'svc-agent install --again, for a new one',
        }),
      ]
    : []
  return stepOf(
    { ...state, mode: 'stopped', reason, goal: 'rest', flight: null, waits: false },
    ...told,
    { type: 'ended', reason },
  )
}
