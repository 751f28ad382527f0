import { validateHeaderValue } from 'node:http'
import type { AnyOptions } from './hooks.ts'
import { Refusal, type Outcome } from './outcome.ts'
import type { Leaving } from './response-gate.ts'
import type { TableEntry } from './typed.ts'

/** A response, for a socket or for memory. */
export interface ContractResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined without content, and always in answers to HEAD. */
  readonly body: string | Buffer | undefined
}

type Headers = Readonly<Record<string, unknown>>
type Presentation = Pick<AnyOptions, 'present' | 'problems' | 'statusOf' | 'headers'>

/** Writes an outcome as a response: the problem in the contract's shape, the body as text, every header as a text. */
export function write(
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
  } = outcome instanceof Refusal ? presented(options, outcome, id, operation) : outcome
  const content = body === undefined ? undefined : contentOf(body, type)
  const headers: Record<string, string> = { 'X-Request-ID': id, ...options.headers, ...extra }
  if (content !== undefined) headers['Content-Type'] = contentType(content, type)
  if (content !== undefined) headers['Content-Length'] = String(Buffer.byteLength(content))
  for (const name in own) headers[name] = checked(name, own[name])
  return { status, headers, body: content }
}

/** The same response as the response gate reads it. */
export function leaving({ status, headers, body }: ContractResponse): Leaving {
  const lowered: Record<string, string> = {}
  for (const name in headers) lowered[name.toLowerCase()] = headers[name]!
  return { status, headers: lowered, type: lowered['content-type']?.split(';', 1)[0], text: body }
}

function presented(
  { problems, present, statusOf }: Presentation,
  { code, facts }: Refusal,
  id: string,
  operation: TableEntry | undefined,
) {
  const status = statusOf?.(code, operation) ?? problems[code]!.status
  return {
    status,
    headers: facts.headers,
    body: present(code, facts, id, operation),
    type: undefined,
  }
}

const JSON_TYPE = 'application/json'

const contentOf = (body: unknown, type = JSON_TYPE): string | Buffer =>
  type === JSON_TYPE
    ? (unchanging.get(body as object) ?? JSON.stringify(body))
    : (body as string | Buffer)

const unchanging = new WeakMap<object, Buffer>()

/**
 * Says of a large body that it never changes: it is written as JSON and judged by the response gate once, and all connections send the same
 * bytes. Otherwise whoever asks for it over and over keeps the process busy, and whoever does not read it fills its memory.
 */
export function asUnchanging<Body extends object>(body: Body): Body {
  unchanging.set(body, Buffer.from(JSON.stringify(body)))
  return body
}

const contentType = (content: string | Buffer, type = JSON_TYPE): string =>
  type.startsWith('text/') && typeof content === 'string' ? `${type}; charset=utf-8` : type

/** Throws on a value that HTTP cannot carry, here where it is still an error of ours and not a broken response. */
function checked(name: string, value: unknown): string {
  const text = String(value)
  validateHeaderValue(name, text)
  return text
}
