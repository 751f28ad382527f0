import type { Check } from './backend.ts'
import type { OperationObject } from './document.ts'
import { issuesOf } from './issues.ts'
import { Refusal } from './outcome.ts'
import { parseJson } from './json.ts'
import type { Issue } from './typed.ts'

/** Above this size only the first fault is looked for. */
const EXPLAINED_BYTES = 16 * 1024

const JSON_TYPE = 'application/json'

/** What a body reader needs of a request. `readBody` throws a BodyError, and nothing else, for what the client did. */
export interface BodySource {
  readonly headers: Readonly<Record<string, string | undefined>>
  readBody(): Promise<Buffer>
}

/** The body could not be had: too long, in an encoding we do not know, or broken off. */
export class BodyError extends Error {
  readonly code: 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'MALFORMED_REQUEST'

  constructor(code: BodyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** One operation's body: `read` yields the parsed JSON, `refusalOf` validates it (and fills defaults in place). */
export interface BodyReader {
  read(source: BodySource): Promise<{ readonly value: unknown; readonly bytes: number } | Refusal>
  refusalOf(body: { readonly value: unknown; readonly bytes: number }): Refusal | undefined
}

/** Compiles the body reader of an operation, undefined when it takes none. Throws at boot on media types other than JSON. */
export function compileBody({ operationId, requestBody }: OperationObject, check: Check | undefined): BodyReader | undefined {
  if (!requestBody) return undefined
  const types = Object.keys(requestBody.content).join(', ')
  if (types !== JSON_TYPE) throw new Error(`${operationId}: request bodies are ${JSON_TYPE} only, not ${types}`)
  const required = requestBody.required === true

  return {
    async read(source) {
      const type = source.headers['content-type']
      if (type !== undefined && !isJson(type)) return new Refusal('UNSUPPORTED_MEDIA_TYPE')
      const bytes = await bytesOf(source)
      if (bytes instanceof Refusal) return bytes
      if (bytes.length === 0) return required ? malformed('A JSON body is required; none was sent.') : NO_BODY
      if (type === undefined) return new Refusal('UNSUPPORTED_MEDIA_TYPE')
      const parsed = parseJson(bytes)
      return 'fault' in parsed ? malformed(parsed.fault) : { value: parsed.value, bytes: bytes.length }
    },
    refusalOf({ value, bytes }) {
      if (!check || value === undefined) return undefined
      const subject = { requestBody: value }
      if (check.passes(subject)) return undefined
      return new Refusal('INVALID_BODY', { issues: issuesOf(check.faults(subject, bytes > EXPLAINED_BYTES)).map(insideBody) })
    },
  }
}

/** openapi-backend validates `{ requestBody }`; the contract calls that place `/body`. */
const insideBody = ({ path, message }: Issue): Issue => ({ path: path.replace(/^\/requestBody/, '/body'), message })

const NO_BODY = { value: undefined, bytes: 0 } as const
const malformed = (message: string): Refusal => new Refusal('MALFORMED_JSON', { message })

/** RFC 8259: JSON is UTF-8 and its media type has no charset, but many clients send one. */
function isJson(header: string): boolean {
  if (header === JSON_TYPE) return true
  const [type = '', ...parameters] = header.toLowerCase().split(';').map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return type === JSON_TYPE && (charset === undefined || /^charset="?utf-8"?$/.test(charset))
}

async function bytesOf(source: BodySource): Promise<Buffer | Refusal> {
  try {
    return await source.readBody()
  } catch (error) {
    if (error instanceof BodyError) return new Refusal(error.code, { message: error.message })
    throw error
  }
}
