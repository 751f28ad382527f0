import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BodyError } from '../../src/contract/body.ts'
import { notes, type Send } from './notes.ts'

let send: Send
let seen: unknown[]
beforeAll(async () => {
  ;({ send, seen } = await notes())
})

const create = (body: string | Buffer, type = 'application/json') =>
  send('POST', '/notes', { body, headers: { 'content-type': type } })
const invalid = async (json: unknown) => (await send('POST', '/notes', { json })).json['issues']
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the media type of a body', () => {
  const json = 'application/json'
  it.each([
    json,
    'Application/JSON',
    `${json};charset=utf-8`,
    `${json} ; Charset="UTF-8"`,
    `${json};charset=UTF8`,
    `${json}; x=1`,
  ])('may be written %s', async (type) => {
    expect(await create('{"title":"a"}', type)).toMatchObject({ status: 201 })
  })

  it.each([
    'text/plain',
    'application/xml',
    '',
    'json',
    `${json}-patch+json`,
    `${json}p`,
    `${json}; charset=latin1`,
    '*/*',
  ])('is refused with 415 when it is %j', async (type) => {
    expect(await create('{"title":"a"}', type)).toMatchObject({
      status: 415,
      json: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    })
  })

  it('is refused with a message that names the charset if only that is wrong', async () => {
    const { json: problem } = await create('{"title":"a"}', `${json}; charset=iso-8859-1`)
    expect(problem['message']).toContain('must be in UTF-8')
  })

  it('is required, so a body without one is refused with 415', async () => {
    const { dispatcher } = await notes()
    const readBody = async () => Buffer.from('{}')
    const response = await dispatcher.handle({
      method: 'POST',
      target: '/notes',
      headers: { 'x-api-key': 'key-1' },
      ip: '',
      readBody,
    })
    expect(response.status).toBe(415)
  })
})

describe('the text of a body', () => {
  const REMEDY =
    'Send one JSON value in UTF-8, at most 64 levels deep and without unpaired surrogates.'
  const object = '{"title":"a"}'
  it.each([
    '{',
    '{"title":"a",}',
    "{'title':'a'}",
    'title=a',
    `${object} x`,
    `\ufeff${object}`,
    'undefined',
    'NaN',
    '{"title":"\n"}',
  ])('is refused with 400 when it is not JSON: %j', async (body) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_JSON', message: `The body is not JSON. ${REMEDY}` },
    })
  })

  it('is refused with 400 when it is not UTF-8', async () => {
    expect(await create(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      status: 400,
      json: { message: `The body is not UTF-8. ${REMEDY}` },
    })
    expect(await create(Buffer.from('"é"', 'latin1'))).toMatchObject({ status: 400 })
  })

  it('is refused with 400 when it is missing and required, and may be missing when it is not', async () => {
    const missing = {
      code: 'MALFORMED_JSON',
      message: `The operation requires a body, but none was sent. ${REMEDY}`,
    }
    expect(await create('')).toMatchObject({ status: 400, json: missing })
    expect(await send('POST', '/notes')).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_JSON' },
    })
    seen.length = 0
    expect(await send('POST', '/notes/search')).toMatchObject({ status: 200 })
    expect(seen).toEqual([undefined])
    expect(await send('POST', '/notes/search', { json: { text: 1 } })).toMatchObject({
      status: 422,
    })
  })

  it('is refused with 400 when it nests deeper than 64 levels, however deep', async () => {
    expect(await create(nested(64))).toMatchObject({ status: 422 })
    expect(await create(nested(65))).toMatchObject({
      status: 400,
      json: { message: `The body is nested deeper than 64 levels. ${REMEDY}` },
    })
    expect(await create(nested(400_000))).toMatchObject({ status: 400 })
    expect(await create('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toMatchObject({ status: 400 })
  })

  it('is refused with 400 when it contains an unpaired surrogate', async () => {
    for (const body of [
      '{"title":"\\ud800"}',
      '{"title":"a","\\uDC00":1}',
      '{"title":["\\ud83d\\u0041"]}',
    ]) {
      expect(await create(body)).toMatchObject({ status: 400, json: { code: 'MALFORMED_JSON' } })
    }
    expect(await create('{"title":"\\ud83d\\ude00"}')).toMatchObject({ status: 201 })
    expect(await create('{"title":"\\\\ud800"}')).toMatchObject({ status: 201 })
  })

  it('arrives as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        async (title) => {
          fc.pre(title.isWellFormed() && title.length <= 80 && !['index', 'search'].includes(title))
          expect((await send('POST', '/notes', { json: { title } })).json).toMatchObject({ title })
        },
      ),
    )
  })

  it('is refused with the code of the BodyError when it cannot be read, and leads to 500 when reading fails otherwise', async () => {
    const { dispatcher } = await notes()
    const status = async (error: Error) => {
      const readBody = vi.fn().mockRejectedValue(error)
      const headers = { 'x-api-key': 'key-1', 'content-type': 'application/json' }
      return (
        await dispatcher.handle({ method: 'POST', target: '/notes', headers, ip: '', readBody })
      ).status
    }
    expect(await status(new BodyError('BODY_TOO_LARGE', 'x'))).toBe(413)
    expect(await status(new BodyError('MALFORMED_REQUEST', 'x'))).toBe(400)
    expect(await status(new Error('disk'))).toBe(500)
  })
})

describe('a body with very many opening brackets and commas', () => {
  // Each empty list has a bracket and, but for the last one, a comma.
  const lists = (count: number) => `[${Array(count).fill('[]').join(',')}]`

  it('is validated against its schema if there are 700,000 of them, and refused with 413 if there are 700,002', async () => {
    expect((await create(lists(350_000))).status).toBe(422)
    expect((await create(lists(350_001))).status).toBe(413)
  })

  it('may have any number of them in a string', async () => {
    expect((await create(`{"title":"${'[,:{'.repeat(200_000)}"}`)).status).not.toBe(413)
  })
})

describe('a body that is validated against its schema', () => {
  it('is refused with 422, and with the path and the reason of each fault, if it violates the schema', async () => {
    expect(await send('POST', '/notes', { json: {} })).toMatchObject({
      status: 422,
      json: {
        error: 'validation_error',
        code: 'INVALID_BODY',
        issues: [{ path: '/body/title', message: 'is required' }],
      },
    })
    expect(await invalid({ title: '', priority: 9, due: 'soon', more: 1 })).toEqual([
      { path: '/body/more', message: 'is not a known member' },
      { path: '/body/title', message: 'must NOT have fewer than 1 characters' },
      { path: '/body/due', message: 'must match format "date-time"' },
      { path: '/body/priority', message: 'must be <= 5' },
    ])
  })

  it.each([[[]], [null], [1], ['x'], [true]])(
    'is refused with 422 when it is not an object: %j',
    async (json) => {
      expect(await invalid(json)).toEqual([{ path: '/body', message: 'must be object' }])
    },
  )

  it('is not coerced', async () => {
    expect(await invalid({ title: 1, priority: '1', tags: 'a' })).toHaveLength(3)
    expect(await invalid({ title: 'a', priority: 1.5 })).toEqual([
      { path: '/body/priority', message: 'must be integer' },
    ])
    expect(await invalid({ title: null })).toEqual([
      { path: '/body/title', message: 'must be string' },
    ])
  })

  it('is reported with at most 10 faults, without any value of the request', async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`x${index}`, 'secret']),
    )
    const faults = await invalid({ title: 'secret'.repeat(20), ...unknown })
    expect(faults).toHaveLength(10)
    expect(JSON.stringify(faults)).not.toContain('secret')
  })

  it('is reported with one fault when it is large, because finding all of them takes too long', async () => {
    const tags = Array.from({ length: 200_000 }, (_, index) => index)
    expect(await invalid({ title: 'a', tags })).toEqual([
      { path: '/body/tags', message: 'must NOT have more than 4 items' },
    ])
  })

  it('gets the defaults of members that are absent', async () => {
    seen.length = 0
    await send('POST', '/notes', { json: { title: 'a' } })
    expect(seen).toEqual([{ title: 'a', body: '' }])
  })

  it('must not match a schema under `not`', async () => {
    expect(await invalid({ title: 'search' })).toEqual([
      { path: '/body/title', message: 'must NOT be valid' },
    ])
  })

  it.each([
    ['2026-02-28T23:59:59Z', true],
    ['2026-02-28T23:59:59.123+01:00', true],
    ['2024-02-29T00:00:00Z', true],
    ['2026-02-29T00:00:00Z', false],
    ['2026-04-31T00:00:00Z', false],
    ['2026-01-00T00:00:00Z', false],
    ['2026-13-01T00:00:00Z', false],
    ['2026-01-01 00:00:00Z', false],
    ['2026-01-01t00:00:00z', false],
    ['2026-01-01T24:00:00Z', false],
    ['2026-12-31T23:59:60Z', false],
    ['2026-01-01T00:00:00+00', false],
    ['2026-01-01T00:00:00', false],
    ['2026-01-01T00:00:00Z\n', false],
    ['2026-01-01', false],
  ])('may contain the date-time %j: %s', async (due, good) => {
    expect((await send('POST', '/notes', { json: { title: 'a', due } })).status).toBe(
      good ? 201 : 422,
    )
  })
})

describe('free-form and tagged objects', () => {
  const headers = { authorization: 'Bearer s-1', 'x-client-id': 'c' }
  const label = (json: unknown) => send('PUT', '/parcels/p/labels/1', { json, headers })
  const refused = (...issues: object[]) => ({ status: 422, json: { issues } })

  it('are validated by their tag', async () => {
    expect(await label({ kind: 'text', text: 'x' })).toMatchObject({ status: 200 })
    expect(await label({ kind: 'data', data: {} })).toMatchObject({ status: 200 })
    expect(await label({ kind: 'data', text: 'x' })).toMatchObject(
      refused({ path: '/body/data', message: 'is required' }),
    )
    expect(await label({ kind: 'other' })).toMatchObject(
      refused({ message: 'value of tag "kind" must be in oneOf' }),
    )
    expect(await label({ text: 'x' })).toMatchObject({ status: 422 })
  })

  it('have a maximum size in bytes of UTF-8 (x-max-bytes)', async () => {
    const bytes = (text: string) => label({ kind: 'data', data: { a: text } })
    expect(await bytes('x'.repeat(64 - 8))).toMatchObject({ status: 200 })
    expect(await bytes('x'.repeat(64 - 7))).toMatchObject(
      refused({ path: '/body/data', message: 'must NOT exceed 64 bytes as JSON' }),
    )
    expect(await bytes('é'.repeat(28))).toMatchObject({ status: 200 })
    expect(await bytes('é'.repeat(29))).toMatchObject({ status: 422 })
  })

  it('have a maximum depth, the object itself being level 1 (x-max-depth)', async () => {
    expect(await label({ kind: 'data', data: { a: [1] } })).toMatchObject({ status: 200 })
    expect(await label({ kind: 'data', data: { a: [[]] } })).toMatchObject(
      refused({ path: '/body/data', message: 'must NOT be nested deeper than 2 levels' }),
    )
  })
})
