import { structureOf } from '../../contract/body.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { JsonSchema } from '../definition.ts'
import { schemaAt, subschemasOf } from '../tasks/subschemas.ts'

/** The maximum number of subschemas and listed values that a value may be compared with, each counted as often as it is referred to. */
const MAX_EXPANDED = 4000

/**
 * The maximum number of comparisons of a value with its schema. They take a fifth of a second if the values in lists are compared, but
 * several seconds if alternatives fail.
 */
const MAX_COMPARISONS = 10_000_000

/** The reason why a schema is not used: its evaluation could take exponential time, or it refers to a schema that it does not contain. */
type SchemaFault =
  | 'refers to itself'
  | 'has a reference that cannot be resolved to a schema'
  | 'is too complex'

/**
 * Returns why a schema may not be evaluated. References multiply the work: twenty definitions that each refer to the next one twice lead to
 * a million comparisons, and with recursion the number grows with each level of a value (docs/specification/bridge.md#foreign-schemas).
 */
export function costFault(root: JsonObject): SchemaFault | undefined {
  const cost = costOf(root)
  if (typeof cost === 'string') return cost
  return cost > MAX_EXPANDED ? 'is too complex' : undefined
}

/**
 * Returns a function that returns whether a value has so many members and items that comparing it with the schema would block the process
 * (docs/specification/bridge.md#foreign-schemas).
 */
export function createPartsLimit(schema: JsonSchema): (value: unknown) => boolean {
  const cost = isJsonObject(schema) ? costOf(schema) : 0
  // A schema that the author wrote may refer to itself, and has no limit.
  const max_parts = typeof cost === 'number' ? MAX_COMPARISONS / Math.max(cost, 1) : Infinity
  return (value) => structureOf(Buffer.from(JSON.stringify(value) ?? '')).tokens > max_parts
}

/** The fault of a value beyond that limit. */
export const TOO_MANY_PARTS = 'it has too many parts to be compared with its schema'

/** Returns the maximum number of comparisons that a schema takes for each part of a value. */
export function costOf(root: JsonObject): number | SchemaFault {
  const sizes = new Map<string, number>()
  const open = new Set<string>()

  const sizeOf = (schema: JsonObject | boolean): number => {
    if (typeof schema === 'boolean') return 1
    let size = 1 + listedIn(schema)
    for (const subschema of subschemasOf(schema)) size += sizeOf(subschema)
    const reference = schema['$ref']
    return typeof reference === 'string' ? size + sizeOfTarget(reference) : size
  }
  const sizeOfTarget = (reference: string): number => {
    const known = sizes.get(reference)
    if (known !== undefined) return known
    if (open.has(reference) || reference === '#') throw new FaultySchema('refers to itself')
    const target = schemaAt(root, reference)
    if (target === undefined)
      throw new FaultySchema('has a reference that cannot be resolved to a schema')
    open.add(reference)
    const size = sizeOf(target)
    open.delete(reference)
    sizes.set(reference, size)
    return size
  }
  try {
    return sizeOf(root)
  } catch (cause) {
    if (cause instanceof FaultySchema) return cause.fault
    throw cause
  }
}

/** Returns the number of values and names in the lists of a schema, with which a value is compared one by one. */
function listedIn(schema: JsonObject): number {
  const names = [schema['dependentRequired'], schema['dependencies']]
    .filter(isJsonObject)
    .flatMap((namesByName) => Object.values(namesByName))
  let listed = 0
  for (const list of [schema['enum'], ...names]) if (Array.isArray(list)) listed += list.length
  return listed
}

class FaultySchema extends Error {
  readonly fault: SchemaFault

  constructor(fault: SchemaFault) {
    super(fault)
    this.fault = fault
  }
}
