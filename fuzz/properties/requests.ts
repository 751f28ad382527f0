import fc from 'fast-check'
import type { Credential, TestRequest } from '../../test/http/client.ts'
import type { Operation, Parameter } from './contract.ts'
import { violationsOf } from './schemas/invalid.ts'
import { fits } from './schemas/schema.ts'
import { valid } from './schemas/valid.ts'

/** A generated request. If it is `grounded`, existing identifiers and credentials are substituted before it is sent. */
export interface GeneratedRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  /** Undefined if the operation has no body. */
  readonly body?: unknown
  /** How the JSON of the body is written. */
  readonly json_style: JsonStyle
  /** Whether existing identifiers and credentials are substituted. */
  readonly grounded: boolean
  /** The pointer to the invalid part, in which nothing is substituted. */
  readonly invalid_part?: string
  /** The index of the alternative credential that is used. */
  readonly scheme: number
}
export type JsonStyle = 'plain' | 'spaced' | 'escaped' | 'decimal'
/** A request with one violation of the contract, and the status and pointer with which it must be refused. */
interface InvalidRequest {
  readonly drawn: GeneratedRequest
  readonly status: 400 | 422
  readonly pointer: string
}
export interface RequestViolation {
  readonly description: string
  readonly requests: fc.Arbitrary<InvalidRequest>
}

const CREDENTIALS: ReadonlySet<string> = new Set(['X-API-Key', 'Authorization', 'Cookie'])

/** Returns the request with this credential instead of its own. */
export const withOnlyCredential = (
  { headers = {}, ...rest }: TestRequest,
  credential: Credential,
): TestRequest => ({
  ...rest,
  headers: {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name))),
    ...credential,
  },
})

const json_style = fc.constantFrom<JsonStyle>('plain', 'plain', 'spaced', 'escaped', 'decimal')

/** Writes a value as JSON in one of several equivalent ways. */
export function writeJson(value: unknown, how: JsonStyle): string {
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
/** Whether a value can be written as a parameter: an empty item or a comma within an item would change a list. */
const isWritable = (value: unknown): boolean =>
  !Array.isArray(value) || value.every((item) => item !== '' && !String(item).includes(','))

/** Generates valid requests of an operation. */
export function validRequests(
  operation: Operation,
  grounded: fc.Arbitrary<boolean> = fc.constantFrom(true, true, true, false),
): fc.Arbitrary<GeneratedRequest> {
  const inside = (location: string): readonly Parameter[] =>
    operation.parameters.filter((one) => one.in === location)
  const texts = (location: string): fc.Arbitrary<Record<string, string>> => {
    const all = inside(location)
    const values = Object.fromEntries(
      all.map(({ name, schema }) => [
        name,
        valid(schema)
          .filter(isWritable)
          .map(textOf)
          .filter((text) => location !== 'path' || text !== ''),
      ]),
    )
    return fc.record(values, {
      requiredKeys: all
        .filter(({ required }) => required || location === 'path')
        .map(({ name }) => name),
      noNullPrototype: true,
    })
  }
  /** Lists that are sent as one `name=value` per item. Their items contain no comma (see `isWritable`), so the text can be split again. */
  const repeated = inside('query').filter(
    ({ schema, explode }) => explode && schema.type === 'array',
  )
  const pairsOf = ([name, text]: [string, string]): readonly (readonly [string, string])[] =>
    repeated.some((one) => one.name === name)
      ? text.split(',').map((item) => [name, item])
      : [[name, text]]
  return fc.record({
    path: texts('path'),
    query: texts('query').map((query) => Object.entries(query).flatMap(pairsOf)),
    headers: texts('header').map(printable),
    ...(operation.body && { body: valid(operation.body) }),
    json_style,
    grounded,
    scheme: fc.nat(Math.max(0, operation.schemes.length - 1)),
  }) as fc.Arbitrary<GeneratedRequest>
}

const printable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, text]) => /^[!-~]+$/.test(text)))

/**
 * Returns a generator for each way to violate one constraint of an operation's parameters or body. Everything else in the request is valid
 * and exists.
 */
export function requestViolations(operation: Operation): readonly RequestViolation[] {
  const good = validRequests(operation, fc.constant(true)).map((drawn) => ({
    ...drawn,
    query: [] as readonly (readonly [string, string])[],
  }))
  const ofBody = operation.body
    ? violationsOf(operation.body).map(({ at, keyword, values }): RequestViolation => ({
        description: `body ${at} ${keyword}`,
        requests: fc.tuple(good, values).map(([drawn, { value, pointer }]) => ({
          drawn: { ...drawn, body: value, invalid_part: `/body${pointer}` },
          status: 422,
          pointer: `/body${pointer}`,
        })),
      }))
    : []
  return [
    ...operation.parameters.flatMap((parameter) => parameterViolations(parameter, good)),
    ...ofBody,
  ]
}

/** Returns how many times a parameter may occur. */
const maxOccurrences = ({ type, maxItems }: Parameter['schema']): number =>
  type === 'array' ? Number(maxItems) : 1

function parameterViolations(
  { name, in: location, schema, required }: Parameter,
  good: fc.Arbitrary<GeneratedRequest>,
): readonly RequestViolation[] {
  const holder = location === 'header' ? 'headers' : location
  const key = location === 'header' ? name.toLowerCase() : name
  const with_ = (drawn: GeneratedRequest, text: string): GeneratedRequest => ({
    ...drawn,
    invalid_part: `/${location}/${name}`,
    ...(location === 'query'
      ? { query: [[name, text]] }
      : { [holder]: { ...drawn[holder as 'path'], [name]: text } }),
  })
  const texts = invalidParameterTexts(schema, location)
  return [
    ...texts.map(([keyword, values]): RequestViolation => ({
      description: `${location} ${name} ${keyword}`,
      requests: fc.tuple(good, values).map(([drawn, text]) => ({
        drawn: with_(drawn, text),
        status: 400,
        pointer: `/${location}/${key}`,
      })),
    })),
    ...(location === 'query'
      ? [
          {
            description: `query ${name} repeated too many times`,
            requests: fc
              .tuple(good, valid(schema).filter(isWritable).map(textOf))
              .map(([drawn, text]): InvalidRequest => ({
                drawn: {
                  ...drawn,
                  invalid_part: `/query/${name}`,
                  query: Array.from(
                    { length: maxOccurrences(schema) + 1 },
                    () => [name, text] as const,
                  ),
                },
                status: 400,
                pointer: `/query/${name}`,
              })),
          },
        ]
      : []),
    ...(location === 'header' && required
      ? [
          {
            description: `header ${name} missing`,
            requests: good.map((drawn): InvalidRequest => ({
              drawn: { ...drawn, invalid_part: `/header/${name}`, headers: {} },
              status: 400,
              pointer: `/header/${key}`,
            })),
          },
        ]
      : []),
  ]
}

/** Strings that are not values of the type, although lenient parsers accept many of them. */
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

function invalidParameterTexts(
  schema: Parameter['schema'],
  location: string,
): readonly (readonly [string, fc.Arbitrary<string>])[] {
  const sendable = (text: string): boolean =>
    (location === 'query' || text !== '') &&
    (location !== 'header' || /^[!-~ÿ]([ -~ÿ]*[!-~ÿ])?$/.test(text))
  const spellings = (NOT_OF_TYPE[schema.type!] ?? []).filter(sendable)
  const typed = spellings.length > 0 ? [['spelling', fc.constantFrom(...spellings)] as const] : []
  if (location === 'header') {
    const bad = ['a b', 'a,b', 'a!', 'ÿ', 'a"', 'x'.repeat(5000)].filter(
      (text) => !fits(text, schema) || schema.enum?.includes(text) === false,
    )
    return bad.length === 0 ? [] : [['characters', fc.constantFrom(...bad)]]
  }
  if (schema.type === 'array')
    return violationsOf(schema.items!)
      .filter(({ keyword }) => ['pattern', 'maxLength', 'enum'].includes(keyword))
      .map(({ keyword, values }) => [
        keyword,
        values.map(({ value }) => String(value)).filter((text) => !text.includes(',')),
      ])
  const broken = violationsOf(schema)
    .filter(({ keyword }) => keyword !== 'type' && keyword !== 'format')
    .map(({ keyword, values }) => [keyword, values.map(({ value }) => String(value))] as const)
    .filter(([, values]) => fc.sample(values, { numRuns: 30, seed: 1 }).some(sendable))
    .map(([keyword, values]) => [keyword, values.filter(sendable)] as const)
  return [...typed, ...broken]
}
