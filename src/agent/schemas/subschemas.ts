/**
 * Finds the schemas within a JSON Schema. Only its position decides whether something is a keyword, a name or a value: a property may be
 * named `$ref`, and a default may look like a schema.
 */
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** Keywords whose value maps names to schemas. */
const SCHEMAS_BY_NAME = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])
/** Keywords whose value contains no schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'])

type Schema = JsonObject | boolean
const isSchema = (value: Json | undefined): value is Schema =>
  isJsonObject(value) || typeof value === 'boolean'

/** Returns the names with their schemas if a keyword maps names to schemas. */
export const schemasByName = (keyword: string, value: Json | undefined): JsonObject | undefined =>
  SCHEMAS_BY_NAME.has(keyword) && isJsonObject(value) ? value : undefined

/** Returns the schemas directly within a schema. Those within unknown keywords are included, because references may lead to them. */
export const subschemasOf = (schema: JsonObject): Schema[] =>
  Object.entries(schema).flatMap(([keyword, value]) => {
    if (VALUES.has(keyword)) return []
    const named = schemasByName(keyword, value)
    return named ? Object.values(named).flatMap((part) => schemasIn(part)) : schemasIn(value)
  })

/** Returns a value if it is a schema, or the schemas in a list. */
const schemasIn = (value: Json): Schema[] => {
  if (Array.isArray(value)) return (value as Json[]).flatMap((item) => schemasIn(item))
  return isSchema(value) ? [value] : []
}

/** Returns a schema in which each object that `subschemasOf` returns is changed. */
export function mapSubschemas(
  schema: JsonObject,
  change: (subschema: JsonObject, keyword: string) => Json,
): JsonObject {
  return mapValues(schema, (value, keyword) => {
    if (VALUES.has(keyword)) return value
    const changed = (part: Json): Json => {
      if (Array.isArray(part)) return (part as Json[]).map((item) => changed(item))
      return isJsonObject(part) ? change(part, keyword) : part
    }
    const named = schemasByName(keyword, value)
    return named ? mapValues(named, changed) : changed(value)
  })
}

const mapValues = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/**
 * A JSON pointer in a fragment. Ajv reads `#/` as the whole document, and only the part of a fragment before the first of these characters.
 */
const POINTER = /^#\/[^#\u2028\u2029]+$/

/**
 * Returns the schema to which a reference leads. Returns undefined if there is none, if the reference leads to a value or to a list, or if
 * validation would read it differently.
 */
export function schemaAt(root: JsonObject, reference: string): Schema | undefined {
  if (!POINTER.test(reference) || !reference.isWellFormed()) return undefined
  let place: Json | undefined = root
  let hasNames = false
  for (const token of reference.slice(2).split('/')) {
    const name = decoded(token)
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined
    const isKeyword: boolean = isJsonObject(place) && !hasNames
    if (isKeyword && VALUES.has(name)) return undefined
    place = (place as JsonObject)[name]
    hasNames = isKeyword && schemasByName(name, place) !== undefined
  }
  return !hasNames && isSchema(place) ? place : undefined
}

/**
 * Decodes a part of a pointer. A part that cannot be decoded is returned unchanged, because a schema that uses such a reference is refused
 * when it is compiled.
 */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return token
  }
}
