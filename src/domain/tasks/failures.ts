import type { Task } from '../records.ts'

/** Maps each failure that the agent did not report itself to a sentence, to which a detail can be added in brackets. */
const FAILURES = {
  NO_UPSTREAM: 'The installation stated no address to forward tasks to',
  ADDRESS_BLOCKED: 'The platform does not connect to the address of the agent',
  AGENT_UNREACHABLE: 'The address of the agent could not be reached',
  AGENT_TLS_FAILED: 'No secure connection to the agent could be established',
  AGENT_CONNECT_TIMEOUT: 'No connection to the agent was established in time',
  AGENT_TIMEOUT: 'The agent did not begin to answer in time',
  AGENT_SLOW_BODY: 'The agent began to answer, but did not finish in time',
  AGENT_RESET: 'The agent closed the connection before its answer was complete',
  AGENT_BAD_HTTP: 'The answer of the agent is not valid HTTP',
  AGENT_REDIRECTED: 'The agent answered with a redirect, which is not followed',
  AGENT_TOO_LARGE: 'The answer of the agent is larger than 1 MiB, or arrives in too many chunks',
  AGENT_BAD_ENCODING:
    'The answer of the agent is compressed, although compression was not requested',
  AGENT_NO_ENDPOINT: 'The agent answered 404: it has no task endpoint at this address',
  AGENT_BAD_STATUS: 'The agent answered with a status that is not valid for a task',
  AGENT_NOT_JSON: 'The answer of the agent is not JSON in UTF-8',
  AGENT_BAD_SHAPE: 'The answer of the agent does not have the form of a task answer',
  AGENT_UNKNOWN_STATUS: 'The agent answered neither `completed` nor `failed`',
  AGENT_STATUS_MISMATCH: 'The HTTP status and the task status of the answer contradict each other',
  AGENT_MISMATCH: 'The members `result` and `output` of the answer differ',
  AGENT_WRONG_TASK: 'The agent answered for another task',
  AGENT_BAD_SIGNATURE: 'The signature of the answer is not valid for the agent and this task',
  TASK_ABANDONED: 'The platform stopped during the task, so its outcome is unknown',
} as const
export type TaskFailureCode = keyof typeof FAILURES
export type TaskError = NonNullable<Task['error']>

/** Lists the failures that are not the agent's or its installation's: there was no address, or the outcome is unknown. */
const PLATFORM_FAILURES: readonly TaskFailureCode[] = ['NO_UPSTREAM', 'TASK_ABANDONED']
export const isPlatformFailure = (code: TaskFailureCode): boolean =>
  PLATFORM_FAILURES.includes(code)

/** Returns a failure in its stored form. The detail is written by the platform and never contains text of an agent. */
export const taskError = (code: TaskFailureCode, detail?: string): TaskError => ({
  code,
  message: detail === undefined ? `${FAILURES[code]}.` : `${FAILURES[code]} (${detail}).`,
})
