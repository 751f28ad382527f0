import { describe, expect, it } from 'vitest'
import { startCallbackServer } from '../../src/engine/callbacks/server.ts'
import { select } from '../../src/engine/select.ts'
import { nodeShell } from '../../src/engine/reproduce/shell.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { AGENT_PATH, respondAsAgent } from '../../src/probes/platform/hosted-agent.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { PLATFORM_SETTINGS, referencePlatform } from '../platform/reference.ts'
import { serve, WRITERS } from '../support/handler.ts'
import { judgeOverHttp } from '../support/judge-over-http.ts'
import { inState, lines } from '../support/judge.ts'
import { settings } from '../support/settings.ts'

const LISTEN = { host: '127.0.0.1', port: 0, prefix: 'suite' }

describe('the agent that the suite serves', () => {
  it('conforms to the tasks profile', async () => {
    const { server, stop } = await startCallbackServer(LISTEN)
    const url = server.address + AGENT_PATH
    server.respond(
      AGENT_PATH,
      respondAsAgent({ svc_id: 'a'.repeat(64), skill: 'Conformance-Suite_echo', url }),
    )
    const run = await judgeOverHttp(agentSuite, settings({ base: url, fuzz: 100 }), {
      selected: select(agentSuite, { profile: 'tasks' }),
    })
    stop()
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('returns 404 without the path prefix', async () => {
    const { server, stop } = await startCallbackServer(LISTEN)
    server.respond(AGENT_PATH, respondAsAgent({ svc_id: 'a', skill: 'b', url: 'c' }))
    const { status } = await fetch(`${new URL(server.address).origin}${AGENT_PATH}/a2a/tasks`, {
      method: 'POST',
      body: '{}',
    })
    stop()
    expect([status, server.received(AGENT_PATH)]).toEqual([404, []])
  })
})

describe('a platform whose responses are sent', () => {
  it.each([
    'compressed with gzip',
    'in chunks of seven bytes, with a charset',
    'over a separate connection for each request',
  ] as const)('%s forwards tasks and is conformant', async (name) => {
    const target = await serve(referencePlatform(), WRITERS[name])
    const run = await judgeOverHttp(
      platformSuite,
      settings({
        ...PLATFORM_SETTINGS,
        base: target.url,
        clock_url: `${target.url}/_clock`,
        mail_url: `${target.url}/_mail`,
      }),
    )
    target.close()
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'N/A'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })
})

describe('a command that the user gave', () => {
  it('returns its output, and undefined if it fails or exceeds the time limit', async () => {
    const node = JSON.stringify(process.execPath)
    expect(
      await nodeShell(
        `${node} -e "console.log(process.env.SVC_SKILL)"`,
        { SVC_SKILL: 'Größe & "co"' },
        10_000,
      ),
    ).toBe('Größe & "co"\n')
    expect(await nodeShell(`${node} -e "process.exit(3)"`, {}, 10_000)).toBeUndefined()
    expect(await nodeShell(`${node} -e "setTimeout(() => 0, 60000)"`, {}, 300)).toBeUndefined()
  }, 20_000)
})
