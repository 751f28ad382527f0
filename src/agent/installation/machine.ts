/**
 * The life of an installation as a pure function: (state, event, moment) -> (state, actions). What the network, the disk and the
 * clock do arrives as events; what is wanted of them leaves as actions. `installation.ts` carries them out.
 */
import { effectiveInterval, freeAt, withAttempt } from './backoff.ts'
import { nextAck, obeyed } from './commands.ts'
import type { Kept } from './credentials.ts'
import { adopt, settle, stop } from './settle.ts'
import {
  keptOf,
  log,
  stepOf,
  andThen,
  type Event,
  type Goal,
  type Moment,
  type Request,
  type Setup,
  type State,
  type Step,
} from './state.ts'

export type { Action, Event, Mode, Moment, Request, Setup, State, Step } from './state.ts'

/** How often a last heartbeat is tried. */
const FAREWELLS = 3

/** The first step of a life, from the settings and what the credentials file holds. */
export function begin(setup: Setup, kept: Kept | null, moment: Moment): Step {
  const current = kept?.current ?? null
  const asked = setup.asked_interval
  const agreed = kept && kept.asked_interval === asked ? kept.heartbeat_interval : asked
  const goal = firstGoal(setup, kept)
  const state: State = {
    setup,
    goal,
    mode: goal === 'lease' ? 'running' : 'degraded',
    reason: goal === 'lease' ? '' : REASONS[goal],
    due: moment.now,
    flight: null,
    attempts: 0,
    recent: [],
    failures: 0,
    // Whatever stands in the file may be the last good credential there is, so nothing of it counts as tried.
    current,
    proven: false,
    refused: false,
    previous: kept?.previous ?? null,
    swapped: false,
    incoming: null,
    waits: false,
    saves: 0,
    begun: kept?.begun ?? null,
    claimed: goal === 'bootstrap' && kept?.begun === setup.install_token_hash,
    begun_at: moment.now,
    interval_s: effectiveInterval(agreed ?? kept?.heartbeat_interval ?? 60),
    paused: kept?.paused ?? false,
    commands: [],
    ending: null,
    farewells: 0,
    lease_expires_at: null,
  }
  const told =
    goal === 'rest'
      ? stepOf(
          state,
          log(
            'warn',
            'degraded: there are no credentials and no install token; the agent serves without the platform',
            { way_out: 'svc-agent install, then restart' },
          ),
        )
      : stepOf(state)
  // The disk is asked before the token is spent: a crash must not lose whose token it was.
  const marked =
    goal === 'bootstrap'
      ? andThen(told, (started) =>
          stepOf({
            ...started,
            begun: setup.install_token_hash,
            waits: started.begun !== setup.install_token_hash,
          }),
        )
      : told
  return arrange(state, marked, moment)
}

const REASONS: Readonly<Record<Exclude<Goal, 'lease'>, string>> = {
  bootstrap: 'bootstrapping',
  recover: 'recovering',
  refresh: '',
  rest: 'no_credentials',
}

function firstGoal({ install_token_hash, can_recover }: Setup, kept: Kept | null): Goal {
  const known = kept?.current
  if (known && (install_token_hash === null || install_token_hash === known.install_token_hash))
    return 'lease'
  if (install_token_hash !== null) return 'bootstrap'
  return can_recover ? 'recover' : 'rest'
}

/** One step of a life. Nothing moves a stopped one. */
export function step(before: State, event: Event, moment: Moment): Step {
  if (before.mode === 'stopped') return stepOf(before)
  return arrange(before, react(before, event, moment), moment)
}

function react(state: State, event: Event, moment: Moment): Step {
  switch (event.type) {
    case 'woke':
      return stepOf(state)
    case 'nudged':
      return stepOf({ ...state, due: Math.min(state.due, moment.now) })
    case 'answered':
      return state.flight?.attempt === event.attempt
        ? settle({ ...state, flight: null }, state.flight, event.answer, moment)
        : stepOf(state)
    case 'stored':
      return event.save === state.saves ? adopt({ ...state, waits: false }, moment) : stepOf(state)
    case 'unstored':
      return event.save === state.saves ? unstored(state, moment) : stepOf(state)
    case 'obeyed':
      return obeyed(state, event, moment)
    case 'stop':
      return stepOf({ ...state, ending: state.ending ?? 'stopped', due: moment.now })
    case 'cut':
      return stop(state, state.ending ?? 'stopped')
  }
}

/** The disk is full or gone. What replaces dead credentials is used all the same; what replaces good ones waits for the disk. */
function unstored(state: State, moment: Moment): Step {
  return state.waits ? adopt({ ...state, waits: false }, moment) : stepOf(state)
}

/** Whatever happened: keeps on disk what changed, then sends what is due, waits for it, or ends. */
function arrange(before: State, made: Step, moment: Moment): Step {
  return andThen(
    andThen(made, (state) => save(before, state)),
    (state) => schedule(state, moment),
  )
}

function save(before: State, state: State): Step {
  const kept = keptOf(state)
  if (JSON.stringify(kept) === JSON.stringify(keptOf(before))) return stepOf(state)
  const saves = state.saves + 1
  return stepOf({ ...state, saves }, { type: 'save', save: saves, kept })
}

function schedule(state: State, { now }: Moment): Step {
  if (state.mode === 'stopped' || state.flight || state.waits) return stepOf(state)
  if (state.ending && (state.goal !== 'lease' || !state.current || state.farewells >= FAREWELLS))
    return stop(state, state.ending)
  if (state.goal === 'rest') return stepOf(state)
  // An answer that came in meanwhile may have put the next heartbeat off; the first farewell does not wait for it.
  const due = state.ending && state.farewells === 0 ? now : state.due
  const at = Math.max(due, freeAt(state.recent, state.setup.attempts_per_minute))
  return at > now ? stepOf(state, { type: 'wake', at }) : send(state, now)
}

function send(state: State, now: number): Step {
  const attempt = state.attempts + 1
  const ack = state.goal === 'lease' ? nextAck(state.commands) : null
  const token = state.goal === 'lease' ? state.current!.runtime_token : null
  const flight = {
    attempt,
    goal: state.goal,
    token,
    ack: ack?.id ?? null,
    parting: state.ending !== null,
  }
  const sent = {
    ...state,
    attempts: attempt,
    recent: withAttempt(state.recent, now),
    flight,
    farewells: state.farewells + (state.ending ? 1 : 0),
  }
  return stepOf(sent, { type: 'send', attempt, request: requestOf(state) })
}

function requestOf(state: State): Request {
  const { goal, current, interval_s, setup } = state
  if (goal === 'bootstrap' || goal === 'recover') return { goal, interval_s: setup.asked_interval }
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
  if (commands.some(({ type, phase }) => type === 'terminate' && phase === 'obeying'))
    return 'stopping'
  return paused ? 'paused' : 'running'
}
