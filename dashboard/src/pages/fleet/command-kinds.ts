import type { NewCommand } from '../../api/fleet-commands.ts'

export type Kind = NewCommand['type']
interface Words {
  readonly title: string
  readonly deed: string
  readonly about: string
  readonly done: string
  readonly final?: true
}

/** What can be told, in words. */
export const KINDS: Readonly<Record<Kind, Words>> = {
  pause: {
    title: 'Pause',
    deed: 'Pause agent',
    about:
      'The agent keeps its lease and takes no new tasks. The registry counts it as paused at once.',
    done: 'It is paused; the agent learns of it with its next heartbeat.',
  },
  resume: {
    title: 'Resume',
    deed: 'Resume agent',
    about: 'The agent takes tasks again.',
    done: 'It is active again; the agent learns of it with its next heartbeat.',
  },
  rotate_token: {
    title: 'Rotate token',
    deed: 'Rotate token',
    about:
      'The next heartbeat hands the agent a new runtime token. The old one works until the new one has been used.',
    done: 'The next heartbeat brings a new runtime token.',
  },
  reload_policy: {
    title: 'Reload policy',
    deed: 'Reload policy',
    about: 'The agent reads the policy of its workspace again.',
    done: 'The agent reads the policy with its next heartbeat.',
  },
  set_interval: {
    title: 'Set interval',
    deed: 'Set interval',
    about: 'How often the agent says that it lives. A lease lasts three heartbeats.',
    done: 'The interval is set; the agent learns of it with its next heartbeat.',
  },
  terminate: {
    title: 'Terminate',
    deed: 'Terminate agent',
    about:
      'The agent finishes its work, says so and ends. An agent that does not listen is locked out by revoking it.',
    done: 'The agent is told to terminate.',
    final: true,
  },
}

/** A command in words; one that is newer than this client by its own name. */
export const wordsOf = (type: string): string =>
  KINDS[type as Kind]?.title ?? type.replaceAll('_', ' ')
