import { describe, expect, it } from 'vitest'
import { parseFlags } from '../src/cli/flags.ts'
import { readSettings } from '../src/cli/settings.ts'
import { judge } from '../src/index.ts'
import { command, file, read } from './support/cli.ts'
import { serve } from './support/handler.ts'

const KINDS = ['json', 'junit', 'tap', 'sarif', 'html', 'markdown', 'github', 'har']

describe('a key in the query of an address', () => {
  it.each([
    ['a URL', (url: string) => `${url}/mcp`],
    ['a path', () => '/mcp'],
  ])('is in no report if --mcp is %s', async (_, endpoint) => {
    const paths = new Set<string>()
    // Violates rules, and repeats the key as it is in the address and decoded.
    const agent = await serve(({ path, body }) => {
      paths.add(path)
      const key = new URL(path, 'http://h').searchParams.get('key')
      const { id } = JSON.parse(body || '{}') as { id?: unknown }
      const result = { protocolVersion: '2025-11-25', seen: `5" ${path}`, key }
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json', 'MCP-Session-Id': 'session-of-mcp' },
        body: JSON.stringify({ jsonrpc: '2.0', id, result }),
      }
    })
    const reports = KINDS.map((kind) => `${kind}=${file(`query.${kind}`)}`)
    const { out, err } = await command([
      'agent',
      agent.url,
      '--mcp',
      `${endpoint(agent.url)}?key=canary/of%2Bquery1&n=12345&canary-without-name`,
      '--profile',
      'mcp',
      '--seed',
      's',
      '--report',
      reports.join(','),
    ])
    agent.close()
    expect([...paths]).toContain('/mcp?key=canary/of%2Bquery1&n=12345&canary-without-name')
    const address = `${endpoint(agent.url)}?key='"$SVC_MCP_QUERY_1"'&n=12345&'"$SVC_MCP_QUERY_3"`
    expect(out).toContain(`--mcp '${address}`)
    expect(out).toContain(` '${agent.url}/mcp?key='"$SVC_MCP_QUERY_1"'&n=12345&'"$SVC_MCP_QUERY_3"`)
    for (const text of [out, err, ...KINDS.map((kind) => read(`query.${kind}`))])
      expect(text).not.toMatch(/canary/)
  })

  it('is hidden for --mail-url and --clock-url, and where the target shows it in another encoding', () => {
    const { flags } = parseFlags([
      '--mail-url',
      'mail.example/messages?box=a&token=canary+of%3Amail',
      '--clock-url',
      'http://clock.example/?canary=canary-of-clock#top',
    ])
    const { mail_url, clock_url, vault, rerun_flags } = readSettings('http://h', flags, {})
    expect(mail_url).toBe('http://mail.example/messages?box=a&token=canary+of%3Amail')
    expect(clock_url).toBe('http://clock.example?canary=canary-of-clock')
    expect(rerun_flags).toEqual([
      '--clock-url',
      'http://clock.example/?canary={{SVC_CLOCK_QUERY_1}}#top',
      '--mail-url',
      'mail.example/messages?box=a&token={{SVC_MAIL_QUERY_2}}',
    ])
    expect(vault.redact(`${mail_url}, canary of:mail, canary%20of%3Amail`)).toBe(
      'http://mail.example/messages?box=a&token=$SVC_MAIL_QUERY_2, $SVC_MAIL_QUERY_2, $SVC_MAIL_QUERY_2',
    )
    expect(vault.redact(clock_url ?? '')).toBe('http://clock.example?canary=$SVC_CLOCK_QUERY_1')
  })

  it('is in no report of the library', async () => {
    const report = await judge({
      target: () => new Response('canary-of-library', { status: 500 }),
      mcp_url: '/mcp?key=canary-of-library',
      profile: 'mcp',
    })
    expect(JSON.stringify(report)).toContain('$SVC_MCP_QUERY_1')
    expect(JSON.stringify(report)).not.toContain('canary')
  })

  it.each(['http://h?key=canary-of-target', 'http://h:x?key=canary-of-target'])(
    'is not repeated in the message about an address that is refused: %s',
    async (address) => {
      const { code, err } = await command(['agent', address])
      expect(code).toBe(3)
      expect(err).toContain('?…')
      expect(err).not.toContain('canary')
    },
  )
})
