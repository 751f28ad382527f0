import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifestOf, startAgent, TEXT, type TestAgent } from '../agents.ts'

let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent(manifestOf({ echo: { input: TEXT } }), {
    echo: ({ text }) => ({ text }),
  })
})
afterAll(() => agent.agent.close({ grace_ms: 0 }))

it.each(['2025-06-18', '2025-03-26'])(
  'a client that supports no revision newer than %s can connect and call tools',
  async (revision) => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: {} }
    const begun = await agent.send('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params,
    })
    expect([begun.status, begun.body.result.protocolVersion]).toEqual([200, revision])

    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'plain' } },
    }
    const called = await agent.send('POST', '/mcp', call, { 'MCP-Protocol-Version': revision })
    expect(called.body.result).toEqual({
      content: [{ type: 'text', text: 'plain' }],
      structuredContent: { text: 'plain' },
      isError: false,
    })
  },
)
