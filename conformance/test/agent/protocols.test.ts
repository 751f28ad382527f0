import { describe, expect, it } from 'vitest'
import { FLAGS } from '../../src/cli/usage.ts'
import type { Settings } from '../../src/engine/settings.ts'
import type { Run } from '../../src/engine/run.ts'
import type { Exchange } from '../../src/engine/types.ts'
import { resolveUrl } from '../../src/engine/url.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { reportOf } from '../../src/report/data.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { PROXY, type Handler } from '../support/handler.ts'
import { inState, judge, judgeReleased, lines } from '../support/judge.ts'
import { mapJson, mapResponse } from '../support/mutants.ts'
import { a2aAgent, A2A_CARD_PATH, A2A_PATH } from './a2a-agent.ts'
import { mcpAgent, PING_TOOL } from './mcp-agent.ts'
import { jsonResponse, referenceAgent } from './reference.ts'

type Json = Record<string, unknown>
type Case = readonly [name: string, profile: string, make: () => Handler]

const CONFORMING: readonly Case[] = [
  ['A2A 1.0 and 0.3', 'a2a', a2aAgent],
  ['A2A 1.0 only', 'a2a', () => a2aAgent({ versions: ['1.0'] })],
  ['A2A 0.3 only', 'a2a', () => a2aAgent({ versions: ['0.3'] })],
  ['A2A that responds with messages', 'a2a', () => a2aAgent({ direct: true })],
  ['A2A without streams', 'a2a', () => a2aAgent({ streaming: false })],
  ['A2A without skills', 'a2a', () => a2aAgent({ card: { skills: [] } })],
  ['MCP in both revisions', 'mcp', mcpAgent],
  ['MCP 2025-11-25 only', 'mcp', () => mcpAgent({ revisions: ['2025-11-25'] })],
  [
    'MCP 2025-11-25 with sessions and streams',
    'mcp',
    () => mcpAgent({ revisions: ['2025-11-25'], sessions: true, streams: true }),
  ],
  ['MCP 2026-07-28 only', 'mcp', () => mcpAgent({ revisions: ['2026-07-28'] })],
  ['MCP without output schemas', 'mcp', () => mcpAgent({ tools: [PING_TOOL] })],
  ['MCP without tools', 'mcp', () => mcpAgent({ tools: [] })],
]

describe('an agent that supports another protocol but not the interface', () => {
  it.each(CONFORMING)('(%s) is conformant in the %s profile', async (_, profile, make) => {
    const run = await judge(agentSuite, make(), { profile })
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('does not receive calls to a destructive tool', async () => {
    const run = await judge(agentSuite, mcpAgent(), { profile: 'mcp' })
    const sent = run.exchanges.map(({ request }) => request.body ?? '')
    expect(sent.filter((body) => body.includes('"name":"erase"'))).toEqual([])
  })

  it('is reported without the id of its session', async () => {
    const agent = mcpAgent({ revisions: ['2025-11-25'], sessions: true })
    const run = await judge(agentSuite, agent, { profile: 'mcp' })
    const report = reportOf([run], { started_at: '2026-03-02T09:10:00.000Z', trace: () => true })
    expect(JSON.stringify(report)).not.toContain('session-7c1b')
  })
})

describe('an MCP endpoint', () => {
  it.each<[string, Partial<Settings>]>([
    ['the target itself', { base: 'http://target.test/mcp' }],
    ['a path', { mcp_url: '/mcp' }],
    ['a URL on another host', { mcp_url: `${PROXY}/mcp` }],
  ])('can be %s', async (_, settings) => {
    const run = await judge(agentSuite, mcpAgent(), { profile: 'mcp', ...settings })
    expect(verdictOf(run.results)).toBe('conformant')
    const [{ request }] = run.exchanges.filter(({ probe }) => probe === 'mcp25.list') as [Exchange]
    expect(resolveUrl(run.settings.base, request.path)).toBe(
      settings.mcp_url?.startsWith('https:') ? settings.mcp_url : 'http://target.test/mcp',
    )
  })
})

describe('an agent that supports no other protocol', () => {
  it.each(['a2a', 'mcp'])('neither passes nor violates a rule for %s', async (profile) => {
    const run = await judge(agentSuite, referenceAgent(), { profile })
    expect(run.results.filter(({ state }) => state !== 'N/A')).toEqual([])
    expect(verdictOf(run.results)).toBe('inconclusive')
  })

  it('conforms to the interface', async () => {
    const run = await judge(agentSuite, referenceAgent())
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('is inconclusive if there is no MCP server at the endpoint that the user named', async () => {
    const run = await judge(agentSuite, referenceAgent(), { mcp_url: 'http://target.test/mcp' })
    expect(inState(run, 'NOT_TESTED').map(({ rule, reason }) => [rule.id, reason])).toEqual([
      ['MCP-01', expect.stringMatching(/^There is no MCP server at http:\/\/target.test\/mcp;/)],
    ])
    expect(verdictOf(run.results)).toBe('inconclusive')
  })
})

/** Responses that are the same for every call, whatever its method is. */
const CONSTANT: readonly (readonly [string, (body: Json) => object])[] = [
  ['{}', () => ({})],
  ['its request', (body) => body],
  ['an error', ({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32601, message: 'No' } })],
  ['a result', ({ id }) => ({ jsonrpc: '2.0', id, result: {} })],
]

/** Malformed JSON counts as a call without members. */
const parsed = (text: string): Json => (text.endsWith('}') ? (JSON.parse(text) as Json) : {})

describe('an endpoint that responds to every call with', () => {
  const constant =
    (handler: Handler, respond: (body: Json) => object): Handler =>
    (request) =>
      request.method === 'GET'
        ? handler(request)
        : jsonResponse(200, { ...respond(parsed(request.body)) })
  const passed = ({ results }: Run): readonly string[] =>
    results.filter(({ state }) => state === 'PASS').map(({ rule }) => rule.id)

  it.each(CONSTANT)(
    '%s passes only rules about the card and the form of responses',
    async (_, respond) => {
      const run = await judge(agentSuite, constant(a2aAgent(), respond), { profile: 'a2a' })
      const form = ['A2A10-09', 'A2A10-10', 'A2A03-08', 'A2A03-09']
      const card = /^A2A(?:10-0[1-8]|03-0[1-7])$/
      expect(passed(run).filter((id) => !card.test(id) && !form.includes(id))).toEqual([])
      expect(verdictOf(run.results)).not.toBe('conformant')
    },
  )

  it.each(CONSTANT)('%s is not an MCP server', async (_, respond) => {
    const run = await judge(agentSuite, constant(mcpAgent(), respond), { profile: 'mcp' })
    expect(run.results.filter(({ state }) => state !== 'N/A')).toEqual([])
  })
})

/** Adds members to the JSON results at a path. */
const withMembers = (handler: Handler, path: string, members: Json): Handler =>
  mapResponse(handler, path, (response) => {
    const body = response.body.startsWith('{') ? (JSON.parse(response.body) as Json) : {}
    const result = { ...(body['result'] as Json), ...members }
    return 'result' in body ? { ...response, body: JSON.stringify({ ...body, result }) } : response
  })

describe('a value that every object inherits, or that has no text form,', () => {
  const unconvertible = JSON.parse('{"toString":1,"valueOf":1}') as object

  it.each<[string, Json]>([
    ['the type of content', { content: [{ type: 'constructor' }] }],
    ['the type of content', { content: [{ type: unconvertible }] }],
  ])('causes no error of the suite as %s in MCP: %j', async (_, members) => {
    const run = await judge(agentSuite, withMembers(mcpAgent(), '/mcp', members), {
      profile: 'mcp',
    })
    expect(lines(inState(run, 'ERROR'))).toEqual([])
  })

  it.each<[string, Json]>([
    ['the kind of a result', { kind: 'constructor' }],
    ['the kind of a result', { kind: unconvertible }],
    ['the state of a task', { status: { state: unconvertible } }],
  ])('causes no error of the suite as %s in A2A: %j', async (_, members) => {
    const agent = a2aAgent({ versions: ['0.3'] })
    const run = await judge(agentSuite, withMembers(agent, A2A_PATH, members), {
      profile: 'a2a-0.3',
    })
    expect(lines(inState(run, 'ERROR'))).toEqual([])
  })
})

/** Returns an agent whose card lists only a version that the agent does not support. */
const undeclared = (): Handler =>
  mapJson(a2aAgent({ versions: ['1.0'] }), A2A_CARD_PATH, ({ description: _, ...card }) => ({
    ...card,
    supportedInterfaces: (card['supportedInterfaces'] as object[]).map((one) => ({
      ...one,
      protocolVersion: '2.0',
    })),
  }))

describe('an undeclared protocol', () => {
  it('is only observed if it is a version that the card does not list', async () => {
    const run = await judge(agentSuite, undeclared(), { profile: 'a2a-1.0' })
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR'))).toEqual([])
    expect(new Set(run.results.map(({ level }) => level))).toEqual(new Set(['INFO']))
    expect(lines(inState(run, 'INFO'))).toEqual([
      'INFO A2A10-02: The card does not list A2A 1.0: body/supportedInterfaces: expected an interface with protocolVersion "1.0", received [{"url":"http://target.test/rpc","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]',
      'INFO A2A10-03: The card does not list A2A 1.0: body/description: expected a string, received nothing',
    ])
    expect(verdictOf(run.results)).toBe('inconclusive')
  })

  it('is only observed if it is MCP, unless the user names its endpoint', async () => {
    const agent = referenceAgent()
    const server = mcpAgent()
    const both: Handler = (request) => (request.path === '/mcp' ? server(request) : agent(request))
    const levelsOf = async (settings: Partial<Settings>): Promise<ReadonlySet<string>> => {
      const { results } = await judge(agentSuite, both, settings)
      return new Set(results.filter(({ section }) => section === 'mcp').map(({ level }) => level))
    }
    expect(await levelsOf({})).toEqual(new Set(['INFO']))
    expect(await levelsOf({ mcp_url: '/mcp' })).toEqual(new Set(['MUST', 'SHOULD']))
  })
})

describe('an A2A interface', () => {
  it('with another binding is not called', async () => {
    const supportedInterfaces = [
      { url: 'http://target.test/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ]
    const agent = a2aAgent({ versions: ['1.0'], card: { supportedInterfaces } })
    const run = await judge(agentSuite, agent, { profile: 'a2a-1.0' })
    expect(lines(inState(run, 'N/A'))[0]).toBe(
      'N/A A2A10-09: The card lists no A2A 1.0 interface with the JSONRPC binding; other bindings are not judged.',
    )
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('on another host is called only if the user allows it', async () => {
    const supportedInterfaces = [
      { url: `${PROXY}${A2A_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]
    const agent = a2aAgent({ versions: ['1.0'], card: { supportedInterfaces } })
    const run = await judge(agentSuite, agent, { profile: 'a2a-1.0' })
    expect(lines(inState(run, 'NOT_TESTED'))[0]).toBe(
      `NOT_TESTED A2A10-09: The url of the card names another host; allow it with --allow-host ${PROXY}.`,
    )
    expect(run.exchanges.map(({ request }) => request.path)).toEqual([
      '/.well-known/agent.json',
      '/.well-known/agent-card.json',
    ])
    const allowed = { profile: 'a2a-1.0', allowed_hosts: [PROXY] }
    const { results, exchanges } = await judge(agentSuite, agent, allowed)
    expect(verdictOf(results)).toBe('conformant')
    expect(exchanges.map(({ request }) => request.path)).toContain(`${PROXY}${A2A_PATH}`)
  })
})

describe('a new rule for another protocol', () => {
  it('counts immediately in a profile that has only new rules', async () => {
    const faulty = mapJson(a2aAgent(), A2A_CARD_PATH, ({ name: _, ...card }) => card)
    const settings = { profile: 'a2a-1.0' }
    const run = await judgeReleased(agentSuite, faulty, settings)
    expect(lines(inState(run, 'FAIL'))).toEqual([
      'FAIL A2A10-03: body/name: expected a string, received nothing',
    ])
    expect(verdictOf(run.results)).toBe('non-conformant')
  })

  it('counts only from the next rule set on in a profile that earlier runs could have used', async () => {
    const faulty = mapJson(a2aAgent(), A2A_CARD_PATH, ({ name: _, ...card }) => card)
    const run = await judgeReleased(agentSuite, faulty)
    expect(inState(run, 'FAIL').map(({ rule }) => rule.id)).toEqual(['CARD-01'])
    expect(lines(inState(run, 'INFO'))).toContain(
      'INFO A2A10-03: This rule is new and does not count before rule set 2: body/name: expected a string, received nothing',
    )
  })

  it('counts for a named MCP endpoint only from the next rule set on, as the help text says', async () => {
    const agent = referenceAgent()
    const server = mcpAgent({ tools: [{ name: 'x' }] })
    const both: Handler = (request) => (request.path === '/mcp' ? server(request) : agent(request))
    const run = await judgeReleased(agentSuite, both, { mcp_url: '/mcp' })
    expect(lines(inState(run, 'FAIL'))).toEqual([])
    expect(lines(inState(run, 'INFO'))).toContainEqual(
      expect.stringMatching(/^INFO MCP-10: This rule is new and does not count before rule set 2:/),
    )
    expect(FLAGS.mcp.description).toContain('the MCP rules count from rule set 2 onwards')
  })
})
