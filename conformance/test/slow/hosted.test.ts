import { gzipSync } from 'node:zlib'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startHost } from '../../src/engine/node-host.ts'
import { nodeTransport } from '../../src/engine/node-transport.ts'
import { conduct } from '../../src/engine/run.ts'
import { select } from '../../src/engine/select.ts'
import { nodeShell } from '../../src/engine/shell.ts'
import { verdictOf } from '../../src/engine/verdict.ts'
import { HOSTED, hostedAgent } from '../../src/probes/platform/hosted-agent.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { PLATFORM_SETTINGS, referencePlatform } from '../platform/reference.ts'
import { serve, type Writing } from '../support/handler.ts'
import { inState, lines } from '../support/judge.ts'
import { settings } from '../support/settings.ts'

const TIME = { now_ms: () => performance.now(), wait: (ms: number) => wait(ms) }
const listening = { host: '127.0.0.1', port: 0, room: 'suite' }

describe('the agent that the suite serves to platforms', () => {
  it('conforms itself, as far as tasks go', async () => {
    const { host, stop } = await startHost(listening)
    const url = host.address + HOSTED
    host.answer(
      HOSTED,
      hostedAgent({ svc_id: 'a'.repeat(64), skill: 'Conformance-Suite_echo', url }),
    )
    const run = await conduct(
      {
        suite: agentSuite,
        settings: settings({ base: url, fuzz: 100 }),
        selected: select(agentSuite, { profile: 'tasks' }),
      },
      nodeTransport,
      TIME,
    )
    stop()
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })

  it('answers nobody who does not know the way', async () => {
    const { host, stop } = await startHost(listening)
    host.answer(HOSTED, hostedAgent({ svc_id: 'a', skill: 'b', url: 'c' }))
    const { status } = await fetch(`${new URL(host.address).origin}${HOSTED}/a2a/tasks`, {
      method: 'POST',
      body: '{}',
    })
    stop()
    expect([status, host.arrived(HOSTED)]).toEqual([404, []])
  })
})

const WRITINGS: readonly (readonly [name: string, write: Writing])[] = [
  [
    'packed',
    ({ status, headers, body }, res) =>
      void res
        .writeHead(status, { ...headers, 'Content-Encoding': 'gzip' })
        .end(status === 204 ? undefined : gzipSync(body)),
  ],
  [
    'in pieces, with a charset',
    ({ status, headers, body }, res) => {
      res.writeHead(status, {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Transfer-Encoding': 'chunked',
      })
      for (let at = 0; at < body.length; at += 50) res.write(body.slice(at, at + 50))
      res.end()
    },
  ],
  [
    'with the connection closed behind each',
    ({ status, headers, body }, res) =>
      void res.writeHead(status, { ...headers, Connection: 'close' }).end(body),
  ],
]

describe('a platform over HTTP whose answers come', () => {
  it.each(WRITINGS)('%s, forwards to the suite and conforms', async (_, write) => {
    const target = await serve(referencePlatform(), write)
    const { host, stop } = await startHost(listening)
    const chosen = settings({
      ...PLATFORM_SETTINGS,
      base: target.url,
      clock_url: `${target.url}/_clock`,
      mail_url: `${target.url}/_mail`,
    })
    const run = await conduct(
      {
        suite: platformSuite,
        settings: chosen,
        selected: platformSuite.sections.flatMap(({ rules }) => rules),
      },
      nodeTransport,
      TIME,
      { host },
    )
    target.close()
    stop()
    expect(lines(inState(run, 'FAIL', 'WARN', 'ERROR', 'BLOCKED', 'NOT_TESTED', 'N/A'))).toEqual([])
    expect(verdictOf(run.results)).toBe('conformant')
  })
})

describe('a command of the user', () => {
  it('gives what it prints, and nothing when it fails or takes too long', async () => {
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
