import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { compileSchema } from '../schemas/compile.ts'
import { costFault } from '../schemas/cost.ts'
import { mapSubschemas, schemaAt, schemasByName, subschemasOf } from '../schemas/subschemas.ts'
import { BridgeError } from './surface.ts'

const MAX_SCHEMA_BYTES = 64 * 1024

/**
 * Keywords of the foreign agent that are not used, because they can take exponential or quadratic time
 * (docs/specification/bridge.md#foreign-schemas).
 */
const COSTLY = ['pattern', 'patternProperties', 'uniqueItems']
/** Identifiers are dropped as well, because references would be resolved against them. */
const DROPPED = [...COSTLY, '$id', 'id', '$comment']
/** Keywords whose subschemas must not become wider, because that can make the whole schema narrower. */
const EXACT = ['not', 'if', 'oneOf', 'contains']
const DYNAMIC = ['$dynamicRef', '$recursiveRef']

/**
 * Returns a schema of the foreign agent in a form that a manifest may contain.
 * @throws BridgeError if it is too large, refers to another document, or is not a JSON Schema
 */
export function foreignSchema(schema: unknown, what: string): JsonObject {
  if (!isJsonObject(schema)) throw new BridgeError(`its ${what} is not an object`)
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES)
    throw new BridgeError(`its ${what} is longer than ${MAX_SCHEMA_BYTES} bytes`)
  const context = {
    what,
    exact: false,
    usesUnevaluated: uses(schema, 'unevaluatedProperties'),
    exactReferences: new Set<string>(),
  }
  const cleaned = clean(schema, context)
  const cost = costFault(cleaned)
  if (cost !== undefined) throw new BridgeError(`its ${what} ${cost}`)
  // The loop also visits the references that `clean` adds to the set during the iteration.
  for (const reference of context.exactReferences) {
    const target = schemaAt(schema, reference)
    if (isJsonObject(target)) clean(target, { ...context, exact: true })
  }
  const check = compileSchema(cleaned)
  if (typeof check === 'string') throw new BridgeError(`its ${what} ${check}`)
  return cleaned
}

interface SchemaContext {
  readonly what: string
  /** Whether the schema must not become wider. */
  readonly exact: boolean
  /** Whether any part of the schema refuses members that no other part matches, so that no pattern of names may be left out. */
  readonly usesUnevaluated: boolean
  /** The references in schemas that must not become wider. */
  readonly exactReferences: Set<string>
}

/** Returns whether a schema has a keyword anywhere. */
const uses = (schema: JsonObject, keyword: string): boolean =>
  Object.hasOwn(schema, keyword) ||
  subschemasOf(schema).some((part) => isJsonObject(part) && uses(part, keyword))

function clean(schema: JsonObject, context: SchemaContext): JsonObject {
  refuseUnusable(schema, context)
  const reference = schema['$ref']
  if (context.exact && typeof reference === 'string') context.exactReferences.add(reference)
  const kept = Object.entries(schema).filter(([keyword]) => !DROPPED.includes(keyword))
  return mapSubschemas(Object.fromEntries(kept), (part, keyword) =>
    clean(part, EXACT.includes(keyword) ? { ...context, exact: true } : context),
  )
}

/** Refuses a schema with keywords that cannot be kept, but cannot be left out either. @throws BridgeError */
function refuseUnusable(schema: JsonObject, { what, exact, usesUnevaluated }: SchemaContext): void {
  const has = (keyword: string): boolean => Object.hasOwn(schema, keyword)
  const reference = schema['$ref']
  const isNeeded =
    (exact && COSTLY.some(has)) ||
    (has('patternProperties') && (usesUnevaluated || has('additionalProperties')))
  if (isNeeded)
    throw new BridgeError(`its ${what} uses patterns or uniqueItems where they cannot be left out`)
  if (typeof reference === 'string' && !reference.startsWith('#'))
    throw new BridgeError(`its ${what} refers to another document`)
  const dynamic = DYNAMIC.find(has)
  if (dynamic !== undefined)
    throw new BridgeError(`its ${what} uses ${dynamic}, which the bridge does not support`)
  // `clean` drops the `$id` of a schema, but not an entry named `$id` in a map of schemas. If such an entry were a string, references would
  // be resolved against it.
  for (const [keyword, value] of Object.entries(schema))
    if (Object.values(schemasByName(keyword, value) ?? {}).some((part) => typeof part === 'string'))
      throw new BridgeError(`its ${what} is not a JSON Schema: ${keyword} has a string as a schema`)
}
