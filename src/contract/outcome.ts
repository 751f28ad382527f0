import type { ProblemDetails } from './typed.ts'

/** A documented response, created by `reply`. `type` is the media type; undefined means JSON, or no content at all. */
export class DocumentedReply {
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

  /** Returns the same reply with additional response headers. */
  with(headers: Readonly<Record<string, unknown>>): DocumentedReply {
    return new DocumentedReply(this.status, this.body, this.type, { ...this.headers, ...headers })
  }
}

/** A problem with the details of its occurrence, created by `refuse` and by every stage of the pipeline. */
export class Problem {
  readonly code: string
  readonly details: ProblemDetails

  constructor(code: string, details: ProblemDetails = {}) {
    this.code = code
    this.details = details
  }
}

export type Outcome = DocumentedReply | Problem

/** Shared by all calls. They carry no state, so no request pays for a closure. */
export const reply = (status: number, body?: unknown, type?: string): DocumentedReply =>
  new DocumentedReply(status, body, type)
export const refuse = (code: string, details?: ProblemDetails): Problem =>
  new Problem(code, details)
