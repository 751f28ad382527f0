import type { A2aVersion } from '../../judge/a2a-card.ts'

/** How a version of A2A represents the values that the suite sends and compares. */
export interface A2aDialect {
  readonly version: A2aVersion
  /** The prefix of the probe ids. */
  readonly prefix: 'a2a10' | 'a2a03'
  readonly headers: Readonly<Record<string, string>>
  readonly methods: {
    readonly send: string
    readonly stream: string
    readonly get: string
    readonly cancel: string
    readonly notify: string
    readonly unknown: string
  }
  /** The additional members that this version requires in a message and in its parts. */
  readonly message: Readonly<Record<string, unknown>>
  readonly text: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
  /** The members of the parameters that make the agent wait for the end of the task. */
  readonly params: Readonly<Record<string, unknown>>
  readonly notification: (task: string, url: string) => object
  readonly states: readonly string[]
  /** The states in which a task ends, and those in which it waits for its client. */
  readonly ended: readonly string[]
  readonly interrupted: readonly string[]
}

const upperCase = (states: readonly string[]): readonly string[] =>
  states.map((state) => `TASK_STATE_${state.toUpperCase().replace('-', '_')}`)

const ENDED = ['completed', 'failed', 'canceled', 'rejected'] as const
const INTERRUPTED = ['input-required', 'auth-required'] as const
const STATES = ['submitted', 'working', ...ENDED, ...INTERRUPTED] as const

export const A2A_10: A2aDialect = {
  version: '1.0',
  prefix: 'a2a10',
  headers: { 'A2A-Version': '1.0' },
  methods: {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
    notify: 'CreateTaskPushNotificationConfig',
    unknown: 'NoSuchMethod',
  },
  message: { role: 'ROLE_USER' },
  text: {},
  data: {},
  params: {},
  notification: (taskId, url) => ({ taskId, url }),
  states: upperCase(STATES),
  ended: upperCase(ENDED),
  interrupted: upperCase(INTERRUPTED),
}

export const A2A_03: A2aDialect = {
  version: '0.3',
  prefix: 'a2a03',
  headers: {},
  methods: {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
    notify: 'tasks/pushNotificationConfig/set',
    unknown: 'tasks/no_such_method',
  },
  message: { kind: 'message', role: 'user' },
  text: { kind: 'text' },
  data: { kind: 'data' },
  params: { configuration: { blocking: true } },
  notification: (taskId, url) => ({ taskId, pushNotificationConfig: { url } }),
  states: [...STATES, 'unknown'],
  ended: ENDED,
  interrupted: INTERRUPTED,
}
