import { validateHeaderValue } from 'node:http'
import type { OperationObject } from './document.ts'
import { EventStream } from './event-stream.ts'
import type { AnyOptions } from './hooks.ts'
import type { Match } from './router.ts'
import type { Incoming, ProblemDetails, TableEntry } from './typed.ts'
import type { OutgoingResponse } from './response-gate.ts'

// ---- Outcomes of handlers and gates --------------------------------------------------------------------------------

/** A documented response, created by `reply`. `type` is the media type; undefined means JSON, or no content. */
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

/** A problem with the details of its occurrence, created by `refuse` and by the stages of the pipeline. */
export class Problem {
  readonly code: string
  readonly details: ProblemDetails

  constructor(code: string, details: ProblemDetails = {}) {
    this.code = code
    this.details = details
  }
}

export const problemFrom = ({
  code,
  details,
}: {
  code: string
  details?: ProblemDetails
}): Problem => new Problem(code, details)

export type Outcome = DocumentedReply | Problem

/** Creates a documented response. All calls share this function, so that no request has to create a closure. */
export const reply = (status: number, body?: unknown, type?: string): DocumentedReply =>
  new DocumentedReply(status, body, type)
/** Creates a problem. All calls share this function, as they share `reply`. */
export const refuse = (code: string, details?: ProblemDetails): Problem =>
  new Problem(code, details)

/** Checks that a handler returned a reply. The types enforce this, except where a handler uses a cast. */
export function outcomeOf(returned: unknown, { id }: TableEntry): Outcome {
  if (returned instanceof DocumentedReply || returned instanceof Problem) return returned
  throw new TypeError(`${id} did not return a reply`)
}

/** Returns the response to a request that matches no operation of the contract. */
export function unmatched(match: Match<unknown>): Outcome {
  switch (match.kind) {
    case 'options':
      return new DocumentedReply(204).with({ Allow: match.allow })
    case 'method_not_allowed':
      return new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: match.allow } })
    case 'malformed':
      return new Problem('MALFORMED_REQUEST', {
        message:
          'The path contains an invalid percent-encoding; encode it as UTF-8, and write a percent sign as %25.',
      })
    case 'not_found':
    case 'matched':
      return new Problem('ROUTE_NOT_FOUND')
  }
}

// ---- Responses -----------------------------------------------------------------------------------------------------

/** A response to be sent over a socket or returned in memory. */
export interface ContractResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined without content, and always in responses to HEAD. */
  readonly body: string | Buffer | undefined
  /** The events that follow the headers, in a response that has no other body. */
  readonly events?: EventStream
}

type Headers = Readonly<Record<string, unknown>>
type Presentation = Pick<AnyOptions, 'present' | 'problems' | 'statusOf' | 'headers'>

/** Converts an outcome to a response: presents problems in the contract's schema, and converts the body and the headers to text. */
export function writeResponse(
  options: Presentation,
  outcome: Outcome,
  id: string,
  operation?: TableEntry,
  extra?: Headers,
): ContractResponse {
  const {
    status,
    headers: outcome_headers,
    body,
    type,
  } = outcome instanceof Problem ? presentProblem(options, outcome, id, operation) : outcome
  const events = body instanceof EventStream ? body : undefined
  const content = body === undefined || events ? undefined : contentOf(body, type)
  const headers: Record<string, string> = { 'X-Request-ID': id, ...options.headers, ...extra }
  if (events) headers['Content-Type'] = 'text/event-stream'
  if (content !== undefined) headers['Content-Type'] = contentType(content, type)
  if (content !== undefined) headers['Content-Length'] = String(Buffer.byteLength(content))
  for (const name in outcome_headers) headers[name] = headerValue(name, outcome_headers[name])
  return { status, headers, body: content, ...(events && { events }) }
}

/** Returns a response in the form that the response gate checks. */
export function outgoingResponse({ status, headers, body }: ContractResponse): OutgoingResponse {
  const lower_case_headers: Record<string, string> = {}
  for (const name in headers) lower_case_headers[name.toLowerCase()] = headers[name]!
  return {
    status,
    headers: lower_case_headers,
    type: lower_case_headers['content-type']?.split(';', 1)[0],
    text: body,
  }
}

function presentProblem(
  { problems, present, statusOf }: Presentation,
  { code, details }: Problem,
  id: string,
  operation: TableEntry | undefined,
) {
  const status = statusOf?.(code, operation) ?? problems[code]!.status
  return {
    status,
    headers: details.headers,
    body: present(code, details, id, operation),
    type: undefined,
  }
}

const JSON_TYPE = 'application/json'

const contentOf = (body: unknown, type = JSON_TYPE): string | Buffer =>
  type === JSON_TYPE
    ? (serializedBodies.get(body as object) ?? JSON.stringify(body))
    : (body as string | Buffer)

const serializedBodies = new WeakMap<object, Buffer>()

/**
 * Marks a large body as immutable: it is serialized and checked by the response gate only once, and all connections send the same buffer.
 * Otherwise clients that request it repeatedly would keep the process busy, and clients that do not read the response would fill its
 * memory.
 */
export function markImmutable<Body extends object>(body: Body): Body {
  serializedBodies.set(body, Buffer.from(JSON.stringify(body)))
  return body
}

const contentType = (content: string | Buffer, type = JSON_TYPE): string =>
  type.startsWith('text/') && typeof content === 'string' ? `${type}; charset=utf-8` : type

/** Returns a header value as text. Throws if it is invalid in HTTP, before it can produce a malformed response. */
function headerValue(name: string, value: unknown): string {
  const text = String(value)
  validateHeaderValue(name, text)
  return text
}

/**
 * Replaces a 200 response with a 304 if the request names its `ETag` and the operation documents 304 (RFC 9110, sections 13.1.2 and
 * 15.4.5).
 */
export function applyIfNoneMatch(
  response: ContractResponse,
  { headers }: Incoming,
  operation: OperationObject | undefined,
): ContractResponse {
  const condition = headers['if-none-match']
  const etag = response.headers['ETag']
  if (
    condition === undefined ||
    etag === undefined ||
    response.status !== 200 ||
    !operation?.responses['304']
  )
    return response
  if (!matches(condition, etag)) return response
  const { 'Content-Type': _type, 'Content-Length': _length, ...rest } = response.headers
  return { status: 304, headers: rest, body: undefined }
}

/** Compares weakly, as required for GET (RFC 9110, section 8.8.3.2). */
const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' ||
  list.split(',').some((candidate) => opaqueTag(candidate) === opaqueTag(etag))
const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, '')
