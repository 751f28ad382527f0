import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { compileSchema } from '../tasks/skills.ts'
import { costFault } from './schema-cost.ts'
import { BridgeError } from './surface.ts'

const MAX_SCHEMA_BYTES = 64 * 1024

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMAS_BY_NAME = ['properties', '$defs', 'definitions', 'dependentSchemas']
const VALUES = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']

/** Patterns of the other side are not used, because some take exponential time (docs/specification/bridge.md#foreign-schemas). */
const DROPPED = ['pattern', 'patternProperties', '$id', 'id', '$comment']
const DYNAMIC = ['$dynamicRef', '$recursiveRef']

/**
 * Returns a schema of the other side in a form that a manifest can have.
 * @throws BridgeError if it is too large, refers to another document, or is no JSON Schema
 */
export function foreignSchema(schema: unknown, what: string): JsonObject {
  if (!isJsonObject(schema)) throw new BridgeError(`its ${what} is not an object`)
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    throw new BridgeError(`its ${what} is longer than ${MAX_SCHEMA_BYTES} bytes`)
  const cleaned = clean(schema, what)
  const cost = costFault(cleaned)
  if (cost !== undefined) throw new BridgeError(`its ${what} ${cost}`)
  const check = compileSchema(cleaned)
  if (typeof check === 'string') throw new BridgeError(`its ${what} ${check}`)
  return cleaned
}

function clean(schema: JsonObject, what: string): JsonObject {
  const entries = Object.entries(schema)
    .filter(([keyword]) => !DROPPED.includes(keyword))
    .map(([keyword, value]) => [keyword, cleanKeyword(keyword, value, what)] as const)
  return Object.fromEntries(entries)
}

function cleanKeyword(keyword: string, value: Json, what: string): Json {
  if (keyword === '$ref' && !(typeof value === 'string' && value.startsWith('#')))
    throw new BridgeError(`its ${what} refers to another document`)
  if (DYNAMIC.includes(keyword)) throw new BridgeError(`its ${what} refers to itself`)
  if (VALUES.includes(keyword)) return value
  if (SCHEMAS_BY_NAME.includes(keyword) && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [name, cleanAny(schema, what)]),
    )
  return cleanAny(value, what)
}

function cleanAny(value: Json, what: string): Json {
  if (Array.isArray(value)) return (value as Json[]).map((item) => cleanAny(item, what))
  return isJsonObject(value) ? clean(value, what) : value
}
