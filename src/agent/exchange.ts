import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson } from '../contract/json.ts'
import type { Presented } from './trust/admission.ts'
import type { Answered } from './trust/signing.ts'

/** One request on its way through the agent, as far as every stage may need to know it. */
export interface Exchange {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly trace_id: string
  /** Undefined until the request was routed. */
  operation_id: string | undefined
  /** Of the task; made here, until the body is read and names another. */
  task_id: string
  /** The body as it was received, content encoding undone; undefined until it was read. */
  bytes: Buffer | undefined
  /** Its JSON; undefined until it was parsed, or when it is none. */
  value: unknown
  /** What its headers say about who signed it. */
  presented: Presented
  /** What the answer is bound to, once the request is known to be signed; until then the answer is not signed either. */
  answered: Answered | undefined
}

const TRACE_ID = /^[A-Za-z0-9._:~-]{1,200}$/
const TASK_ID = /^[!-~]{1,200}$/

/** A new exchange. Its trace is the request's own, where that can stand in a header. */
export function openExchange(headers: Exchange['headers'], newId: () => string): Exchange {
  const given = headers['x-svc-trace-id']
  const trace_id = given !== undefined && TRACE_ID.test(given) ? given : newId()
  return {
    headers,
    trace_id,
    task_id: newId(),
    operation_id: undefined,
    bytes: undefined,
    value: undefined,
    presented: { kind: 'nothing' },
    answered: undefined,
  }
}

/**
 * The exchange of whatever runs now. Refusals are put into words far from the request that they answer, and the words name its
 * task; this carries it there, and keeps concurrent requests apart.
 */
export const exchanges = new AsyncLocalStorage<Exchange>()
export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (!exchange) throw new Error('There is no request that this could belong to')
  return exchange
}

/** The body's JSON, parsed when first asked for; undefined when none was received or it is none. */
export function bodyOf(exchange: Exchange): unknown {
  if (exchange.value !== undefined || !exchange.bytes) return exchange.value
  const parsed = parseJson(exchange.bytes)
  exchange.value = 'value' in parsed ? parsed.value : undefined
  return exchange.value
}

/** Takes the task's identifier over from the request, where it has one that a header can carry. */
export function adoptTaskId(exchange: Exchange, given: unknown): string {
  if (typeof given === 'string' && TASK_ID.test(given)) exchange.task_id = given
  return exchange.task_id
}
