import { validateHeaderValue } from 'node:http'
import type { AnyOptions } from './hooks.ts'
import { Problem, type Outcome } from './outcome.ts'
import type { OutgoingResponse } from './response-gate.ts'
import type { TableEntry } from './typed.ts'

/** A response, to be sent over a socket or returned in memory. */
export interface ContractResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined without content, and always in responses to HEAD. */
  readonly body: string | Buffer | undefined
}

type Headers = Readonly<Record<string, unknown>>
type Presentation = Pick<AnyOptions, 'present' | 'problems' | 'statusOf' | 'headers'>

/** Converts an outcome to a response: problems in the contract's schema, the body as text, every header as text. */
export function writeResponse(
  options: Presentation,
  outcome: Outcome,
  id: string,
  operation?: TableEntry,
  extra?: Headers,
): ContractResponse {
  const {
    status,
    headers: own,
    body,
    type,
  } = outcome instanceof Problem ? presentProblem(options, outcome, id, operation) : outcome
  const content = body === undefined ? undefined : contentOf(body, type)
  const headers: Record<string, string> = { 'X-Request-ID': id, ...options.headers, ...extra }
  if (content !== undefined) headers['Content-Type'] = contentType(content, type)
  if (content !== undefined) headers['Content-Length'] = String(Buffer.byteLength(content))
  for (const name in own) headers[name] = headerValue(name, own[name])
  return { status, headers, body: content }
}

/** Returns the same response as the response gate reads it. */
export function outgoingResponse({ status, headers, body }: ContractResponse): OutgoingResponse {
  const lowered: Record<string, string> = {}
  for (const name in headers) lowered[name.toLowerCase()] = headers[name]!
  return { status, headers: lowered, type: lowered['content-type']?.split(';', 1)[0], text: body }
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
 * Marks a large body as immutable: it is serialized and checked by the response gate only once, and all connections send the same bytes.
 * Otherwise clients that request it repeatedly would keep the process busy, and clients that do not read it would fill its memory.
 */
export function markImmutable<Body extends object>(body: Body): Body {
  serializedBodies.set(body, Buffer.from(JSON.stringify(body)))
  return body
}

const contentType = (content: string | Buffer, type = JSON_TYPE): string =>
  type.startsWith('text/') && typeof content === 'string' ? `${type}; charset=utf-8` : type

/** Throws on a value that HTTP cannot transport, before it becomes a broken response. */
function headerValue(name: string, value: unknown): string {
  const text = String(value)
  validateHeaderValue(name, text)
  return text
}
