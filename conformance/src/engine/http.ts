import type { Ledger } from './memory.ts'

/** One request as it goes over the wire; the body is text because every body of the interface is. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What came back: an answer, or the phase in which there was none. */
export type Outcome = Answer | Failure

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body after any Content-Encoding was undone, read as UTF-8. */
  readonly body: string
  /** From the first byte sent to the last byte read, in milliseconds. */
  readonly ms: number
  /** When the answer was complete, in milliseconds since 1970. */
  readonly at: number
}

export interface Failure {
  readonly kind: 'failure'
  /** `connect`: nobody was reached. `answer`: the connection stood, but no complete answer came, or there was nothing that could be sent. */
  readonly phase: 'connect' | 'answer'
  readonly code:
    'refused' | 'dns' | 'tls' | 'reset' | 'timeout' | 'too_large' | 'not_http' | 'not_sent'
  readonly says: string
  readonly ms: number
  readonly at: number
}

export interface Limits {
  /** How long one request may take in all, in milliseconds. */
  readonly ms: number
  /** How large an answer may be, in bytes: as it is sent, and again after its content codings are undone. */
  readonly bytes: number
  /** Counts what is held of all answers together. The text of an answer counts as held until somebody gives it back. */
  readonly ledger?: Ledger
}

/** Carries one request and tells what came back. Never throws: a target can do nothing that is not an outcome. */
export type Transport = (request: WireRequest, limits: Limits) => Promise<Outcome>

/** The value of a header, in whatever case it was sent; several of one name are joined as RFC 9110 section 5.3 says. */
export function header(answer: Answer, name: string): string | undefined {
  const values = answer.headers
    .filter(([given]) => given.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}
