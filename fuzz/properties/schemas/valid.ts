import fc from 'fast-check'
import { anyJson, anyNumber, objectOf } from './json.ts'
import { withKnownKeywords, type Schema } from './schema.ts'
import { validText } from './texts.ts'

/** Generates values that satisfy a schema, often at its bounds. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const made = arbitraries.get(schema) ?? withNull(schema)
  arbitraries.set(schema, made)
  return made
}
const arbitraries = new WeakMap<Schema, fc.Arbitrary<unknown>>()

function withNull(schema: Schema): fc.Arbitrary<unknown> {
  const value = withoutNull(withKnownKeywords(schema))
  return schema.nullable === true
    ? fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value
}

function withoutNull(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(valid))
  switch (schema.type) {
    case 'string':
      return validText(schema)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return validInteger(schema)
    case 'number':
      return validNumber(schema)
    case 'array':
      return validList(schema)
    case 'object':
      return validObject(schema).filter(
        (value) =>
          Object.keys(value).length >= (schema.minProperties ?? 0) && isWithinLimits(value, schema),
      )
    default:
      return anyJson()
  }
}

function validInteger({
  minimum = -(2 ** 31),
  maximum = 2 ** 31 - 1,
}: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % (maximum - minimum + 1))),
    },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )
}

function validNumber({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  if (minimum === undefined || maximum === undefined)
    return anyNumber.filter((n) => n >= (minimum ?? n) && n <= (maximum ?? n))
  return fc.oneof(
    { weight: 3, arbitrary: fc.double({ min: minimum, max: maximum, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )
}

function validList({ items = {}, minItems = 0, maxItems = 10 }: Schema): fc.Arbitrary<unknown[]> {
  const item = valid(items)
  const isScalar = !items.properties && !items.items && items.type !== 'object'
  const full =
    isScalar && maxItems <= 100
      ? [{ weight: 1, arbitrary: item.map((one) => Array.from({ length: maxItems }, () => one)) }]
      : []
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(item, {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      }),
    },
    ...full,
  )
}

/** Generates objects with the named members and, if the schema permits them, with additional ones. */
function validObject(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], maxProperties } = schema
  const named = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valid(member)])),
    { requiredKeys: [...required], noNullPrototype: true },
  )
  const others = othersOf(schema)
  if (!others) return named
  const joined = fc
    .tuple(named, others)
    .map(([own, other]) =>
      Object.fromEntries([
        ...Object.entries(other).filter(([name]) => !Object.hasOwn(properties, name)),
        ...Object.entries(own),
      ]),
    )
  return maxProperties === undefined
    ? joined
    : joined.map((value) => Object.fromEntries(Object.entries(value).slice(-maxProperties)))
}

function othersOf({
  properties,
  additionalProperties = true,
  minProperties = 0,
  maxProperties = 4,
}: Schema): fc.Arbitrary<Record<string, unknown>> | undefined {
  if (additionalProperties === false) return undefined
  const value = typeof additionalProperties === 'object' ? valid(additionalProperties) : anyJson(2)
  const some = objectOf(value, Math.max(minProperties, Math.min(maxProperties, 4))).filter(
    (made) => Object.keys(made).length >= (properties ? 0 : minProperties),
  )
  return properties
    ? fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some })
    : some
}

/** Returns whether a value satisfies the limits on size and depth, which JSON Schema does not have. */
function isWithinLimits(
  value: unknown,
  { 'x-max-bytes': bytes = Infinity, 'x-max-depth': depth = Infinity }: Schema,
): boolean {
  if (bytes === Infinity && depth === Infinity) return true
  return Buffer.byteLength(JSON.stringify(value)) <= bytes && levelsOf(value) <= depth
}
const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
    : 0
