import type { Facts } from './typed.ts'

/** A documented answer: what `reply` makes. `type` is the media type; undefined means JSON, or no content at all. */
export class Answer {
  readonly status: number
  readonly body: unknown
  readonly type: string | undefined
  readonly headers: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: number,
    body?: unknown,
    type?: string,
    headers?: Readonly<Record<string, unknown>>,
  ) {
    this.status = status
    this.body = body
    this.type = type
    this.headers = headers
  }

  /** The same answer with response headers. */
  with(headers: Readonly<Record<string, unknown>>): Answer {
    return new Answer(this.status, this.body, this.type, { ...this.headers, ...headers })
  }
}

/** A problem with the facts of its occurrence: what `refuse` and every stage of the pipeline make. */
export class Refusal {
  readonly code: string
  readonly facts: Facts

  constructor(code: string, facts: Facts = {}) {
    this.code = code
    this.facts = facts
  }
}

export type Outcome = Answer | Refusal

/** Shared by all calls: they carry no state, so no request pays for a closure. */
export const reply = (status: number, body?: unknown, type?: string): Answer =>
  new Answer(status, body, type)
export const refuse = (code: string, facts?: Facts): Refusal => new Refusal(code, facts)
