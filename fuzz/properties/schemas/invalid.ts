import fc from 'fast-check'
import { nested, SPECIAL_NAMES } from './json.ts'
import { withKnownKeywords, type Schema } from './schema.ts'
import { invalidTexts } from './texts.ts'
import { valid } from './valid.ts'

/** One way to violate a schema: by one keyword at one location, while everything else stays valid. */
export interface Violation {
  /** The path of that location; `*` is an index that depends on the value, and `?` the name of an undeclared member. */
  readonly at: string
  readonly keyword: string
  readonly values: fc.Arbitrary<InvalidValue>
}
interface InvalidValue {
  readonly value: unknown
  /** The JSON pointer of the violation. */
  readonly pointer: string
}

/** Returns a violation by the whole value. */
const here = (keyword: string, values: fc.Arbitrary<unknown>): Violation => ({
  at: '',
  keyword,
  values: values.map((value) => ({ value, pointer: '' })),
})

/** Returns every way to violate a schema once. */
export function violationsOf(schema: Schema): readonly Violation[] {
  const { type } = withKnownKeywords(schema)
  if (schema.oneOf) return oneOfViolations(schema.oneOf)
  if (type === undefined) return []
  const wrong = [here('type', wrongTypes(schema))]
  if (schema.enum)
    return [
      ...wrong,
      here(
        'enum',
        fc.string({ maxLength: 20 }).filter((text) => !schema.enum!.includes(text)),
      ),
    ]
  switch (type) {
    case 'string':
      return [...wrong, ...invalidTexts(schema).map(([keyword, texts]) => here(keyword, texts))]
    case 'integer':
    case 'number':
      return [
        ...wrong,
        ...invalidNumbers(schema).map(([keyword, numbers]) => here(keyword, nearest(numbers))),
      ]
    case 'boolean':
      return wrong
    case 'array':
      return [...wrong, ...listViolations(schema)]
    case 'object':
      return [...wrong, ...objectViolations(schema)]
  }
}

const OF_TYPE: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [0, 7, -1],
  number: [0.5, 1e-7],
  string: ['', '7', 'true', 'null', '[]'],
  array: [[], [7], [[]]],
  object: [{}, { length: 1 }, { 0: 'a' }],
}

/** Generates values of every other type. An integer is also a number. */
function wrongTypes({ type, nullable }: Schema): fc.Arbitrary<unknown> {
  const others = Object.keys(OF_TYPE).filter(
    (other) =>
      other !== type &&
      !(other === 'integer' && type === 'number') &&
      !(other === 'null' && nullable),
  )
  return fc.constantFrom(...others.flatMap((other) => OF_TYPE[other]!))
}

/** Prefers the first number, which is next to the bound, where mistakes are most likely. */
const nearest = ([first, ...others]: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(first!) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

function invalidNumbers({
  minimum,
  maximum,
  format,
}: Schema): (readonly [string, readonly number[]])[] {
  return [
    ...(minimum === undefined
      ? []
      : [['minimum', [minimum - 1, -(2 ** 53), -Number.MAX_VALUE]] as const]),
    ...(maximum === undefined
      ? []
      : [['maximum', [maximum + 1, 2 ** 53 + 2, Number.MAX_VALUE]] as const]),
    ...(format === 'int32' ? [['format', [2 ** 31, -(2 ** 31) - 1]] as const] : []),
  ]
}

/** Returns the ways to violate all alternatives: values of other types, and violations of the one alternative of the same type. */
function oneOfViolations(alternatives: readonly Schema[]): readonly Violation[] {
  const types = alternatives.map(({ type }) => type as string)
  const others = Object.keys(OF_TYPE).filter((other) => !types.includes(other))
  const wrong = fc.constantFrom(...others.flatMap((other) => OF_TYPE[other]!))
  const inner = alternatives
    .flatMap(violationsOf)
    .filter(({ at, keyword }) => !(at === '' && keyword === 'type'))
  return [here('oneOf', wrong), ...inner]
}

function listViolations(schema: Schema): readonly Violation[] {
  const { items = {}, minItems = 0, maxItems } = schema
  const item = valid(items)
  const ofLength = (length: number) => item.map((one) => Array.from({ length }, () => one))
  return [
    ...(minItems > 0 ? [here('minItems', ofLength(minItems - 1))] : []),
    ...(maxItems !== undefined && maxItems <= 200
      ? [here('maxItems', ofLength(maxItems + 1))]
      : []),
    ...violationsOf(items).map(({ at, keyword, values }) => ({
      at: `/*${at}`,
      keyword,
      values: fc
        .tuple(fc.array(item, { maxLength: Math.min(2, (maxItems ?? 3) - 1) }), values, fc.nat(2))
        .map(([others, { value, pointer }, where]) => {
          const index = Math.min(where, others.length)
          return { value: others.toSpliced(index, 0, value), pointer: `/${index}${pointer}` }
        }),
    })),
  ]
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const UNKNOWN = ['unheard_of', 'Name', ' name', 'a/b', 'm~n', 'é', ...SPECIAL_NAMES]

function objectViolations(schema: Schema): readonly Violation[] {
  const {
    properties = {},
    required = [],
    additionalProperties = true,
    maxProperties,
    minProperties = 0,
    'x-max-bytes': bytes,
    'x-max-depth': depth,
  } = schema
  const whole = valid({ ...schema, nullable: false }) as fc.Arbitrary<Record<string, unknown>>
  const bounded =
    minProperties > 0 || maxProperties !== undefined || bytes !== undefined || depth !== undefined
  /** If the object has bounds, an invalid member is placed in the smallest object, because a larger one might exceed the bounds too. */
  const around = bounded
    ? (valid({
        ...schema,
        nullable: false,
        minProperties: 0,
        properties: Object.fromEntries(required.map((name) => [name, properties[name]!])),
        additionalProperties: false,
      }) as typeof whole)
    : whole
  const with_ = (name: string, values: fc.Arbitrary<InvalidValue>): fc.Arbitrary<InvalidValue> =>
    fc.tuple(around, values).map(([object, { value, pointer }]) => ({
      value: Object.fromEntries([
        ...Object.entries(object).filter(([other]) => other !== name),
        [name, value],
      ]),
      pointer: `/${escaped(name)}${pointer}`,
    }))
  const unknown = fc.constantFrom(...UNKNOWN.filter((name) => !Object.hasOwn(properties, name)))

  return [
    ...required.map((name): Violation => ({
      at: `/${name}`,
      keyword: 'required',
      values: whole.map((object) => ({
        value: Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
        pointer: `/${escaped(name)}`,
      })),
    })),
    ...Object.entries(properties).flatMap(([name, member]) =>
      violationsOf(member).map(({ at, keyword, values }) => ({
        at: `/${name}${at}`,
        keyword,
        values: with_(name, values),
      })),
    ),
    ...(additionalProperties === false
      ? [
          {
            at: '/?',
            keyword: 'additionalProperties',
            values: unknown.chain((name) =>
              with_(
                name,
                fc.constantFrom(
                  { value: 1, pointer: '' },
                  { value: { polluted: true }, pointer: '' },
                ),
              ),
            ),
          },
        ]
      : []),
    ...(typeof additionalProperties === 'object'
      ? violationsOf(additionalProperties).map(({ at, keyword, values }) => ({
          at: `/?${at}`,
          keyword,
          values: unknown.chain((name) => with_(name, values)),
        }))
      : []),
    ...(maxProperties !== undefined
      ? [
          here(
            'maxProperties',
            around.map((object) => ({
              ...objectWithMembers(maxProperties + 1, additionalProperties),
              ...object,
            })),
          ),
        ]
      : []),
    ...(minProperties > 0 && required.length === 0 ? [here('minProperties', fc.constant({}))] : []),
    ...(bytes !== undefined
      ? [
          here(
            'x-max-bytes',
            fc
              .constantFrom(1, 1000)
              .map((more) => ({ a: 'x'.repeat(bytes + more - '{"a":""}'.length) })),
          ),
        ]
      : []),
    ...(depth !== undefined
      ? [
          here(
            'x-max-depth',
            fc.constantFrom(1, 5).map((more) => nested(depth + more)),
          ),
        ]
      : []),
  ]
}

/** Returns an object with this many additional members, all of which are valid. */
function objectWithMembers(count: number, schema: boolean | Schema): object {
  const [member] =
    typeof schema === 'object' ? fc.sample(valid(schema), { numRuns: 1, seed: 1 }) : [1]
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, member]))
}
