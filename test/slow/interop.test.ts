import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../../interop/agent.ts'
import { startPlatform, type Platform } from '../../interop/bridge.ts'
import { differencesOf } from '../../interop/differences.ts'
import { installNpmPackages } from '../../interop/install.ts'
import { EXPECTED } from '../../interop/observations.ts'
import { ROWS } from '../../interop/rows.ts'

// `npm run interop` also assesses the others: those in Python, the inspector, the conformance suite, and the MCP server over HTTP, which
// needs a fixed port.
const CORE = ROWS.filter(
  ({ name, language }) => language === 'javascript' && !/inspector|conformance|, HTTP/.test(name),
)

describe('third-party clients and servers', () => {
  let agent: Awaited<ReturnType<typeof startAgent>>
  let platform: Platform
  beforeAll(async () => {
    installNpmPackages()
    agent = await startAgent()
    platform = await startPlatform()
  })
  afterAll(async () => {
    await agent.stop()
    await platform.stop()
  })

  it.each(CORE)(
    '$name, $protocol, as a $role, makes the expected observations',
    async ({ assess }) => {
      const world = { agent_url: agent.url, platform: async () => platform }
      expect((await assess(world)).differences).toEqual([])
    },
  )
})

it('a client that reads different content is reported', () => {
  const empty = { ...EXPECTED, sent: { state: 'completed', text: '', data: undefined } }
  expect(differencesOf(EXPECTED, empty)).toEqual([
    {
      path: 'sent',
      text: 'is {"state":"completed","text":""}, expected {"state":"completed","text":"cba","data":{"text":"cba"}}',
    },
  ])
  expect(differencesOf(EXPECTED, EXPECTED)).toEqual([])
})
