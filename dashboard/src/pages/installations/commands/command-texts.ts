import type { CommandRequest } from '../../../api/commands.ts'

export type CommandType = CommandRequest['type']
interface CommandText {
  readonly title: string
  readonly action: string
  readonly description: string
  readonly confirmation: string
  readonly final?: true
}

/** The texts of each command. */
export const COMMANDS: Readonly<Record<CommandType, CommandText>> = {
  pause: {
    title: 'Pause',
    action: 'Pause agent',
    description:
      'The agent keeps its lease but receives no new tasks. The pause takes effect at once.',
    confirmation: 'Paused. The agent is notified with its next heartbeat.',
  },
  resume: {
    title: 'Resume',
    action: 'Resume agent',
    description: 'The agent receives tasks again.',
    confirmation: 'Resumed. The agent is notified with its next heartbeat.',
  },
  rotate_token: {
    title: 'Rotate token',
    action: 'Rotate token',
    description:
      'The agent receives a new runtime token with its next heartbeat. The old token works until the new one has been used.',
    confirmation: 'The agent receives a new runtime token with its next heartbeat.',
  },
  reload_policy: {
    title: 'Reload policy',
    action: 'Reload policy',
    description: 'The agent reloads the policy of its workspace.',
    confirmation: 'The agent reloads the policy with its next heartbeat.',
  },
  set_interval: {
    title: 'Set interval',
    action: 'Set interval',
    description: 'The interval between heartbeats. A lease lasts for three intervals.',
    confirmation: 'Interval set. The agent is notified with its next heartbeat.',
  },
  terminate: {
    title: 'Terminate',
    action: 'Terminate agent',
    description:
      'The agent finishes its work, confirms the command and exits. If it does not respond, revoke the installation.',
    confirmation: 'The agent is asked to terminate with its next heartbeat.',
    final: true,
  },
}

/** Returns the title of a command. Commands that this client does not know are shown by name. */
export const commandTitle = (type: string): string =>
  COMMANDS[type as CommandType]?.title ?? type.replaceAll('_', ' ')
