import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { samples } from '../kit/samples.ts'
import { readManifest } from '../../src/agent/folder/manifest.ts'
import { freePort } from '../kit/port.ts'
import { blocksOf, checkout, terminal } from './shell.ts'
import { newFolder } from '../kit/folder.ts'
import { isToolMissing } from '../kit/tools.ts'

const GUIDE = 'docs/agents.md'
const [first, call, id, python, sandbox, online, route, ...more] = blocksOf(GUIDE)
const [bridge, bridged, stdio, signed, ...others] = more

/** An MCP server that adds numbers, in place of the one in the guide, which npm would have to install. */
const MCP_SERVER = `
const { createInterface } = require('node:readline')
const tool = { name: 'get-sum', description: 'Adds.', inputSchema: { type: 'object' } }
const sum = ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] })
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const results = {
    initialize: () => ({ protocolVersion: '2025-11-25', serverInfo: { name: 'Adder', version: '1' } }),
    'tools/list': () => ({ tools: [tool] }),
    'tools/call': () => sum(params.arguments),
  }
  const response = results[method]
    ? { result: results[method]() }
    : { error: { code: -32601, message: 'unknown' } }
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...response }))
})
`

/** The reader has two terminals, with `svc-agent` in the path as npm installs it. */
describe('the guide for authors', () => {
  const home = newFolder('author')
  let tree: string
  let ports: { platform: number; agent: number }
  let settings: Record<string, string> = {}
  const here = () => (existsSync(join(home, 'greeter')) ? join(home, 'greeter') : home)
  const place = (cwd: () => string) => () => ({
    cwd: cwd(),
    env: { ...process.env, ...settings, NO_COLOR: '1', PATH: `${home}:${process.env['PATH']}` },
  })
  const agent = terminal(place(here))
  const platform = terminal(place(() => tree))
  /** Replaces the ports, which may be in use on this machine. */
  const typed = (block: string): string =>
    block.replaceAll(':8080', `:${ports.platform}`).replaceAll(':8090', `:${ports.agent}`)
  const manifest = () => join(here(), 'svc.yml')

  beforeAll(async () => {
    tree = checkout()
    ports = { platform: await freePort(), agent: await freePort() }
    const program = join(home, 'svc-agent')
    writeFileSync(
      program,
      `#!/bin/sh\nexec '${process.execPath}' '${join(tree, 'src/agent-main.ts')}' "$@"\n`,
    )
    chmodSync(program, 0o755)
  })
  afterAll(async () => {
    await agent.interrupt()
    await platform.interrupt()
  })

  it('contains only the commands that are tested here', () => {
    const shown = [first, call, id, python, sandbox, online, route, bridge, bridged, stdio, signed]
    expect(shown.every(Boolean)).toBe(true)
    expect(others).toEqual([])
  })

  it('leads from an empty folder to a response with four commands, without a platform', async () => {
    expect(first!.split('\n')).toHaveLength(3)
    expect(call!.split('\n')).toHaveLength(1)
    const [enter, init, run] = first!.split('\n')
    agent.run(`${enter}; ${init}`)
    writeFileSync(manifest(), readFileSync(manifest(), 'utf8').replace(':8090', `:${ports.agent}`))
    expect(await agent.start(run!, /is ready/)).toContain('degraded, because it is not installed')
    expect(agent.run(typed(call!))).toBe('Hello, Ada!\n')
    await agent.interrupt()
  })

  it('shows the command `svc-agent id`, which prints the hash of the manifest', () => {
    expect(agent.run(id!)).toMatch(/Manifest hash +[0-9a-f]{64}/)
  })

  it.each(samples<readonly ('python' | 'go')[]>(['python'], ['python', 'go']))(
    'runs skills in %s after two commands',
    async (language) => {
      if (isToolMissing(language)) return
      const [init, run, ...more] = python!.replaceAll('python', language).split('\n')
      expect(more).toEqual([])
      agent.run(init!.replaceAll('py-', `${language}-`))
      const written = join(here(), `${language}-greeter`, 'svc.yml')
      writeFileSync(written, readFileSync(written, 'utf8').replace(':8090', `:${ports.agent}`))
      await agent.start(run!.replaceAll('py-', `${language}-`), /is ready/)
      expect(agent.run(typed(call!))).toBe('Hello, Ada!\n')
      await agent.interrupt()
    },
  )

  it('brings the agent online with three more commands, and a routed task reaches it', async () => {
    await platform.start(`${sandbox} --port ${ports.platform}`, /sk_live_/)
    const lines = typed(online!).split('\n')
    settings = Object.fromEntries(
      lines.flatMap((line) =>
        [...line.matchAll(/^export (\w+)=(\S+)$/g)].map(([, name, value]) => [name!, value!]),
      ),
    )
    expect(Object.keys(settings)).toEqual([
      'SVC_PLATFORM_URL',
      'SVC_API_KEY',
      'SVC_WORKSPACE_ID',
      'SVC_ORGANIZATION_ID',
      'SVC_ISSUER',
    ])
    expect(await agent.start(lines.join('\n'), /is ready[^]*\n\n$|Mode .*/)).toMatch(
      /is registered and verified[^]*The agent is installed[^]*Mode +running/,
    )
    const output = agent.run(typed(route!))
    expect(output).toContain('"status":"completed"')
    expect(output).toContain('Hello, Ada!')
    expect(output).toMatch(/Serving +\S+: ok, running/)
  })

  it('shows a signed call, which the platform of the called agent verifies', () => {
    const { svc_id } = JSON.parse(agent.run(`${id!} --json`)) as { svc_id: string }
    expect(agent.run(typed(signed!).replace('SVC_ID', svc_id))).toBe(
      `Hello, Eve!\n\nVerified: signed by ${svc_id} for this request.\n`,
    )
  })

  it('brings an A2A agent and an MCP server online, each with one command', async () => {
    const second = terminal(place(here))
    onTestFinished(() => second.interrupt())
    const free = { http: await freePort(), command: await freePort() }
    const at = (block: string): string =>
      block
        .replaceAll(':9999', `:${ports.agent}`)
        .replaceAll('8093', String(free.http))
        .replaceAll('8094', String(free.command))
        .replace('npx -y @modelcontextprotocol/server-everything stdio', 'node server.cjs')
    const online = /is registered and verified[^]*The agent is installed[^]*Mode +running/
    expect(await second.start(at(bridge!), /is ready\.[^]*Mode .*/)).toMatch(online)
    expect(second.run(at(bridged!))).toContain('"text": "Hello, Ada!"')
    await second.interrupt()
    mkdirSync(join(here(), 'everything'))
    writeFileSync(join(here(), 'everything', 'server.cjs'), MCP_SERVER)
    expect(await second.start(at(stdio!), /is ready\.[^]*Mode .*/)).toMatch(online)
    const call = `svc-agent call http://127.0.0.1:${free.command} get-sum --input '{"a":2,"b":3}'`
    expect(second.run(call)).toBe('5\n')
    await second.interrupt()
  })

  it('shows a valid manifest, skills that load, and the program of the example', async () => {
    for (const text of blocksOf(GUIDE, 'yaml'))
      expect(readManifest(text)).toMatchObject({ kind: 'valid', warnings: [] })
    for (const text of blocksOf(GUIDE, 'js')) {
      const { skills } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
        skills: Record<string, (call: object) => Promise<unknown>>
      }
      expect(
        await skills['extract_invoice']!({
          text: 'Total 12.50',
          log: { info: () => undefined },
          progress: () => undefined,
        }),
      ).toEqual({ total: 12.5 })
    }
    expect(blocksOf(GUIDE, 'ts')).toEqual([
      readFileSync('examples/typescript/agent.ts', 'utf8').trim(),
    ])
  })
})
