import type { JsonObject } from '../domain/crypto/jcs.ts'

/** A task as it was asked for, over JSON-RPC or not. */
export interface TaskOrder {
  /** Undefined when the request names none. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly input: JsonObject
  readonly workspace_id: string | undefined
  readonly requester_id: string | undefined
}

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown, name: string): string | undefined => {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof member === 'string' ? member : undefined
}

/**
 * The text of a message: itself when it is a string, otherwise its text parts joined by line feeds. Everything else a message
 * may be or hold is skipped (contract, Tasks and skills). Undefined when there is no text.
 */
export function textOf(message: unknown): string | undefined {
  if (typeof message === 'string') return message
  const parts =
    isObject(message) && Array.isArray(message['parts']) ? (message['parts'] as unknown[]) : []
  const told = parts
    .filter((part) => textIn(part, 'type') === 'text')
    .map((part) => textIn(part, 'text'))
  const texts = told.filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** What a skill takes: the members beside those that say which skill, which message and which task, together with the text. */
function inputOf(members: Members): JsonObject {
  const { skill: _skill, message, id: _id, contextId: _contextId, ...others } = members
  const text = textOf(message)
  return { ...others, ...(text !== undefined && { text }) } as JsonObject
}

/** Returns the skill that the body of `handleTask` names: the first of `input.skill`, `type` and `context.skill`. */
const skillOfTask = (body: unknown): string | undefined =>
  isObject(body)
    ? (textIn(body['input'], 'skill') ?? textIn(body, 'type') ?? textIn(body['context'], 'skill'))
    : undefined

/** Reads a valid body of `handleTask`. */
export function readTask(body: { readonly input: object; readonly context?: object }): TaskOrder {
  return {
    skill: skillOfTask(body),
    task_id: taskIdIn(body),
    input: inputOf(body.input as Members),
    workspace_id: textIn(body.context, 'workspace_id'),
    requester_id: textIn(body.context, 'requester_id'),
  }
}

/** Reads the params of a valid `tasks/send`. */
export function readParams(params: object): TaskOrder {
  return {
    skill: textIn(params, 'skill'),
    task_id: textIn(params, 'id'),
    input: inputOf(params as Members),
    workspace_id: undefined,
    requester_id: undefined,
  }
}

/** The identifier under which a JSON-RPC answer goes back; null when the request has none that can (JSON-RPC 2.0, section 5). */
export function rpcIdOf(body: unknown): string | number | null {
  const id = isObject(body) ? body['id'] : undefined
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null
}

/** Whether the id of a JSON-RPC request is of a kind that has one answer: a string, a number that can be written, or null. */
export const isRpcId = (id: unknown): boolean => id === null || rpcIdOf({ id }) !== null

export const taskIdIn = (body: unknown): string | undefined => textIn(body, 'task_id')
export const taskIdInRpc = (body: unknown): string | undefined =>
  isObject(body) ? textIn(body['params'], 'id') : undefined
