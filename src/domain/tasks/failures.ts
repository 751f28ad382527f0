import type { Task } from '../records.ts'

/** Why a task fails without the agent saying so itself; one sentence each, to which a detail can be added in brackets. */
const FAILURES = {
  NO_UPSTREAM: 'The installation told no address to forward tasks to',
  ADDRESS_BLOCKED: 'The address of the agent is not one that this platform dials',
  AGENT_UNREACHABLE: 'Nobody could be reached at the address of the agent',
  AGENT_TLS_FAILED: 'No secure connection to the agent could be made',
  AGENT_CONNECT_TIMEOUT: 'No connection to the agent was made in time',
  AGENT_TIMEOUT: 'The agent did not begin to answer in time',
  AGENT_SLOW_BODY: 'The agent began to answer, but did not finish in time',
  AGENT_RESET: 'The agent closed the connection before its answer was complete',
  AGENT_BAD_HTTP: 'What the agent answered is not HTTP',
  AGENT_REDIRECTED: 'The agent answered with a redirect, which is not followed',
  AGENT_TOO_LARGE: 'The answer of the agent is larger than 1 MiB, or comes in very many pieces',
  AGENT_BAD_ENCODING: 'The answer of the agent is compressed, though none was asked for',
  AGENT_NO_ENDPOINT: 'The agent answered 404: it has no task endpoint at this address',
  AGENT_BAD_STATUS: 'The agent answered with a status that no task ends with',
  AGENT_NOT_JSON: 'The answer of the agent is not JSON in UTF-8',
  AGENT_BAD_SHAPE: 'The JSON that the agent answered is not the answer to a task',
  AGENT_UNKNOWN_STATUS: 'The agent answered neither `completed` nor `failed`',
  AGENT_STATUS_MISMATCH: 'The HTTP status and the task status of the answer contradict each other',
  AGENT_MISMATCH: 'The members `result` and `output` of the answer differ',
  AGENT_WRONG_TASK: 'The agent answered for another task',
  AGENT_BAD_SIGNATURE: 'The answer carries a signature that the agent did not make for it',
  TASK_ABANDONED: 'The platform stopped while the task was under way, so nobody knows how it ended',
} as const
export type TaskFailureCode = keyof typeof FAILURES
export type TaskError = NonNullable<Task['error']>

/** Failures that say nothing about the agent or its installation: there was no address to dial, or nobody knows what the agent did. */
const PLATFORM_FAILURES: readonly TaskFailureCode[] = ['NO_UPSTREAM', 'TASK_ABANDONED']
export const isPlatformFailure = (code: TaskFailureCode): boolean =>
  PLATFORM_FAILURES.includes(code)

/** A failure as the task keeps it. The detail is ours, never text of a stranger. */
export const taskError = (code: TaskFailureCode, detail?: string): TaskError => ({
  code,
  message: detail === undefined ? `${FAILURES[code]}.` : `${FAILURES[code]} (${detail}).`,
})
