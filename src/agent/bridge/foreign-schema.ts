import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { compileSchema } from '../tasks/skills.ts'
import { costFault } from '../foreign/schema-cost.ts'
import { BridgeError } from './surface.ts'

const MAX_SCHEMA_BYTES = 64 * 1024

/** Keywords whose value maps names to schemas. */
const SCHEMAS_BY_NAME = ['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
const VALUES = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']

/** Keywords of the foreign agent that are not used, because they can take exponential or quadratic time (docs/specification/bridge.md#foreign-schemas). */
const COSTLY = ['pattern', 'patternProperties', 'uniqueItems']
/** Identifiers are dropped as well, because references would be resolved against them. */
const DROPPED = [...COSTLY, '$id', 'id', '$comment']
/** Keywords whose subschemas must not become wider, because that can make the whole schema narrower. */
const EXACT = ['not', 'if', 'oneOf', 'contains']
/** Keywords that apply to the members that no other keyword matches. */
const REST = ['additionalProperties', 'unevaluatedProperties']
const DYNAMIC = ['$dynamicRef', '$recursiveRef']

/**
 * Returns a schema of the foreign agent in a form that a manifest can have.
 * @throws BridgeError if it is too large, refers to another document, or is not a JSON Schema
 */
export function foreignSchema(schema: unknown, what: string): JsonObject {
  if (!isJsonObject(schema)) throw new BridgeError(`its ${what} is not an object`)
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    throw new BridgeError(`its ${what} is longer than ${MAX_SCHEMA_BYTES} bytes`)
  const cleaned = clean(schema, { what, exact: false })
  const cost = costFault(cleaned)
  if (cost !== undefined) throw new BridgeError(`its ${what} ${cost}`)
  const check = compileSchema(cleaned)
  if (typeof check === 'string') throw new BridgeError(`its ${what} ${check}`)
  return cleaned
}

interface SchemaContext {
  readonly what: string
  /** Whether the schema must not become wider. */
  readonly exact: boolean
}

function clean(schema: JsonObject, context: SchemaContext): JsonObject {
  const keywords = Object.keys(schema)
  const isNeeded =
    (context.exact && keywords.some((keyword) => COSTLY.includes(keyword))) ||
    (keywords.includes('patternProperties') && keywords.some((keyword) => REST.includes(keyword)))
  if (isNeeded)
    throw new BridgeError(
      `its ${context.what} uses patterns or uniqueItems where they cannot be left out`,
    )
  const entries = Object.entries(schema)
    .filter(([keyword]) => !DROPPED.includes(keyword))
    .map(([keyword, value]) => [keyword, cleanKeyword(keyword, value, context)] as const)
  return Object.fromEntries(entries)
}

function cleanKeyword(keyword: string, value: Json, context: SchemaContext): Json {
  const { what } = context
  if (keyword === '$ref' && !(typeof value === 'string' && value.startsWith('#')))
    throw new BridgeError(`its ${what} refers to another document`)
  if (DYNAMIC.includes(keyword))
    throw new BridgeError(`its ${what} uses ${keyword}, which the bridge does not support`)
  if (VALUES.includes(keyword)) return value
  const inner = EXACT.includes(keyword) ? { what, exact: true } : context
  if (SCHEMAS_BY_NAME.includes(keyword) && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [name, cleanAny(schema, inner)]),
    )
  return cleanAny(value, inner)
}

function cleanAny(value: Json, context: SchemaContext): Json {
  if (Array.isArray(value)) return (value as Json[]).map((item) => cleanAny(item, context))
  return isJsonObject(value) ? clean(value, context) : value
}
