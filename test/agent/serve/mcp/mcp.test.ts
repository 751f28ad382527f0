import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standalone } from '../../../../src/agent/index.ts'
import { agentIdentity } from '../../../http/agents.ts'
import { START } from '../../../http/platform.ts'
import {
  manifestOf,
  startAgent,
  TEXT,
  trustOf,
  type SentHeaders,
  type TestAgent,
} from '../agents.ts'
import { linkOf, signedBy } from '../statements.ts'

const RECEIVER = {
  installation_id: '4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3',
  workspace_id: 'ws_victim',
  upstream_url: 'https://victim.example/a2a/tasks',
  issuer: 'https://agents.example.com',
}
const CALLER = agentIdentity()
/** The skill of each signature that the platform was asked about. */
const asked: string[] = []
/** How many times the skill `echo` ran. */
let runs = 0
let agent: TestAgent
let strict: TestAgent

/** Starts an agent whose platform confirms every signature; the signatures themselves are tested elsewhere. */
function start(require_signed: boolean): Promise<TestAgent> {
  const platform = {
    ...standalone('https://agents.example.com/api/v1'),
    ...linkOf({ ...RECEIVER, svc_id: 'unused' }),
    verifyTrust: async ({ svc_id, context }: { svc_id: string; context: unknown }) => {
      asked.push((context as { readonly skill: string }).skill)
      return {
        valid: true,
        svc_id,
        audience: 'matched',
        freshness: 'fresh',
        checks: [],
        policy: { allowed: true, rule: 'default' },
        verification_status: 'verified',
        reputation_score: 50,
      } as never
    },
  }
  const skills = {
    echo: { input: TEXT },
    'read mail': {},
    throws: {},
    hangs: { timeout_ms: 30 },
    trace: {},
  }
  return startAgent(
    manifestOf(skills, { require_signed }),
    {
      echo: ({ text }) => {
        runs += 1
        return { text }
      },
      'read mail': () => ({ messages: 2 }),
      trace: ({ context: { traceparent } }) => ({ traceparent }),
      throws: () => {
        throw new Error('the password is hunter2')
      },
      hangs: () => new Promise(() => undefined),
    },
    { platform },
  )
}
beforeAll(async () => {
  agent = await start(false)
  strict = await start(true)
})
afterAll(async () => {
  await agent.agent.close({ grace_ms: 0 })
  await strict.agent.close({ grace_ms: 0 })
})

const META = 'io.modelcontextprotocol/'
const post = (body: unknown, headers: SentHeaders = {}, to = agent) =>
  to.send('POST', '/mcp', body, headers)
/** Sends a request of revision 2025-11-25. */
const legacy = (method: string, params: object = {}, headers: SentHeaders = {}, to = agent) =>
  post(
    { jsonrpc: '2.0', id: 7, method, params },
    { 'MCP-Protocol-Version': '2025-11-25', ...headers },
    to,
  )
/** Sends a request of revision 2026-07-28. */
const current = (method: string, params: { name?: string } = {}, headers: SentHeaders = {}) => {
  const _meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} }
  return post(
    { jsonrpc: '2.0', id: 7, method, params: { _meta, ...params } },
    {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(params.name !== undefined && { 'Mcp-Name': params.name }),
      ...headers,
    },
  )
}
const ECHO = { name: 'echo', arguments: { text: 'plain' } }

describe('the trace of a call', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const other = traceparent.replace('4bf9', '0000')
  const traceOf = async (_meta: object, headers: SentHeaders = {}) => {
    const { body } = await legacy('tools/call', { name: 'trace', arguments: {}, _meta }, headers)
    return body.result.structuredContent.traceparent
  }

  it('is taken from its metadata, unless the request has a valid header', async () => {
    expect(await traceOf({ traceparent })).toBe(traceparent)
    expect(await traceOf({ traceparent: other }, { traceparent })).toBe(traceparent)
    expect(await traceOf({ traceparent }, { traceparent: 'nonsense' })).toBe(traceparent)
    expect(await traceOf({ traceparent: 7 })).not.toBe(traceparent)
    expect(await traceOf({ traceparent: 'nonsense' })).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  })
})

describe('revision 2025-11-25', () => {
  it('begins with initialize, without a session, and ignores notifications', async () => {
    const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: {} }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(response.status).toBe(200)
    expect(response.headers['mcp-session-id']).toBeUndefined()
    expect(response.body).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } },
    })
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([notified.status, notified.text]).toEqual([202, ''])
    expect((await legacy('ping')).body.result).toEqual({})
  })

  it('lists skills as tools, and maps the names that MCP does not allow', async () => {
    const { tools } = (await legacy('tools/list')).body.result
    expect(tools.map(({ name, title }: Record<string, string>) => [name, title])).toEqual([
      ['echo', undefined],
      ['read_mail', 'read mail'],
      ['throws', undefined],
      ['hangs', undefined],
      ['trace', undefined],
    ])
    expect(tools[0].inputSchema).toEqual(TEXT)
  })

  it('returns a result as structured content and as text', async () => {
    const response = await legacy('tools/call', ECHO)
    expect(response.body.result).toEqual({
      content: [{ type: 'text', text: 'plain' }],
      structuredContent: { text: 'plain' },
      isError: false,
    })
    expect(trustOf(response)).toMatchObject({ svc_id: agent.agent.svc_id })
    const mapped = await legacy('tools/call', { name: 'read_mail' })
    expect(mapped.body.result.structuredContent).toEqual({ messages: 2 })
  })

  it('reports skill errors and unsuitable input in the result, and invalid calls as errors', async () => {
    for (const [params, text] of [
      [{ name: 'throws' }, 'The skill throws failed; the log of the agent contains the cause.'],
      [{ name: 'hangs' }, 'The skill hangs did not end within 30 milliseconds.'],
      [
        { name: 'echo' },
        "The input does not match the skill echo: it must have required property 'text'. See its input_schema in the card.",
      ],
    ] as const)
      expect((await legacy('tools/call', params)).body.result).toEqual({
        content: [{ type: 'text', text }],
        isError: true,
      })
    const codes = [
      ['tools/call', { name: 'nothing' }, -32602],
      ['tools/call', { name: 'echo', arguments: [] }, -32602],
      ['tools/list', { cursor: 'x' }, -32602],
      ['prompts/list', {}, -32601],
      ['server/discover', {}, -32601],
    ] as const
    for (const [method, params, code] of codes) {
      const { status, body } = await legacy(method, params)
      expect([method, status, body.error.code]).toEqual([method, 200, code])
    }
  })
})

describe('revision 2026-07-28', () => {
  it('does not require initialize: the server can be discovered, and its tools listed and called', async () => {
    expect((await current('server/discover')).body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { [`${META}serverInfo`]: { version: expect.any(String) } },
    })
    const listed = (await current('tools/list')).body.result
    expect([listed.resultType, listed.ttlMs, listed.tools.length]).toEqual(['complete', 300_000, 5])
    expect((await current('tools/call', ECHO)).body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { text: 'plain' },
      isError: false,
    })
  })

  it('refuses headers that do not match the body, and runs nothing', async () => {
    const before = runs
    for (const headers of [
      { 'MCP-Protocol-Version': '2025-11-25' },
      { 'MCP-Protocol-Version': undefined },
      { 'Mcp-Method': 'tools/list' },
      { 'Mcp-Method': undefined },
      { 'Mcp-Name': 'throws' },
      { 'Mcp-Name': undefined },
    ]) {
      const { status, body } = await current('tools/call', ECHO, headers)
      expect([status, body.error.code, body.id]).toEqual([400, -32020, 7])
    }
    expect(runs).toBe(before)
    const encoded = { 'Mcp-Name': '=?base64?ZWNobw==?=' }
    expect((await current('tools/call', ECHO, encoded)).status).toBe(200)
  })

  it('responds with 404 to unknown methods, and with 400 to other revisions and missing metadata', async () => {
    for (const method of ['prompts/list', 'initialise', 'ping']) {
      const { status, body } = await current(method)
      expect([status, body.error.code]).toEqual([404, -32601])
    }
    const unknown = await legacy('tools/list', {}, { 'MCP-Protocol-Version': '1900-01-01' })
    expect(unknown.status).toBe(400)
    expect(unknown.body.error).toMatchObject({
      code: -32022,
      data: {
        supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
        requested: '1900-01-01',
      },
    })
    const bare = await legacy(
      'tools/list',
      {},
      {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/list',
      },
    )
    expect([bare.status, bare.body.error.code]).toEqual([400, -32602])
  })
})

describe('a request to /mcp', () => {
  it('from a page on another origin is refused with 403, and from one on its own origin is accepted', async () => {
    for (const Origin of ['https://evil.example', 'null', ''])
      expect((await legacy('tools/call', ECHO, { Origin })).status).toBe(403)
    const { origin } = new URL(agent.agent.card().url)
    expect((await legacy('tools/call', ECHO, { Origin: origin })).status).toBe(200)
  })

  it.each(['GET', 'DELETE'])('with %s is refused with 405', async (method) => {
    expect((await agent.send(method, '/mcp')).status).toBe(405)
  })

  it('that is not a valid message, or is too long, is refused with a JSON-RPC error', async () => {
    const cases: readonly (readonly [unknown, number, number])[] = [
      ['{', 400, -32700],
      [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], 422, -32600],
      [{ jsonrpc: '2.0', id: 1 }, 422, -32600],
      [{ jsonrpc: '2.0', id: null, method: 'ping' }, 200, -32600],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","x":"${'x'.repeat(65_536)}"}`, 413, -32600],
    ]
    for (const [body, status, code] of cases) {
      const response = await post(body)
      expect([response.status, response.body.error.code]).toEqual([status, code])
    }
  })

  it('T-05: runs no skill for unsigned callers where signatures are required', async () => {
    const before = runs
    const response = await legacy('tools/call', ECHO, {}, strict)
    expect([response.status, response.body.error.data.code]).toEqual([401, 'unauthorized'])
    expect((await legacy('tools/list', {}, {}, strict)).status).toBe(401)
    expect(runs).toBe(before)
  })

  it('T-03: is verified for the skill of the tool', async () => {
    asked.length = 0
    const params = { name: 'read_mail', arguments: {} }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
    const audience = { ...RECEIVER, svc_id: strict.agent.svc_id }
    const context = { skill: 'read mail' }
    const signed = signedBy(CALLER, body, audience, { now_ms: START, context })
    const response = await post(body, signed, strict)
    expect(response.body.result.structuredContent).toEqual({ messages: 2 })
    expect(asked).toEqual(['read mail'])
  })

  it('T-01: with the header X-Svc-Task is refused with 401, because the header is accepted at /a2a/tasks only', async () => {
    const response = await legacy('tools/call', ECHO, { 'X-Svc-Task': 'e30.e30' })
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain('/a2a/tasks only')
  })
})
