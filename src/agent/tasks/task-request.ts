import { isJsonObject, type JsonObject } from '../../domain/json.ts'

/** A task as it was requested, directly or over JSON-RPC. */
export interface TaskRequest {
  /** Undefined if the request names none. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly input: JsonObject
  readonly workspace_id: string | undefined
  readonly requester_id: string | undefined
}

const textMember = (value: unknown, name: string): string | undefined => {
  const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof member === 'string' ? member : undefined
}

/**
 * Returns the text of a message: the message itself if it is a string, else its text parts joined by line feeds. Everything else in a
 * message is ignored (docs/specification/agent-protocol.md#skill-input). Returns undefined if there is no text.
 */
function textOf(message: unknown): string | undefined {
  if (typeof message === 'string') return message
  const parts =
    isJsonObject(message) && Array.isArray(message['parts']) ? (message['parts'] as unknown[]) : []
  const texts = parts
    .filter((part) => textMember(part, 'type') === 'text')
    .map((part) => textMember(part, 'text'))
    .filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** Members of a task that are not input of its skill (docs/specification/agent-protocol.md#skill-input). */
export const RESERVED_MEMBERS: readonly string[] = ['message', 'skill', 'id', 'contextId']

/** Returns the input of a skill: the text, and all members that are not reserved. */
function inputOf(members: JsonObject): JsonObject {
  const others = Object.entries(members).filter(([name]) => !RESERVED_MEMBERS.includes(name))
  const text = textOf(members['message'])
  return { ...Object.fromEntries(others), ...(text !== undefined && { text }) }
}

/** Returns the skill that the body of `handleTask` names, in `input.skill`, else in `type`, else in `context.skill`. */
const skillOfTask = (body: unknown): string | undefined =>
  isJsonObject(body)
    ? (textMember(body['input'], 'skill') ??
      textMember(body, 'type') ??
      textMember(body['context'], 'skill'))
    : undefined

/** Reads a valid body of `handleTask`. */
export function readTask(body: { readonly input: object; readonly context?: object }): TaskRequest {
  return {
    skill: skillOfTask(body),
    task_id: taskIdIn(body),
    input: inputOf(body.input as JsonObject),
    workspace_id: textMember(body.context, 'workspace_id'),
    requester_id: textMember(body.context, 'requester_id'),
  }
}

/** Reads the params of a valid `tasks/send`. */
export function readRpcParams(params: object): TaskRequest {
  return {
    skill: textMember(params, 'skill'),
    task_id: textMember(params, 'id'),
    input: inputOf(params as JsonObject),
    workspace_id: undefined,
    requester_id: undefined,
  }
}

/**
 * Returns the id of the JSON-RPC response, which is null if the id of the request is missing or invalid (JSON-RPC 2.0, section 5). A number
 * that is not exact is invalid: the response would have another one, and its client would wait forever.
 */
export function rpcIdOf(body: unknown): string | number | null {
  const id = isJsonObject(body) ? body['id'] : undefined
  if (typeof id === 'number') return Math.abs(id) <= Number.MAX_SAFE_INTEGER ? id : null
  return typeof id === 'string' ? id : null
}

/** Returns whether a value is a valid id of a JSON-RPC request: a string, an exact number, or null. */
export const isRpcId = (id: unknown): boolean => id === null || rpcIdOf({ id }) !== null

export const taskIdIn = (body: unknown): string | undefined => textMember(body, 'task_id')
export const taskIdInRpc = (body: unknown): string | undefined =>
  isJsonObject(body) ? textMember(body['params'], 'id') : undefined
