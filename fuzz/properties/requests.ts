import fc from 'fast-check'
import type { Operation, ParameterOf } from './contract.ts'
import { breaksOf } from './schemas/broken.ts'
import { fits } from './schemas/schema.ts'
import { valid } from './schemas/valid.ts'

/** A request as it is drawn; `send.ts` makes it one that goes out, with what exists in it when it is `grounded`. */
export interface Drawn {
  readonly path: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  /** Undefined where the operation takes none. */
  readonly body?: unknown
  /** The way in which the JSON is written. */
  readonly spelling: Spelling
  /** Ids and credentials are those of the world. */
  readonly grounded: boolean
  /** The place that is broken and so stays as it was drawn, as a pointer from the request. */
  readonly kept?: string
  /** Which of the alternative credentials is used. */
  readonly scheme: number
}
export type Spelling = 'plain' | 'spaced' | 'escaped' | 'decimal'
/** A request that breaks the contract in one place, and where the answer has to say so. */
export interface DrawnBroken {
  readonly drawn: Drawn
  readonly status: 400 | 422
  readonly pointer: string
}
export interface BreakOfRequest {
  readonly says: string
  readonly requests: fc.Arbitrary<DrawnBroken>
}

const spelling = fc.constantFrom<Spelling>('plain', 'plain', 'spaced', 'escaped', 'decimal')

/** The same value in other characters: what a reader of JSON has to take for equal. */
export function spell(value: unknown, how: Spelling): string {
  const text = JSON.stringify(value)
  switch (how) {
    case 'plain':
      return text
    case 'spaced':
      return ` \t${JSON.stringify(value, undefined, 2).replaceAll('\n', '\r\n')}\n`
    case 'escaped':
      return text.replace(
        /[^ -~]|[<>&']/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    case 'decimal':
      return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
        /^-?\d{1,15}$/.test(token) ? `${token}.0` : token,
      )
  }
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))
/** One letter that ends a list item or is no value at all changes what a parameter says. */
const readable = (value: unknown): boolean =>
  !Array.isArray(value) || value.every((item) => item !== '' && !String(item).includes(','))

/** Valid requests of an operation. */
export function validRequests(
  operation: Operation,
  grounded: fc.Arbitrary<boolean> = fc.constantFrom(true, true, true, false),
): fc.Arbitrary<Drawn> {
  const inside = (place: string): readonly ParameterOf[] =>
    operation.parameters.filter((one) => one.in === place)
  const texts = (place: string): fc.Arbitrary<Record<string, string>> => {
    const all = inside(place)
    const values = Object.fromEntries(
      all.map(({ name, schema }) => [
        name,
        valid(schema)
          .filter(readable)
          .map(textOf)
          .filter((text) => place !== 'path' || text !== ''),
      ]),
    )
    return fc.record(values, {
      requiredKeys: all
        .filter(({ required }) => required || place === 'path')
        .map(({ name }) => name),
      noNullPrototype: true,
    })
  }
  return fc.record({
    path: texts('path'),
    query: texts('query').map((query) => Object.entries(query)),
    headers: texts('header').map(printable),
    ...(operation.body && { body: valid(operation.body) }),
    spelling,
    grounded,
    scheme: fc.nat(Math.max(0, operation.schemes.length - 1)),
  }) as fc.Arbitrary<Drawn>
}

const printable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, text]) => /^[!-~]+$/.test(text)))

/** Every way to break one constraint of an operation's parameters and body; all else is valid and exists. */
export function breaksOfRequest(operation: Operation): readonly BreakOfRequest[] {
  const good = validRequests(operation, fc.constant(true)).map((drawn) => ({
    ...drawn,
    query: [] as readonly (readonly [string, string])[],
  }))
  const ofBody = operation.body
    ? breaksOf(operation.body).map(({ at, keyword, values }): BreakOfRequest => ({
        says: `body ${at} ${keyword}`,
        requests: fc.tuple(good, values).map(([drawn, { value, pointer }]) => ({
          drawn: { ...drawn, body: value, kept: `/body${pointer}` },
          status: 422,
          pointer: `/body${pointer}`,
        })),
      }))
    : []
  return [
    ...operation.parameters.flatMap((parameter) => breaksOfParameter(parameter, good)),
    ...ofBody,
  ]
}

function breaksOfParameter(
  { name, in: place, schema, required }: ParameterOf,
  good: fc.Arbitrary<Drawn>,
): readonly BreakOfRequest[] {
  const holder = place === 'header' ? 'headers' : place
  const key = place === 'header' ? name.toLowerCase() : name
  const with_ = (drawn: Drawn, text: string): Drawn => ({
    ...drawn,
    kept: `/${place}/${name}`,
    ...(place === 'query'
      ? { query: [[name, text]] }
      : { [holder]: { ...drawn[holder as 'path'], [name]: text } }),
  })
  const texts = badTexts(schema, place)
  return [
    ...texts.map(([keyword, values]): BreakOfRequest => ({
      says: `${place} ${name} ${keyword}`,
      requests: fc.tuple(good, values).map(([drawn, text]) => ({
        drawn: with_(drawn, text),
        status: 400,
        pointer: `/${place}/${key}`,
      })),
    })),
    ...(place === 'query'
      ? [
          {
            says: `query ${name} twice`,
            requests: fc
              .tuple(good, valid(schema).filter(readable).map(textOf))
              .map(([drawn, text]): DrawnBroken => ({
                drawn: {
                  ...drawn,
                  kept: `/query/${name}`,
                  query: [
                    [name, text],
                    [name, text],
                  ],
                },
                status: 400,
                pointer: `/query/${name}`,
              })),
          },
        ]
      : []),
    ...(place === 'header' && required
      ? [
          {
            says: `header ${name} missing`,
            requests: good.map((drawn): DrawnBroken => ({
              drawn: { ...drawn, kept: `/header/${name}`, headers: {} },
              status: 400,
              pointer: `/header/${key}`,
            })),
          },
        ]
      : []),
  ]
}

/** Spellings that some readers take for a value of the type. */
const NOT_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  integer: [
    '0x10',
    '1e1',
    ' 5',
    '5 ',
    '5.0',
    '+5',
    '',
    '05',
    '1_000',
    '٣',
    '５',
    'NaN',
    'Infinity',
    'null',
    '[1]',
    '9'.repeat(400),
    '-0x1',
    'a',
  ],
  boolean: ['TRUE', 'True', '1', '0', 'yes', '', ' true', 'null', 'truefalse'],
}

function badTexts(
  schema: ParameterOf['schema'],
  place: string,
): readonly (readonly [string, fc.Arbitrary<string>])[] {
  const sendable = (text: string): boolean =>
    (place === 'query' || text !== '') &&
    (place !== 'header' || /^[!-~ÿ]([ -~ÿ]*[!-~ÿ])?$/.test(text))
  const spellings = (NOT_OF_TYPE[schema.type!] ?? []).filter(sendable)
  const typed = spellings.length > 0 ? [['spelling', fc.constantFrom(...spellings)] as const] : []
  if (place === 'header') {
    const bad = ['a b', 'a,b', 'a!', 'ÿ', 'a"', 'x'.repeat(5000)].filter(
      (text) => !fits(text, schema) || schema.enum?.includes(text) === false,
    )
    return bad.length === 0 ? [] : [['characters', fc.constantFrom(...bad)]]
  }
  if (schema.type === 'array')
    return breaksOf(schema.items!)
      .filter(({ keyword }) => ['pattern', 'maxLength', 'enum'].includes(keyword))
      .map(({ keyword, values }) => [
        keyword,
        values.map(({ value }) => String(value)).filter((text) => !text.includes(',')),
      ])
  const broken = breaksOf(schema)
    .filter(({ keyword }) => keyword !== 'type' && keyword !== 'format')
    .map(({ keyword, values }) => [keyword, values.map(({ value }) => String(value))] as const)
    .filter(([, values]) => fc.sample(values, { numRuns: 30, seed: 1 }).some(sendable))
    .map(([keyword, values]) => [keyword, values.filter(sendable)] as const)
  return [...typed, ...broken]
}
