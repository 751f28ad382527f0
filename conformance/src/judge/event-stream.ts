import { exceedsJsonLimits } from '../engine/transport/body.ts'
import { header } from '../engine/transport/http.ts'
import type { Exchange } from '../engine/types.ts'
import { bodyOf, parseJson } from './json.ts'

export const EVENT_STREAM = 'text/event-stream'

/** Returns the media type of a response, without parameters; undefined if there is none. */
export function mediaTypeOf({ outcome }: Exchange): string | undefined {
  if (outcome.kind !== 'response') return undefined
  return header(outcome, 'Content-Type')?.split(';')[0]?.trim().toLowerCase()
}

/**
 * Returns the data of the events in a `text/event-stream` body (HTML, section 9.2.6), which may begin with a byte order mark and whose
 * lines may end with CRLF, LF or CR. Events without data are omitted.
 */
const dataOf = (body: string): readonly string[] =>
  body
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((event) =>
      event
        .split('\n')
        .filter((line) => /^data(?::|$)/.test(line))
        .map((line) => line.replace(/^data:? ?/, ''))
        .join('\n'),
    )
    .filter((data) => data !== '')

/** Limits the events of a stream, which together may have as many values as one body. */
const MAX_EVENTS = 10_000

/** Returns the JSON values of an event stream, `undefined` for data that is not JSON. A stream beyond the limits has none. */
export function eventsOf({ outcome }: Exchange): readonly unknown[] {
  const data = outcome.kind === 'response' ? dataOf(outcome.body) : []
  return data.length > MAX_EVENTS || exceedsJsonLimits(`[${data.join()}]`)
    ? []
    : data.map(parseJson)
}

const unwrapped = new WeakMap<object, Exchange>()

/** Returns an exchange whose body is the last message of a stream, so that a response is examined in the same way in both forms. */
export function withoutStream(exchange: Exchange): Exchange {
  const { outcome } = exchange
  if (outcome.kind !== 'response' || mediaTypeOf(exchange) !== EVENT_STREAM) return exchange
  const known = unwrapped.get(outcome)
  if (known) return known
  const last = dataOf(outcome.body).at(-1) ?? ''
  const body = exceedsJsonLimits(last) ? '' : last
  const plain = { ...exchange, outcome: { ...outcome, body } }
  unwrapped.set(outcome, plain)
  return plain
}

/** Returns the JSON values that a response has: its events, or its body, each with the pointer to it. */
export const messagesOf = (
  exchange: Exchange,
): readonly { readonly pointer: string; readonly value: unknown }[] =>
  mediaTypeOf(exchange) === EVENT_STREAM
    ? eventsOf(exchange).map((value, i) => ({ pointer: `event/${i}`, value }))
    : [{ pointer: 'body', value: bodyOf(exchange) }]
