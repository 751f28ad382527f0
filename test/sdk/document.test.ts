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
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    schemas: Record<string, { required?: string[]; properties?: object }>
    parameters?: Record<string, Component>
    responses: Record<string, Component>
    securitySchemes: Record<string, object>
  }
}

const read = (name: string): Document =>
  JSON.parse(readFileSync(`generated/${name}.json`, 'utf8')) as Document
const readFor = (name: string, use: ContractUse): Document =>
  documentFor(use, read(name) as unknown as OpenApiDocument) as unknown as Document
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

it('the agent contract describes when a request was signed as a date, except for SDK generators', () => {
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

  it('has every operation that answers JSON, with every status', () => {
    const answersJson = ({ responses }: Operation) =>
      Object.entries(responses).every(
        ([status, { content }]) =>
          !status.startsWith('2') || !content || 'application/json' in content,
      )
    const operations = operationsOf(whole).filter(answersJson)
    expect(
      operationsOf(document).map(({ operationId, responses }) => [
        operationId,
        Object.keys(responses),
      ]),
    ).toEqual(operations.map(({ operationId, responses }) => [operationId, Object.keys(responses)]))
  })

  it('has no header of a request with the format date-time', () => {
    const headers = parametersOf(document).filter((parameter) => parameter.in === 'header')
    expect(headers.map(({ schema }) => schema.format)).not.toContain('date-time')
  })

  // oapi-codegen makes one type of both, and refuses the document if they differ.
  it('has a parameter or a response with the name of a schema only if that is its schema', () => {
    const { schemas, parameters = {}, responses } = document.components
    const schemaOf = ({ schema, content }: Component) =>
      schema ?? content?.['application/json']?.schema
    const others = Object.entries({ ...parameters, ...responses })
      .filter(
        ([name, component]) =>
          schemas[name] && schemaOf(component)?.$ref !== `#/components/schemas/${name}`,
      )
      .map(([name]) => name)
    expect(others).toEqual([])
  })

  // ogen makes a type of each, and refuses the document.
  it('has no security scheme with the name of a schema', () => {
    const { schemas, securitySchemes } = document.components
    expect(Object.keys(securitySchemes).length).toBeGreaterThan(0)
    expect(Object.keys(securitySchemes).filter((name) => schemas[name])).toEqual([])
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
