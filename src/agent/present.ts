import type { Document } from '../contract/document.ts'
import type { Facts } from '../contract/typed.ts'
import { adoptTaskId, bodyOf, currentExchange } from './exchange.ts'
import {
  problems,
  taskProblems,
  taskStatuses,
  type ProblemCode,
  type TaskErrorCode,
  type TaskProblem,
} from './problems.ts'
import { rpcIdOf, taskIdIn, taskIdInRpc } from './task-request.ts'

/** In which of the contract's three shapes an operation tells its failures. */
export type Shape = 'task' | 'rpc' | 'problem'
/** Shapes by operationId, from the contract's own extensions. */
export type Shapes = ReadonlyMap<string, Shape>

interface AuthoredOperation {
  readonly operationId?: string
  readonly 'x-task-failure'?: boolean
  readonly 'x-json-rpc'?: boolean
}

/** Reads `x-task-failure` and `x-json-rpc`. */
export function shapesOf({ paths }: Document): Shapes {
  const operations = Object.values(paths ?? {}).flatMap((item) =>
    Object.values(item ?? {}),
  ) as AuthoredOperation[]
  return new Map(operations.map((operation) => [operation.operationId ?? '', shapeOf(operation)]))
}

function shapeOf(operation: AuthoredOperation): Shape {
  if (operation['x-task-failure']) return 'task'
  return operation['x-json-rpc'] ? 'rpc' : 'problem'
}

const isTaskProblem = (code: ProblemCode): code is TaskProblem => Object.hasOwn(taskProblems, code)
/** The code of a failed task, and of JSON-RPC, for any problem; those that no task can meet count as our own fault. */
export const inTask = (code: ProblemCode): { readonly code: TaskErrorCode; readonly rpc: number } =>
  taskProblems[isTaskProblem(code) ? code : 'INTERNAL_ERROR']

/** Status of a problem where it is told as a failed task: whatever is wrong with the request is 400 there. */
export const taskStatusOf = (code: ProblemCode): number => taskStatuses[inTask(code).code]

const MOST_CHARACTERS = 1024
/** A sentence fit for every answer: one line, of bounded length, whatever name it repeats. */
export const printable = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, '\ufffd')

/** The sentence of an occurrence: its own, or the table's with the first places that are wrong. */
function sentenceOf(code: ProblemCode, { message, issues = [] }: Facts): string {
  if (message !== undefined) return printable(message)
  if (issues.length === 0) return problems[code].message
  const places = issues
    .slice(0, 3)
    .map(({ path, message: what }) => `${path} ${what}`)
    .join('; ')
  return printable(`${INVALID[code] ?? 'The request is invalid.'} ${places}.`)
}
const INVALID: Partial<Record<ProblemCode, string>> = {
  INVALID_BODY: 'The body does not fit its schema.',
  INVALID_PARAMETER: 'A parameter is wrong.',
}

/** The body of a refusal, in the shape of its operation. */
export function presentation(shapes: Shapes) {
  return (
    code: ProblemCode,
    facts: Facts,
    request_id: string,
    operation: { readonly id: string } | undefined,
  ): object => {
    switch (shapes.get(operation?.id ?? '') ?? 'problem') {
      case 'task':
        return taskFailure(code, facts)
      case 'rpc':
        return rpcFailure(code, facts, request_id)
      case 'problem':
        return problemBody(code, facts, request_id)
    }
  }
}

function taskFailure(code: ProblemCode, facts: Facts): object {
  const exchange = currentExchange()
  const task_id = adoptTaskId(exchange, taskIdIn(bodyOf(exchange)))
  return {
    task_id,
    status: 'failed',
    error: { code: inTask(code).code, message: sentenceOf(code, facts) },
  }
}

function rpcFailure(code: ProblemCode, facts: Facts, request_id: string): object {
  const exchange = currentExchange()
  const body = bodyOf(exchange)
  adoptTaskId(exchange, taskIdInRpc(body))
  return { jsonrpc: '2.0', id: rpcIdOf(body), error: rpcError(code, facts, request_id) }
}

/** An error as JSON-RPC tells it (contract, Errors). `task_id` stands in it once there is a task. */
export function rpcError(code: ProblemCode, facts: Facts, request_id: string, task_id?: string) {
  const { code: taskCode, rpc } = inTask(code)
  return {
    code: rpc,
    message: sentenceOf(code, facts),
    data: { code: taskCode, request_id, ...(task_id !== undefined && { task_id }) },
  }
}

function problemBody(code: ProblemCode, facts: Facts, request_id: string): object {
  const { error, message } = problems[code]
  return {
    error,
    message: printable(facts.message ?? message),
    code,
    request_id,
    ...(facts.issues && { issues: facts.issues }),
  }
}
