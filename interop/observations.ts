/** What a client observed of the agent, in terms that do not depend on the client. */
export interface Observations {
  /** Name and skills in the card. */
  readonly card: { readonly name: string; readonly skills: readonly string[] }
  /** The parts of the result for a text part. */
  readonly sent: { readonly state: string; readonly text: string; readonly data: unknown }
  /** The result for a data part. */
  readonly data: unknown
  /** The state and the message of a skill that fails. */
  readonly failed: { readonly state: string; readonly text: string }
  /** The states and artifacts of a stream, in order. */
  readonly streamed: readonly string[]
  /** What happened to a task that was canceled while it was followed. */
  readonly canceled: {
    readonly progress: string
    readonly read: string
    readonly result: string
    readonly last_event: string
  }
  readonly errors: {
    /** A message that names none of several skills. */
    readonly skill: string
    /** Whether the error lists the skills. */
    readonly lists_skills: boolean
    readonly unknown_task: string
    readonly canceled_again: string
  }
}

/** What every client is expected to observe of the agent of `agent.ts`. */
export const EXPECTED: Observations = {
  card: { name: 'Interop', skills: ['reverse', 'sum', 'slow', 'fails'] },
  sent: { state: 'completed', text: 'cba', data: { text: 'cba' } },
  data: { sum: 6 },
  failed: {
    state: 'failed',
    text: 'The skill fails failed; the log of the agent contains the cause.',
  },
  streamed: ['working', 'artifact cba', 'completed'],
  canceled: { progress: 'half', read: 'working', result: 'canceled', last_event: 'canceled' },
  errors: {
    skill: 'InvalidParams',
    lists_skills: true,
    unknown_task: 'TaskNotFound',
    canceled_again: 'TaskNotCancelable',
  },
}

/** The extension that names the skill of a message. */
export const SKILL_EXTENSION = 'urn:svc:a2a:skill:v1'
/** What the error for a missing skill has to contain. */
export const SKILL_LIST = 'reverse, sum, slow, fails'

/** The names of the errors, by their codes in JSON-RPC. */
export const ERROR_NAMES: Readonly<Record<number, string>> = {
  [-32602]: 'InvalidParams',
  [-32001]: 'TaskNotFound',
  [-32002]: 'TaskNotCancelable',
}
