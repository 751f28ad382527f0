import { structureOf } from '../../contract/body.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { JsonSchema } from '../definition.ts'
import { schemaAt, subschemasOf } from './subschemas.ts'

/** The maximum number of subschemas and listed values that a value may be checked against, each counted as often as it is referred to. */
const MAX_EXPANDED = 4000

/** The maximum number of steps for validating a value against its schema. They take at most about a third of a second. */
const MAX_STEPS = 5_000_000
/** Each check reads the strings again, so this many bytes of a value count as one more part of it. */
const BYTES_PER_PART = 8
/** The steps for checking a string against a format. */
const FORMAT_STEPS = 8
/** The additional steps for a check that may fail without ending the validation, because each such failure is described. */
const FAILURE_STEPS = 8
/** The steps for each name in `properties`: usually a fraction of one, but `unevaluatedProperties` collects the names. */
const NAME_STEPS = 1 / 16
const COLLECTED_NAME_STEPS = 8

/** The reason why a schema is not used: its evaluation could take exponential time, or it refers to a schema that it does not contain. */
type SchemaFault =
  | 'refers to itself'
  | 'has a reference that cannot be resolved to a schema'
  | 'is too complex'

/**
 * Returns why a schema may not be evaluated. References multiply the work: twenty definitions that each refer to the next one twice lead to
 * a million checks, and with recursion the number grows with each level of a value (docs/specification/bridge.md#foreign-schemas).
 */
export function costFault(root: JsonObject): SchemaFault | undefined {
  const cost = costOf(root)
  if (typeof cost === 'string') return cost
  return cost > MAX_EXPANDED ? 'is too complex' : undefined
}

/**
 * Returns a function that returns whether a value has so many members and items, or such long strings, that validating it against the
 * schema would block the process (docs/specification/bridge.md#foreign-schemas).
 */
export function createSizeLimit(schema: JsonSchema): (value: unknown) => boolean {
  const steps = isJsonObject(schema) ? stepsOf(schema) : 1
  // The steps of a schema that refers to itself cannot be counted, so it has no limit. Only a manifest written by hand can contain one.
  const max_parts = typeof steps === 'number' ? MAX_STEPS / steps : Infinity
  return (value) => {
    const bytes = Buffer.from(JSON.stringify(value) ?? '')
    return structureOf(bytes).tokens + bytes.length / BYTES_PER_PART > max_parts
  }
}

/** The fault of a value beyond that limit. */
export const TOO_LARGE = 'it is too large to be validated against its schema'

/** Returns the maximum number of checks that a schema requires for each part of a value. */
export function costOf(root: JsonObject): number | SchemaFault {
  return measure(root, (schema, { sizeOf, sizeOfTarget }) => {
    if (typeof schema === 'boolean') return 1
    let size = 1 + listedIn(schema)
    for (const subschema of subschemasOf(schema)) size += sizeOf(subschema)
    const reference = schema['$ref']
    return typeof reference === 'string' ? size + sizeOfTarget(reference) : size
  })
}

/** The steps that a schema takes for a value itself, and the maximum for any one part within the value. */
interface Steps {
  readonly here: number
  readonly within: number
}
const maximumOf = ({ here, within }: Steps): number => Math.max(here, within)

/** Keywords with schemas for the same part of a value. */
const IN_PLACE = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
])
/** Keywords with schemas that may fail without ending the validation. */
const MAY_FAIL = new Set(['anyOf', 'oneOf', 'contains'])
const UNUSED = new Set(['$defs', 'definitions'])

/**
 * Returns the maximum number of steps that a schema takes for any one part of a value. A part is validated against at most one
 * of the schemas in `properties`.
 */
export function stepsOf(root: JsonObject): number | SchemaFault {
  const collects = JSON.stringify(root).includes('"unevaluated')
  const name_steps = collects ? COLLECTED_NAME_STEPS : NAME_STEPS
  const steps = measure<Steps>(root, (schema, { sizeOf, sizeOfTarget }) => {
    if (typeof schema === 'boolean') return { here: 1, within: 0 }
    let here = 1 + listedIn(schema) + ('format' in schema ? FORMAT_STEPS : 0)
    let within = 0
    for (const [keyword, value] of Object.entries(schema)) {
      if (UNUSED.has(keyword)) continue
      const parts = subschemasOf({ [keyword]: value }).map((part) => sizeOf(part))
      if (keyword === '$ref' && typeof value === 'string') parts.push(sizeOfTarget(value))
      const failures = MAY_FAIL.has(keyword) ? FAILURE_STEPS * parts.length : 0
      if (IN_PLACE.has(keyword) || keyword === '$ref') {
        here += failures + sum(parts.map((part) => part.here))
        within += sum(parts.map((part) => part.within))
      } else if (keyword === 'properties') {
        here += parts.length * name_steps
        within += parts.map(maximumOf).reduce((a, b) => Math.max(a, b), 0)
      } else within += failures + sum(parts.map(maximumOf))
    }
    return { here, within }
  })
  return typeof steps === 'string' ? steps : maximumOf(steps)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

interface Measures<T> {
  readonly sizeOf: (schema: JsonObject | boolean) => T
  readonly sizeOfTarget: (reference: string) => T
}

/** Measures a schema with its references. Each target is measured once, although it may be used an exponential number of times. */
function measure<T>(
  root: JsonObject,
  sizeWith: (schema: JsonObject | boolean, measures: Measures<T>) => T,
): T | SchemaFault {
  const sizes = new Map<string, T>()
  const open = new Set<string>()

  const sizeOf = (schema: JsonObject | boolean): T => sizeWith(schema, { sizeOf, sizeOfTarget })
  const sizeOfTarget = (reference: string): T => {
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
