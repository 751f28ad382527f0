import { effectiveInterval } from './backoff.ts'
import type { PlatformCommand } from './responses.ts'
import {
  log,
  stepOf,
  type CommandAck,
  type CommandProgress,
  type Event,
  type StepContext,
  type State,
  type Step,
} from './state.ts'

/** Number of earlier commands that are remembered, so that a repeated one is recognized. */
const MAX_REMEMBERED = 64

/** Returns the acknowledgement for the next heartbeat. Commands are acknowledged one at a time, in the order of their arrival. */
export function nextAck(commands: readonly CommandProgress[]): CommandAck | null {
  const next = commands.find(({ phase }) => phase === 'acknowledging')
  return next
    ? { id: next.id, status: next.status, ...(next.message !== '' && { message: next.message }) }
    : null
}

/** Marks a command as acknowledged, because the platform accepted a heartbeat that contained the acknowledgement. */
export const markAcknowledged = (state: State, id: string | null): State => ({
  ...state,
  commands: state.commands.map((existing) =>
    existing.id === id && existing.phase === 'acknowledging'
      ? { ...existing, phase: 'acknowledged' }
      : existing,
  ),
})

/**
 * Receives the command of a lease response. Each command is run once. One that is repeated although it was acknowledged is acknowledged
 * again with the next regular heartbeat.
 */
export function receiveCommand(state: State, command: PlatformCommand, context: StepContext): Step {
  const existing = state.commands.find(({ id }) => id === command.id)
  if (existing?.phase === 'acknowledged')
    return stepOf(withProgress(state, { ...existing, phase: 'acknowledging' }))
  if (existing) return stepOf(state)
  const received: CommandProgress = {
    id: command.id,
    type: command.type,
    phase: 'running',
    status: 'done',
    message: '',
  }
  return startCommand(
    { ...state, commands: [...state.commands.slice(-MAX_REMEMBERED), received] },
    command,
    context,
  )
}

function startCommand(state: State, command: PlatformCommand, context: StepContext): Step {
  const { type, reason } = command
  const entry = log('info', `command ${type}`, { command_id: command.id, reason })
  const run = { type: 'run_command', command } as const
  switch (type) {
    case 'pause':
      return stepOf({ ...state, paused: true }, entry, run)
    case 'resume':
      return stepOf({ ...state, paused: false }, entry, run)
    case 'reload_policy':
    case 'terminate':
      return stepOf(state, entry, run)
    case 'set_interval':
      return stepOf(setHeartbeatInterval(state, command, context), entry)
    case 'rotate_token':
      return stepOf(startRotation(state, command, context), entry)
    default:
      return stepOf(
        finishCommand(
          state,
          command.id,
          'unsupported',
          `this agent does not support the command ${type}`,
          context,
        ),
        entry,
      )
  }
}

function setHeartbeatInterval(
  state: State,
  { id, params }: PlatformCommand,
  context: StepContext,
): State {
  const seconds = params['heartbeat_interval_seconds']
  if (typeof seconds !== 'number' || !Number.isFinite(seconds))
    return finishCommand(
      state,
      id,
      'failed',
      'params.heartbeat_interval_seconds is not a number',
      context,
    )
  return finishCommand(
    { ...state, interval_s: effectiveInterval(seconds) },
    id,
    'done',
    '',
    context,
  )
}

/**
 * Starts a rotation. The new token arrives with the command; if the response that contained it was lost, the runtime refreshes the token
 * itself.
 */
function startRotation(state: State, { id }: PlatformCommand, context: StepContext): State {
  if (state.pending) return state
  if (!state.current?.refresh_token)
    return finishCommand(state, id, 'failed', 'there is no refresh token', context)
  return { ...state, goal: 'refresh', due: context.now }
}

/** Finishes all running rotations with the same outcome. */
export function finishRotations(
  state: State,
  status: 'done' | 'failed',
  message: string,
  context: StepContext,
): State {
  const rotations = state.commands.filter(
    ({ type, phase }) => type === 'rotate_token' && phase === 'running',
  )
  return rotations.reduce(
    (next, { id }) => finishCommand(next, id, status, message, context),
    state,
  )
}

/** Removes running rotations that failed temporarily. The platform repeats the command, which starts them again. */
export const dropRotations = (state: State): State => ({
  ...state,
  commands: state.commands.filter(
    ({ type, phase }) => type !== 'rotate_token' || phase !== 'running',
  ),
})

/** Records the outcome of a command. After a terminate command only the final heartbeat follows. */
export function commandFinished(
  state: State,
  { id, status, message }: Extract<Event, { type: 'command_finished' }>,
  context: StepContext,
): Step {
  const existing = state.commands.find((command) => command.id === id)
  if (existing?.phase !== 'running') return stepOf(state)
  const done = finishCommand(state, id, status, message, context)
  return stepOf(
    existing.type === 'terminate'
      ? {
          ...done,
          ending: 'terminated',
          goal: 'lease',
          due: context.now,
          commands: terminateFirst(done.commands),
        }
      : done,
  )
}

const terminateFirst = (commands: readonly CommandProgress[]): readonly CommandProgress[] => [
  ...commands.filter(({ type }) => type === 'terminate'),
  ...commands.filter(({ type }) => type !== 'terminate'),
]

/** Sets the outcome of a command. Unless requests are failing, a heartbeat reports it at once. */
function finishCommand(
  state: State,
  id: string,
  status: string,
  message: string,
  { now }: StepContext,
): State {
  const existing = state.commands.find((command) => command.id === id)
  if (!existing) return state
  const done = withProgress(state, {
    ...existing,
    phase: 'acknowledging',
    status: status.slice(0, 64),
    message: message.slice(0, 1024),
  })
  return state.failures === 0 ? { ...done, due: Math.min(done.due, now) } : done
}

const withProgress = (state: State, progress: CommandProgress): State => ({
  ...state,
  commands: state.commands.map((existing) => (existing.id === progress.id ? progress : existing)),
})
