import fc from 'fast-check'
import { expression, fits, lengthOf, matches, type Schema } from './schema.ts'

/** Generates strings that satisfy a schema, including strings of its minimum and maximum length. */
export function validText(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 1000 } = schema
  const formatted = format === undefined ? undefined : FORMATTED[format]
  if (formatted) return formatted.filter((text) => fits(text, schema))
  const letters = alphabetOf(pattern)
  if (letters)
    return ofLetters(
      letters,
      pattern?.endsWith('+$') ? Math.max(1, minLength) : minLength,
      maxLength,
    )
  return matching(pattern!).filter((text) => fits(text, schema))
}

const arbitraries = new Map<string, fc.Arbitrary<string>>()
/** Returns the arbitrary of a pattern, which is created once because creating it is slow. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = arbitraries.get(pattern) ?? fc.stringMatching(expression(pattern), { size: 'small' })
  arbitraries.set(pattern, made)
  return made
}

/** Returns which characters a string may contain; undefined if the pattern restricts more than single characters. */
function alphabetOf(pattern: string | undefined): ((letter: string) => boolean) | undefined {
  if (pattern === undefined) return () => true
  const [, letter] = /^\^(\[(?:[^\]\\]|\\.)+\])[*+]\$$/.exec(pattern) ?? []
  return letter === undefined ? undefined : (one) => expression(`^${letter}$`).test(one)
}

/** Includes characters that count as one in JSON Schema, but as two in JavaScript's `length`. */
const LETTERS = [
  ...'aZ09 -_.:/~+=@é界',
  '\u{1f600}',
  '\u{10ffff}',
  '\u2028',
  '\u0001',
  '\n',
  '\u00ad',
  '"',
  '\\',
]

/**
 * Strings of the maximum length are generated rarely if it exceeds `LONG`, and never if it exceeds `VERY_LONG`, because lists of them would
 * take megabytes.
 */
const LONG = 64
const VERY_LONG = 5000

function ofLetters(
  allowed: (letter: string) => boolean,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<string> {
  const only = (text: string): string => [...text].filter(allowed).join('')
  const filler = fc.constantFrom(...LETTERS.filter(allowed))
  const padded =
    (minLength: number) =>
    ([text, letter]: [string, string]): string =>
      text + letter.repeat(Math.max(0, minLength - lengthOf(text)))
  const short = Math.min(maxLength, Math.max(minLength, 12))
  const some = (unit: 'grapheme-ascii' | 'binary') =>
    fc
      .tuple(fc.string({ unit, maxLength: short }).map(only), filler)
      .map(padded(minLength))
      .filter((text) => lengthOf(text) <= maxLength)
  const filled = (length: number) => filler.map((letter) => letter.repeat(length))
  const longest =
    maxLength <= LONG
      ? [{ weight: 20, arbitrary: filled(maxLength) }]
      : maxLength <= VERY_LONG
        ? [{ weight: 1, arbitrary: filled(maxLength) }]
        : []
  return fc.oneof(
    { weight: 120, arbitrary: some('grapheme-ascii') },
    { weight: 60, arbitrary: some('binary') },
    { weight: 20, arbitrary: filled(minLength) },
    ...longest,
  )
}

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
const host = fc.oneof(
  fc.tuple(label, label).map(([a, b]) => `${a}.${b}`),
  fc.constantFrom('127.0.0.1', '[::1]', 'localhost', 'xn--bcher-kva.example', 'EXAMPLE.com'),
)
const path = fc
  .array(fc.stringMatching(/^([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2}){0,6}$/), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''))
const moment = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

const FORMATTED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => text.toUpperCase()),
    fc.constant('00000000-0000-0000-0000-000000000000'),
  ),
  'date-time': fc.oneof(
    moment.map((date) => date.toISOString()),
    moment.map((date) => date.toISOString().replace(/\.\d+Z$/, 'Z')),
    fc.constantFrom(
      '2024-02-29T00:00:00Z',
      '2000-02-29T23:59:59.9Z',
      '2026-11-21T16:00:00+05:30',
      '0000-01-01T00:00:00Z',
      '2026-12-31T23:59:59-00:00',
    ),
  ),
  date: moment.map((date) => date.toISOString().slice(0, 10)),
  email: fc
    .tuple(
      fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,10}(\.[a-z0-9_]{1,4})?$/),
      label,
      label,
    )
    .map(([local, a, b]) => `${local}@${a}.${b}`),
  uri: fc
    .tuple(
      fc.constantFrom('http', 'https'),
      host,
      fc.constantFrom('', ':8080', ':65535', ':'),
      path,
      fc.constantFrom('', '?a=b&c=%20', '#part', '?'),
    )
    .map(([scheme, name, port, rest, search]) => `${scheme}://${name}${port}${rest}${search}`),
}

/** Strings that nearly match the format and that some parsers therefore accept. */
export const NEARLY_VALID: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
    '{123e4567-e89b-12d3-a456-426614174000}',
    '123e4567e89b12d3a456426614174000',
    '123e4567-e89b-12d3-a456-42661417400',
    '123e4567-e89b-12d3-a456-42661417400g',
    '123e4567-e89b-12d3-a456-426614174000\n',
    '',
  ],
  'date-time': [
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    '20260101T000000Z',
    '2026-01-01T00:00:00+00',
    '2026-01-01T00:00:00+0000',
    '2026-01-01T00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00Z\n',
    '+002026-01-01T00:00:00Z',
    '٢٠٢٦-01-01T00:00:00Z',
    '1767225600',
  ],
  date: [
    '2026-02-30',
    '2026-1-1',
    '20260101',
    '2026-00-10',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
  ],
  email: [
    'a',
    'a@',
    '@b.de',
    'a@b..de',
    'a b@c.de',
    'a@b.de\n',
    'a@@b.de',
    '.a@b.de',
    'a.@b.de',
    'a@-b.de',
    'a@b-.de',
    'a@b.de.',
    'a@b_c.de',
    'Ada <a@b.de>',
    'ä@b.de',
    'a@bücher.de',
    'a@b.de\u0000',
    'a\u2028@b.de',
  ],
  uri: [
    'http://a b',
    'http://%zz',
    'http://[::1',
    'http://a/{b}',
    'http://a/"b"',
    'http://a/<b>',
    'http://a\\b',
    'http://a/^',
    'http://a/`',
    'http://a/%',
    'http://ä.example/',
    '//a',
    'a',
    ':',
    'http//a',
    '1http://a',
    'http://a:x',
    'http://a/|',
    'http://[v]/',
    'http://a#b#c',
  ],
}

/**
 * Strings for which the standards leave a choice or validators are known to differ. They serve to compare validators, not as invalid
 * requests.
 */
export const AMBIGUOUS_FORMATS: Readonly<Record<string, readonly string[]>> = {
  uuid: [],
  'date-time': [
    '2026-01-01t00:00:00z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T15:59:60-08:00',
    '1998-12-31T23:59:60.5Z',
    '2026-01-01T00:00:00.123456789Z',
  ],
  date: ['0000-01-01', '9999-12-31'],
  email: [
    'a@b',
    'a@localhost',
    '"a b"@c.de',
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    `${'a'.repeat(65)}@b.de`,
    `a@${'b'.repeat(64)}.de`,
    'a@xn--x.de',
    'A@B.DE',
    "o'hara@b.de",
    'a@1.2',
    'a@b.d-e',
  ],
  uri: [
    'http://',
    'http:',
    'http:///',
    'http:/a',
    'a:b',
    'mailto:a@b.de',
    'urn:a:b',
    'http://a:b',
    'http://a:99999',
    'http://a:/',
    'http://@',
    'http://u:p@a/',
    'http://a?b#c',
    'HTTP://A',
    'http://[::1]:80/',
    'http://1.2.3',
    'http://256.1.1.1',
    'http://a//b',
    'http://a/"',
    "http://a/'",
    'http://a/%41',
    'http://..',
    'http://a_b',
    'http://-a',
    'https://[1:2:3:4:5:6:7:8]',
    'http://[::ffff:1.2.3.4]',
  ],
}

/** Characters that hardly any pattern permits. */
const UNUSUAL_CHARACTERS = [
  '\u0000',
  '\n',
  '\u007f',
  ' ',
  'ж',
  '\u{1f600}',
  '%',
  '"',
  'é',
  '\u2028',
  '\t',
  '!',
  '',
]

/** Returns strings that violate the named keyword, and possibly others; a keyword that no string can violate is left out. */
export function invalidTexts(
  schema: Schema,
): readonly (readonly [keyword: string, texts: fc.Arbitrary<string>])[] {
  const { format, pattern, minLength = 0, maxLength = Infinity, not } = schema
  const found: [string, fc.Arbitrary<string>][] = []
  const add = (keyword: string, texts: readonly string[]): void => {
    if (texts.length > 0) found.push([keyword, fc.constantFrom(...texts)])
  }
  if (minLength > 0) add('minLength', ['', ...(minLength > 1 ? ['a'.repeat(minLength - 1)] : [])])
  if (maxLength < Infinity) {
    add('maxLength', [
      ...['a', '\u{1f600}'].map((letter) => letter.repeat(maxLength + 1)),
      'a'.repeat(maxLength + 1000),
    ])
    const longer = format !== undefined && FORMATTED[format] ? undefined : alphabetOf(pattern)
    if (longer)
      add(
        'maxLength',
        LETTERS.filter(longer).map((letter) => letter.repeat(maxLength + 1)),
      )
  }
  if (pattern !== undefined) found.push(['pattern', nonMatching(schema, pattern)])
  if (format !== undefined) add('format', NEARLY_VALID[format] ?? [])
  if (not?.pattern !== undefined)
    found.push([
      'not',
      matching(not.pattern).filter(
        (text) => matches(text, not.pattern) && fits(text, { ...schema, not: {} }),
      ),
    ])
  return found
}

/**
 * Generates strings that do not match a pattern: valid ones with an unusual character inserted or, if those still match, unusual characters
 * alone.
 */
function nonMatching(schema: Schema, pattern: string): fc.Arbitrary<string> {
  const alone = fc.constantFrom(
    ...[...UNUSUAL_CHARACTERS, ' '.repeat(20)].filter((text) => !matches(text, pattern)),
  )
  const invalid = UNUSUAL_CHARACTERS.filter((letter) => letter !== '' && !matches(letter, pattern))
  const [good] = fc.sample(validText(schema), { numRuns: 1, seed: 1 })
  if (invalid.length === 0 || matches(good + invalid[0]!, pattern)) return alone
  const inserted = fc
    .tuple(validText(schema), fc.constantFrom(...invalid), fc.nat(2))
    .map(([text, letter, where]) =>
      where === 0 ? letter + text : where === 1 ? text + letter : insertInMiddle(text, letter),
    )
  return fc.oneof(
    { weight: 3, arbitrary: inserted.filter((text) => !matches(text, pattern)) },
    { weight: 1, arbitrary: alone },
  )
}

function insertInMiddle(text: string, letter: string): string {
  const letters = [...text]
  return [
    ...letters.slice(0, letters.length / 2),
    letter,
    ...letters.slice(letters.length / 2),
  ].join('')
}
