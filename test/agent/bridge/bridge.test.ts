import type { ServerResponse } from 'node:http'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { compareWithPin } from '../../../src/agent/bridge/pin.ts'
import { readAgentFolder } from '../../../src/agent/folder/folder.ts'
import { newFolder } from '../../kit/folder.ts'
import { runCommand } from '../cli/cli.ts'
import { cardOf, json, serve, serveCard, type RpcCall } from './servers.ts'

const write = (dir: string, ...argv: string[]) =>
  runCommand(['bridge', '--write-only', '--dir', dir, ...argv])
const manifestIn = (dir: string) =>
  parseYaml(readFileSync(join(dir, 'svc.yml'), 'utf8')) as ReturnType<typeof JSON.parse>

/** Starts an MCP server of one revision with these tools. */
async function serveTools(tools: () => object[], revision: '2026-07-28' | '2025-11-25') {
  return serve((one, response) => {
    if (one.method !== 'POST') return response.writeHead(405).end()
    const call = JSON.parse(one.text) as RpcCall
    const isCurrent = one.headers['mcp-protocol-version'] === '2026-07-28'
    if (isCurrent !== (revision === '2026-07-28'))
      return json(
        response,
        { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no' } },
        400,
      )
    const results: Record<string, object> = {
      'server/discover': {
        supportedVersions: ['2026-07-28'],
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Desk', version: '3' } },
      },
      initialize: {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'Desk', version: '3' },
        instructions: 'Ask the desk.',
      },
      'tools/list':
        call.params?.['cursor'] === 'b'
          ? { tools: tools().slice(1) }
          : { tools: tools().slice(0, 1), nextCursor: 'b' },
    }
    return json(response, { jsonrpc: '2.0', id: call.id, result: results[call.method] ?? {} })
  })
}
const TOOLS = [
  { name: 'ask', description: 'Asks.', inputSchema: { type: 'object' } },
  { name: 'tell', description: 'Tells.', inputSchema: { type: 'object' } },
]

describe('svc-agent bridge', () => {
  it('writes an agent for an A2A agent, with the digest of its card', async () => {
    const { url, received } = await serveCard((own) => cardOf(own))
    const dir = newFolder('bridge')
    const { code, out } = await write(dir, url)
    expect(code).toBe(0)
    expect(out).toContain('Protocol  A2A 1.0')
    expect(out).toContain('Skills    forecast')
    expect(readdirSync(dir).toSorted()).toEqual(['.gitignore', 'svc.key', 'svc.yml'])
    expect(statSync(join(dir, 'svc.key')).mode & 0o777).toBe(0o600)
    const { bridge, version, name } = manifestIn(dir)
    expect(bridge).toEqual({
      protocol: 'a2a',
      version: '1.0',
      source: { url },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect([name, version]).toEqual(['Weather', `2.1.0+${bridge.digest.slice(0, 8)}`])
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /.well-known/agent-card.json',
    ])
  })

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'writes an agent for an MCP server that uses revision %s, with all pages of its tools',
    async (revision) => {
      const { url } = await serveTools(() => TOOLS, revision)
      const dir = newFolder('bridge')
      const { code, out } = await write(dir, `${url}/mcp`)
      expect([code, out]).toEqual([0, expect.stringContaining(`MCP ${revision}`)])
      const { name, skills, bridge } = manifestIn(dir)
      expect([name, bridge.version]).toEqual(['Desk', revision])
      expect(skills.map((skill: { run: object }) => skill.run)).toEqual([
        { mcp: { url: `${url}/mcp`, revision }, tool: 'ask' },
        { mcp: { url: `${url}/mcp`, revision }, tool: 'tell' },
      ])
    },
  )

  it('reports what changed and does not serve, and writes a new version with --update', async () => {
    let tools = TOOLS
    const { url } = await serveTools(() => tools, '2026-07-28')
    const dir = newFolder('bridge')
    await write(dir, url)
    const before = await runCommand(['id', '--json', '--dir', dir])
    tools = [
      { ...TOOLS[1]!, description: 'Tells all.' },
      { ...TOOLS[0]!, name: 'new' },
    ]
    for (const command of ['bridge', 'run']) {
      const { code, err } = await runCommand([command, '--dir', dir, '--port', '0'])
      expect(code).toBe(1)
      expect(err).toContain('added new; removed ask; changed tell.')
      expect(err).toContain(`\`svc-agent bridge --update --dir ${dir}\``)
    }
    expect((await runCommand(['id', '--json', '--dir', dir])).json()).toEqual(before.json())
    const updated = await write(dir, '--update')
    expect(updated.out).toContain('A new version of the bridge')
    const after = await runCommand(['id', '--json', '--dir', dir])
    expect(after.json().svc_id).not.toBe(before.json().svc_id)
    expect(manifestIn(dir).capabilities.provides).toEqual(['tell', 'new'])
  })

  it('sends credentials from the environment and writes only the names of their variables', async () => {
    const { url, received } = await serveCard((own) => cardOf(own))
    const dir = newFolder('bridge')
    const argv = ['bridge', url, '--write-only', '--dir', dir, '--header', 'Authorization=TOKEN']
    const { code, out } = await runCommand(argv, { TOKEN: 'Bearer s3cret' })
    expect(code).toBe(0)
    expect(received[0]!.headers['authorization']).toBe('Bearer s3cret')
    const text = readFileSync(join(dir, 'svc.yml'), 'utf8')
    expect(text + out).not.toContain('s3cret')
    expect(manifestIn(dir).skills[0].run.headers_env).toEqual({ Authorization: 'TOKEN' })
    const again = [
      'bridge',
      url,
      '--write-only',
      '--dir',
      newFolder('other'),
      '--header',
      'A=TOKEN',
    ]
    expect((await runCommand(again)).err).toContain('The environment variable TOKEN is not set')
  })

  it('escapes control characters in what the foreign agent says', async () => {
    const skills = [{ id: 'ok' }, { id: '\u001b[2Jbad' }]
    const { url } = await serveCard((own) => cardOf(own, { skills }))
    const { out } = await write(newFolder('bridge'), url)
    expect(out).toContain('its name contains control characters')
    expect(out).not.toMatch(/\u001b/)
  })

  it.each([
    ['an HTML page', (response) => response.setHeader('Content-Type', 'text/html').end('<html>')],
    ['a redirect', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1' }).end()],
    ['invalid JSON', (response) => response.setHeader('Content-Type', 'application/json').end('{')],
    [
      'a card that is too long',
      (response) =>
        response.setHeader('Content-Type', 'application/json').end(`"${'x'.repeat(1_100_000)}"`),
    ],
    [
      'a card of another origin',
      (response) => json(response, cardOf('http://127.0.0.1', { skills: [] })),
    ],
  ] as readonly (readonly [string, (response: ServerResponse) => unknown])[])(
    'fails with one line and writes nothing if it finds %s',
    async (_, respond) => {
      const { url } = await serve((_one, response) => respond(response))
      const dir = newFolder('bridge')
      const { code, err } = await write(dir, url)
      expect([code, err.split('\n').length]).toEqual([1, 1])
      expect(err).toMatch(/cannot be bridged|names an address/)
      expect(readdirSync(dir)).toEqual([])
    },
  )

  it.each([
    ['--header', 'Authorization=SVC_API_KEY'],
    ['--header', 'X-Key=svc_api_key'],
  ])(
    'does not send settings of the agent, even while it discovers what the address serves: %s %s',
    async (...flag) => {
      const { url, received } = await serveCard((own) => cardOf(own))
      const env = { SVC_API_KEY: 'sk_live_secret', svc_api_key: 'sk_live_secret' }
      const { code, err } = await runCommand(
        ['bridge', '--write-only', '--dir', newFolder('bridge'), ...flag, url],
        env,
      )
      expect([code, received]).toEqual([1, []])
      expect(err).toContain("is reserved for the agent's own settings")
      expect(err).not.toContain('sk_live_secret')
    },
  )

  it('does not serve if the foreign agent can no longer be bridged', async () => {
    let offers = (own: string): object => cardOf(own)
    const { url } = await serveCard((own) => offers(own))
    const dir = newFolder('bridge')
    expect((await write(dir, url)).code).toBe(0)
    offers = () => cardOf('https://elsewhere.example')
    const { code, err } = await runCommand(['run', '--dir', dir, '--port', '0'])
    expect(code).toBe(1)
    expect(err).toContain('The card names an address on another origin')
  })

  it('cannot tell whether the agent has changed if the request for its card gets 401, 403, 429, 500 or 503, but fails if it gets 404', async () => {
    let status = 200
    const { url } = await serve((one, response) =>
      one.method === 'GET' && status === 200
        ? json(response, cardOf(url))
        : json(response, {}, one.method === 'GET' ? status : 404),
    )
    const dir = newFolder('bridge')
    expect((await write(dir, url)).code).toBe(0)
    const folder = readAgentFolder(dir, 'svc-agent')
    for (status of [401, 403, 429, 500, 503])
      expect(await compareWithPin(folder, { dir, env: {} })).toEqual({
        kind: 'unknown',
        reason: expect.stringContaining(String(status)) as string,
      })
    status = 404
    await expect(compareWithPin(folder, { dir, env: {} })).rejects.toMatchObject({
      temporary: false,
    })
  })

  it('says which addresses it needs if the address has neither a card nor an MCP server', async () => {
    const { url } = await serve((_one, response) => json(response, {}, 404))
    const dir = join(newFolder('bridge'), 'new')
    const { err } = await write(dir, url)
    expect(err).toContain('must be that of an A2A agent, of its card, or of an MCP server.')
    expect(err).toContain(`The address of an MCP server is often ${new URL(url).origin}/mcp.`)
    expect((await write(dir, `${url}/mcp`)).err).not.toContain('is often')
    expect(existsSync(dir)).toBe(false)
  })

  it('gives only the reason if an MCP server responds with an error', async () => {
    const { url } = await serve((one, response) => {
      if (one.method === 'GET') return json(response, {}, 404)
      const { id } = JSON.parse(one.text) as RpcCall
      json(response, { jsonrpc: '2.0', id, error: { code: -32000, message: 'not today' } })
    })
    expect((await write(newFolder('bridge'), url)).err).toBe(
      'svc-agent: The agent or server cannot be bridged, because the foreign agent responded with the error -32000: not today.',
    )
  })

  it('refuses an agent that implements the agent protocol itself and so needs no bridge', async () => {
    const { url } = await serve((one, response) =>
      one.path === '/.well-known/agent.json'
        ? json(response, { svc_id: 'x', name: 'X', skills: [] })
        : json(response, {}, 404),
    )
    expect((await write(newFolder('bridge'), url)).err).toContain('needs no bridge')
  })

  it('shows the last lines that a failing command wrote to its standard error', async () => {
    const dir = join(newFolder('bridge'), 'new')
    const script = 'for (const n of [1, 2, 3, 4]) console.error(`line ${n}`); process.exit(1)'
    const { code, err } = await runCommand([
      ...['bridge', '--write-only', '--dir', dir, '--', process.execPath, '-e', script],
    ])
    expect(code).toBe(1)
    expect(err).toBe(
      'svc-agent: The command cannot be bridged, because it ended with exit code 1. Its last output: line 2 | line 3 | line 4',
    )
    expect(existsSync(dir)).toBe(false)
  })

  it('names the failure of the card if the address is not an MCP server either', async () => {
    const { url } = await serve((one, response) =>
      json(response, {}, one.method === 'GET' ? 503 : 404),
    )
    expect((await write(newFolder('bridge'), url)).err).toContain('responded with 503')
  })

  it.each([403, 503])(
    'writes an agent for an MCP server that responds with %i to the path of a card',
    async (status) => {
      const tools = await serveTools(() => TOOLS, '2026-07-28')
      const { url } = await serve(async (one, response) => {
        if (one.method === 'GET') return json(response, {}, status)
        const headers = { 'MCP-Protocol-Version': '2026-07-28' }
        const passed = await fetch(tools.url, { method: 'POST', body: one.text, headers })
        return json(response, await passed.json(), passed.status)
      })
      expect((await write(newFolder('bridge'), url)).code).toBe(0)
    },
  )

  it('cannot tell whether the MCP server has changed if it responds with 500, even with a JSON-RPC error', async () => {
    let isBroken = false
    const tools = await serveTools(() => TOOLS, '2026-07-28')
    const { url } = await serve(async (one, response) => {
      if (one.method === 'GET') return json(response, {}, 404)
      const { id } = JSON.parse(one.text) as RpcCall
      const error = { code: -32603, message: 'Internal error' }
      if (isBroken) return json(response, { jsonrpc: '2.0', id, error }, 500)
      const headers = { 'MCP-Protocol-Version': '2026-07-28' }
      const passed = await fetch(tools.url, { method: 'POST', body: one.text, headers })
      return json(response, await passed.json())
    })
    const dir = newFolder('bridge')
    expect((await write(dir, url)).code).toBe(0)
    isBroken = true
    const compared = compareWithPin(readAgentFolder(dir, 'svc-agent'), { dir, env: {} })
    expect(await compared).toMatchObject({ kind: 'unknown' })
  })

  it('refuses --header for an existing bridge, whose headers are in its manifest', async () => {
    const { url } = await serveCard((own) => cardOf(own))
    const dir = newFolder('bridge')
    await write(dir, url)
    const { code, err } = await runCommand(
      ['bridge', '--write-only', '--update', '--dir', dir, '--header', 'X-Key=DESK', url],
      { DESK: 'secret-value' },
    )
    expect(code).not.toBe(0)
    expect(err).toContain(
      '--name, --header, --env, and --port with --write-only apply only to a new bridge',
    )
  })

  it('refuses --port with --write-only for an existing bridge, whose port is in its manifest', async () => {
    const { url } = await serveCard((own) => cardOf(own))
    const dir = newFolder('bridge')
    await write(dir, url, '--port', '9123')
    const text = readFileSync(join(dir, 'svc.yml'), 'utf8')
    expect(text).toContain('http://127.0.0.1:9123/a2a/tasks')
    const { code, err } = await write(dir, url, '--port', '9124')
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--port with --write-only apply only to a new bridge'),
    ])
    expect(readFileSync(join(dir, 'svc.yml'), 'utf8')).toBe(text)
  })

  it.each(['{x}', '99999', ''])(
    'refuses the port %j before it discovers anything',
    async (port) => {
      const { url, received } = await serveCard((own) => cardOf(own))
      const dir = newFolder('bridge')
      const { code, err } = await write(dir, url, '--port', port)
      expect([code, received, readdirSync(dir)]).toEqual([2, [], []])
      expect(err).toContain('--port must be a number from 0 to 65535')
    },
  )

  it('fails if nothing responds at the address, if there is no such program, or if neither is given, and says what is wrong', async () => {
    const silent = await write(newFolder('bridge'), 'http://127.0.0.1:1')
    expect(silent.code).toBe(1)
    expect(silent.err).toContain('cannot be reached (ECONNREFUSED). Check that it is running')
    const none = await write(newFolder('bridge'), 'svc-no-program')
    expect(none.code).toBe(1)
    expect(none.err).toContain('there is no program svc-no-program in PATH')
    const nothing = await write(newFolder('bridge'))
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('give an address')])
  })

  it.each([
    ['http://desk.example/mcp', 'must begin with https://'],
    ['http://169.254.169.254/latest', 'link-local'],
    ['http://user:secret@127.0.0.1:1/', 'must not contain a user name or a password'],
  ])('sends nothing to %s with a credential', async (url, reason) => {
    const argv = ['bridge', url, '--write-only', '--dir', newFolder('bridge')]
    const { code, err } = await runCommand([...argv, '--header', 'Authorization=TOKEN'], {
      TOKEN: 's3cret',
    })
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  })

  it('refuses the folder of another agent, and that of a bridge to another address', async () => {
    const { url } = await serveCard((own) => cardOf(own))
    const dir = newFolder('bridge')
    await runCommand(['init', '--dir', dir])
    expect((await write(dir, url)).err).toContain('contains an agent that is not a bridge')
    const other = newFolder('bridge')
    await write(other, url)
    expect((await write(other, `${url}/x`)).err).toContain('the bridge to another agent or server')
  })
})
