import type { Exchange, Judgement, Judge, Violation } from '../../../engine/types.ts'
import { MEMBERS, KINDS, objectsOf, type A2aObject } from '../../../judge/a2a-objects.ts'
import { check, hasStatus, isObject, OK, violation } from '../../../judge/assertions.ts'
import { EVENT_STREAM, eventsOf } from '../../../judge/event-stream.ts'
import { mediaType, requestMember, responseFault } from '../../../judge/json-rpc.ts'
import { formatValue, valueAt } from '../../../judge/json.ts'
import type { A2aDialect } from '../../../probes/agent/a2a-dialects.ts'

/** Judges whether a stream consists of JSON-RPC responses with one object each. */
export const streamEvents =
  (dialect: A2aDialect): Judge =>
  ({ one }) =>
    check(one(`${dialect.prefix}.stream`), hasStatus(200), mediaType(EVENT_STREAM), (exchange) =>
      eventsFault(exchange, dialect),
    )

function eventsFault(exchange: Exchange, { version }: A2aDialect): Violation | undefined {
  const events = eventsOf(exchange)
  if (events.length === 0)
    return { pointer: 'body', expected: 'at least one event', actual: 'no event' }
  const id = requestMember(exchange, '/id')
  for (const [i, event] of events.entries()) {
    const fault = responseFault(`event/${i}`, event, id) ?? resultFault(i, event, version)
    if (fault) return fault
  }
  return undefined
}

function resultFault(
  i: number,
  event: unknown,
  version: A2aDialect['version'],
): Violation | undefined {
  const result = valueAt(event, '/result')
  const names = Object.keys(version === '1.0' ? MEMBERS : KINDS)
  const found = isObject(result)
    ? names.filter((name) => (version === '1.0' ? name in result : result['kind'] === name))
    : []
  return found.length === 1
    ? undefined
    : {
        pointer: version === '1.0' ? `event/${i}/result` : `event/${i}/result/kind`,
        expected: `exactly one of ${names.join(', ')}`,
        actual: formatValue(version === '1.0' ? result : valueAt(result, '/kind')),
      }
}

/** Judges whether a stream is one message, or belongs to one task and ends when that has ended or waits for its client. */
export const streamOrder =
  (dialect: A2aDialect): Judge =>
  ({ one }) => {
    const exchange = one(`${dialect.prefix}.stream`)
    const found = orderFault(objectsOf([exchange], dialect.version), dialect)
    return found ? violation({ exchange: exchange.key, ...found }) : OK
  }

function orderFault(objects: readonly A2aObject[], dialect: A2aDialect): Violation | undefined {
  const [first, ...rest] = objects
  if (first?.kind === 'message')
    return rest.length === 0
      ? undefined
      : fault(rest[0], 'nothing after the message', rest[0]?.kind ?? '')
  if (first?.kind !== 'task' && dialect.version === '1.0')
    return fault(first, 'a task or a message at the beginning', first?.kind ?? 'nothing')
  const id = taskIdOf(first)
  const foreign = rest.find((object) => taskIdOf(object) !== id)
  if (foreign)
    return fault(foreign, 'the task with which the stream begins', formatValue(taskIdOf(foreign)))
  return endFault(objects, dialect)
}

const fault = (object: A2aObject | undefined, expected: string, actual: string): Violation => ({
  pointer: object?.pointer ?? 'body',
  expected,
  actual,
})

const taskIdOf = (object: A2aObject | undefined): unknown =>
  object?.value[object.kind === 'task' ? 'id' : 'taskId']

/**
 * Returns the fault if the last state is not one in which the task has ended or waits, or if another state follows a status update with
 * which the task ended. In version 0.3, the event with the last state is also marked as final, which `finalEvent` judges.
 */
function endFault(objects: readonly A2aObject[], dialect: A2aDialect): Violation | undefined {
  const states = [...dialect.ended, ...dialect.interrupted]
  const withStatus = objects.filter(({ kind }) => kind === 'task' || kind === 'status')
  const last = withStatus.at(-1)
  const state = valueAt(last?.value, '/status/state')
  if (!states.includes(state as string))
    return fault(last, 'the end of the task before the end of the stream', formatValue(state))
  const early = withStatus
    .slice(0, -1)
    .find(({ value }) => dialect.ended.includes(valueAt(value, '/status/state') as string))
  return early && early.kind === 'status'
    ? fault(early, 'no update after the end of the task', 'an update')
    : undefined
}

/** Judges whether final is true in the last status update and false in all others. */
export const finalEvent =
  (dialect: A2aDialect): Judge =>
  ({ one }): Judgement => {
    const exchange = one(`${dialect.prefix}.stream`)
    const changes = objectsOf([exchange], dialect.version).filter(({ kind }) => kind === 'status')
    const wrong = changes.find(({ value }, i) => value['final'] !== (i === changes.length - 1))
    return wrong
      ? violation({
          exchange: exchange.key,
          pointer: `${wrong.pointer}/final`,
          expected: wrong === changes.at(-1) ? 'true' : 'false',
          actual: formatValue(wrong.value['final']),
        })
      : OK
  }
