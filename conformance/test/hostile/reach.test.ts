import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecording } from '../../src/cli/recording.ts'
import { run } from '../../src/cli/run.ts'
import { nodeTransport } from '../../src/engine/transport/node.ts'
import type { Transport } from '../../src/engine/transport/http.ts'
import { createVault } from '../../src/engine/secrets/vault.ts'
import { agentSuite } from '../../src/rules/agent/index.ts'
import { platformSuite } from '../../src/rules/platform/index.ts'
import { referenceAgent } from '../agent/reference.ts'
import { PLATFORM_SETTINGS, referencePlatform } from '../platform/reference.ts'
import { BASE, transportTo, type Handler } from '../support/handler.ts'
import { inState, judge } from '../support/judge.ts'
import { mapResponse, mapJson } from '../support/mutants.ts'
import * as agents from './agents.ts'
import { started } from './started.ts'
import { newFolder } from '../../../test/kit/folder.ts'

/** Returns a transport that records all requests. */
function recordingTransport(handler: Handler): {
  readonly transport: Transport
  readonly sent: { url: string; text: string }[]
} {
  const sent: { url: string; text: string }[] = []
  const inner = transportTo(handler)
  return {
    sent,
    transport: (request, limits) => {
      sent.push({ url: request.url, text: JSON.stringify(request) })
      return inner(request, limits)
    },
  }
}
const ELSEWHERE = 'https://elsewhere.example'

describe('an address that the target names', () => {
  it('is not contacted, whether it is in url, verify_url, Location or a response from a platform', async () => {
    const agent = mapResponse(
      mapJson(referenceAgent(), '/.well-known/agent.json', (body) => ({
        ...body,
        url: `${ELSEWHERE}/agent`,
        authentication: { type: 'svc_trust', verify_url: `${ELSEWHERE}/trust/verify` },
      })),
      '/health',
      () => ({ status: 302, headers: { Location: `${ELSEWHERE}/health` }, body: '' }),
    )
    const agentTraffic = recordingTransport(agent)
    const run = await judge(agentSuite, agent, {}, agentTraffic.transport)
    const platform: Handler = (request) => ({
      status: 307,
      headers: { Location: ELSEWHERE, Refresh: `0; url=${ELSEWHERE}` },
      body: JSON.stringify({
        workspace_id: `@${ELSEWHERE}`,
        id: '//elsewhere.example',
        token: 'skt_x',
        next: ELSEWHERE,
        svc_id: request.path,
      }),
    })
    const platformTraffic = recordingTransport(platform)
    await judge(platformSuite, platform, PLATFORM_SETTINGS, platformTraffic.transport)
    expect(
      [...agentTraffic.sent, ...platformTraffic.sent].filter(
        ({ url }) => new URL(url).origin !== BASE,
      ),
    ).toEqual([])
    expect(agentTraffic.sent.length).toBeGreaterThan(50)
    expect(inState(run, 'NOT_TESTED').map(({ rule, reason }) => [rule.id, reason])).toContainEqual([
      'CARD-12',
      expect.stringContaining(`--allow-host ${ELSEWHERE}`),
    ])
  })

  it('is contacted if --allow-host names it', async () => {
    const agent = mapJson(referenceAgent(), '/.well-known/agent.json', (body) => ({
      ...body,
      url: `${ELSEWHERE}/agent`,
    }))
    const { transport, sent } = recordingTransport(agent)
    await judge(agentSuite, agent, { allowed_hosts: [ELSEWHERE] }, transport)
    expect(sent.filter(({ url }) => new URL(url).origin === ELSEWHERE)).toHaveLength(1)
  })

  it('does not become the host of a request, because identifiers stay within the path', async () => {
    const identifiers = [
      '@elsewhere.example',
      '//elsewhere.example',
      '/../../..//elsewhere.example',
      'x\r\nHost: elsewhere.example',
      '{{SVC_OTHER}}',
      '\\elsewhere.example',
    ]
    for (const id of identifiers) {
      const platform = mapJson(referencePlatform(), '/orgs/org_enterprise/workspaces', (body) => ({
        ...body,
        workspace_id: id,
        id,
      }))
      const { transport, sent } = recordingTransport(platform)
      await judge(platformSuite, platform, PLATFORM_SETTINGS, transport)
      expect(sent.filter(({ url }) => new URL(url).origin !== BASE)).toEqual([])
      expect(sent.length).toBeGreaterThan(300)
    }
  })

  it('is not followed as a redirect', async () => {
    const other = await started(agents.respondingWith((_, res) => res.end('{}')))
    const target = await started(
      agents.respondingWith((_, res) => res.writeHead(301, { Location: other.url }).end()),
    )
    expect(
      await nodeTransport(
        { method: 'GET', url: target.url, headers: {} },
        { ms: 2000, bytes: 1000 },
      ),
    ).toMatchObject({ status: 301 })
    expect(other.requests()).toBe(0)
  })
})

describe("the user's secrets", () => {
  it('are sent only in headers, whatever the names of skills are', async () => {
    const vault = createVault()
    const headers = { Authorization: vault.add('SVC_HEADER_1', 'canary-of-a-header') }
    const keys = { free: vault.add('SVC_API_KEY', 'canary-of-a-key') }
    const agent = mapJson(referenceAgent(), '/.well-known/agent.json', (body) => ({
      ...body,
      svc_id: '{{SVC_API_KEY}}',
      skills: ['{{SVC_API_KEY}}', '{{SVC_HEADER_1}}'].map((name) => ({
        name,
        description: '',
        input_schema: { type: 'object', required: ['a'], properties: { a: { const: name } } },
        output_schema: {},
      })),
    }))
    const { transport, sent } = recordingTransport(agent)
    await judge(agentSuite, agent, { vault, headers, keys }, transport)
    const parts = sent.map(
      ({ text }) =>
        JSON.parse(text) as { url: string; headers: Record<string, string>; body?: string },
    )
    expect(parts.filter(({ url, body }) => /canary/.test(`${url} ${body ?? ''}`))).toEqual([])
    expect(
      parts.filter((request) => JSON.stringify(request.headers).includes('canary-of-a-key')),
    ).toEqual([])
    expect(
      parts.every(
        (request) =>
          request.headers['Authorization'] === 'canary-of-a-header' ||
          request.headers['Authorization']?.startsWith('Bearer ') === true ||
          request.url.includes('/chat'),
      ),
    ).toBe(true)
  })
})

describe('a failure in a recording', () => {
  const FAILURE = { kind: 'failure', phase: 'connect', code: 'refused', says: 'no', ms: 1, at: 1 }
  const outcomeOf = (_failure: object): unknown => {
    const request = { method: 'GET', url: 'http://x/health' }
    const document = { log: { comment: 'http://x', entries: [{ request, _failure }] } }
    return readRecording(document, 'x.har').exchanges[0]?.outcome
  }

  it('is read if its members are valid', () => expect(outcomeOf(FAILURE)).toEqual(FAILURE))

  it.each([
    { kind: 'response' },
    { phase: 'later' },
    { code: 'toString' },
    { says: 7 },
    { ms: '1' },
    { at: null },
  ])('is ignored if it has the invalid member %j', (change) => {
    expect(outcomeOf({ ...FAILURE, ...change })).toMatchObject({ kind: 'response' })
  })
})

describe('a recording with invalid members', () => {
  it('is judged or refused without an internal error of the suite', async () => {
    const folder = newFolder('conformance')
    const file = join(folder, 'capture.har')
    const entry = (more: object): object => ({
      request: { method: 'GET', url: 'http://x/.well-known/agent.json', headers: [] },
      response: { status: 200, headers: [], content: { text: '{}' } },
      ...more,
    })
    writeFileSync(
      file,
      JSON.stringify({
        log: {
          comment: 'http://x',
          _subject: 'agent',
          entries: [
            entry({ _probe: 'card', _failure: { kind: 'response' } }),
            entry({ _probe: 'card', request: { method: 'GET', url: '::', headers: [] } }),
            entry({ _probe: '__proto__' }),
            entry({ _probe: 'card', _failure: { kind: 'failure' } }),
            7,
            null,
          ],
        },
      }),
    )
    const output: string[] = []
    const stream = { write: (text: string) => output.push(text) }
    const code = await run(['judge', file], { env: {}, stdout: stream, stderr: stream })
    expect(output.join('')).not.toContain('The suite itself failed')
    expect(code).not.toBe(4)
  })
})

describe('a token that the target issues', () => {
  it('cannot add a header', async () => {
    const names: string[] = []
    const target = await started(
      agents.respondingWith((req, res) => {
        names.push(...req.rawHeaders)
        const isCard = req.url === '/.well-known/agent.json'
        res.writeHead(200).end(
          JSON.stringify(
            isCard
              ? { name: 'x', svc_id: 'y', skills: [] }
              : {
                  session_token: 'sess_x\r\nX-Injected: yes',
                  expires_at: '2030-01-01T00:00:00Z',
                  task_id: '1',
                  status: 'completed',
                  result: {},
                  output: {},
                },
          ),
        )
      }),
    )
    const run = await judge(agentSuite, nodeTransport, { base: target.url }, nodeTransport)
    expect(names.map((name) => name.toLowerCase())).not.toContain('x-injected')
    expect(
      run.exchanges.filter(({ probe }) => probe === 'chat').map(({ outcome }) => outcome),
    ).toMatchObject([{ kind: 'failure', code: 'not_sent' }])
    expect(inState(run, 'ERROR')).toEqual([])
  })
})
