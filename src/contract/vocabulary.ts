import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns whether a text is a `date-time` of RFC 3339, 5.6, with capital T and Z, an existing day and no leap second. ajv-formats also
 * accepts a space as the separator and an offset without minutes, which other validators of the same document reject.
 */
function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text)) return false
  const [year, month, day] = [
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)),
    Number(text.slice(8, 10)),
  ]
  return day >= 1 && (day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate())
}

const isAjvUri = addFormats.default.get('uri') as (text: string) => boolean
const AUTHORITY = /^[^:/?#]+:\/\/([^/?#@]*@)?(\[[^\]]*\]|[^/?#@:[\]]*)(:[0-9]*)?([/?#]|$)/
const HAS_AUTHORITY = /^[^:/?#]+:\/\//

const EMPTY_PATH = /^[a-z][a-z0-9+.-]*:(?=[?#]|$)/i

/**
 * Returns whether a text is a URI of RFC 3986. ajv-formats also accepts quotes and a port that is not a number, which other validators and
 * `URL` reject, and it rejects a URI with neither an authority nor a path, such as `urn:?x`.
 */
function isUri(text: string): boolean {
  return (
    isAjvUri(text.replace(EMPTY_PATH, '$&x')) &&
    !text.includes('"') &&
    (!HAS_AUTHORITY.test(text) || AUTHORITY.test(text))
  )
}

const AJV_URL_PATTERN = addFormats.default.get('url') as RegExp
/** In the pattern of the library, the user and the password may match the same text, which takes quadratic time. */
const URL_PATTERN = new RegExp(
  AJV_URL_PATTERN.source.replace(String.raw`(?::\S*)?@`, '@'),
  AJV_URL_PATTERN.flags,
)
/** A space after the path would make the pattern read the rest of the text once for each `@`. */
const isUrl = (text: string): boolean => !/\s/.test(text) && URL_PATTERN.test(text)

/** Adds the formats of ajv-formats to an Ajv instance, with a `url` that takes linear time as the others do. */
export function addLinearFormats(ajv: Ajv): void {
  addFormats.default(ajv)
  ajv.addFormat('url', isUrl)
}

/**
 * Returns the number of levels of objects and arrays in a JSON value, including the value itself; 0 for a scalar. Counts no further than
 * `limit + 1`.
 */
export function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (limit <= 0) return 1
  let deepest = 0
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member, limit - 1))
  return deepest + 1
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * Creates an Ajv instance. Its formats are those of ajv-formats with a strict `date-time`, `uuid` and `uri`. Two keywords limit free-form
 * objects, which JSON Schema cannot: `x-max-bytes` (UTF-8 bytes as JSON) and `x-max-depth` (levels). Schemas are not validated
 * against the meta-schema, because the tests check generated documents, and `ContractBackend` checks all others.
 */
export function contractAjv(options: Options): Ajv {
  const ajv = new Ajv({ strict: false, discriminator: true, validateSchema: false, ...options })
  addLinearFormats(ajv)
  ajv.addFormat('date-time', isDateTime)
  ajv.addFormat('uuid', UUID)
  ajv.addFormat('uri', isUri)
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: ['object', 'array'],
    schemaType: 'number',
    compile: (limit: number) => (value: unknown) => bytesOf(value) <= limit,
    error: { message: ({ schema }) => `must NOT exceed ${schema} bytes as JSON` },
  })
  ajv.addKeyword({
    keyword: 'x-max-depth',
    type: ['object', 'array'],
    schemaType: 'number',
    compile: (limit: number) => (value: unknown) => depthOf(value, limit) <= limit,
    error: { message: ({ schema }) => `must NOT be nested deeper than ${schema} levels` },
  })
  return cacheCompiled(ajv)
}

/**
 * Makes an Ajv instance compile each schema only once. Every operation has the same few schemas of error responses, which would
 * otherwise be compiled again for each operation.
 */
export function cacheCompiled(ajv: Ajv): Ajv {
  const compile = ajv.compile.bind(ajv) as (schema: AnySchema) => ValidateFunction
  const cache = new Map<string, ValidateFunction>()
  ajv.compile = ((schema: AnySchema) => {
    const text = JSON.stringify(schema)
    const compiled = cache.get(text) ?? compile(schema)
    cache.set(text, compiled)
    return compiled
  }) as typeof ajv.compile
  return ajv
}
