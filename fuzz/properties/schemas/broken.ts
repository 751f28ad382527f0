import fc from 'fast-check'
import { nested, TRAPS } from './json.ts'
import { known, type Schema } from './schema.ts'
import { brokenTexts } from './texts.ts'
import { valid } from './valid.ts'

/** One way to break a schema: at one place, by one keyword; everything around it stays valid. */
export interface Break {
  /** Where, as the names and positions that lead there; `*` is a position that the value decides. */
  readonly at: string
  readonly keyword: string
  readonly values: fc.Arbitrary<Broken>
}
export interface Broken {
  readonly value: unknown
  /** JSON pointer of the place. */
  readonly pointer: string
}

/** Every way to break a schema once. */
export function breaksOf(schema: Schema): readonly Break[] {
  const { type } = known(schema)
  const here = (keyword: string, values: fc.Arbitrary<unknown>): Break => ({
    at: '',
    keyword,
    values: values.map((value) => ({ value, pointer: '' })),
  })
  if (schema.oneOf) return breaksOfOne(schema.oneOf)
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
      return [...wrong, ...brokenTexts(schema).map(([keyword, texts]) => here(keyword, texts))]
    case 'integer':
    case 'number':
      return [
        ...wrong,
        ...brokenNumbers(schema).map(([keyword, numbers]) => here(keyword, nearest(numbers))),
      ]
    case 'boolean':
      return wrong
    case 'array':
      return [...wrong, ...breaksOfList(schema)]
    case 'object':
      return [...wrong, ...breaksOfObject(schema)]
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

/** Values of every other type. An integer is a number, and a whole number an integer however it is written. */
function wrongTypes({ type, nullable }: Schema): fc.Arbitrary<unknown> {
  const others = Object.keys(OF_TYPE).filter(
    (other) =>
      other !== type &&
      !(other === 'integer' && type === 'number') &&
      !(other === 'null' && nullable),
  )
  return fc.constantFrom(...others.flatMap((other) => OF_TYPE[other]!))
}

/** The first number is the one next to the bound, where mistakes are made. */
const nearest = ([first, ...others]: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(first!) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

function brokenNumbers({
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

/** What every alternative refuses: other types, and what breaks the one alternative of its type. */
function breaksOfOne(alternatives: readonly Schema[]): readonly Break[] {
  const types = alternatives.map(({ type }) => type as string)
  const others = Object.keys(OF_TYPE).filter((other) => !types.includes(other))
  const wrong = fc
    .constantFrom(...others.flatMap((other) => OF_TYPE[other]!))
    .map((value) => ({ value, pointer: '' }))
  const inner = alternatives
    .flatMap(breaksOf)
    .filter(({ at, keyword }) => !(at === '' && keyword === 'type'))
  return [{ at: '', keyword: 'oneOf', values: wrong }, ...inner]
}

function breaksOfList(schema: Schema): readonly Break[] {
  const { items = {}, minItems = 0, maxItems } = schema
  const item = valid(items)
  const whole = (keyword: string, length: number): Break => ({
    at: '',
    keyword,
    values: item.map((one) => ({ value: Array.from({ length }, () => one), pointer: '' })),
  })
  return [
    ...(minItems > 0 ? [whole('minItems', minItems - 1)] : []),
    ...(maxItems !== undefined && maxItems <= 200 ? [whole('maxItems', maxItems + 1)] : []),
    ...breaksOf(items).map(({ at, keyword, values }) => ({
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
const UNKNOWN = ['unheard_of', 'Name', ' name', 'a/b', 'm~n', 'é', ...TRAPS]

function breaksOfObject(schema: Schema): readonly Break[] {
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
  /** A member is broken in the smallest object that holds it, where a bigger one might break a bound of the object as well. */
  const around = bounded
    ? (valid({
        ...schema,
        nullable: false,
        minProperties: 0,
        properties: Object.fromEntries(required.map((name) => [name, properties[name]!])),
        additionalProperties: false,
      }) as typeof whole)
    : whole
  const with_ = (name: string, values: fc.Arbitrary<Broken>): fc.Arbitrary<Broken> =>
    fc.tuple(around, values).map(([object, { value, pointer }]) => ({
      value: Object.fromEntries([
        ...Object.entries(object).filter(([other]) => other !== name),
        [name, value],
      ]),
      pointer: `/${escaped(name)}${pointer}`,
    }))
  const of = (keyword: string, values: fc.Arbitrary<unknown>): Break => ({
    at: '',
    keyword,
    values: values.map((value) => ({ value, pointer: '' })),
  })
  const unknown = fc.constantFrom(...UNKNOWN.filter((name) => !Object.hasOwn(properties, name)))

  return [
    ...required.map((name): Break => ({
      at: `/${name}`,
      keyword: 'required',
      values: whole.map((object) => ({
        value: Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
        pointer: `/${escaped(name)}`,
      })),
    })),
    ...Object.entries(properties).flatMap(([name, member]) =>
      breaksOf(member).map(({ at, keyword, values }) => ({
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
      ? breaksOf(additionalProperties).map(({ at, keyword, values }) => ({
          at: `/?${at}`,
          keyword,
          values: unknown.chain((name) => with_(name, values)),
        }))
      : []),
    ...(maxProperties !== undefined
      ? [
          of(
            'maxProperties',
            around.map((object) => ({
              ...crowd(maxProperties + 1, additionalProperties),
              ...object,
            })),
          ),
        ]
      : []),
    ...(minProperties > 0 && required.length === 0 ? [of('minProperties', fc.constant({}))] : []),
    ...(bytes !== undefined
      ? [
          of(
            'x-max-bytes',
            fc
              .constantFrom(1, 1000)
              .map((more) => ({ a: 'x'.repeat(bytes + more - '{"a":""}'.length) })),
          ),
        ]
      : []),
    ...(depth !== undefined
      ? [
          of(
            'x-max-depth',
            fc.constantFrom(1, 5).map((more) => nested(depth + more)),
          ),
        ]
      : []),
  ]
}

/** So many members that the schema of additional ones admits. */
function crowd(many: number, schema: boolean | Schema): object {
  const [member] =
    typeof schema === 'object' ? fc.sample(valid(schema), { numRuns: 1, seed: 1 }) : [1]
  return Object.fromEntries(Array.from({ length: many }, (_, n) => [`m${n}`, member]))
}
