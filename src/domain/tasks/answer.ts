import type { AnswerSignature, AnswerSignatureResult } from './forwarded-task.ts'
import type { Json, JsonObject } from '../json.ts'
import { MAX_ANSWER_DEPTH } from '../limits.ts'
import type { Task } from '../records.ts'

/** The unexamined result of forwarding a task. */
export type AgentAnswer =
  | {
      readonly kind: 'answered'
      readonly http_status: number
      readonly encoded: boolean
      readonly body: Uint8Array
      readonly signature?: AnswerSignature | undefined
    }
  | {
      readonly kind: 'failed'
      readonly code: TaskFailureCode
      /**
       * Whether a connection was established, with TLS if required, and a byte of the request was written
       * (docs/specification/trust.md#reached).
       */
      readonly reached: boolean
      readonly detail?: string | undefined
    }

/**
 * The outcome of a task. `counts`: it affects the agent's reputation; `seen`: a complete response of the agent arrived;
 * `unreached`: the installation could not be reached, or uses another protocol.
 */
export type TaskOutcome =
  | {
      readonly status: 'completed'
      readonly result: JsonObject
      readonly counts: true
      readonly seen: true
      readonly unreached?: never
    }
  | {
      readonly status: 'failed'
      readonly error: TaskError
      readonly counts: boolean
      readonly seen: boolean
      readonly unreached?: true
    }

/** Returns the outcome of a task that fails because of the agent's answer. */
const failed = (code: TaskFailureCode, detail?: string): TaskOutcome => ({
  status: 'failed',
  error: taskError(code, detail),
  counts: true,
  seen: true,
})

/**
 * Returns the outcome of a task without an answer. Unless the platform caused the failure, it counts against the agent if the agent was
 * reached, and against its installation otherwise.
 */
function unanswered({
  code,
  detail,
  reached,
}: Extract<AgentAnswer, { kind: 'failed' }>): TaskOutcome {
  const countsAgainstAgent = !isPlatformFailure(code)
  return {
    status: 'failed',
    error: taskError(code, detail),
    counts: countsAgainstAgent && reached,
    seen: false,
    ...(countsAgainstAgent && !reached && { unreached: true }),
  }
}

/**
 * Evaluates an agent's answer to a task (docs/specification/tasks.md#success). Status 200 with `completed`, `result` and an equal `output`
 * is a success; 4xx other than 404, or 5xx, with `failed` and an `error` is a failure that the agent reports. Anything else is a failure
 * with a code for the rule that the answer breaks (docs/specification/tasks.md#failure-codes). An invalid signature is a failure as well,
 * whatever the body contains. An answer without `task_id` is accepted for this task, because it arrived on this connection. So is a failure
 * with another id: an agent that refuses a request before it reads the body cannot know the id.
 */
export function outcomeOfAnswer(
  task_id: string,
  answer: AgentAnswer,
  signature: AnswerSignatureResult = 'absent',
): TaskOutcome {
  if (answer.kind === 'failed') return unanswered(answer)
  const { http_status, encoded } = answer
  const http = `HTTP ${http_status}`
  if (http_status >= 300 && http_status < 400) return failed('AGENT_REDIRECTED', http)
  const isUsable = !encoded && signature !== 'wrong'
  const parsed = isUsable ? parse(answer.body) : undefined
  if (isJsonRpc(parsed)) return mismatched(taskError('AGENT_OTHER_PROTOCOL'))
  if (http_status === 404) return failed('AGENT_NO_ENDPOINT')
  if (http_status !== 200 && !isError(http_status)) return failed('AGENT_BAD_STATUS', http)
  if (encoded) return failed('AGENT_BAD_ENCODING')
  if (signature === 'wrong') return failed('AGENT_BAD_SIGNATURE')
  const body = parsed
  if (body === undefined) return failed('AGENT_NOT_JSON', http)
  if (!isObject(body)) return failed('AGENT_BAD_SHAPE', 'not an object')
  if (depth(body, MAX_ANSWER_DEPTH) > MAX_ANSWER_DEPTH)
    return failed('AGENT_BAD_SHAPE', 'nested too deeply')
  const isForTask = body['task_id'] === undefined || body['task_id'] === task_id
  if (!isForTask && body['status'] !== 'failed') return failed('AGENT_WRONG_TASK')
  return outcomeOf(body, http_status)
}

function outcomeOf(body: JsonObject, http_status: number): TaskOutcome {
  const { status } = body
  if (status === undefined) return failed('AGENT_BAD_SHAPE', 'no status')
  if (status !== 'completed' && status !== 'failed') return failed('AGENT_UNKNOWN_STATUS')
  if ((status === 'completed') !== (http_status === 200))
    return failed('AGENT_STATUS_MISMATCH', `HTTP ${http_status} with ${status}`)
  return status === 'completed' ? success(body) : agentFailure(body['error'])
}

function success({ result, output }: JsonObject): TaskOutcome {
  if (!isObject(result) || !isObject(output))
    return failed('AGENT_BAD_SHAPE', 'completed without the objects result and output')
  return sameJson(result, output)
    ? { status: 'completed', result, counts: true, seen: true }
    : failed('AGENT_MISMATCH')
}

/** The code with which a bridge reports that the foreign agent does not follow its protocol. */
const BRIDGE_MISMATCH = 'protocol_mismatch'

/**
 * Returns the outcome of a task that no agent of this protocol has executed (docs/specification/tasks.md#other-protocols). Such an outcome
 * says nothing about the quality of the agent, and counts against the installation.
 */
const mismatched = (error: TaskError): TaskOutcome => ({
  status: 'failed',
  error,
  counts: false,
  seen: true,
  unreached: true,
})

/**
 * Returns whether a document is a JSON-RPC 2.0 response, as an unmodified A2A agent or MCP server returns, rather than an answer to a task.
 */
function isJsonRpc(body: Json | undefined): boolean {
  if (!isObject(body) || body['jsonrpc'] !== '2.0' || body['status'] !== undefined) return false
  const { error } = body
  return body['result'] !== undefined || (isObject(error) && typeof error['code'] === 'number')
}

/** Returns the failure that the agent reports, with its code and message limited to the characters that the contract allows. */
function agentFailure(error: Json | undefined): TaskOutcome {
  const { code, message } = isObject(error) ? error : {}
  const isComplete = typeof code === 'string' && code !== '' && typeof message === 'string'
  if (!isComplete) return failed('AGENT_BAD_SHAPE', 'failed without code and message')
  const reported = {
    code: firstCharacters(code, CODE_LENGTH).replace(NOT_IN_CODE, '_'),
    message: firstCharacters(message, MESSAGE_LENGTH).replace(CONTROL, ' '),
  }
  if (reported.code === BRIDGE_MISMATCH) return mismatched(reported)
  return { status: 'failed', error: reported, counts: true, seen: true }
}

const CODE_LENGTH = 64
const MESSAGE_LENGTH = 1024
const NOT_IN_CODE = /[^A-Za-z0-9_.-]/gu
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
/** Returns the first characters of text. No surrogate pair is split, and lone surrogates are replaced. */
const firstCharacters = (text: string, length: number): string =>
  [...text.slice(0, 2 * length).toWellFormed()].slice(0, length).join('')

const isError = (http_status: number): boolean => http_status >= 400 && http_status < 600
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(utf8.decode(body)) as Json
  } catch {
    return undefined
  }
}

/** Returns the number of nested levels of objects and arrays, and stops counting beyond `limit`. */
function depth(value: Json, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (limit <= 0) return 1
  return (
    1 +
    Object.values(value).reduce<number>(
      (deepest, member) => Math.max(deepest, depth(member as Json, limit - 1)),
      0,
    )
  )
}

/** Returns whether two JSON values are equal, regardless of the order of their members. */
function sameJson(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  const [left, right] = [a as JsonObject, b as JsonObject]
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name]!, right[name]!))
  )
}

// ---- Failures -------------------------------------------------------------------------------------------------------

/** Maps each failure that the agent did not report itself to a sentence; a detail can be appended in parentheses. */
const FAILURES = {
  NO_UPSTREAM: 'The installation did not state an address to forward tasks to',
  ADDRESS_BLOCKED: 'The platform does not connect to the address of the agent',
  AGENT_UNREACHABLE: 'The address of the agent could not be reached',
  AGENT_TLS_FAILED: 'No secure connection to the agent could be established',
  AGENT_CONNECT_TIMEOUT: 'No connection to the agent was established in time',
  AGENT_TIMEOUT: 'The agent did not begin to respond in time',
  AGENT_SLOW_BODY: 'The agent began to respond, but did not finish in time',
  AGENT_RESET: 'The agent closed the connection before its answer was complete',
  AGENT_BAD_HTTP: 'The answer of the agent is not valid HTTP, or has more than 16 KiB of headers',
  AGENT_OTHER_PROTOCOL:
    'The agent responded with JSON-RPC, so it speaks A2A or MCP instead of the task protocol; put `svc-agent bridge` in front of it',
  AGENT_REDIRECTED: 'The agent responded with a redirect, which is not followed',
  AGENT_TOO_LARGE: 'The answer of the agent is larger than 1 MiB, or arrives in too many chunks',
  AGENT_BAD_ENCODING:
    'The answer of the agent is compressed, although compression was not requested',
  AGENT_NO_ENDPOINT: 'The agent responded with 404: it has no task endpoint at this address',
  AGENT_BAD_STATUS: 'The agent responded with a status that is not valid for a task',
  AGENT_NOT_JSON: 'The answer of the agent is not JSON in UTF-8',
  AGENT_BAD_SHAPE: 'The answer of the agent does not have the form of a task answer',
  AGENT_UNKNOWN_STATUS: 'The status in the answer is neither `completed` nor `failed`',
  AGENT_STATUS_MISMATCH: 'The HTTP status and the task status of the answer contradict each other',
  AGENT_MISMATCH: 'The members `result` and `output` of the answer differ',
  AGENT_WRONG_TASK: 'The answer of the agent is for another task',
  AGENT_BAD_SIGNATURE: 'The signature of the answer is not valid for the agent and this task',
  ANSWER_MEMORY_FULL:
    'The answers to other tasks of the organization occupy the memory for answers, so this answer was discarded; route fewer tasks with large answers at a time',
  TASK_ABANDONED: 'The platform stopped during the task, so its outcome is unknown',
} as const
export type TaskFailureCode = keyof typeof FAILURES
type TaskError = NonNullable<Task['error']>

/**
 * Lists the failures that neither the agent nor its installation caused: there was no address, other answers occupied the memory, or the
 * outcome is unknown.
 */
const PLATFORM_FAILURES: readonly TaskFailureCode[] = [
  'NO_UPSTREAM',
  'ANSWER_MEMORY_FULL',
  'TASK_ABANDONED',
]
const isPlatformFailure = (code: TaskFailureCode): boolean => PLATFORM_FAILURES.includes(code)

/** Returns a failure in its stored form. The detail is written by the platform and never contains text from an agent. */
const taskError = (code: TaskFailureCode, detail?: string): TaskError => ({
  code,
  message: detail === undefined ? `${FAILURES[code]}.` : `${FAILURES[code]} (${detail}).`,
})

/** Returns the outcome of a task that no agent has answered. */
const withoutAnswer = (code: TaskFailureCode): TaskOutcome =>
  unanswered({ kind: 'failed', code, reached: false })
/** The outcome of a task for an installation that has not stated an address. */
export const NO_UPSTREAM = withoutAnswer('NO_UPSTREAM')
/** The outcome of a task for which the platform stopped before the agent's answer was stored. */
export const TASK_ABANDONED = withoutAnswer('TASK_ABANDONED')
