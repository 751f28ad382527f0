import { resolve, type Schema } from './contract.ts'

/** A body that violates its schema in one place. */
export interface Mutant {
  readonly name: string
  readonly body: unknown
}
type Members = Readonly<Record<string, unknown>>

/** A part of invalid values that no response may repeat. */
export const CANARY = 'CANARY-do-not-repeat'

const OTHER_TYPES: Readonly<Record<NonNullable<Schema['type']>, readonly unknown[]>> = {
  string: [null, true, 7, [CANARY], { CANARY }],
  integer: [null, true, CANARY, '60', 60.5, [60], { CANARY }],
  number: [null, true, CANARY, [1], {}],
  boolean: [null, 'true', 1, [true], {}],
  array: [null, true, 7, CANARY, { 0: CANARY }],
  object: [null, true, 7, CANARY, [CANARY]],
}

/** Returns every way to invalidate one member of a valid body: type, presence, limits, alphabet, size, depth, unknown members. */
export function mutantsOf(schema: Schema, valid: Members, at = ''): Mutant[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.map((name) => ({
    name: `${at}/${name} missing`,
    body: { ...valid, [name]: undefined },
  }))
  const unknown =
    additionalProperties === false
      ? [{ name: `${at}/unheard_of`, body: { ...valid, unheard_of: CANARY } }]
      : []
  const wrong = Object.entries(properties).flatMap(([name, reference]) => {
    const member = resolve(reference)
    const here = `${at}/${name}`
    const values = wrongValues(member).map(([what, value]) => ({
      name: `${here} ${what}`,
      body: { ...valid, [name]: value },
    }))
    const object = [member, ...(member.oneOf ?? []).map(resolve)].find(
      ({ type }) => type === 'object',
    )
    const inner = object ? mutantsOf(object, (valid[name] ?? {}) as Members, here) : []
    return [
      ...values,
      ...inner.map((mutant) => ({ name: mutant.name, body: { ...valid, [name]: mutant.body } })),
    ]
  })
  return [...missing, ...unknown, ...wrong]
}

function wrongValues(schema: Schema): (readonly [string, unknown])[] {
  if (schema.oneOf) return wrongForAll(schema.oneOf.map(resolve))
  const types = OTHER_TYPES[schema.type!].map(
    (value) => [`as ${JSON.stringify(value)}`, value] as const,
  )
  const generators = {
    string: wrongTexts,
    integer: wrongNumbers,
    number: wrongNumbers,
    array: wrongLists,
    object: wrongObjects,
    boolean: () => [],
  }
  return [...types, ...generators[schema.type!](schema)]
}

/** Returns values that all alternatives reject: those of a type that no alternative has, and invalid values of one type. */
function wrongForAll(alternatives: readonly Schema[]): (readonly [string, unknown])[] {
  const types = alternatives.map(({ type }) => type)
  const isOfOne = (value: unknown) =>
    types.includes((Array.isArray(value) ? 'array' : typeof value) as Schema['type'])
  return alternatives
    .flatMap(wrongValues)
    .filter(([what, value]) => !what.startsWith('as ') || value === null || !isOfOne(value))
}

function wrongTexts({
  minLength = 0,
  maxLength = Infinity,
  pattern,
  format,
  enum: values,
}: Schema): (readonly [string, unknown])[] {
  const texts: [string, string][] = [
    ['with a control character', 'a\u0000b'],
    ['with DEL', 'a\u007fb'],
    ['empty', ''],
    ['of one space', ' '],
    ['without ASCII', 'ж\u{1f600}'],
  ]
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (!pattern || new RegExp(pattern, 'u').test(text)) &&
    format !== 'email' &&
    format !== 'uri' &&
    format !== 'date-time' &&
    !values
  const tooLong =
    maxLength === Infinity
      ? []
      : ([
          ['one too long', CANARY.padEnd(maxLength + 1, 'x')],
          ['of 300 kB', CANARY.padEnd(300_000, 'x')],
        ] as const)
  return [...texts.filter(([, text]) => !fits(text)), ...tooLong]
}

const wrongNumbers = ({ minimum, maximum }: Schema): (readonly [string, unknown])[] => [
  ...(minimum === undefined
    ? []
    : ([
        ['below the range', minimum - 1],
        ['far below', -(2 ** 53)],
      ] as const)),
  ...(maximum === undefined
    ? []
    : ([
        ['above the range', maximum + 1],
        ['far above', 2 ** 60],
      ] as const)),
]

function wrongLists({ maxItems = 0, items }: Schema): (readonly [string, unknown])[] {
  const invalidItems = wrongValues(resolve(items!))
    .slice(0, 12)
    .map(([what, value]) => [`holding one ${what}`, [value]] as const)
  return [
    ['with too many items', Array.from({ length: maxItems + 1 }, (_, index) => `item-${index}`)],
    ...invalidItems,
  ]
}

function wrongObjects(schema: Schema): (readonly [string, unknown])[] {
  const [depth, bytes] = [schema['x-max-depth'], schema['x-max-bytes']]
  return [
    ...(depth === undefined ? [] : ([['one too deep', nested(depth + 1)]] as const)),
    ...(bytes === undefined
      ? []
      : ([['one byte too big', { a: 'x'.repeat(bytes + 1 - '{"a":""}'.length) }]] as const)),
  ]
}

/** Returns an object with this many levels, including itself. */
const nested = (levels: number): object => (levels <= 1 ? {} : { a: nested(levels - 1) })
