import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileParameters } from '../../src/contract/parameters.ts'
import type { OperationObject, ParameterObject } from '../../src/contract/document.ts'
import { notes, NOTE_ID, type Send } from './notes.ts'

let send: Send
let seen: unknown[]
beforeAll(async () => {
  ;({ send, seen } = await notes())
})

const query = async (search: string, headers: Record<string, string> = {}) => {
  seen.length = 0
  const { status, json } = await send('GET', `/notes${search}`, { headers })
  return status === 200
    ? (seen[0] as { query: object; headers: object })
    : { status, code: json['code'], issues: json['issues'] }
}
const refused = (path: string, message: string) => ({
  status: 400,
  code: 'INVALID_PARAMETER',
  issues: [{ path, message }],
})

describe('query parameters', () => {
  it('get their defaults when they are absent', async () => {
    expect(await query('')).toEqual({ query: { limit: 20, offset: 0 }, headers: {} })
    expect(await query('?offset=5')).toEqual({ query: { limit: 20, offset: 5 }, headers: {} })
  })

  it('arrive as the types of the contract', async () => {
    const typed = { limit: 7, pinned: true, ratio: 0.25, q: 'a b c' }
    expect(await query('?limit=7&pinned=true&ratio=0.25&q=a+b%20c')).toMatchObject({ query: typed })
    expect(await query('?pinned=false&ratio=1e-1')).toMatchObject({
      query: { pinned: false, ratio: 0.1 },
    })
  })

  it('arrive as lists, repeated or separated by commas as the contract says', async () => {
    expect(await query('?tag=a&tag=b,c')).toMatchObject({ query: { tag: ['a', 'b,c'] } })
    expect(await query('?status=open,done')).toMatchObject({ query: { status: ['open', 'done'] } })
    expect(await query('?status=open%2Cdone')).toMatchObject({
      query: { status: ['open', 'done'] },
    })
  })

  it.each([
    '',
    'abc',
    'null',
    'true',
    '0x10',
    '%205',
    '5%20',
    '1e1',
    '5.0',
    '+5',
    '05',
    '--5',
    '५',
    'NaN',
    '1,2',
    '9'.repeat(20),
  ])('reject %j as an integer', async (text) => {
    expect(await query(`?limit=${text.replace('+', '%2B')}`)).toEqual(
      refused('/query/limit', 'must be an integer'),
    )
  })

  it.each(['', '0x1', ' 0.5', '.5', 'Infinity', `1e${'9'.repeat(3)}`, 'NaN'])(
    'reject %j as a number',
    async (text) => {
      expect(await query(`?ratio=${encodeURIComponent(text)}`)).toEqual(
        refused('/query/ratio', 'must be a number'),
      )
    },
  )

  it.each(['', '1', '0', 'TRUE', 'True', 'yes', 'true%20', 'null'])(
    'reject %j as a boolean',
    async (text) => {
      expect(await query(`?pinned=${text}`)).toEqual(
        refused('/query/pinned', 'must be true or false, in lower case'),
      )
    },
  )

  it('are refused if they are out of range or violate any other keyword of their schema', async () => {
    expect(await query('?limit=101')).toEqual(refused('/query/limit', 'must be <= 100'))
    expect(await query('?limit=0')).toEqual(refused('/query/limit', 'must be >= 1'))
    expect(await query('?q=')).toEqual(refused('/query/q', 'must NOT have fewer than 1 characters'))
    expect(await query('?status=open,lost')).toEqual(
      refused('/query/status/1', 'must be one of: open, done'),
    )
    expect(await query('?tag=1&tag=2&tag=3&tag=4')).toEqual(
      refused('/query/tag', 'must NOT have more than 3 items'),
    )
  })

  it('are refused when a scalar or a comma list is repeated, even with equal values', async () => {
    expect(await query('?limit=1&limit=1')).toEqual(
      refused('/query/limit', 'must be given only once'),
    )
    expect(await query('?status=open&status=done')).toEqual(
      refused('/query/status', 'must be given only once'),
    )
  })

  it.each(['nope', 'Limit', '__proto__', 'constructor', 'toString', ''])(
    'are refused when the contract does not name them: %j',
    async (name) => {
      expect(await query(`?${name}=1`)).toEqual(
        refused(`/query/${name}`, 'is not a parameter of this operation'),
      )
    },
  )

  it('are refused on an operation that has none', async () => {
    expect(await send('GET', `/notes/${NOTE_ID}?verbose=1`)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_PARAMETER' },
    })
    expect(await send('GET', `/notes/${NOTE_ID}?`)).toMatchObject({ status: 200 })
  })

  it('are decoded as in browsers, which leave a bad escape unchanged', async () => {
    expect(await query('?q=50%')).toMatchObject({ query: { q: '50%' } })
    expect(await query('?&q=a&&')).toMatchObject({ query: { q: 'a' } })
  })

  it('are reported with at most 10 faults, each printable', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `x${index}=1`).join('&')
    expect(await query(`?${many}`)).toMatchObject({ issues: { length: 10 } })
    expect(await query('?a%00b~/%0a=1')).toMatchObject({
      issues: [{ path: '/query/a\ufffdb~0~1\ufffd' }],
    })
    expect(await query(`?${'n'.repeat(5000)}=1`)).toMatchObject({
      issues: [{ path: `/query/${'n'.repeat(249)}` }],
    })
  })

  it('never make the reader throw, regardless of their content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const { status } = await send('GET', `/notes?${text.replace(/[#?]/g, '')}`)
        expect([200, 400]).toContain(status)
      }),
    )
  })
})

describe('path and header parameters', () => {
  it('are typed and validated', async () => {
    const label = (name: string) =>
      send('PUT', `/parcels/a%2Fb/labels/${name}`, {
        headers: { authorization: 'Bearer s-1', 'x-client-id': 'c' },
        json: { kind: 'text', text: 'x' },
      })
    expect(await label('42')).toMatchObject({
      status: 200,
      json: { seen: { ref: 'a/b', label: 42 } },
    })
    expect(await label('4e1')).toMatchObject({
      status: 400,
      json: { issues: [{ path: '/path/label', message: 'must be an integer' }] },
    })
    expect(await label('-1')).toMatchObject({
      status: 400,
      json: { issues: [{ path: '/path/label', message: 'must be >= 0' }] },
    })
    expect(await send('GET', '/notes/not-a-uuid')).toMatchObject({
      status: 400,
      json: { issues: [{ path: '/path/note_id' }] },
    })
    expect(await send('GET', `/notes/urn:uuid:${NOTE_ID}`)).toMatchObject({ status: 400 })
  })

  it('are found by header names in any case and passed on under their documented names', async () => {
    const good = await query('', { 'x-trace': 'abc', 'x-depth': '3', 'x-other': '?' })
    expect(good).toMatchObject({ headers: { 'X-Trace': 'abc', 'X-Depth': 3 } })
    expect(await query('', { 'x-trace': 'ABC' })).toEqual(
      refused('/header/x-trace', 'must match pattern "^[a-z]+$"'),
    )
    expect(await query('', { 'x-depth': '0x3' })).toEqual(
      refused('/header/x-depth', 'must be an integer'),
    )
  })
})

describe('unsupported parameters', () => {
  const compile =
    (...parameters: ParameterObject[]) =>
    () => {
      const operation: OperationObject = {
        operationId: 'x',
        method: 'get',
        path: '/',
        parameters,
        responses: {},
      }
      compileParameters(operation, { passes: () => true, faults: () => [] })
    }
  const string = { type: 'string' }

  it.each([
    ['a cookie', { name: 'a', in: 'cookie', schema: string }],
    ['an object', { name: 'a', in: 'query', schema: { type: 'object' } }],
    ['no schema', { name: 'a', in: 'query' }],
    ['a list in a header', { name: 'a', in: 'header', schema: { type: 'array', items: string } }],
    [
      'a list with pipes',
      { name: 'a', in: 'query', style: 'pipeDelimited', schema: { type: 'array', items: string } },
    ],
    ['the Authorization header', { name: 'Authorization', in: 'header', schema: string }],
  ])('prevent startup: %s', (_, parameter) => {
    expect(compile(parameter)).toThrow('x: parameter')
  })

  it('prevent startup if a name is declared twice', () => {
    expect(
      compile(
        { name: 'a', in: 'query', schema: string },
        { name: 'a', in: 'query', schema: string },
      ),
    ).toThrow('declared twice')
  })
})
