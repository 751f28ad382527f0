import { isUtf8 } from 'node:buffer'
import type { Check } from './backend.ts'
import type { OperationObject } from './document.ts'
import { issuesOf } from './issues.ts'
import { Problem } from './response.ts'
import type { Issue } from './typed.ts'

/** For larger bodies only the first fault is reported. */
const EXPLAINED_BYTES = 16 * 1024

const JSON_TYPE = 'application/json'

/**
 * The highest limit on bodies that an operation without a credential in a header may state.
 */
export const MAX_ANONYMOUS_BYTES = 64 * 1024
/**
 * The limit on bodies of the other operations, unless the document states one. It also applies to an operation without a credential in a
 * header if a gate has identified the sender.
 */
export const DEFAULT_MAX_BYTES = 1024 * 1024

/**
 * The maximum number of opening brackets, commas and colons in a body: as many as 1 MiB of JSON can have. A larger body may contain longer
 * strings, but not more values, because memory and time grow with the number of values.
 */
const MAX_TOKENS = 700_000
const TOO_MANY_TOKENS =
  'The body contains too many values; at most 700,000 opening brackets, commas and colons are accepted.'

/** The group and the credential toward whose memory limits a body counts. */
export interface BodyGroup {
  readonly name: string
  readonly credential: string
}

/** Limits the reading of one body. */
export interface BodyLimits {
  readonly max_bytes: number
  readonly anonymous: boolean
  /** The group whose memory limit applies, unless the body is anonymous; undefined if there is none. */
  readonly group?: BodyGroup | undefined
}

/** The part of a request that a body reader uses. `readBody` throws a BodyError if the body could not be read. */
export interface BodySource {
  readonly headers: Readonly<Record<string, string | undefined>>
  readBody(limits: BodyLimits): Promise<Buffer>
  /**
   * Reserves memory for the parsed value before the body is parsed.
   * @throws BodyError if there is not enough memory
   */
  reserveParsed?(tokens: number): void
}

/** Thrown if a body could not be read: it was too long, too slow or incomplete, or there was not enough memory. */
export class BodyError extends Error {
  readonly code:
    | 'BODY_TOO_LARGE'
    | 'MALFORMED_REQUEST'
    | 'REQUEST_TIMEOUT'
    | 'SERVER_BUSY'
    | 'RATE_LIMITED'

  constructor(code: BodyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A parsed body. The value is undefined if there was none. */
interface ParsedBody {
  readonly value: unknown
  readonly bytes: number
}

/** Reads the bodies of one operation. */
export interface BodyReader {
  /**
   * Waits for the bytes of a body, and checks their media type.
   * @param authenticated whether the sender is identified by something other than the operation's security, such as a signed header
   * @param group the group whose memory limit applies
   */
  receive(source: BodySource, authenticated?: boolean, group?: BodyGroup): Promise<Buffer | Problem>
  /** Parses the JSON of a body, after reserving the memory for its value. */
  parse(source: BodySource, bytes: Buffer): ParsedBody | Problem
  /** Checks a parsed body against its schema, and adds defaults in place. */
  validate(body: ParsedBody): Problem | undefined
}

/**
 * Compiles the body reader of an operation; returns undefined if it takes no body. Throws at startup if the media type is not JSON, or if a
 * public operation does not state a limit on the size of its bodies (docs/specification/trust.md#anonymous-bodies).
 * @param anonymous whether the operation can be called without a credential in a header
 */
export function compileBody(
  operation: OperationObject,
  check: Check | undefined,
  anonymous: boolean,
): BodyReader | undefined {
  const { operationId, requestBody } = operation
  if (!requestBody) return undefined
  const declared_max_bytes = operation['x-max-body-bytes']
  if (anonymous && !(declared_max_bytes !== undefined && declared_max_bytes <= MAX_ANONYMOUS_BYTES))
    throw new Error(
      `${operationId} takes a body without a credential, so x-max-body-bytes must be at most ${MAX_ANONYMOUS_BYTES}`,
    )
  const limits: BodyLimits = { max_bytes: declared_max_bytes ?? DEFAULT_MAX_BYTES, anonymous }
  const authenticatedLimits: BodyLimits = {
    max_bytes: anonymous ? DEFAULT_MAX_BYTES : limits.max_bytes,
    anonymous: false,
  }
  const types = Object.keys(requestBody.content).join(', ')
  if (types !== JSON_TYPE)
    throw new Error(`${operationId}: request bodies are ${JSON_TYPE} only, not ${types}`)
  const required = requestBody.required === true

  return {
    async receive(source, authenticated = false, group) {
      const type = source.headers['content-type']
      const fault = mediaTypeFault(type) ?? encodingFault(source.headers)
      if (fault) return new Problem('UNSUPPORTED_MEDIA_TYPE', fault)
      const bytes = await source
        .readBody({ ...(authenticated ? authenticatedLimits : limits), group })
        .catch(problemFromBodyError)
      const isUntyped = type === undefined && !(bytes instanceof Problem) && bytes.length > 0
      return isUntyped ? new Problem('UNSUPPORTED_MEDIA_TYPE') : bytes
    },
    parse(source, bytes) {
      if (bytes.length === 0)
        return required ? malformed('The operation requires a body, but none was sent.') : NO_BODY
      const structure = structureOf(bytes)
      if (structure.tokens > MAX_TOKENS)
        return new Problem('BODY_TOO_LARGE', { message: TOO_MANY_TOKENS })
      try {
        source.reserveParsed?.(structure.tokens)
      } catch (error) {
        return problemFromBodyError(error)
      }
      const parsed = parseJson(bytes, structure)
      return 'fault' in parsed
        ? malformed(parsed.fault)
        : { value: parsed.value, bytes: bytes.length }
    },
    validate({ value, bytes }) {
      if (!check || value === undefined) return undefined
      const subject = { requestBody: value }
      if (check.passes(subject)) return undefined
      return new Problem('INVALID_BODY', {
        issues: issuesOf(check.faults(subject, bytes > EXPLAINED_BYTES)).map(toBodyPath),
      })
    },
  }
}

/** openapi-backend validates `{ requestBody }`, whose path is `/body` in the contract's problems. */
const toBodyPath = ({ path, message }: Issue): Issue => ({
  path: path.replace(/^\/requestBody/, '/body'),
  message,
})

const NO_BODY = { value: undefined, bytes: 0 } as const
const malformed = (fault: string): Problem =>
  new Problem('MALFORMED_JSON', {
    message: `${fault} Send one JSON value in UTF-8, at most ${MAX_JSON_DEPTH} levels deep and without unpaired surrogates.`,
  })

/**
 * Returns why a Content-Type is refused, or undefined if it is JSON or absent, as it may be without a body. JSON is UTF-8 and its media
 * type has no charset (RFC 8259), but many clients send one, some without the hyphen.
 */
function mediaTypeFault(header: string | undefined): { readonly message?: string } | undefined {
  if (header === undefined || header === JSON_TYPE) return undefined
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (type !== JSON_TYPE) return {}
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) return undefined
  return { message: OTHER_CHARSET }
}
const OTHER_CHARSET =
  'The body must be in UTF-8; convert it, and send it with Content-Type `application/json`.'

/** Returns why a compressed body is refused: a kilobyte may expand to a gigabyte. `identity` means no encoding. */
const encodingFault = (headers: BodySource['headers']): { readonly message: string } | undefined =>
  /^(identity)?$/i.test(headers['content-encoding']?.trim() ?? '')
    ? undefined
    : { message: COMPRESSED }
const COMPRESSED =
  'Compressed request bodies are not supported; send the body without a Content-Encoding.'

/** Seconds that a client should wait after a body was refused for lack of memory. */
const RETRY_AFTER_S = '2'

/** Returns the problem for a BodyError. @throws other errors */
function problemFromBodyError(error: unknown): Problem {
  if (!(error instanceof BodyError)) throw error
  const { code, message } = error
  return new Problem(
    code,
    code === 'SERVER_BUSY' || code === 'RATE_LIMITED'
      ? { message, headers: { 'Retry-After': RETRY_AFTER_S } }
      : { message },
  )
}

// ---- JSON ----------------------------------------------------------------------------------------------------------

/** JSON that is nested deeper than this is refused before anything processes it recursively, including the parser. */
const MAX_JSON_DEPTH = 64

/**
 * Parses JSON in UTF-8 (RFC 8259, 8.1) without a byte order mark, with at most MAX_JSON_DEPTH levels, and without unpaired surrogates (RFC
 * 7493, 2.1), which cannot be stored, hashed or used in a URL.
 */
export function parseJson(
  bytes: Buffer,
  structure: JsonStructure = structureOf(bytes),
): { readonly value: unknown } | { readonly fault: string } {
  if (!isUtf8(bytes)) return { fault: 'The body is not UTF-8.' }
  if (structure.levels > MAX_JSON_DEPTH)
    return { fault: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.` }
  const text = bytes.toString('utf8')
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'The body is not JSON.' }
  if (ESCAPED_SURROGATE.test(text) && !isWellFormed(value))
    return { fault: 'The body contains an unpaired surrogate.' }
  return { value }
}

const byteOf = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, COLON] = [byteOf('"'), byteOf('\\'), byteOf(','), byteOf(':')]
const [OBJECT, ARRAY, OBJECT_END, ARRAY_END] = [byteOf('{'), byteOf('['), byteOf('}'), byteOf(']')]

/** Properties of a JSON text that are determined before it is parsed. */
export interface JsonStructure {
  /** Levels of objects and arrays. */
  readonly levels: number
  /** Opening brackets, commas and colons: about one for each value that parsing creates, and one for each name. */
  readonly tokens: number
}
const FLAT: JsonStructure = { levels: 0, tokens: 0 }

/**
 * Counts levels and tokens by scanning the bytes, which is many times faster than walking a value with tens of thousands of members. A text
 * that is too short to exceed a limit is not scanned, and counts as flat.
 */
export function structureOf(bytes: Buffer): JsonStructure {
  if (bytes.length <= MAX_JSON_DEPTH) return FLAT
  let open = 0
  let deepest = 0
  let tokens = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA || byte === COLON) tokens += 1
    else if (byte === OBJECT || byte === ARRAY) {
      tokens += 1
      deepest = Math.max(deepest, (open += 1))
    } else if (byte === OBJECT_END || byte === ARRAY_END) open -= 1
  }
  return { levels: deepest, tokens }
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Returns undefined if the text is not JSON, which cannot represent undefined. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** In UTF-8 only an escape can produce an unpaired surrogate. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  // `Object.entries` would create a pair for each of a million members.
  for (const name in value)
    if (!name.isWellFormed() || !isWellFormed(value[name as keyof typeof value])) return false
  return true
}
