import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { LIVENESS_MS } from '../../kit/bounds.ts'
import { install } from '../agents.ts'
import type { TestRequest } from '../client.ts'
import { bodyLimitOf, bodySchemaOf, operationsWhere, takesBody } from '../contract.ts'
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

const MEBIBYTE = 1024 * 1024
const withBody = operationsWhere(takesBody)
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Bodies that no operation can read: name, status, bytes, headers. */
const UNREADABLE: readonly (readonly [
  name: string,
  status: number,
  body: string | Buffer | ((max_bytes: number) => string),
  headers?: Readonly<Record<string, string>>,
])[] = [
  ['nothing', 400, ''],
  ['white space', 400, ' \n'],
  ['half an object', 400, `{"name": "${CANARY}`],
  ['something after the object', 400, '{} {}'],
  ['single quotes', 400, `{'name': '${CANARY}'}`],
  ['a comment', 400, '{} // fine'],
  ['a trailing comma', 400, '{"name": "x",}'],
  ['NaN', 400, '{"expiry_minutes": NaN}'],
  ['a byte order mark', 400, '\ufeff{}'],
  ['a raw line feed in a string', 400, '{"name": "a\nb"}'],
  ['bytes that are not UTF-8', 400, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  [
    'an overlong UTF-8 slash',
    400,
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  ],
  ['UTF-16', 400, Buffer.from('{"name":"x"}', 'utf16le')],
  [
    'half a surrogate pair in a string',
    400,
    '{"name": "\\ud800", "reason": "\\udc00x", "email": "\\ud800@example.com"}',
  ],
  ['half a surrogate pair in a name', 400, '{"\\udfff": 1}'],
  ['65 levels', 400, `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`],
  ['100000 levels of lists', 400, '['.repeat(100_000) + ']'.repeat(100_000)],
  ['100000 levels that never close', 400, '{"a":'.repeat(100_000)],
  ['another media type', 415, '{}', { 'Content-Type': 'text/plain' }],
  ['a form', 415, `name=${CANARY}`, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['multipart', 415, '--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ['XML', 415, '<a/>', { 'Content-Type': 'application/xml' }],
  ['another suffix', 415, '{}', { 'Content-Type': 'application/problem+json' }],
  ['another charset', 415, '{}', { 'Content-Type': 'application/json; charset=latin1' }],
  ['a malformed media type', 415, '{}', { 'Content-Type': ';;' }],
  ['no media type', 415, '{}', { 'Content-Type': '' }],
  ['an unknown encoding', 415, '{}', { ...JSON_TYPE, 'Content-Encoding': 'zstd-of-tomorrow' }],
  ['broken gzip', 415, 'not gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['one byte too many', 413, (max_bytes) => JSON.stringify({ a: 'x'.repeat(max_bytes + 1 - 8) })],
  ['three times as many bytes', 413, (max_bytes) => 'x'.repeat(3 * max_bytes)],
  [
    'twice as many bytes of unknown length',
    413,
    (max_bytes) => 'x'.repeat(2 * max_bytes),
    { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
  ],
  [
    'half an object of unknown length',
    400,
    '{"name":',
    { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
  ],
  [
    'a small body that decompresses to 40 MiB',
    415,
    gzipSync(Buffer.alloc(40 * MEBIBYTE)),
    { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
  ],
]

/** Bodies of the maximum size or with very many members, by name. A slow validator would take a long time for them. */
const HUGE: readonly (readonly [string, string])[] = [
  ['a 1 MiB string', JSON.stringify({ name: 'x'.repeat(MEBIBYTE - 20) })],
  ['a 1 MiB e-mail address', JSON.stringify({ email: `${'a.'.repeat(MEBIBYTE / 2 - 40)}@x` })],
  [
    'a 1 MiB identifier',
    JSON.stringify({ svc_id: '.a'.repeat(MEBIBYTE / 2 - 20), upstream_url: 7 }),
  ],
  [
    'a list of 300000 numbers',
    JSON.stringify({ capabilities: Array(300_000).fill(1), context: [] }),
  ],
  [
    '90000 unknown members',
    `{${Array.from({ length: 90_000 }, (_, index) => `"m${index}":1`).join()}}`,
  ],
  [
    '4000 unknown members',
    `{${Array.from({ length: 4000 }, (_, index) => `"m${index}":1`).join()}}`,
  ],
  ['a 1 MiB member name', `{"${'n'.repeat(MEBIBYTE - 20)}":1}`],
]

/** Returns the expected status: a body over the size limit of the operation is refused for its size before its content is examined. */
const expectedStatus = (operation: TableEntry, body: string | Buffer, status: number): number =>
  status !== 415 && Buffer.byteLength(body) > bodyLimitOf(operation) ? 413 : status

describe('the bytes of a request body', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const sentBy = (
    operation: TableEntry,
    body: string | Buffer,
    headers: TestRequest['headers'] = JSON_TYPE,
  ): TestRequest => {
    const request = withCredential(
      requestOf(operation, tenant),
      defaultCredential(operation, tenant),
    )
    return { ...request, body, headers: { ...request.headers, ...headers } }
  }

  it.each(withBody)('$id refuses an unreadable body, and nothing changes', async (operation) => {
    const before = await platform.rows()
    for (const [name, status, written, headers] of UNREADABLE) {
      const body = typeof written === 'function' ? written(bodyLimitOf(operation)) : written
      expectProblem(
        await platform.sendRequest(sentBy(operation, body, headers)),
        expectedStatus(operation, body, status),
        `${operation.id} ${name}`,
      )
    }
    expect(await platform.rows()).toEqual(before)
  })

  it.each(withBody)('I-40: $id validates the largest bodies quickly', async (operation) => {
    // If all members are optional, a body of unknown members is valid, and the request is executed without them.
    const needsMembers = bodySchemaOf(operation).required !== undefined
    const before = await platform.rows()
    for (const [name, body] of HUGE) {
      const got = await platform.sendRequest(sentBy(operation, body))
      if (needsMembers)
        expectProblem(got, expectedStatus(operation, body, 422), `${operation.id} ${name}`)
      // Work that is quadratic in a mebibyte would take minutes.
      expect(got.milliseconds, name).toBeLessThan(LIVENESS_MS)
    }
    if (needsMembers) expect(await platform.rows()).toEqual(before)
  })

  it('a compressed body is refused whatever it contains, and the message says that compression is not supported', async () => {
    const got = await platform.sendRequest({
      method: 'POST',
      path: `/orgs/${tenant.organization_id}/workspaces`,
      headers: { ...JSON_TYPE, 'X-API-Key': tenant.api_key, 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ name: 'Packed' })),
    })
    expectProblem(got, 415, 'gzip')
    expect(got.body.message).toContain('Compressed request bodies are not supported')
  })

  it('a media type may say charset=utf-8, in upper or lower case', async () => {
    const path = `/orgs/${tenant.organization_id}/workspaces`
    for (const type of ['application/json; charset=utf-8', 'Application/JSON; Charset="UTF-8"']) {
      const got = await platform.sendRequest({
        method: 'POST',
        path,
        headers: { 'X-API-Key': tenant.api_key, 'Content-Type': type },
        body: '{"name":"Typed"}',
      })
      expect(got.status).toBe(201)
    }
  })

  it('an unexpected body is ignored', async () => {
    for (const operation of operationsWhere((one) => one.method === 'GET' && !takesBody(one))) {
      const got = await platform.sendRequest({
        ...withCredential(requestOf(operation, tenant), {
          ...defaultCredential(operation, tenant),
          'Content-Type': 'text/plain',
        }),
        body: CANARY,
      })
      expect(got.status, operation.id).toBe(200)
    }
  })

  it('free-form members keep values of every JSON type, and members named __proto__ and constructor, and change no prototype', async () => {
    const metadata = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":1,"list":[null,true,-1.5,"ä"],"e":"\\u0000"}',
    ) as object
    const { path } = await install(platform, tenant)
    const got = await tenant.api.post(`${path}/beacon/register`, { metadata })
    expect(got.status).toBe(200)
    for (const [name, value] of Object.entries(metadata))
      expect(got.text).toContain(`"${name}":${JSON.stringify(value)}`)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
