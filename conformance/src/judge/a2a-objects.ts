import type { Exchange, Judgement, Violation } from '../engine/types.ts'
import type { A2aVersion } from './a2a-card.ts'
import { firstFailure, isArray, isObject, isString, OK, violation } from './assertions.ts'
import { messagesOf } from './event-stream.ts'
import { valueAt } from './json.ts'

export type Members = Readonly<Record<string, unknown>>

/** An A2A value in a response, and the pointer to it. */
export interface Located {
  readonly exchange: Exchange
  readonly pointer: string
  readonly value: Members
}

export type ObjectKind = 'task' | 'message' | 'status' | 'artifact'

/** A task, a message, or an update of a task. */
export interface A2aObject extends Located {
  readonly kind: ObjectKind
}

/** The members of a result in 1.0 that identify the kind of the object. */
export const MEMBERS: Readonly<Record<string, ObjectKind>> = {
  task: 'task',
  message: 'message',
  statusUpdate: 'status',
  artifactUpdate: 'artifact',
}
/** The values of the member `kind` in 0.3, and the kinds of object that they identify. */
export const KINDS: Readonly<Record<string, ObjectKind>> = {
  task: 'task',
  message: 'message',
  'status-update': 'status',
  'artifact-update': 'artifact',
}

/** Returns the A2A object in a result, with its kind. In 1.0, GetTask returns the task itself, not wrapped in a member. */
function objectIn(located: Located, version: A2aVersion): readonly A2aObject[] {
  const { value, pointer } = located
  if (version === '0.3') {
    const name = value['kind']
    return isString(name) && Object.hasOwn(KINDS, name) ? [{ ...located, kind: KINDS[name]! }] : []
  }
  const named = Object.entries(MEMBERS).find(([name]) => isObject(value[name]))
  if (named) {
    const [name, kind] = named
    return [{ ...located, kind, pointer: `${pointer}/${name}`, value: value[name] as Members }]
  }
  return isObject(value['status']) ? [{ ...located, kind: 'task' }] : []
}

/** Returns the tasks, messages and updates in responses, in order. */
export function objectsOf(
  exchanges: readonly Exchange[],
  version: A2aVersion,
): readonly A2aObject[] {
  return exchanges.flatMap((exchange) =>
    messagesOf(exchange).flatMap((message) => {
      const value = valueAt(message.value, '/result')
      return isObject(value)
        ? objectIn({ exchange, pointer: `${message.pointer}/result`, value }, version)
        : []
    }),
  )
}

/** Returns the object at a member of a located value; none if there is no such member. */
const memberOf = ({ exchange, pointer, value }: Located, name: string): readonly Located[] =>
  value[name] === undefined || value[name] === null
    ? []
    : [{ exchange, pointer: `${pointer}/${name}`, value: asMembers(value[name]) }]

/** A value that is not an object has no members, so that whatever is required of it is missing. */
const asMembers = (value: unknown): Members => (isObject(value) ? value : {})

export const itemsOf = ({ exchange, pointer, value }: Located, name: string): readonly Located[] =>
  isArray(value[name])
    ? value[name].map((item, i) => ({
        exchange,
        pointer: `${pointer}/${name}/${i}`,
        value: asMembers(item),
      }))
    : []

/** Returns the statuses of tasks and of their updates. */
export const statusesIn = (object: A2aObject): readonly Located[] =>
  object.kind === 'task' || object.kind === 'status' ? memberOf(object, 'status') : []

/** Returns the messages in an object. */
export const messagesIn = (object: A2aObject): readonly Located[] =>
  object.kind === 'message'
    ? [object]
    : [
        ...statusesIn(object).flatMap((status) => memberOf(status, 'message')),
        ...(object.kind === 'task' ? itemsOf(object, 'history') : []),
      ]

/** Returns the artifacts in an object. */
export const artifactsIn = (object: A2aObject): readonly Located[] =>
  object.kind === 'artifact' ? memberOf(object, 'artifact') : itemsOf(object, 'artifacts')

/** Returns the parts of the messages and artifacts in an object. */
export const partsIn = (object: A2aObject): readonly Located[] =>
  [...messagesIn(object), ...artifactsIn(object)].flatMap((one) => itemsOf(one, 'parts'))

/** Checks all values. Returns `none` instead of a pass if there are no values. */
export function eachLocated<T extends Located>(
  values: readonly T[],
  none: Judgement,
  faultOf: (value: T) => Violation | undefined,
): Judgement {
  if (values.length === 0) return none
  return firstFailure(
    values.map((value) => () => {
      const fault = faultOf(value)
      return fault ? violation({ exchange: value.exchange.key, ...fault }) : OK
    }),
  )
}
