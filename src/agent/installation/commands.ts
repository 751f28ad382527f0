import { effectiveInterval } from './backoff.ts'
import type { PlatformCommand } from './answers.ts'
import {
  log,
  stepOf,
  type CommandAck,
  type CommandProgress,
  type Event,
  type Moment,
  type State,
  type Step,
} from './state.ts'

/** Commands remembered after they were acknowledged, so that a repetition is recognized. */
const REMEMBERED = 64

/** The acknowledgement the next heartbeat carries; one at a time, in the order in which commands were obeyed. */
export function nextAck(commands: readonly CommandProgress[]): CommandAck | null {
  const next = commands.find(({ phase }) => phase === 'acknowledging')
  return next
    ? { id: next.id, status: next.status, ...(next.message !== '' && { message: next.message }) }
    : null
}

/** A lease was answered that carried this acknowledgement. */
export const acknowledged = (state: State, id: string | null): State => ({
  ...state,
  commands: state.commands.map((known) =>
    known.id === id && known.phase === 'acknowledging'
      ? { ...known, phase: 'acknowledged' }
      : known,
  ),
})

/**
 * Takes a command of a lease answer. Each id is obeyed once. One that comes back although it was acknowledged is acknowledged
 * again, with the next regular heartbeat.
 */
export function take(state: State, command: PlatformCommand, moment: Moment): Step {
  const known = state.commands.find(({ id }) => id === command.id)
  if (known?.phase === 'acknowledged')
    return stepOf(withProgress(state, { ...known, phase: 'acknowledging' }))
  if (known) return stepOf(state)
  const fresh: CommandProgress = {
    id: command.id,
    type: command.type,
    phase: 'obeying',
    status: 'done',
    message: '',
  }
  return obey(
    { ...state, commands: [...state.commands.slice(-REMEMBERED), fresh] },
    command,
    moment,
  )
}

function obey(state: State, command: PlatformCommand, moment: Moment): Step {
  const { type, reason } = command
  const told = log('info', `command ${type}`, { command_id: command.id, reason })
  const hand_on = { type: 'obey', command } as const
  switch (type) {
    case 'pause':
      return stepOf({ ...state, paused: true }, told, hand_on)
    case 'resume':
      return stepOf({ ...state, paused: false }, told, hand_on)
    case 'reload_policy':
    case 'terminate':
      return stepOf(state, told, hand_on)
    case 'set_interval':
      return stepOf(setInterval(state, command, moment), told)
    case 'rotate_token':
      return stepOf(rotate(state, command, moment), told)
    default:
      return stepOf(
        finish(
          state,
          command.id,
          'unsupported',
          `this agent does not know the command ${type}`,
          moment,
        ),
        told,
      )
  }
}

function setInterval(state: State, { id, params }: PlatformCommand, moment: Moment): State {
  const seconds = params['heartbeat_interval_seconds']
  if (typeof seconds !== 'number' || !Number.isFinite(seconds))
    return finish(state, id, 'failed', 'params.heartbeat_interval_seconds is no number', moment)
  return finish({ ...state, interval_s: effectiveInterval(seconds) }, id, 'done', '', moment)
}

/** Done when new credentials are in use. They came with the command, or the answer that carried them was lost: then they are bought. */
function rotate(state: State, { id }: PlatformCommand, moment: Moment): State {
  if (state.incoming) return state
  if (!state.current?.refresh_token)
    return finish(state, id, 'failed', 'there is no refresh token', moment)
  return { ...state, goal: 'refresh', due: moment.now }
}

/** Ends every rotation that was under way. */
export function rotated(
  state: State,
  status: 'done' | 'failed',
  message: string,
  moment: Moment,
): State {
  const under_way = state.commands.filter(
    ({ type, phase }) => type === 'rotate_token' && phase === 'obeying',
  )
  return under_way.reduce((so_far, { id }) => finish(so_far, id, status, message, moment), state)
}

/** A rotation that came to nothing; the platform repeats its command, and then it is tried again. */
export const forgetRotations = (state: State): State => ({
  ...state,
  commands: state.commands.filter(
    ({ type, phase }) => type !== 'rotate_token' || phase !== 'obeying',
  ),
})

/** The agent did what a command asked, or could not. Nothing follows a terminate but the farewell. */
export function obeyed(
  state: State,
  { id, status, message }: Extract<Event, { type: 'obeyed' }>,
  moment: Moment,
): Step {
  const known = state.commands.find((command) => command.id === id)
  if (known?.phase !== 'obeying') return stepOf(state)
  const done = finish(state, id, status, message, moment)
  return stepOf(
    known.type === 'terminate'
      ? {
          ...done,
          ending: 'terminated',
          goal: 'lease',
          due: moment.now,
          commands: terminateFirst(done.commands),
        }
      : done,
  )
}

const terminateFirst = (commands: readonly CommandProgress[]): readonly CommandProgress[] => [
  ...commands.filter(({ type }) => type === 'terminate'),
  ...commands.filter(({ type }) => type !== 'terminate'),
]

/** A command has its outcome; while all is well, the platform hears of it at once. */
function finish(state: State, id: string, status: string, message: string, { now }: Moment): State {
  const known = state.commands.find((command) => command.id === id)
  if (!known) return state
  const done = withProgress(state, {
    ...known,
    phase: 'acknowledging',
    status: status.slice(0, 64),
    message: message.slice(0, 1024),
  })
  return state.failures === 0 ? { ...done, due: Math.min(done.due, now) } : done
}

const withProgress = (state: State, progress: CommandProgress): State => ({
  ...state,
  commands: state.commands.map((known) => (known.id === progress.id ? progress : known)),
})
