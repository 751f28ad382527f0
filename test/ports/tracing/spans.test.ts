import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { httpExportSender } from '../../../src/ports/exports/sender.ts'
import { openOtlpTracing } from '../../../src/ports/otlp-tracing.ts'
import type { Tracing } from '../../../src/ports/tracing.ts'
import { tracedAgentCaller, tracedExportSender } from '../../../src/app/tracing.ts'
import { install } from '../../http/agents.ts'
import { goodAgent, type RunningAgent } from '../../http/task-agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../../http/platform.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
const SKILL = 'reverse_text'
const NOWHERE = { logs: {}, collector: {}, alerts: {} }
const settings = {
  url: 'http://127.0.0.1:1/v1/traces',
  headers: {},
  service_name: 'registry',
  ratio: 1,
}

let exporter: InMemorySpanExporter
let tracing: Tracing
let platform: TestPlatform
let acme: TestOrganization
let agent: RunningAgent
let spans: readonly ReadableSpan[] = []
beforeAll(async () => {
  exporter = new InMemorySpanExporter()
  tracing = await openOtlpTracing(settings, '0.1.0', keeping(exporter))
  const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  platform = await startPlatform({}, { tracing, agentCaller })
  acme = await platform.organization('enterprise', 'Acme')
  agent = await goodAgent()
  await install(platform, acme, undefined, { capabilities: [SKILL], upstream_url: agent.url })
  const task = { skill: SKILL, message: 'abc', context: { workspace_id: acme.workspace_id } }
  const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`
  await platform.as({ 'X-API-Key': acme.api_key, traceparent }).post('/a2a/route', task)
  await platform
    .as({ 'X-API-Key': acme.api_key, traceparent: 'nonsense' })
    .get(`/trust/profile/did:svc:secret-looking-id?token=hidden`)
  await tracing.close()
  spans = exporter.getFinishedSpans()
})
afterAll(() => {
  platform.services.agentCaller.close()
  platform.server.close()
})

/** Returns an exporter that still has its spans after it was shut down. */
const keeping = (kept: InMemorySpanExporter) =>
  Object.assign(Object.create(kept) as InMemorySpanExporter, { shutdown: () => Promise.resolve() })
const inTrace = () => spans.filter((span) => span.spanContext().traceId === TRACE_ID)
const spanNamed = (name: string) => inTrace().find((span) => span.name === name)!

describe('a request that continues the trace of a client', () => {
  it('is a span with the path of its operation, whose parent is the client', () => {
    const server = spanNamed('POST /api/v1/a2a/route')
    expect(server.parentSpanContext?.spanId).toBe(PARENT_ID)
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/a2a/route',
      'http.response.status_code': 200,
      'svc.operation_id': 'routeTask',
      'svc.request_id': expect.any(String),
    })
  })

  it('contains the transactions of the store and the request to the agent', () => {
    const server = spanNamed('POST /api/v1/a2a/route').spanContext().spanId
    const children = inTrace().filter((span) => span.parentSpanContext?.spanId === server)
    expect(children.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['beginTask', 'POST', 'finishTask']),
    )
    expect(inTrace().filter(({ name }) => name === 'POST')).toHaveLength(1)
    expect(spanNamed('beginTask').attributes).toMatchObject({ 'db.operation.name': 'beginTask' })
    expect(spanNamed('POST').attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(agent.url).port),
      'url.scheme': 'http',
      'http.response.status_code': 200,
    })
  })

  it('passes the trace on to the agent, with the request to it as the parent', () => {
    const { spanId } = spanNamed('POST').spanContext()
    expect(agent.received.at(-1)!.headers['traceparent']).toBe(`00-${TRACE_ID}-${spanId}-01`)
  })
})

describe('an address that cannot be parsed', () => {
  const url = 'https://agent.example:99999/'

  it('makes a call to an agent fail with ADDRESS_BLOCKED', async () => {
    const caller = tracedAgentCaller(httpAgentCaller({ http: true, allow: [] }), tracing)
    const { answer } = await caller.call({
      url,
      headers: {},
      body: '{}',
      timeout_ms: 1000,
      organization_id: 'org_1',
    })
    expect(answer).toMatchObject({ kind: 'failed', code: 'ADDRESS_BLOCKED' })
  })

  it('leads to a refused export request', async () => {
    const sender = tracedExportSender(httpExportSender({ http: true, allow: [] }, NOWHERE), tracing)
    const request = { url, headers: {}, body: '{}', compressible: false }
    expect(await sender.send(request, false)).toMatchObject({ kind: 'refused' })
  })
})

describe('requests', () => {
  it('begin traces of their own if the traceparent is not valid, and show no identifier and no query', () => {
    const profile = spans.find(({ name }) => name === 'GET /api/v1/trust/profile/{did}')!
    expect(profile.parentSpanContext).toBeUndefined()
    expect(JSON.stringify(profile.attributes)).not.toMatch(/secret-looking-id|hidden/)
  })

  it('are the only root spans, because transactions outside of requests are not traced', () => {
    const roots = spans.filter(({ parentSpanContext }) => parentSpanContext === undefined)
    expect(roots.filter(({ kind }) => kind !== 1)).toEqual([])
    expect(roots.length).toBeGreaterThan(0)
  })
})

describe('sampling', () => {
  const parent = (flags: string) => `00-${TRACE_ID}-${PARENT_ID}-${flags}`
  const recorded = async (ratio: number, traceparent: string) => {
    const kept = new InMemorySpanExporter()
    const one = await openOtlpTracing({ ...settings, ratio }, '0.1.0', keeping(kept))
    await one.span('work', { kind: 'server', attributes: {}, parent: traceparent }, async () => 1)
    await one.close()
    return kept.getFinishedSpans().length
  }

  it('follows the ratio that the operator sets; a client can only opt out', async () => {
    expect(await recorded(1, parent('01'))).toBe(1)
    expect(await recorded(1, parent('00'))).toBe(0)
    expect(await recorded(0, parent('01'))).toBe(0)
  })
})

describe('the collector', () => {
  it('gets the spans as OTLP over HTTP with its credential, before the platform has shut down', async () => {
    const received: { url: string; authorization: string; type: string; body: string }[] = []
    const collector = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () => {
        const { authorization = '', 'content-type': type = '' } = req.headers
        const body = Buffer.concat(chunks).toString('latin1')
        received.push({ url: req.url!, authorization, type, body })
        res.end()
      })
    })
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const { port } = collector.address() as AddressInfo
    const sending = await openOtlpTracing(
      {
        ...settings,
        url: `http://127.0.0.1:${port}/v1/traces`,
        headers: { authorization: 'Bearer collector-1' },
      },
      '0.1.0',
    )
    await sending.span('work', { kind: 'server', attributes: { 'svc.request_id': 'r-1' } }, () =>
      Promise.resolve(),
    )
    await sending.close()
    collector.close()
    expect(received).toMatchObject([
      {
        url: '/v1/traces',
        authorization: 'Bearer collector-1',
        type: 'application/x-protobuf',
        body: expect.stringMatching(/registry.*work.*r-1/s),
      },
    ])
  })

  it('may be unavailable without affecting responses or the shutdown of the platform', async () => {
    const failing = await openOtlpTracing(settings, '0.1.0')
    const result = await failing.span('work', { kind: 'server', attributes: {} }, async () => 7)
    await failing.close()
    expect(result).toBe(7)
  })
})
