import type { Document } from '../../contract/document.ts'
import { printableText } from '../../contract/issues.ts'
import type { ProblemDetails } from '../../contract/typed.ts'
import { adoptTaskId, jsonBodyOf, currentRequest } from './request-context.ts'
import {
  problems,
  taskProblems,
  taskStatuses,
  type ProblemCode,
  type TaskErrorCode,
  type TaskProblem,
} from './problems.ts'
import { rpcIdOf, taskIdIn, taskIdInRpc } from '../tasks/task-request.ts'

/** The contract's three formats of a failure. */
export type FailureFormat = 'task' | 'rpc' | 'problem'
/** Formats by operationId. */
export type FailureFormats = ReadonlyMap<string, FailureFormat>

interface AuthoredOperation {
  readonly operationId?: string
  readonly 'x-task-failure'?: boolean
  readonly 'x-json-rpc'?: boolean
}

/** Reads the format of each operation from `x-task-failure` and `x-json-rpc`. */
export function failureFormatsOf({ paths }: Document): FailureFormats {
  const operations = Object.values(paths ?? {}).flatMap((item) =>
    Object.values(item ?? {}),
  ) as AuthoredOperation[]
  return new Map(
    operations.map((operation) => [operation.operationId ?? '', failureFormatOf(operation)]),
  )
}

function failureFormatOf(operation: AuthoredOperation): FailureFormat {
  if (operation['x-task-failure']) return 'task'
  return operation['x-json-rpc'] ? 'rpc' : 'problem'
}

const isTaskProblem = (code: ProblemCode): code is TaskProblem => Object.hasOwn(taskProblems, code)
/** Returns the codes of a problem in a failed task and in JSON-RPC. A problem that cannot occur in a task counts as an internal error. */
const asTaskError = (code: ProblemCode): { readonly code: TaskErrorCode; readonly rpc: number } =>
  taskProblems[isTaskProblem(code) ? code : 'INTERNAL_ERROR']

/** Returns the status of a problem as a failed task: that of its error code in the task. */
export const taskStatusOf = (code: ProblemCode): number => taskStatuses[asTaskError(code).code]

const MAX_CHARACTERS = 1024
/** Returns text in a form that any response can contain: one line of at most 1024 characters, even if it repeats names from the request. */
const printable = (text: string): string => printableText(text, MAX_CHARACTERS)

/** Returns the message of a problem: its own; else, if it has issues, a sentence with the first three; else the default message. */
function messageOf(code: ProblemCode, { message, issues = [] }: ProblemDetails): string {
  if (message !== undefined) return printable(message)
  if (issues.length === 0) return problems[code].message
  const list = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path} ${message}`)
    .join('; ')
  return printable(`${INVALID[code] ?? 'The request is invalid.'} ${list}.`)
}
const INVALID: Partial<Record<ProblemCode, string>> = {
  INVALID_BODY: 'The body does not match its schema.',
  INVALID_PARAMETER: 'A parameter is invalid.',
}

/** Creates the function that formats the body of a problem, in the format of its operation. */
export function createPresenter(formats: FailureFormats) {
  return (
    code: ProblemCode,
    details: ProblemDetails,
    request_id: string,
    operation: { readonly id: string } | undefined,
  ): object => {
    switch (formats.get(operation?.id ?? '') ?? 'problem') {
      case 'task':
        return taskFailure(code, details)
      case 'rpc':
        return rpcFailure(code, details, request_id)
      case 'problem':
        return problemBody(code, details, request_id)
    }
  }
}

function taskFailure(code: ProblemCode, details: ProblemDetails): object {
  const request = currentRequest()
  const task_id = adoptTaskId(request, taskIdIn(jsonBodyOf(request)))
  return {
    task_id,
    status: 'failed',
    error: { code: asTaskError(code).code, message: messageOf(code, details) },
  }
}

function rpcFailure(code: ProblemCode, details: ProblemDetails, request_id: string): object {
  const request = currentRequest()
  const body = jsonBodyOf(request)
  adoptTaskId(request, taskIdInRpc(body))
  return { jsonrpc: '2.0', id: rpcIdOf(body), error: rpcError(code, details, request_id) }
}

/** Returns a problem as a JSON-RPC error (docs/specification/agent-protocol.md#json-rpc-results), with `task_id` once there is a task. */
export function rpcError(
  code: ProblemCode,
  details: ProblemDetails,
  request_id: string,
  task_id?: string,
) {
  const { code: taskCode, rpc } = asTaskError(code)
  return {
    code: rpc,
    message: messageOf(code, details),
    data: { code: taskCode, request_id, ...(task_id !== undefined && { task_id }) },
  }
}

function problemBody(code: ProblemCode, details: ProblemDetails, request_id: string): object {
  const { error, message } = problems[code]
  return {
    error,
    message: printable(details.message ?? message),
    code,
    request_id,
    ...(details.issues && { issues: details.issues }),
  }
}
