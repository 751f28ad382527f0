import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AccessLogEntry } from '../../src/contract/hooks.ts'
import type { Turn } from '../../src/contract/typed.ts'
import { handlers, notes, NOTE_ID, note, optionsOf, type Send } from './notes.ts'

let send: Send
let seen: unknown[]
beforeAll(async () => {
  ;({ send, seen } = await notes())
})

const JSON_BODY = { 'content-type': 'application/json' }
const NOBODY = { 'x-api-key': 'wrong' }
const BOTH = { authorization: 'Bearer s-1', 'x-client-id': 'c-1' }

describe('the pipeline', () => {
  it('passes a valid request to its handler', async () => {
    const created = await send('POST', '/notes', { json: { title: 'Shopping' } })
    expect(created).toMatchObject({
      status: 201,
      json: note,
      headers: { Location: `/notes/${NOTE_ID}`, 'X-Revision': '1' },
    })
    expect(created.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Content-Length': String(created.body?.length),
    })
    expect(await send('DELETE', `/notes/${NOTE_ID}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
  })

  it('runs its stages in the order route, credentials, gate, body, parameters, schema, permission, handler', async () => {
    const gates = {
      afterAuth: vi.fn(() => ({ code: 'RATE_LIMITED' }) as { code: 'RATE_LIMITED' } | undefined),
      afterValidation: vi.fn(() => ({ code: 'SCOPE_REQUIRED' }) as const),
    }
    const { send } = await notes({ gates, mode: 'off' })
    const worst = { headers: { ...NOBODY, 'content-type': 'text/plain' }, body: '{' }
    const list = (headers: Record<string, string>, limit = 'x') =>
      send('GET', `/notes?limit=${limit}`, { headers })
    const create = (body: string, headers: Record<string, string> = {}) =>
      send('POST', '/notes?x=1', { body, headers })

    expect(await send('POST', '/nowhere', worst)).toMatchObject({
      status: 404,
      json: { code: 'ROUTE_NOT_FOUND' },
    })
    expect(await send('PUT', '/notes', worst)).toMatchObject({
      status: 405,
      json: { code: 'METHOD_NOT_ALLOWED' },
    })
    expect(await send('POST', '/notes', worst)).toMatchObject({ status: 401 })
    expect(gates.afterAuth).not.toHaveBeenCalled()
    expect(await list({})).toMatchObject({ status: 429 })
    gates.afterAuth.mockReturnValue(undefined)
    expect(await create('{', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await create('{')).toMatchObject({ status: 400, json: { code: 'MALFORMED_JSON' } })
    expect(await create('{}')).toMatchObject({ status: 400, json: { code: 'INVALID_PARAMETER' } })
    expect(await send('POST', '/notes', { body: '{}' })).toMatchObject({ status: 422 })
    expect(gates.afterValidation).not.toHaveBeenCalled()
    expect(await list({}, '5')).toMatchObject({ status: 403 })
  })

  it('waits for a turn when the body has arrived, and parses nothing of a request that gets none', async () => {
    const admit = vi.fn(() => ({ code: 'RATE_LIMITED' }) as const)
    const { send } = await notes({ gates: { admit }, mode: 'off' })
    expect(
      await send('POST', '/notes', { body: '{', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({
      status: 415,
    })
    expect(admit).not.toHaveBeenCalled()
    expect(await send('POST', '/notes?x=1', { body: '{' })).toMatchObject({ status: 429 })
  })

  it('checks a credential again after a request has waited for its turn for more than a second', async () => {
    const now = performance.now.bind(performance)
    const caller = { kind: 'key', org_id: 'org_1' } as const
    const ApiKey = vi.fn().mockReturnValueOnce(caller)
    const admit = () => {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 1001)
      return undefined
    }
    const { authenticators } = optionsOf()
    const { send } = await notes({
      gates: { admit },
      authenticators: { ...authenticators, ApiKey },
      mode: 'off',
    })
    onTestFinished(() => void vi.restoreAllMocks())
    expect(
      await send('GET', `/notes/${NOTE_ID}`, { headers: { 'x-api-key': 'key-1' } }),
    ).toMatchObject({ status: 401 })
    expect(ApiKey).toHaveBeenCalledTimes(2)
  })

  it('executes a request whose connection has closed only if it did not wait in the queue', async () => {
    const turn: Turn = {
      run: (work) => work(),
      releaseDuring: (work) => work(),
      end: () => undefined,
    }
    const statusOf = async (admitted: Turn | Promise<Turn>) => {
      const { dispatcher } = await notes({ gates: { admit: () => admitted }, mode: 'off' })
      const { status } = await dispatcher.handle({
        method: 'GET',
        target: `/notes/${NOTE_ID}`,
        ip: '192.0.2.1',
        headers: { 'x-api-key': 'key-1' },
        readBody: async () => Buffer.of(),
        isAborted: () => true,
      })
      return status
    }
    expect(await statusOf(Promise.resolve(turn))).toBe(400)
    expect(await statusOf(turn)).toBe(200)
  })

  it('runs parsing, handling and the response within the turn of a request, and ends the turn after every outcome', async () => {
    const parts: string[] = []
    const turn: Turn = {
      run(work) {
        parts.push('run')
        return work()
      },
      releaseDuring: (work) => work(),
      end: () => void parts.push('end'),
    }
    const gates = {
      admit: () => turn,
      afterValidation: vi.fn((): { code: 'SCOPE_REQUIRED' } | undefined => undefined),
    }
    const failing = { ...handlers, getNote: () => Promise.reject(new Error('broken')) }
    const { send } = await notes({ gates, handlers: failing, mode: 'off' })
    const partsOf = async (request: ReturnType<Send>) => {
      parts.length = 0
      return [(await request).status, ...parts]
    }
    const create = (body: string) => send('POST', '/notes', { body, headers: JSON_BODY })
    const ran = ['run', 'run']
    expect(await partsOf(create('{"title":"x"}'))).toEqual([201, ...ran, 'run', 'end'])
    expect(await partsOf(create('{}'))).toEqual([422, ...ran, 'end'])
    expect(await partsOf(send('GET', `/notes/${NOTE_ID}`))).toEqual([500, ...ran, 'end'])
    gates.afterValidation.mockReturnValue({ code: 'SCOPE_REQUIRED' })
    expect(await partsOf(create('{"title":"x"}'))).toEqual([403, ...ran, 'end'])
  })

  it('does not read the body of a request that is refused earlier', async () => {
    const { dispatcher } = await notes()
    const readBody = vi.fn(async () => Buffer.from('{}'))
    const request = { method: 'POST', target: '/notes', ip: '', readBody }
    await dispatcher.handle({ ...request, headers: {} })
    await dispatcher.handle({
      ...request,
      headers: { 'x-api-key': 'key-1', 'content-type': 'text/plain' },
    })
    expect(readBody).not.toHaveBeenCalled()
  })

  it('passes the id, the address and the user agent of the request to handlers', async () => {
    seen.length = 0
    await send('GET', `/notes/${NOTE_ID}`, {
      headers: { 'x-request-id': 'mine-1', 'user-agent': 'u'.repeat(300) },
    })
    expect(seen[0]).toMatchObject({
      caller: { org_id: 'org_1' },
      request: { id: 'mine-1', ip: '192.0.2.1', user_agent: 'u'.repeat(256) },
    })
  })
})

describe('routes', () => {
  it('respond to an unknown path with 404 and a bad escape with 400', async () => {
    expect(await send('GET', '/notes/')).toMatchObject({
      status: 404,
      json: { code: 'ROUTE_NOT_FOUND' },
    })
    expect(await send('GET', '/notes/%E0%A4%A')).toMatchObject({
      status: 400,
      json: { code: 'MALFORMED_REQUEST' },
    })
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'CONNECT', 'constructor'])(
    'respond to an undocumented %s with 405 and Allow',
    async (method) => {
      expect(await send(method, '/notes')).toMatchObject({
        status: 405,
        headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
      })
    },
  )

  it('respond to OPTIONS with 204 and the same Allow, without credentials', async () => {
    const options = await send('OPTIONS', '/notes', { headers: NOBODY })
    expect(options).toMatchObject({
      status: 204,
      body: undefined,
      headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
    })
    expect(await send('OPTIONS', '/nowhere')).toMatchObject({ status: 404 })
  })

  it('respond to HEAD like GET without the body', async () => {
    const [get, head] = [
      await send('GET', `/notes/${NOTE_ID}`),
      await send('HEAD', `/notes/${NOTE_ID}`),
    ]
    expect(head).toMatchObject({
      status: 200,
      body: undefined,
      headers: { 'Content-Length': get.headers['Content-Length'] },
    })
    expect(await send('HEAD', '/notes', { headers: NOBODY })).toMatchObject({
      status: 401,
      body: undefined,
    })
    expect(await send('HEAD', '/notes/search')).toMatchObject({ status: 405, body: undefined })
  })
})

describe('every response', () => {
  it("carries a request id: the client's if it is safe, else a new one", async () => {
    const idOf = async (given: string) =>
      (await send('GET', '/nowhere', { headers: { 'x-request-id': given } })).headers[
        'X-Request-ID'
      ]
    expect(await idOf('Trace_1.a-b')).toBe('Trace_1.a-b')
    for (const bad of ['', 'a b', 'é', 'x'.repeat(65), '{"a":1}', 'a\n'])
      expect(await idOf(bad)).toMatch(/^req-\d+$/)
    const problem = await send('GET', '/nowhere')
    expect(problem.json['request_id']).toBe(problem.headers['X-Request-ID'])
  })

  it('carries the headers that are configured for all responses', async () => {
    const { send } = await notes({ headers: { 'Cache-Control': 'no-store' } })
    expect((await send('GET', '/nowhere')).headers).toMatchObject({ 'Cache-Control': 'no-store' })
    expect((await send('GET', '/notes')).headers).toMatchObject({ 'Cache-Control': 'no-store' })
  })

  it('has the media type that the handler names', async () => {
    const report = await send('GET', `/notes/${NOTE_ID}/report`)
    expect(report).toMatchObject({ status: 200, body: '# Report ✓' })
    expect(report.headers).toMatchObject({
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Length': '12',
    })
  })
})

describe('credentials', () => {
  it("lead to the contract's 401 if none of the alternatives is satisfied", async () => {
    expect(await send('POST', '/notes', { headers: NOBODY })).toMatchObject({
      status: 401,
      json: { code: 'UNAUTHENTICATED' },
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
    expect(await send('POST', '/notes', { headers: { ...NOBODY, ...BOTH } })).toMatchObject({
      status: 401,
    })
  })

  it('are tried in the order of the document', async () => {
    const callerOf = async (headers: Record<string, string>) => {
      seen.length = 0
      await send('GET', `/notes/${NOTE_ID}`, { headers })
      return (seen[0] as { caller: object }).caller
    }
    expect(await callerOf(BOTH)).toEqual({ kind: 'key', org_id: 'org_1' })
    expect(await callerOf({ ...NOBODY, ...BOTH })).toEqual({ kind: 'session', user_id: 'ada' })
  })

  it('must all be valid if a requirement names several schemes, and together identify one caller', async () => {
    const label = (headers: Record<string, string>) =>
      send('PUT', '/parcels/p/labels/1', { headers, json: { kind: 'text', text: 'x' } })
    const caller = { kind: 'session', user_id: 'ada', client_id: 'c-1' }
    expect(await label(BOTH)).toMatchObject({ status: 200, json: { seen: { caller } } })
    expect(await label({ authorization: 'Bearer s-1' })).toMatchObject({ status: 401 })
    expect(await label({ 'x-client-id': 'c-1' })).toMatchObject({ status: 401 })
  })

  it('may be empty or invalid where an empty requirement is among the alternatives', async () => {
    expect(await send('GET', '/parcels')).toMatchObject({
      json: { seen: { caller: { org_id: 'org_1' } } },
    })
    for (const headers of [NOBODY, { 'x-api-key': '' }])
      expect(await send('GET', '/parcels', { headers })).toMatchObject({
        status: 200,
        json: { seen: { caller: null } },
      })
  })

  it('never lead to 401 if an outage prevents their verification', async () => {
    const failed = vi.fn()
    const down = async () => {
      throw new Error('store is down at 10.0.0.1')
    }
    const base = {
      authenticators: { ApiKey: down, Session: down, ClientId: down },
      onError: failed,
    }
    const broken = await notes(base)
    expect(await broken.send('GET', `/notes/${NOTE_ID}`)).toMatchObject({
      status: 500,
      json: { code: 'INTERNAL_ERROR' },
    })
    expect(failed).toHaveBeenCalledOnce()

    const recover = () =>
      ({ code: 'STORE_UNAVAILABLE', details: { headers: { 'Retry-After': '2' } } }) as const
    const recovering = await notes({ ...base, recover })
    expect(await recovering.send('GET', '/notes')).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2' },
    })
  })
})

describe('gates', () => {
  it('can refuse a request with a problem that has additional members and headers', async () => {
    const details = {
      message: 'Needs starter.',
      headers: { 'X-Why': 'plan' },
      extra: { required_plan: 'starter' },
    }
    const { send } = await notes({
      gates: {
        afterAuth: ({ requiredPlan }) =>
          requiredPlan ? { code: 'PLAN_REQUIRED', details } : undefined,
      },
    })
    expect(await send('POST', '/notes', { json: { title: 'a' } })).toMatchObject({
      status: 402,
      headers: { 'X-Why': 'plan' },
      json: { code: 'PLAN_REQUIRED', message: 'Needs starter.', required_plan: 'starter' },
    })
    expect(await send('GET', '/notes')).toMatchObject({ status: 200 })
  })

  it('add headers to the response of a request that passes', async () => {
    const { send } = await notes({
      gates: { afterAuth: async () => ({ headers: { RateLimit: '"key";r=9' } }) },
    })
    expect((await send('GET', '/notes')).headers).toMatchObject({ RateLimit: '"key";r=9' })
    expect(await send('GET', '/notes?limit=x')).toMatchObject({
      status: 400,
      headers: { RateLimit: '"key";r=9' },
    })
    expect((await send('GET', '/notes', { headers: NOBODY })).headers).not.toHaveProperty(
      'RateLimit',
    )
  })

  it('see the operation, the caller and the path values', async () => {
    const afterAuth = vi.fn(() => undefined)
    const { send } = await notes({ gates: { afterAuth } })
    await send('GET', `/notes/${NOTE_ID}?x`)
    expect(afterAuth).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'getNote', method: 'GET', requiredScope: null }),
      { kind: 'key', org_id: 'org_1' },
      expect.objectContaining({ path: `/notes/${NOTE_ID}`, path_values: { note_id: NOTE_ID } }),
    )
  })
})

describe('internal errors', () => {
  const broken = async (listNotes: unknown) => {
    const failed = vi.fn()
    const { send } = await notes({
      handlers: { ...handlers, listNotes: listNotes as never },
      onError: failed,
    })
    return { response: await send('GET', '/notes'), failed }
  }

  it.each([
    [
      'throws',
      () => {
        throw new Error('secret of ours')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('secret of ours')
      },
    ],
    ['returns no reply', async () => ({ status: 200, body: 'secret of ours' })],
    ['returns nothing', async () => undefined],
    [
      'replies with a value that is not JSON',
      async ({ reply }: { reply: (status: number, body: unknown) => unknown }) =>
        reply(200, { items: 1n }),
    ],
    [
      'sets a header that HTTP cannot carry',
      async ({ reply }: never) =>
        (reply as (s: number, b: object) => { with(h: object): unknown })(200, {
          items: [],
          total: 0,
        }).with({ RateLimit: 'a\r\nb: c' }),
    ],
  ])('lead to 500 without details of the error when a handler %s', async (_, handler) => {
    const { response, failed } = await broken(handler)
    expect(response).toMatchObject({
      status: 500,
      json: { error: 'internal_error', code: 'INTERNAL_ERROR' },
    })
    expect(response.body).not.toContain('secret')
    expect(failed).toHaveBeenCalledOnce()
  })
})

describe('completed requests', () => {
  it('are reported for metrics and access logs', async () => {
    const entries: AccessLogEntry[] = []
    const { send } = await notes({ onResponse: (entry) => entries.push(entry) })
    await send('GET', '/notes')
    await send('GET', '/nowhere')
    const first = { operation_id: 'listNotes', method: 'GET', status: 200, request_id: 'req-1' }
    expect(entries).toMatchObject([first, { operation_id: null, status: 404 }])
    expect(entries[0]!.milliseconds).toBeGreaterThan(0)
  })
})
