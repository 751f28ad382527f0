import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../kit/folder.ts'
import { until } from '../../kit/bounds.ts'
import { callOf, openSkill } from '../external/calls.ts'
import { json, serve, serveRpc, type RpcCall } from './servers.ts'

const eventOf = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`

const TEXT = { content: [{ type: 'text', text: '5' }] }

/** Responds like a server that uses revision 2025-11-25, whose tools return this result. */
const legacy = (result: object) => (call: RpcCall) => {
  if (call.method === 'initialize')
    return { result: { protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' } } }
  return { result }
}

async function calledWith(result: object) {
  const server = await serveRpc(legacy(result))
  const { run } = openSkill({ mcp: { url: server.url }, tool: 'sum' })
  const outcome = await run().catch((cause: unknown) => cause)
  return { server, outcome }
}

describe('a task for a tool of an MCP server that uses revision 2025-11-25', () => {
  it('is a call to the tool in a session, and its text is the result', async () => {
    const { server, outcome } = await calledWith(TEXT)
    expect(outcome).toEqual({ text: '5' })
    expect(server.methods()).toEqual(['initialize', 'notifications/initialized', 'tools/call'])
    expect(server.calls[0]!.params).toMatchObject({
      protocolVersion: '2025-11-25',
      capabilities: {},
    })
    const { method, params } = server.calls[2]!
    expect([method, params['name'], params['arguments']]).toEqual([
      'tools/call',
      'sum',
      { text: 'Ada' },
    ])
    expect(server.received[2]!.headers['mcp-protocol-version']).toBe('2025-11-25')
  })

  it('returns structured content as it is, and other content in addition to the text', async () => {
    expect((await calledWith({ ...TEXT, structuredContent: { sum: 5 } })).outcome).toEqual({
      sum: 5,
    })
    const image = { type: 'image', data: 'QQ==', mimeType: 'image/png' }
    expect((await calledWith({ content: [...TEXT.content, image] })).outcome).toEqual({
      text: '5',
      content: [image],
    })
  })

  it('fails if the tool reports an error', async () => {
    const { outcome } = await calledWith({ ...TEXT, isError: true })
    expect(String(outcome)).toBe('Error: the tool reported an error: 5')
  })

  it.each([
    ['no content', {}],
    ['content that is not a list', { content: 'five' }],
    ['an unknown type of result', { ...TEXT, resultType: 'dream' }],
  ])('fails with a protocol mismatch if there is %s', async (_, result) => {
    expect((await calledWith(result)).outcome).toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it('passes the arguments under the names that the tool uses', async () => {
    const server = await serveRpc(legacy(TEXT))
    const { run } = openSkill({
      mcp: { url: server.url },
      tool: 'echo',
      arguments: { text: 'message', id_: 'id' },
    })
    const { call } = callOf()
    await run({ ...call, input: { text: 'Ada', id_: 7, other: true } })
    expect(server.calls.at(-1)!.params['arguments']).toEqual({ message: 'Ada', id: 7, other: true })
  })

  it('begins a new session when the server has forgotten the old one', async () => {
    const sessions: unknown[] = []
    let opened = 0
    const { url } = await serve((one, response) => {
      const call = JSON.parse(one.text || '{}') as RpcCall
      if (one.method === 'DELETE') return response.writeHead(200).end()
      if (call.method === 'initialize') {
        opened += 1
        response.setHeader('Mcp-Session-Id', `s-${opened}`)
        return json(response, { jsonrpc: '2.0', id: call.id, ...legacy({})(call) })
      }
      if (call.method !== 'tools/call') return response.writeHead(202).end()
      sessions.push(one.headers['mcp-session-id'])
      return sessions.length === 2
        ? json(response, {}, 404)
        : json(response, { jsonrpc: '2.0', id: call.id, result: TEXT })
    })
    const { run, close } = openSkill({ mcp: { url }, tool: 'sum' })
    await run()
    expect(await run()).toEqual({ text: '5' })
    expect([sessions, opened]).toEqual([['s-1', 's-1', 's-2'], 2])
    await close()
  })

  it('reads a stream with progress, responds to a ping, and refuses other requests from the server', async () => {
    const responses: RpcCall[] = []
    const { url } = await serve((one, response) => {
      const call = JSON.parse(one.text) as RpcCall
      if (call.method === 'initialize')
        return json(response, { jsonrpc: '2.0', id: call.id, ...legacy({})(call) })
      if (call.method !== 'tools/call') {
        responses.push(call)
        return response.writeHead(202).end()
      }
      const { progressToken } = call.params['_meta'] as { progressToken: string }
      const events = [
        { method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } },
        { method: 'sampling/createMessage', id: 9, params: {} },
        { method: 'ping', id: 10 },
        { id: call.id, result: TEXT },
      ]
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(': hello\r\n\r\nid: 1\r\ndata: \r\n\r\n')
      for (const event of events)
        response.write(
          `event: message\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...event })}\r\n\r\n`,
        )
      return undefined
    })
    const progress: string[] = []
    const { call } = callOf()
    const { run } = openSkill({ mcp: { url }, tool: 'sum' })
    expect(await run({ ...call, progress: (text) => progress.push(text) })).toEqual({ text: '5' })
    expect(progress).toEqual(['1 of 2'])
    await until(() => responses.length === 3, 'the server got no responses')
    expect(responses.slice(1)).toMatchObject([
      { id: 9, error: { code: -32601 } },
      { id: 10, result: {} },
    ])
  })

  it('fails with a protocol mismatch if the server refuses the handshake, and with invalid input if it refuses the call', async () => {
    const refusing = async (refused: string) => {
      const { url } = await serveRpc(({ method }) =>
        method === refused
          ? { error: { code: -32602, message: 'no' } }
          : { result: { protocolVersion: '2025-11-25' } },
      )
      return openSkill({ mcp: { url }, tool: 'sum' }).run()
    }
    await expect(refusing('initialize')).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
    await expect(refusing('tools/call')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

it('a task for a tool of an MCP server fails with a protocol mismatch if the server chooses an unknown revision', async () => {
  const { url } = await serveRpc(() => ({ result: { protocolVersion: '2030-01-01' } }))
  const { run } = openSkill({ mcp: { url }, tool: 'sum' })
  await expect(run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
})

describe('a task for a tool of an MCP server that uses revision 2026-07-28', () => {
  it('is one request, whose headers and metadata name the revision', async () => {
    const server = await serveRpc(() => ({ result: { resultType: 'complete', ...TEXT } }))
    const { run } = openSkill({ mcp: { url: server.url, revision: '2026-07-28' }, tool: 'größe' })
    expect(await run()).toEqual({ text: '5' })
    expect(server.methods()).toEqual(['tools/call'])
    expect(server.received[0]!.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?Z3LDtsOfZQ==?=',
    })
    expect(server.calls[0]!.params['_meta']).toMatchObject({
      traceparent: '00-11111111111111111111111111111111-2222222222222222-00',
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    })
  })

  it('fails if the tool asks for more input', async () => {
    const { url } = await serveRpc(() => ({ result: { resultType: 'input_required' } }))
    const { run } = openSkill({ mcp: { url, revision: '2026-07-28' }, tool: 'sum' })
    await expect(run()).rejects.toMatchObject({ code: 'INPUT_REQUIRED' })
  })

  it('fails with a protocol mismatch if the server no longer supports the revision', async () => {
    const error = { code: -32022, message: 'no', data: { supported: [] } }
    const { url } = await serveRpc(() => ({ error }))
    const { run } = openSkill({ mcp: { url, revision: '2026-07-28' }, tool: 'sum' })
    await expect(run()).rejects.toMatchObject({ code: 'PROTOCOL_MISMATCH' })
  })

  it.each([
    ['EXECUTION_ERROR', 'ends without a response', 'data: {"jsonrpc":"2.0","method":"x"}\n\n'],
    ['EXECUTION_ERROR', 'has an event that is not JSON', 'data: {\n\n'],
    [
      'PROTOCOL_MISMATCH',
      'contains the response to another request',
      'data: {"jsonrpc":"2.0","id":"x","result":{}}\n\n',
    ],
  ])('fails with %s if the stream %s', async (code, _, text) => {
    const { url } = await serve((_one, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text),
    )
    const { run } = openSkill({
      mcp: { url, revision: '2026-07-28' },
      tool: 'sum',
      max_output_bytes: 1000,
    })
    await expect(run()).rejects.toMatchObject({ code })
  })

  it.each([
    ['one long line', `data: ${'x'.repeat(2000)}\n\n`],
    ['many short lines', ': waiting\n\n'.repeat(200)],
  ])('fails if the stream is too long, with %s', async (_, stream) => {
    const { url } = await serve((_one, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(stream),
    )
    const mcp = { url, revision: '2026-07-28' } as const
    const { run } = openSkill({ mcp, tool: 'sum', max_output_bytes: 1000 })
    await expect(run()).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('longer than 1000 bytes') as string,
    })
  })

  it('responds to each ping of a call, however many there are', async () => {
    const pings = Array.from({ length: 20 }, (_, at) => at)
    const answered: unknown[] = []
    let sendNext = (): unknown => undefined
    const { url } = await serve((one, response) => {
      const call = JSON.parse(one.text) as RpcCall
      if (call.method === 'tools/call') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        sendNext = () =>
          answered.length < pings.length
            ? response.write(eventOf({ method: 'ping', id: answered.length }))
            : response.end(eventOf({ id: call.id, result: TEXT }))
      } else {
        answered.push(call.id)
        response.on('close', () => sendNext())
        return response.writeHead(202).end()
      }
      return sendNext()
    })
    const { run } = openSkill({ mcp: { url, revision: '2026-07-28' }, tool: 'sum' })
    expect(await run()).toEqual({ text: '5' })
    expect(answered).toEqual(pings)
  })

  it('sends at most eight responses to a server at a time, and still gets its result', async () => {
    let open = 0
    const { url } = await serve((one, response) => {
      const call = JSON.parse(one.text) as RpcCall
      if (call.method !== 'tools/call') {
        open += 1
        return undefined
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(eventOf({ method: 'ping', id: 1 }).repeat(1000))
      return until(() => open >= 8, 'the server got no responses').then(() =>
        response.end(eventOf({ id: call.id, result: TEXT })),
      )
    })
    const { run } = openSkill({ mcp: { url, revision: '2026-07-28' }, tool: 'sum' })
    expect(await run()).toEqual({ text: '5' })
    expect(open).toBe(8)
  })

  it('fails if the result would take too long to validate against its schema', async () => {
    const serveList = (items: number) =>
      serveRpc(() => ({ result: { ...TEXT, structuredContent: { list: Array(items).fill(0) } } }))
    const values = Array.from({ length: 2000 }, (_, at) => `v${at}`)
    const output_schema = { properties: { list: { items: { not: { enum: values } } } } }
    const runOn = async (items: number) => {
      const { url } = await serveList(items)
      const run = { mcp: { url, revision: '2026-07-28' }, tool: 'sum' } as const
      const skill = { name: 'work', description: '', input_schema: true, timeout_ms: 60_000 }
      return openSkill(run, { skills: [{ ...skill, output_schema, run }] }).run()
    }
    expect(await runOn(1000)).toMatchObject({ list: expect.any(Array) })
    await expect(runOn(6000)).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  })
})

/** A server on standard input and output whose tools do what their names say. */
const SERVER = `
const { createInterface } = require('node:readline')
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
const sum = { content: [{ type: 'text', text: String(process.pid) }] }
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') return say({ id, result: { protocolVersion: '2025-06-18', serverInfo: {} } })
  if (method === 'notifications/cancelled') console.error('canceled')
  if (method !== 'tools/call') return
  const tools = {
    pid: () => say({ id, result: sum }),
    noisy: () => { console.log('hello'); say({ id: 'x', result: {} }); say({ id, result: sum }) },
    odd: () => {
      const odd = { toString: 1 }
      for (const message of [{ id: odd }, { id: 7, result: {} }, { method: 'notifications/progress', params: { progressToken: odd } }, { method: 'notifications/progress', params: { progressToken: id, progress: odd } }])
        say(message)
      say({ id, result: sum })
    },
    env: () => say({ id, result: { content: [], structuredContent: { env: Object.keys(process.env) } } }),
    leaks: () => {
      console.error('with', process.env.DESK_TOKEN)
      console.log('x'.repeat(295) + process.env.DESK_TOKEN)
      const { DESK_TOKEN, LEVEL, PGPASSWORD, DATABASE_URL, SITE_URL } = process.env
      const found = [LEVEL, PGPASSWORD, DATABASE_URL, 'p%40ss-w0rd', 'p@ss-w0rd', SITE_URL]
      say({ id, result: { content: [], structuredContent: { [DESK_TOKEN]: found } } })
    },
    fails: () => say({ id, error: { code: -32000, message: 'no access for ' + process.env.DESK_TOKEN } }),
    hangs: () => console.error('started'),
    quotes: () => { console.log('got "id":"' + id + '"'); say({ id, result: sum }) },
    cuts: () => say({ id, result: { content: [{ type: 'text', text: 'abcd😀'.slice(0, 5) }] } }),
    nests: () => {
      console.log('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"' + id + '","message":"\\\\ud83d"}}')
      console.log('{"jsonrpc": "2.0", "id": "' + id + '", "result": ' + '['.repeat(64) + ']'.repeat(64) + '}')
    },
    dies: () => process.exit(3),
    long: () => console.log('x'.repeat(5000)),
  }
  tools[params.name]()
})
`

/** The variables that the command gets because its manifest names them. */
const VARIABLES = ['TOKEN', 'DESK_TOKEN', 'LEVEL', 'PGPASSWORD', 'DATABASE_URL', 'SITE_URL']

function commandOf() {
  const dir = newFolder('mcp')
  writeFileSync(join(dir, 'server.cjs'), SERVER)
  const env = {
    PATH: process.env['PATH'],
    HOME: dir,
    LANG: 'C',
    TZ: 'UTC',
    TOKEN: 'a',
    DESK_TOKEN: 'desk-7f3a91',
    LEVEL: 'verbose',
    PGPASSWORD: 'elephant',
    DATABASE_URL: 'postgres://desk:p%40ss-w0rd@db.example/desk',
    SITE_URL: 'https://desk.example/',
    SVC_API_KEY: 'b',
  }
  const mcp = { command: [process.execPath, 'server.cjs'], env: VARIABLES } as const
  return (tool: string) => openSkill({ mcp, tool, max_output_bytes: 4000 }, { dir, env })
}

describe('a task for a tool of a command', () => {
  it('is handled by one process, whatever else it prints', async () => {
    const open = commandOf()
    const { run, log } = open('noisy')
    const [first, second] = await Promise.all([run(), run()])
    expect(first).toEqual(second)
    expect(log).toContainEqual({
      message: 'the command wrote a line that is not a JSON-RPC message',
      fields: { line: 'hello' },
    })
  })

  it.each([
    ['contains an unpaired surrogate', 'cuts'],
    ['is nested too deeply', 'nests'],
  ])('fails at once if the response %s, because the input may be the reason', async (_, tool) => {
    await expect(commandOf()(tool).run()).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  })

  it('gets its result even if the command prints a line that quotes the request', async () => {
    expect(await commandOf()('quotes').run()).toEqual({ text: expect.stringMatching(/^\d+$/) })
  })

  it('gets its result even if other messages have members of unexpected types', async () => {
    expect(await commandOf()('odd').run()).toEqual({ text: expect.stringMatching(/^\d+$/) })
  })

  it('gets PATH, HOME, LANG, TZ and the variables that `env` names, and no others', async () => {
    const { env } = (await commandOf()('env').run()) as { env: string[] }
    expect(env.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'TZ', ...VARIABLES].toSorted())
  })

  it('does not reveal secrets from the environment in results, errors or the log', async () => {
    const open = commandOf()
    const { run, log } = open('leaks')
    const hidden = Array(4).fill('[redacted]')
    expect(await run()).toEqual({ '[redacted]': ['verbose', ...hidden, 'https://desk.example/'] })
    await until(() => log.length === 2, 'the command wrote nothing')
    expect(log.map(({ fields }) => fields['line']).toSorted()).toEqual([
      'with [redacted]',
      expect.stringMatching(/^x{295}\[reda/),
    ])
    await expect(open('fails').run()).rejects.not.toThrow('desk-7f3a91')
    await expect(open('fails').run()).rejects.toThrow('no access for [redacted]')
  })

  it('is canceled when it is aborted', async () => {
    const { run, log } = commandOf()('hangs')
    const lines = () => log.map(({ fields }) => fields['line'])
    const { call, abort } = callOf()
    const outcome = run(call).catch(String)
    await until(() => lines().includes('started'), 'it did not start')
    abort()
    expect(await outcome).toMatch(/abort/)
    await until(() => lines().includes('canceled'), 'it was not canceled')
  })

  it('fails if the process ends, and the next task gets another process', async () => {
    const { run } = commandOf()('dies')
    await expect(run()).rejects.toThrow('the command ended with exit code 3')
    await expect(run()).rejects.toThrow('the command ended with exit code 3')
  })

  it('fails if the process writes too much', async () => {
    const { run } = commandOf()('long')
    await expect(run()).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  })
})
