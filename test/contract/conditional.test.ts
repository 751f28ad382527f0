import { expect, it } from 'vitest'
import { applyIfNoneMatch } from '../../src/contract/response.ts'
import type { OperationObject } from '../../src/contract/document.ts'

const documented = { responses: { 200: {}, 304: {} } } as never
const undocumented = { responses: { 200: {} } } as never
const headers = { 'Content-Type': 'application/json', 'Content-Length': '2', 'X-Request-ID': 'r' }
const respond = (
  known: string | undefined,
  {
    etag,
    status = 200,
    operation = documented,
  }: { etag?: string; status?: number; operation?: OperationObject } = {},
) => {
  const response = {
    status,
    headers: { ...headers, ...(etag !== undefined && { ETag: etag }) },
    body: '{}',
  }
  return applyIfNoneMatch(
    response,
    { headers: known === undefined ? {} : { 'if-none-match': known } } as never,
    operation,
  )
}

it.each(['"a"', 'W/"a"', '"b", "a"', ' * '])(
  'responds with 304 without content for the representation "a" with If-None-Match: %s',
  (known) => {
    expect(respond(known, { etag: '"a"' })).toEqual({
      status: 304,
      headers: { 'X-Request-ID': 'r', ETag: '"a"' },
      body: undefined,
    })
  },
)

it.each([
  ['no If-None-Match', undefined, { etag: '"a"' }],
  ['another representation', '"b"', { etag: '"a"' }],
  ['no ETag', '*', {}],
  ['another status', '*', { etag: '"a"', status: 201 }],
  ['an operation without 304', '*', { etag: '"a"', operation: undocumented }],
])('leaves the response unchanged with %s', (_, known, more) => {
  expect(respond(known, more)).toMatchObject({
    status: 'status' in more ? more.status : 200,
    body: '{}',
  })
})
