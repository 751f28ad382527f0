import fc from 'fast-check'

/** Names that every JavaScript object inherits, or that have a special meaning. */
export const SPECIAL_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  '',
] as const

/** Generates any string, including control characters, characters of every plane and the markup of other formats. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\u007f',
      '\u2028',
      '\ufeff',
      '\u{1f600}'.repeat(3),
      '%00',
      '../..',
      '${7*7}',
      "'; --",
      '<b>',
      'null',
      '\r\nX: y',
    ),
  },
)
const name = fc.oneof(
  { weight: 5, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constantFrom(...SPECIAL_NAMES) },
)

/** Generates numbers, including the limits of what JSON parsers agree on. */
export const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    0.5,
    1e21,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ),
)
const leaf: fc.Arbitrary<unknown> = fc.oneof(anyText, anyNumber, fc.boolean(), fc.constant(null))

/** Generates any JSON value with at most this many levels. */
export function anyJson(levels = 3): fc.Arbitrary<unknown> {
  if (levels <= 0) return leaf
  const inner = anyJson(levels - 1)
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    { weight: 2, arbitrary: objectOf(inner) },
  )
}

/** Generates objects with arbitrary names, including special ones. Like `JSON.parse`, it makes every name an own property. */
export const objectOf = (
  value: fc.Arbitrary<unknown>,
  maxKeys = 4,
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(name, value), { maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries))

/** Returns an object with this many levels, including itself. */
export const nested = (levels: number): object => (levels <= 1 ? {} : { a: nested(levels - 1) })
