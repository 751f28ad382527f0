import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** The maximum number of subschemas and listed values that a value may be compared with, each counted as often as it is referred to. */
const MAX_EXPANDED = 4000

/** The reason why a schema is not used: its evaluation could take exponential time, or it refers to a schema that it does not contain. */
type SchemaFault = 'refers to itself' | 'has a reference that cannot be resolved' | 'is too complex'

const REFERENCE = '$ref'

/**
 * Returns why a schema may not be evaluated. References multiply the work: twenty definitions that each refer to the next one twice lead to
 * a million comparisons, and with recursion the number grows with each level of a value (docs/specification/bridge.md#foreign-schemas).
 */
export function costFault(root: JsonObject): SchemaFault | undefined {
  const cost = costOf(root)
  if (typeof cost === 'string') return cost
  return cost > MAX_EXPANDED ? 'is too complex' : undefined
}

/** Returns the maximum number of comparisons that a schema takes for each part of a value. */
export function costOf(root: JsonObject): number | SchemaFault {
  const sizes = new Map<string, number>()
  const open = new Set<string>()

  const sizeOf = (value: Json): number => {
    if (Array.isArray(value)) return sumOf(value as Json[])
    if (!isJsonObject(value)) return 0
    const { [REFERENCE]: reference, ...others } = value
    const listed = Array.isArray(value['enum']) ? value['enum'].length : 0
    const size = 1 + listed + sumOf(Object.values(others))
    return typeof reference === 'string' ? size + sizeOfTarget(reference) : size
  }
  const sumOf = (values: readonly Json[]): number => {
    let sum = 0
    for (const value of values) sum += sizeOf(value)
    return sum
  }
  const sizeOfTarget = (reference: string): number => {
    const known = sizes.get(reference)
    if (known !== undefined) return known
    if (open.has(reference) || reference === '#') throw new FaultySchema('refers to itself')
    open.add(reference)
    const size = sizeOf(targetOf(root, reference))
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

class FaultySchema extends Error {
  readonly fault: SchemaFault

  constructor(fault: SchemaFault) {
    super(fault)
    this.fault = fault
  }
}

/** Returns what a JSON pointer in a fragment refers to. */
function targetOf(root: JsonObject, reference: string): Json {
  if (!reference.startsWith('#/')) throw new FaultySchema('has a reference that cannot be resolved')
  let target: Json = root
  for (const token of decoded(reference.slice(2)).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    const next: Json | undefined = Array.isArray(target)
      ? (target as Json[])[Number(name)]
      : isJsonObject(target) && Object.hasOwn(target, name)
        ? target[name]
        : undefined
    if (next === undefined) throw new FaultySchema('has a reference that cannot be resolved')
    target = next
  }
  return target
}

/**
 * Decodes a fragment. A fragment that cannot be decoded is returned unchanged, and then names a member only if one is spelled in the same
 * way.
 */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
