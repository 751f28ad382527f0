import type { MemoryBudget } from '../memory.ts'

/** One request as it is sent. The body is text, as every body of the interface is. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Outcome = HttpResponse | Failure

export interface HttpResponse {
  readonly kind: 'response'
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body after content decoding, read as UTF-8. */
  readonly body: string
  /** Milliseconds from the start of the request, including the connection, to the end of the response. */
  readonly ms: number
  /** When the response was complete, in milliseconds since 1970. */
  readonly at: number
}

export const FAILURE_PHASES = ['connect', 'answer'] as const
export const FAILURE_CODES = [
  'refused',
  'dns',
  'tls',
  'reset',
  'timeout',
  'too_large',
  'not_http',
  'not_sent',
] as const

/** Why there is no complete response. */
export interface Failure {
  readonly kind: 'failure'
  /**
   * `connect`: no connection was established. `answer`: a connection was established, but no complete response arrived, or the request
   * could not be sent.
   */
  readonly phase: (typeof FAILURE_PHASES)[number]
  readonly code: (typeof FAILURE_CODES)[number]
  /** A human-readable description. */
  readonly says: string
  readonly ms: number
  readonly at: number
}

/** Returns the failure of a request to which there is no usable response. */
export const failure = (
  code: Failure['code'],
  says: string,
  { ms, at }: Pick<Outcome, 'ms' | 'at'> = { ms: 0, at: 0 },
): Failure => ({ kind: 'failure', phase: 'answer', code, says, ms, at })

/** The descriptions of failures that are the same for every transport that reports them. */
export const noResponseWithin = (ms: number): string => `no complete response within ${ms} ms`
export const CANNOT_BE_SENT =
  'a header or the address of the request contains characters that cannot be sent'
export const CONNECTION_CLOSED = 'the connection was closed before the response was complete'

export interface Limits {
  /** The time limit of the whole request in milliseconds. */
  readonly ms: number
  /** The largest response in bytes, both as sent and after decoding. */
  readonly bytes: number
  /** Counts the memory of all responses. The text of a response stays reserved until it is released. */
  readonly budget?: MemoryBudget
}

/** Sends one request and returns its outcome. Never throws, whatever the target does. */
export type Transport = (request: HttpRequest, limits: Limits) => Promise<Outcome>

/** Returns whether a request exceeded a rate limit (RFC 6585, section 4). */
export const isBusy = (exchange: { readonly outcome: Outcome } | undefined): boolean =>
  exchange?.outcome.kind === 'response' && exchange.outcome.status === 429

/**
 * Returns whether a response is a subscription to events. Such a response has no end, so it counts as complete once its headers have
 * arrived, and its body is not read.
 */
export const isSubscription = (method: string, content_type: string | undefined): boolean =>
  method === 'GET' && /^text\/event-stream\b/i.test(content_type ?? '')

/** Returns the value of a header, whose name is case-insensitive. Repeated headers are joined as in RFC 9110, section 5.3. */
export function header(response: HttpResponse, name: string): string | undefined {
  const values = response.headers
    .filter(([given]) => given.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}
