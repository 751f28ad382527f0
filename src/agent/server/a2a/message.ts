import { isJsonObject, type JsonObject } from '../../../domain/json.ts'
import { SKILL_EXTENSION } from '../../protocols.ts'
import {
  contentNotSupported,
  invalidParams,
  notificationsNotSupported,
  type A2aError,
} from './errors.ts'

/** A message that a client sent, in any version of A2A. */
export interface A2aMessage {
  readonly kind: 'message'
  /** Undefined if the metadata names none. */
  readonly skill: string | undefined
  readonly input: JsonObject
  readonly context_id: string | undefined
  /** The task that the message continues. */
  readonly task_id: string | undefined
  /** Whether the client waits until the task has ended. */
  readonly waits: boolean
}

const ID = /^[!-~]{1,200}$/
const invalidId = (member: string): string =>
  `params.message.${member} must have 1 to 200 visible ASCII characters, without spaces.`

/** Reads the params of a method that sends a message (docs/specification/a2a.md#messages). */
export function readMessage(params: JsonObject): A2aMessage | A2aError {
  const { message, metadata, configuration } = params
  if (!isJsonObject(message)) return invalidParams('params.message must be an object.')
  const { messageId, contextId, taskId, role, parts } = message
  if (!isText(messageId))
    return invalidParams('params.message.messageId must be a non-empty string.')
  if (role !== 'ROLE_USER' && role !== 'user')
    return invalidParams('params.message.role must be ROLE_USER (A2A 1.0) or user (A2A 0.3).')
  if (!isAbsentOr(isId, contextId)) return invalidParams(invalidId('contextId'))
  if (!isAbsentOr(isId, taskId)) return invalidParams(invalidId('taskId'))
  const settings = isJsonObject(configuration) ? configuration : {}
  if (settings['taskPushNotificationConfig'] ?? settings['pushNotificationConfig'])
    return notificationsNotSupported()
  const skill = namedSkill(message['metadata']) ?? namedSkill(metadata)
  if (skill !== undefined && !isText(skill))
    return invalidParams(`${SKILL_EXTENSION} in the metadata must be {"skill": NAME}.`)
  const input = readParts(parts)
  if (input.kind === 'error') return input
  return {
    kind: 'message',
    skill,
    input: input.value,
    context_id: textOrUndefined(contextId),
    task_id: textOrUndefined(taskId),
    waits: settings['returnImmediately'] !== true && settings['blocking'] !== false,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
/**
 * Returns whether a value is absent or passes the check. An empty string counts as absent, because protocol buffer libraries may write it.
 */
const isAbsentOr = (check: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || value === null || value === '' || check(value)
const textOrUndefined = (value: unknown): string | undefined => (isText(value) ? value : undefined)

/** Returns what the extension names in metadata: undefined without the extension, and null if it names no skill. */
function namedSkill(metadata: unknown): unknown {
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, SKILL_EXTENSION)) return undefined
  const value = metadata[SKILL_EXTENSION]
  return isJsonObject(value) ? (value['skill'] ?? null) : null
}

type Input = { readonly kind: 'input'; readonly value: JsonObject }

/** Reads the input of a skill: the members of all data parts, and the text of the text parts (docs/specification/a2a.md#input). */
function readParts(parts: unknown): Input | A2aError {
  if (!Array.isArray(parts) || parts.length === 0)
    return invalidParams('params.message.parts must have at least one part.')
  const texts: string[] = []
  const data: JsonObject[] = []
  for (const part of parts as unknown[]) {
    if (isAmbiguous(part)) return invalidParams('A part must have either text or data.')
    const content = contentOf(part)
    if (!content) return contentNotSupported()
    if ('text' in content) texts.push(content.text)
    else if (isJsonObject(content.data)) data.push(content.data)
    else return invalidParams('The data of a part must be an object.')
  }
  // The parts are merged at once, because copying the members of all earlier parts for each part would take quadratic time.
  const members = Object.fromEntries(data.flatMap((part) => Object.entries(part)))
  const value = { ...members, ...(texts.length > 0 && { text: texts.join('\n') }) }
  return { kind: 'input', value }
}

/** Returns whether a part without a type has several contents, of which only one would be read. */
const isAmbiguous = (part: unknown): boolean =>
  isJsonObject(part) &&
  (part['kind'] ?? part['type']) === undefined &&
  ['text', 'data', 'raw', 'url'].filter((member) => part[member] !== undefined).length > 1

/** Returns the text or the data of a part, whose type is in `kind` or `type` or follows from its members; undefined for any other part. */
function contentOf(
  part: unknown,
): { readonly text: string } | { readonly data: unknown } | undefined {
  if (!isJsonObject(part)) return undefined
  const { kind, type, text, data } = part
  switch (kind ?? type ?? ('text' in part ? 'text' : 'data')) {
    case 'text':
      return typeof text === 'string' ? { text } : undefined
    case 'data':
      return data === undefined ? undefined : { data }
    default:
      return undefined
  }
}
