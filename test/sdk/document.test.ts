import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/contract/published.ts'
import { documentFor, type ContractUse } from '../../src/contract/uses.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly content?: Record<string, { schema: object }> }
    >
  >
}
interface Component {
  readonly schema?: { readonly $ref?: string }
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>
}
interface Document extends OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    schemas: Record<string, { required?: string[]; properties?: object }>
    parameters?: Record<string, Component>
    responses: Record<string, Component>
    securitySchemes: Record<string, object>
    examples?: Record<string, object>
  }
}

const read = (name: string): Document =>
  JSON.parse(readFileSync(`generated/${name}.json`, 'utf8')) as Document
const readFor = (name: string, use: ContractUse): Document =>
  documentFor(use, read(name)) as Document
interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly type?: string; readonly format?: string }
}
/** Returns the parameters of all operations, with their references resolved. */
function parametersOf(document: Document): Parameter[] {
  const resolve = <Value>(value: Value): Value => {
    const { $ref } = value as { $ref?: string }
    const keys = $ref?.split('/').slice(1)
    return keys === undefined
      ? value
      : resolve(
          keys.reduce<unknown>(
            (at, key) => (at as Record<string, unknown>)[key],
            document,
          ) as Value,
        )
  }
  return operationsOf(document)
    .flatMap(({ parameters = [] }) => parameters.map(resolve))
    .map((parameter) => ({ ...parameter, schema: resolve(parameter.schema) }))
}
const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item))

it('the agent contract gives X-Svc-Timestamp the format date-time, except for SDK generators', () => {
  const schemaIn = (document: Document) =>
    parametersOf(document).find(({ name }) => name === 'X-Svc-Timestamp')!.schema
  expect(schemaIn(read('agent'))).toEqual({ type: 'string', format: 'date-time', maxLength: 40 })
  expect(schemaIn(readFor('agent', 'sdk'))).toEqual({ type: 'string', maxLength: 40 })
})

describe.each(['platform', 'agent'])('the %s document for SDK generators', (name) => {
  const whole = read(name)
  const document = readFor(name, 'sdk')

  it.each(['"links"', '"examples"', '"example"', '"x-manual"'])('has no %s', (member) => {
    expect(JSON.stringify(whole)).toContain(member)
    expect(JSON.stringify(document)).not.toContain(member)
  })

  it('has every operation that returns JSON, with every status', () => {
    const returnsJson = ({ responses }: Operation) =>
      Object.entries(responses).every(
        ([status, { content }]) =>
          !status.startsWith('2') || !content || 'application/json' in content,
      )
    const operations = operationsOf(whole).filter(returnsJson)
    expect(
      operationsOf(document).map(({ operationId, responses }) => [
        operationId,
        Object.keys(responses),
      ]),
    ).toEqual(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)]))
  })

  it('has no request header with the format date-time', () => {
    const headers = parametersOf(document).filter((parameter) => parameter.in === 'header')
    expect(headers.map(({ schema }) => schema.format)).not.toContain('date-time')
  })

  it('has no `maxLength` or `pattern` on dates and UUIDs, which are not strings in typed clients', () => {
    const typed = (text: string) =>
      [...text.matchAll(/\{[^{}]*"format":"(?:date-time|date|uuid)"[^{}]*\}/g)].map(
        ([part]) => part,
      )
    const limited = (text: string) =>
      typed(text).filter((part) => /"maxLength"|"pattern"/.test(part))
    expect(limited(JSON.stringify(whole)).length).toBeGreaterThan(3)
    expect(typed(JSON.stringify(document)).length).toBeGreaterThan(3)
    expect(limited(JSON.stringify(document))).toEqual([])
  })

  // Generators create a type for each component. If two with the same name differ, oapi-codegen and ogen refuse the document, and
  // openapi-typescript-codegen exports both.
  it.each([
    ['for SDK generators', document],
    ['as it is', whole],
  ])('has no two components with the same name, other than examples (%s)', (_, { components }) => {
    const { examples: __, ...kinds } = components
    const names = Object.values(kinds).flatMap((kind) => Object.keys(kind))
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has no event streams, because clients get JSON unless they ask for a stream', () => {
    expect(JSON.stringify(document)).not.toContain('text/event-stream')
  })

  it('has patterns that RE2 (Go), PCRE (PHP) and Python also accept', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    )
    expect(patterns.length).toBeGreaterThan(50)
    // PCRE does not support \u, and RE2 supports neither that nor lookaround or backreferences.
    expect(patterns.filter((pattern) => /\\u|\(\?[=!<]|\\[1-9]/.test(pattern))).toEqual([])
    // RE2 limits the product of nested repetitions to 1,000.
    const nested = /\([^()]*\{(?:\d+,)?(\d+)\}[^()]*\)\{(?:\d+,)?(\d+)\}/g
    expect(
      patterns.filter((pattern) =>
        [...pattern.matchAll(nested)].some(
          ([, inner, outer]) => Number(inner) * Number(outer) > 1000,
        ),
      ),
    ).toEqual([])
  })

  it('has no dangling references', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g),
    ]
    const components = document.components as Record<string, Record<string, unknown>>
    expect(references.filter(([, kind, part]) => components[kind!]?.[part!] === undefined)).toEqual(
      [],
    )
  })
})

describe('the errors in the platform document', () => {
  const whole = read('platform')
  const document = readFor('platform', 'sdk')
  const resolve = (response: Operation['responses'][string]) =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response

  it('have one schema for all errors, because progenitor supports one per operation', () => {
    const refusals = operationsOf(document).flatMap(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => /^[45]/.test(status))
        .map(([, response]) => resolve(response)),
    )
    expect(
      new Set(refusals.map(({ content }) => JSON.stringify(content!['application/json']!.schema))),
    ).toEqual(new Set(['{"$ref":"#/components/schemas/Problem"}']))
  })

  it('include the members of plan errors in that schema as optional', () => {
    const { Problem, PlanLimitProblem } = whole.components.schemas
    const one = document.components.schemas['Problem']!
    expect(one.required).toEqual(Problem!.required)
    expect(Object.keys(one.properties!).sort()).toEqual(
      [
        ...new Set([
          ...Object.keys(Problem!.properties!),
          ...Object.keys(PlanLimitProblem!.properties!),
        ]),
      ].sort(),
    )
  })
})
