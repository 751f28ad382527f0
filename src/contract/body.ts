import type { Check } from './backend.ts'
import type { OperationObject } from './document.ts'
import { issuesOf } from './issues.ts'
import { Refusal } from './outcome.ts'
import { parseJson, structureOf } from './json.ts'
import type { Issue } from './typed.ts'

/** Above this size only the first fault is looked for. */
const EXPLAINED_BYTES = 16 * 1024

const JSON_TYPE = 'application/json'

/** What an operation without a credential in a header may read at most, and what any other reads unless its document says otherwise. */
export const [ANONYMOUS_BYTES_MOST, KNOWN_BYTES] = [64 * 1024, 1024 * 1024]

/** How much of a body may be read, and whether anybody has been authenticated before. */
export interface BodyLimits {
  readonly max_bytes: number
  readonly anonymous: boolean
  /** What the memory of the body counts under where the sender is known; undefined is bounded by nothing but `max_bytes`. */
  readonly group?: string | undefined
}

/** What a body reader needs of a request. `readBody` throws a BodyError, and nothing else, for what the client did. */
export interface BodySource {
  readonly headers: Readonly<Record<string, string | undefined>>
  readBody(limits: BodyLimits): Promise<Buffer>
  /** Told before a body is parsed, with its number of marks; throws a BodyError where there is no room for the value. */
  parsedBody?(marks: number): void
}

/** The body could not be had: too long, too slow, broken off, or more than there is room for. */
export class BodyError extends Error {
  readonly code:
    'BODY_TOO_LARGE' | 'MALFORMED_REQUEST' | 'REQUEST_TIMEOUT' | 'SERVER_BUSY' | 'RATE_LIMITED'

  constructor(code: BodyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** One operation's body: `read` yields the parsed JSON, `refusalOf` validates it (and fills defaults in place). */
export interface BodyReader {
  /**
   * @param authenticated whether the sender is known by something other than the operation's security, such as a signed header
   * @param group what the memory of a known sender's body counts under
   */
  read(
    source: BodySource,
    authenticated?: boolean,
    group?: string,
  ): Promise<{ readonly value: unknown; readonly bytes: number } | Refusal>
  refusalOf(body: { readonly value: unknown; readonly bytes: number }): Refusal | undefined
}

/**
 * Compiles the body reader of an operation, undefined when it takes none. Throws at boot on media types other than JSON, and where an
 * operation that anybody may call does not say how many bytes it reads (docs/specification/trust.md#anonymous-bodies).
 * @param anonymous whether the operation can be called without a credential in a header
 */
export function compileBody(
  operation: OperationObject,
  check: Check | undefined,
  anonymous: boolean,
): BodyReader | undefined {
  const { operationId, requestBody } = operation
  if (!requestBody) return undefined
  const stated = operation['x-max-body-bytes']
  if (anonymous && !(stated !== undefined && stated <= ANONYMOUS_BYTES_MOST))
    throw new Error(
      `${operationId} takes a body from anybody, so x-max-body-bytes must state at most ${ANONYMOUS_BYTES_MOST}`,
    )
  const limits: BodyLimits = { max_bytes: stated ?? KNOWN_BYTES, anonymous }
  const authenticatedLimits: BodyLimits = {
    max_bytes: anonymous ? KNOWN_BYTES : limits.max_bytes,
    anonymous: false,
  }
  const types = Object.keys(requestBody.content).join(', ')
  if (types !== JSON_TYPE)
    throw new Error(`${operationId}: request bodies are ${JSON_TYPE} only, not ${types}`)
  const required = requestBody.required === true

  return {
    async read(source, authenticated = false, group) {
      const type = source.headers['content-type']
      if (type !== undefined && !isJson(type)) return new Refusal('UNSUPPORTED_MEDIA_TYPE')
      if (isEncoded(source.headers))
        return new Refusal('UNSUPPORTED_MEDIA_TYPE', { message: COMPRESSED })
      const bytes = await had(() =>
        source.readBody({ ...(authenticated ? authenticatedLimits : limits), group }),
      )
      if (bytes instanceof Refusal) return bytes
      if (bytes.length === 0)
        return required ? malformed('A JSON body is required; none was sent.') : NO_BODY
      if (type === undefined) return new Refusal('UNSUPPORTED_MEDIA_TYPE')
      const structure = structureOf(bytes)
      const full = await had(() => source.parsedBody?.(structure.marks))
      if (full instanceof Refusal) return full
      const parsed = parseJson(bytes, structure)
      return 'fault' in parsed
        ? malformed(parsed.fault)
        : { value: parsed.value, bytes: bytes.length }
    },
    refusalOf({ value, bytes }) {
      if (!check || value === undefined) return undefined
      const subject = { requestBody: value }
      if (check.passes(subject)) return undefined
      return new Refusal('INVALID_BODY', {
        issues: issuesOf(check.faults(subject, bytes > EXPLAINED_BYTES)).map(insideBody),
      })
    },
  }
}

/** openapi-backend validates `{ requestBody }`; the contract calls that place `/body`. */
const insideBody = ({ path, message }: Issue): Issue => ({
  path: path.replace(/^\/requestBody/, '/body'),
  message,
})

const NO_BODY = { value: undefined, bytes: 0 } as const
const malformed = (message: string): Refusal => new Refusal('MALFORMED_JSON', { message })

/** RFC 8259: JSON is UTF-8 and its media type has no charset, but many clients send one. */
function isJson(header: string): boolean {
  if (header === JSON_TYPE) return true
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return type === JSON_TYPE && (charset === undefined || /^charset="?utf-8"?$/.test(charset))
}

/** A kilobyte can stand for a gigabyte, so nobody's compressed body is read. `identity` says that nothing was done. */
const isEncoded = (headers: BodySource['headers']): boolean =>
  !/^(identity)?$/i.test(headers['content-encoding']?.trim() ?? '')
const COMPRESSED =
  'Compressed request bodies are not read; send the body without a Content-Encoding.'

/** Seconds after which a client may try again that found no room for its body. */
const RETRY_AFTER_S = '2'

async function had<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    const { code, message } = error
    return new Refusal(
      code,
      code === 'SERVER_BUSY' || code === 'RATE_LIMITED'
        ? { message, headers: { 'Retry-After': RETRY_AFTER_S } }
        : { message },
    )
  }
}
