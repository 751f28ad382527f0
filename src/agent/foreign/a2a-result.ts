import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { mismatch } from './mismatch.ts'

/** The states of a task at a foreign agent. A waiting one needs something from its caller. */
const PHASES = {
  submitted: 'active',
  working: 'active',
  'input-required': 'waiting',
  'auth-required': 'waiting',
  completed: 'ended',
  failed: 'ended',
  canceled: 'ended',
  rejected: 'ended',
} as const
type ForeignState = keyof typeof PHASES

/** What a foreign agent returned for a message. */
export type ForeignTask =
  | { readonly kind: 'message'; readonly result: JsonObject }
  | {
      readonly kind: 'task'
      readonly id: string
      readonly state: ForeignState
      readonly result: JsonObject
      /** The text of the agent's message about the state. */
      readonly status_text: string
    }

export const phaseOf = (task: ForeignTask): 'active' | 'waiting' | 'ended' =>
  task.kind === 'message' ? 'ended' : PHASES[task.state]

const PREFIX = 'TASK_STATE_'

/** Reads a message or a task, in the form of any version of A2A. @throws ForeignError if it is neither */
export function readForeignTask(value: unknown): ForeignTask {
  if (!isJsonObject(value)) throw wrongShape('the result is not an object', value)
  const { task, message } = value
  if (isJsonObject(task)) return readTask(task)
  if (isJsonObject(message)) return readMessage(message)
  if (isJsonObject(value['status'])) return readTask(value)
  if (Array.isArray(value['parts'])) return readMessage(value)
  throw wrongShape('the result is neither a message nor a task', value)
}

const wrongShape = (reason: string, value: unknown) => mismatch(reason, JSON.stringify(value))

const readMessage = ({ parts }: JsonObject): ForeignTask => ({
  kind: 'message',
  result: contentOf(partsIn(parts)),
})

function readTask(task: JsonObject): ForeignTask {
  const { id, status, artifacts } = task
  if (typeof id !== 'string' || id === '') throw wrongShape('a task has no id', task)
  const { state, message } = isJsonObject(status) ? status : {}
  const status_parts = isJsonObject(message) ? partsIn(message['parts']) : []
  const produced = (Array.isArray(artifacts) ? (artifacts as Json[]) : []).flatMap((artifact) =>
    isJsonObject(artifact) ? partsIn(artifact['parts']) : [],
  )
  return {
    kind: 'task',
    id,
    state: stateOf(state),
    // An agent may put its result into the message of the status instead of an artifact.
    result: contentOf(produced.length > 0 ? produced : status_parts),
    status_text: String(contentOf(status_parts)['text']),
  }
}

function stateOf(state: unknown): ForeignState {
  const text = typeof state === 'string' ? state : ''
  const name = text.startsWith(PREFIX)
    ? text.slice(PREFIX.length).toLowerCase().replaceAll('_', '-')
    : text
  if (!Object.hasOwn(PHASES, name)) throw mismatch('a task has an unknown state', text)
  return name as ForeignState
}

const partsIn = (parts: unknown): JsonObject[] =>
  Array.isArray(parts) ? (parts as unknown[]).filter(isJsonObject) : []

/**
 * Returns the content of parts: the text parts, joined by line feeds, the data, and the files as they are
 * (docs/specification/bridge.md#a2a-results).
 */
function contentOf(parts: readonly JsonObject[]): JsonObject {
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const data = parts.flatMap((part) =>
    part['data'] === undefined || part['data'] === null ? [] : [part['data']],
  )
  const files = parts.flatMap(fileIn)
  return {
    text: texts.join('\n'),
    ...(data.length > 0 && { data: data.length === 1 ? data[0]! : data }),
    ...(files.length > 0 && { files }),
  }
}

function fileIn(part: JsonObject): JsonObject[] {
  const { file, url, raw, filename, mediaType } = part
  if (isJsonObject(file)) return [file]
  if (typeof url !== 'string' && typeof raw !== 'string') return []
  const members = { url, raw, filename, mediaType }
  const present = Object.entries(members).filter(([, value]) => typeof value === 'string')
  return [Object.fromEntries(present) as JsonObject]
}
