import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standalone } from '../../../src/agent/index.ts'
import { manifestOf, startAgent, TEXT, type TestAgent } from './agents.ts'

const echo = { echo: ({ text }: { text: string }) => ({ text }) }
const manifest = manifestOf({ echo: { input: TEXT, timeout_ms: 5000 } })
let desk: TestAgent
beforeAll(async () => {
  desk = await startAgent(manifest, echo)
})
afterAll(() => desk.agent.close())

describe('agent card', () => {
  it('contains the public part of the manifest', async () => {
    expect(await desk.get('/.well-known/agent.json')).toMatchObject({
      status: 200,
      body: {
        name: 'Text Desk',
        svc_id: desk.agent.svc_id,
        version: '1.2.0',
        description: 'Works on text.',
        url: desk.url,
        skills: [
          {
            name: 'echo',
            description: 'Does echo.',
            input_schema: TEXT,
            output_schema: { type: 'object' },
            timeout_ms: 5000,
          },
        ],
        authentication: {
          type: 'svc_trust',
          verify_url: 'http://127.0.0.1:8080/api/v1/trust/verify',
        },
      },
    })
  })

  it('contains what the platform reports, once the agent runs with it', async () => {
    expect((await desk.get('/.well-known/agent.json')).body).not.toHaveProperty('capabilities')
    expect((await desk.get('/.well-known/agent.json')).body).not.toHaveProperty('reputation')
    const known = {
      ...standalone('https://agents.example.com/api/v1'),
      trustStatus: () =>
        ({ reputation: 71.6, verification_status: 'verified', mode: 'running' }) as const,
    }
    const { agent, get, task } = await startAgent(
      manifestOf({ echo: {}, other: {} }),
      { ...echo, other: () => ({}) },
      { platform: known, capabilities: ['echo'] },
    )
    expect((await get('/.well-known/agent.json')).body).toMatchObject({
      capabilities: ['echo'],
      verification_status: 'verified',
      reputation: 72,
      authentication: { verify_url: 'https://agents.example.com/api/v1/trust/verify' },
    })
    expect((await task({ input: { skill: 'echo' } })).headers).toMatchObject({
      'x-svc-reputation': '72',
      'x-svc-verification': 'verified',
    })
    expect((await get('/health')).body.mode).toBe('running')
    await agent.close()
  })

  it.each([
    [
      'the url of the manifest',
      manifestOf({ echo: {} }, { url: 'https://desk.example.com' }),
      undefined,
      'https://desk.example.com',
    ],
    [
      'the url it was given',
      manifestOf({ echo: {} }, { url: 'https://desk.example.com' }),
      'https://other.example.com/desk',
      'https://other.example.com/desk',
    ],
    [
      'the base of its upstream_url',
      manifestOf(
        { echo: {} },
        { a2a: { upstream_url: 'https://desk.example.com/deep/a2a/tasks' } },
      ),
      undefined,
      'https://desk.example.com/deep',
    ],
    [
      'the origin of another endpoint',
      manifestOf({ echo: {} }, { a2a: { upstream_url: 'https://desk.example.com/in' } }),
      undefined,
      'https://desk.example.com',
    ],
  ])('names %s, whatever Host a request names', async (_name, outside, url, expected) => {
    const { agent, get } = await startAgent(outside, echo, { url })
    expect((await get('/.well-known/agent.json', { Host: 'evil.example.com' })).body.url).toBe(
      expected,
    )
    await agent.close()
  })

  it('contains boolean schemas as equivalent objects', async () => {
    const { agent, get } = await startAgent(
      manifestOf({ echo: { input: true, output: false } }),
      echo,
    )
    expect((await get('/.well-known/agent.json')).body.skills[0]).toMatchObject({
      input_schema: {},
      output_schema: { not: {} },
    })
    await agent.close()
  })

  it('is omitted from the response to HEAD, which has only headers', async () => {
    expect(await desk.send('HEAD', '/.well-known/agent.json')).toMatchObject({
      status: 200,
      text: '',
    })
  })
})

describe('health', () => {
  it('reports the state of the agent, degraded without a platform', async () => {
    desk.clock.advance(90_000)
    expect(await desk.get('/health')).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        svc_id: desk.agent.svc_id,
        version: '1.2.0',
        uptime_seconds: 90,
        mode: 'degraded',
        timestamp: '2026-03-01T12:01:30.000Z',
      },
    })
  })
})

describe('a request that matches no operation', () => {
  it('is told where the agent lists its operations', async () => {
    const { body } = await desk.get('/a2a/tasks/1')
    const [, path] = /GET (\S+) lists the operations of this agent/.exec(body.message) ?? []
    expect((await desk.get(path!)).body.paths).toHaveProperty('/a2a/tasks')
  })

  it.each([
    ['GET', '/', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/a2a/tasks/1', 404, 'ROUTE_NOT_FOUND'],
    ['POST', '/health', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/chat', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/%zz', 400, 'MALFORMED_REQUEST'],
  ])('%s %s gets %i', async (method, path, status, code) => {
    expect(await desk.send(method, path)).toMatchObject({
      status,
      body: { code, request_id: expect.any(String) },
    })
  })
})

it('an agent without a key signs nothing', async () => {
  expect((await desk.task({ input: { skill: 'echo', message: 'x' } })).headers).not.toHaveProperty(
    'x-svc-signature',
  )
})
