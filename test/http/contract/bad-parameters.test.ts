import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import type { TestRequest } from '../client.ts'
import {
  operations,
  operationsWhere,
  parametersOf,
  resolve,
  type Parameter,
  type Schema,
} from '../contract.ts'
import { CANARY } from '../mutants.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { expectProblem } from '../problem.ts'
import {
  newTenant,
  requestOf,
  defaultCredential,
  withCredential,
  type Tenant,
} from '../requests.ts'

/** Strings that lenient parsers accept. The platform refuses them, except for strings that the schema of a parameter permits. */
const BAD: Readonly<Record<'integer' | 'boolean' | 'string', readonly string[]>> = {
  integer: [
    '0x10',
    '1e1',
    ' 5',
    '5 ',
    '5.0',
    '+5',
    '',
    '-0x1',
    '05',
    '1_000',
    '٣',
    '５',
    'NaN',
    'Infinity',
    'null',
    '[1]',
    '9'.repeat(400),
    CANARY,
  ],
  boolean: ['TRUE', 'True', '1', '0', 'yes', '', ' true', 'null', CANARY],
  string: ['', 'a\u0000b', `${CANARY}\n`, 'a\u007f', 'x'.repeat(3000), 'ж', '\u{1f600}'],
}

describe('an invalid parameter is refused with 400, and nothing changes', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const validRequest = (operation: TableEntry): TestRequest =>
    withCredential(requestOf(operation, tenant), defaultCredential(operation, tenant))
  const withoutQuery = ({ path }: TestRequest): string => path.split('?')[0]!

  const inQuery = operations.flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => ({ operation, id: operation.id, parameter, name: parameter.name })),
  )
  it.each(inQuery)('$id, query $name', async ({ operation, parameter }) => {
    const valid = validRequest(operation)
    const before = await platform.rows()
    const ask = (search: string) =>
      platform.sendRequest({ ...valid, path: `${withoutQuery(valid)}?${search}` })
    for (const value of wrongTexts(parameter))
      expectProblem(
        await ask(`${parameter.name}=${encodeURIComponent(value)}`),
        400,
        `${operation.id} ${parameter.name}=${value.slice(0, 40)}`,
      )
    const once = `${parameter.name}=${rightText(parameter)}`
    const { type, maxItems = 0 } = resolve(parameter.schema)
    const tooMany = Array.from({ length: type === 'array' ? maxItems + 1 : 2 }, () => once)
    expectProblem(await ask(tooMany.join('&')), 400, `${operation.id} ${parameter.name} repeated`)
    expectProblem(await ask(`${once}&${parameter.name.toUpperCase()}=1`), 400, 'another case')
    expectProblem(await ask(`${parameter.name}[]=1`), 400, 'a list in brackets')
    expect(await platform.rows()).toEqual(before)
  })

  const inPath = operations.flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => ({ operation, id: operation.id, parameter, name: parameter.name })),
  )
  it.each(inPath)('$id, path $name', async ({ operation, parameter }) => {
    const before = await platform.rows()
    const valid = validRequest(operation)
    const at = operation.path.split('/').indexOf(`{${parameter.name}}`)
    const ask = (segment: string) =>
      platform.sendRequest({ ...valid, path: valid.path.split('/').with(at, segment).join('/') })
    for (const value of wrongTexts(parameter)) {
      if (value !== '')
        expectProblem(
          await ask(encodeURIComponent(value)),
          400,
          `${operation.id} ${parameter.name}=${value.slice(0, 40)}`,
        )
    }
    for (const segment of ['%', '%zz', '%c3%28', '%ff', 'a%0', '%u0041'])
      expectProblem(await ask(segment), 400, `${operation.id} ${segment}`)
    // Clients remove these segments from addresses, so no identifier can have one of these names.
    for (const segment of ['.', '..', '%2e', '%2E%2e'])
      expectProblem(await ask(segment), 400, `${operation.id} ${segment}`)
    for (const segment of ['a%20b', '%00', 'a%0d%0ab', '%20'])
      expectProblem(await ask(segment), 400, `${operation.id} ${segment}`)
    expect(await platform.rows()).toEqual(before)
  })

  it.each(operations)('$id refuses an undocumented query parameter', async (operation) => {
    const before = await platform.rows()
    const valid = validRequest(operation)
    for (const search of [
      `unheard_of=${CANARY}`,
      '__proto__=1',
      'constructor=1',
      '=1',
      'toString',
      '%zz=1',
      `${'a'.repeat(2000)}=1`,
    ]) {
      const got = await platform.sendRequest({
        ...valid,
        path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}${search}`,
      })
      expectProblem(got, 400, `${operation.id}?${search.slice(0, 40)}`)
      expect(got.body.issues[0].message).toBe('is not a parameter of this operation')
    }
    expect(await platform.rows()).toEqual(before)
  })

  /** An unknown tag is not an error: it matches nothing (RFC 9110, section 13.1.2). */
  const isStrict = ({ name, in: location }: ReturnType<typeof parametersOf>[number]) =>
    location === 'header' && name !== 'If-None-Match'
  const inHeader = operationsWhere((operation) => parametersOf(operation).some(isStrict))
  it.each(inHeader)('$id, headers', async (operation) => {
    for (const parameter of parametersOf(operation).filter(isStrict)) {
      const ask = (value: string | readonly string[] | undefined) => {
        const valid = validRequest(operation)
        const { [parameter.name]: _, ...headers } = valid.headers!
        return platform.sendRequest({
          ...valid,
          headers: value === undefined ? headers : { ...headers, [parameter.name]: value },
        })
      }
      if (parameter.required)
        expectProblem(await ask(undefined), 400, `${operation.id} without ${parameter.name}`)
      for (const value of ['', ' ', 'a b', 'a,b', CANARY + '!', 'x'.repeat(201), 'a\tb', 'ÿ'])
        expectProblem(
          await ask(value),
          400,
          `${operation.id} ${parameter.name}: ${value.slice(0, 40)}`,
        )
      expectProblem(await ask([tenant.workspace_id, tenant.workspace_id]), 400, 'the header twice')
    }
  })

  it('an issue names the parameter, never its value', async () => {
    const got = await tenant.api.get(
      `/orgs/${tenant.organization_id}/workspaces?limit=${CANARY}&offset=-1`,
    )
    expect(got.body.issues).toEqual([{ path: '/query/limit', message: 'must be an integer' }])
    const both = await tenant.api.get(
      `/orgs/${tenant.organization_id}/workspaces?limit=0&offset=-1`,
    )
    expect(both.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      '/query/limit',
      '/query/offset',
    ])
  })

  // The verification of a chain has no pages.
  it.each(
    inQuery.filter(
      ({ name, operation }) => name === 'limit' && operation.id !== 'verifyAuditChain',
    ),
  )('$id accepts a limit up to 10000, and a page holds at most 200', async ({ operation }) => {
    const valid = validRequest(operation)
    for (const [limit, used] of [
      [1, 1],
      [200, 200],
      [201, 200],
      [10_000, 200],
    ]) {
      expect(
        (await platform.sendRequest({ ...valid, path: `${withoutQuery(valid)}?limit=${limit}` }))
          .body.limit,
      ).toBe(used)
    }
  })
})

function wrongTexts({ schema, in: location }: Parameter): readonly string[] {
  const {
    type,
    minimum,
    maximum,
    minLength = 0,
    maxLength = Infinity,
    pattern,
    enum: values,
  }: Schema = resolve(schema)
  if (type === 'integer')
    return [
      ...BAD.integer,
      ...(minimum === undefined ? [] : [String(minimum - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 1), '2147483648']),
    ]
  if (type === 'boolean') return BAD.boolean
  if (values) return [...BAD.string, CANARY]
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (!pattern || new RegExp(pattern, 'u').test(text))
  return BAD.string.filter((text) => !fits(text) && (location === 'query' || text !== ''))
}

function rightText({ schema, example }: Parameter): string {
  const { type, enum: values } = resolve(schema)
  if (example !== undefined) return encodeURIComponent(String(example))
  return type === 'boolean' ? 'true' : type === 'integer' ? '5' : String(values?.[0] ?? 'a')
}
