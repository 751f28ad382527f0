import type { Evidence, Exchange, Judgement, Judge, Violation } from '../../../engine/types.ts'
import {
  artifactsIn,
  eachLocated,
  itemsOf,
  messagesIn,
  objectsOf,
  partsIn,
  statusesIn,
  type A2aObject,
  type Located,
} from '../../../judge/a2a-objects.ts'
import {
  check,
  each,
  isObject,
  isString,
  jsonObject,
  notApplicable,
  value,
} from '../../../judge/assertions.ts'
import {
  mediaType,
  refusal,
  requestMember,
  rpcError,
  rpcResponse,
} from '../../../judge/json-rpc.ts'
import { formatValue, member } from '../../../judge/json.ts'
import { controlOf, taskOf } from '../../../probes/agent/a2a.ts'
import type { A2aDialect } from '../../../probes/agent/a2a-dialects.ts'

/** The calls other than `send` whose responses are examined in the same way. */
export const OTHER_CALLS = [
  'get',
  'get_unknown',
  'cancel',
  'unknown_method',
  'no_message_id',
] as const

export const probeNames = ({ prefix }: A2aDialect, ...names: readonly string[]): string[] =>
  names.map((name) => `${prefix}.${name}`)

const controlIn = ({ of }: Evidence, dialect: A2aDialect): Exchange | undefined =>
  controlOf(of(`${dialect.prefix}.send`))

/** Judges a call unless the agent refuses the suite's calls. */
const unlessRefused = (exchange: Exchange, judge: () => Judgement): Judgement =>
  refusal(exchange) ?? judge()

/** Judges whether every call has a JSON-RPC response, whatever its content is. */
export const responses =
  (dialect: A2aDialect): Judge =>
  ({ of }) => {
    const sent = of(...probeNames(dialect, 'send', ...OTHER_CALLS))
    const credentials = sent.map(refusal).find((refused) => refused !== undefined)
    const isMissing = sent.every((exchange) => !isObject(member(exchange, '')))
    return isMissing && credentials
      ? credentials
      : each(sent, notApplicable('No call was sent.'), rpcResponse)
  }

export const jsonResponses =
  (dialect: A2aDialect): Judge =>
  ({ of }) =>
    each(
      of(...probeNames(dialect, 'send', ...OTHER_CALLS)),
      notApplicable('No call was sent.'),
      mediaType('application/json'),
    )

/** Judges whether the result of a message is a task or a message in the form of the version. */
export const sendResult =
  (dialect: A2aDialect): Judge =>
  (evidence) => {
    const control = controlIn(evidence, dialect)
    if (!control) return notApplicable('No message was sent.')
    return unlessRefused(control, () => check(control, (one) => resultFault(one, dialect)))
  }

function resultFault(exchange: Exchange, { version }: A2aDialect): Violation | undefined {
  const result = member(exchange, '/result')
  if (version === '0.3') {
    const kind = isObject(result) ? result['kind'] : undefined
    return kind === 'task' || kind === 'message'
      ? undefined
      : value('/result/kind', '"task" or "message"', () => false)(exchange)
  }
  const named = isObject(result) ? ['task', 'message'].filter((name) => name in result) : []
  return named.length === 1 && isObject(member(exchange, `/result/${named[0]}`))
    ? undefined
    : {
        pointer: 'body/result',
        expected: 'exactly one of the members task and message',
        actual: isObject(result)
          ? `the members ${Object.keys(result).join(', ')}`
          : formatValue(result),
      }
}

const fault =
  (expected: string, fits: (found: unknown) => boolean) =>
  ({ pointer, value: members }: Located, name: string): Violation | undefined =>
    fits(members[name])
      ? undefined
      : { pointer: `${pointer}/${name}`, expected, actual: formatValue(members[name]) }
const isText = (found: unknown): boolean => isString(found) && found !== ''
const text = fault('a non-empty string', isText)

/** Returns all objects that the agent has sent. */
const objectsIn = ({ of }: Evidence, dialect: A2aDialect): readonly A2aObject[] =>
  objectsOf(of(...probeNames(dialect, 'send', 'get', 'stream')), dialect.version)
const NO_OBJECTS = notApplicable('The agent has sent no such object.')

/** Judges whether tasks have their ids and a state in the spelling of the version. */
export const tasks =
  (dialect: A2aDialect): Judge =>
  (evidence) =>
    eachLocated(
      objectsIn(evidence, dialect).filter(({ kind }) => kind !== 'message'),
      NO_OBJECTS,
      (object) => taskFault(object, dialect),
    )

function taskFault(object: A2aObject, { states, version }: A2aDialect): Violation | undefined {
  const { kind } = object
  const hasContext = kind !== 'task' || version === '0.3'
  const ids = kind === 'task' ? text(object, 'id') : text(object, 'taskId')
  const context = hasContext ? text(object, 'contextId') : undefined
  if (ids ?? context) return ids ?? context
  if (kind === 'artifact') return undefined
  const [status = { ...object, pointer: `${object.pointer}/status`, value: {} }] =
    statusesIn(object)
  return fault(`a state of A2A ${version}, such as "${states[2]}"`, (found) =>
    states.includes(found as string),
  )(status, 'state')
}

/** Judges whether the agent responds only when the task has ended or waits for its client. */
export const waits =
  (dialect: A2aDialect): Judge =>
  (evidence) => {
    const task = taskOf(evidence.of(`${dialect.prefix}.send`), dialect)
    const control = controlIn(evidence, dialect)
    if (!task || !control) return notApplicable('The agent responds with a message.')
    const states = [...dialect.ended, ...dialect.interrupted]
    const pointer = dialect.version === '1.0' ? '/result/task/status/state' : '/result/status/state'
    return check(
      control,
      value(pointer, 'the state of a task that has ended or waits for its client', (it) =>
        states.includes(it as string),
      ),
    )
  }

interface Content {
  readonly type: string
  readonly fits: (found: unknown) => boolean
}
const STRING: Content = { type: 'a string', fits: isString }
const OBJECT: Content = { type: 'an object', fits: isObject }
/** The members that can hold the content of a part, each with its type. */
const CONTENT: Readonly<Record<A2aDialect['version'], Readonly<Record<string, Content>>>> = {
  '1.0': { text: STRING, raw: STRING, url: STRING, data: { type: 'a value', fits: () => true } },
  '0.3': { text: STRING, file: OBJECT, data: OBJECT },
}

/** Judges whether each part has exactly one content member. */
export const parts =
  (dialect: A2aDialect): Judge =>
  (evidence) =>
    eachLocated(objectsIn(evidence, dialect).flatMap(partsIn), NO_OBJECTS, (part) =>
      partFault(part, dialect.version),
    )

function partFault(part: Located, version: A2aDialect['version']): Violation | undefined {
  const contents = CONTENT[version]
  const kind = part.value['kind']
  const named =
    version === '0.3'
      ? [kind].filter(isString).filter((name) => Object.hasOwn(contents, name))
      : Object.keys(contents).filter((name) => Object.hasOwn(part.value, name))
  const [name] = named
  if (name === undefined || named.length > 1)
    return {
      pointer: version === '0.3' ? `${part.pointer}/kind` : part.pointer,
      expected: `exactly one of ${Object.keys(contents).join(', ')}`,
      actual: version === '0.3' ? formatValue(kind) : formatValue(part.value),
    }
  const { type, fits } = contents[name]!
  return fault(`${type} as the ${name} of the part`, fits)(part, name)
}

/** Judges whether messages and artifacts have their ids, roles and parts. */
export const messagesAndArtifacts =
  (dialect: A2aDialect): Judge =>
  (evidence) => {
    const objects = objectsIn(evidence, dialect)
    const roles = dialect.version === '1.0' ? ['ROLE_AGENT', 'ROLE_USER'] : ['agent', 'user']
    const role = fault(roles.join(' or '), (found) => roles.includes(found as string))
    const messages = new Set(objects.flatMap(messagesIn))
    const artifacts = objects.flatMap(artifactsIn)
    return eachLocated([...messages, ...artifacts], NO_OBJECTS, (one) => {
      const isMessage = messages.has(one)
      return (
        text(one, isMessage ? 'messageId' : 'artifactId') ??
        (isMessage ? role(one, 'role') : undefined) ??
        (itemsOf(one, 'parts').length > 0
          ? undefined
          : fault('at least one part', () => false)(one, 'parts'))
      )
    })
  }

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

export const timestamps =
  (dialect: A2aDialect): Judge =>
  (evidence) =>
    eachLocated(
      objectsIn(evidence, dialect)
        .flatMap(statusesIn)
        .filter(({ value: status }) => status['timestamp'] !== undefined),
      notApplicable('No status has a timestamp.'),
      (status) =>
        fault('an ISO 8601 time in UTC that ends with Z', (it) => isString(it) && UTC.test(it))(
          status,
          'timestamp',
        ),
    )

/** Judges whether a task is found by its id. */
export const getTask =
  (dialect: A2aDialect): Judge =>
  ({ one }) => {
    const exchange = one(`${dialect.prefix}.get`)
    const id = requestMember(exchange, '/params/id')
    return check(
      exchange,
      value('/result', 'the task', isObject),
      ...(dialect.version === '0.3'
        ? [value('/result/kind', '"task"', (it) => it === 'task')]
        : []),
      value('/result/id', formatValue(id), (it) => it === id),
    )
  }

/** Judges whether a call is rejected with one of these error codes. */
export const errorOf =
  (dialect: A2aDialect, name: string, ...codes: readonly number[]): Judge =>
  ({ one }) =>
    check(one(`${dialect.prefix}.${name}`), jsonObject, rpcError(...codes))
