import type { CommandRequest } from '../../../api/commands.ts'

export type CommandType = CommandRequest['type']
interface CommandText {
  readonly title: string
  readonly action: string
  readonly description: string
  readonly confirmation: string
  readonly final?: true
}

/** What can be told, in words. */
export const COMMANDS: Readonly<Record<CommandType, CommandText>> = {
  pause: {
    title: 'Pause',
    action: 'Pause agent',
    description:
      'The agent keeps its lease and takes no new tasks. The registry counts it as paused at once.',
    confirmation: 'It is paused; the agent learns of it with its next heartbeat.',
  },
  resume: {
    title: 'Resume',
    action: 'Resume agent',
    description: 'The agent takes tasks again.',
    confirmation: 'It is active again; the agent learns of it with its next heartbeat.',
  },
  rotate_token: {
    title: 'Rotate token',
    action: 'Rotate token',
    description:
      'The next heartbeat hands the agent a new runtime token. The old one works until the new one has been used.',
    confirmation: 'The next heartbeat brings a new runtime token.',
  },
  reload_policy: {
    title: 'Reload policy',
    action: 'Reload policy',
    description: 'The agent reads the policy of its workspace again.',
    confirmation: 'The agent reads the policy with its next heartbeat.',
  },
  set_interval: {
    title: 'Set interval',
    action: 'Set interval',
    description: 'How often the agent says that it lives. A lease lasts three heartbeats.',
    confirmation: 'The interval is set; the agent learns of it with its next heartbeat.',
  },
  terminate: {
    title: 'Terminate',
    action: 'Terminate agent',
    description:
      'The agent finishes its work, says so and ends. An agent that does not listen is locked out by revoking it.',
    confirmation: 'The agent is told to terminate.',
    final: true,
  },
}

/** A command in words; one that is newer than this client by its own name. */
export const commandTitle = (type: string): string =>
  COMMANDS[type as CommandType]?.title ?? type.replaceAll('_', ' ')
