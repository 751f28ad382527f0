import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpAgentCaller } from '../../../src/ports/agent-caller.ts'
import { install } from '../../http/agents.ts'
import { goodAgent, type RunningAgent } from '../../http/task-agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../../http/platform.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`
const SKILL = 'reverse_text'

let platform: TestPlatform
let acme: TestOrganization
let agent: RunningAgent
beforeAll(async () => {
  const agentCaller = httpAgentCaller({ http: true, allow: ['127.0.0.1'] })
  platform = await startPlatform({}, { agentCaller })
  acme = await platform.organization('enterprise', 'Acme')
  agent = await goodAgent()
  await install(platform, acme, undefined, { capabilities: [SKILL], upstream_url: agent.url })
})
afterAll(() => {
  platform.services.agentCaller.close()
  platform.server.close()
})

const route = (headers: Record<string, string>) =>
  platform.as({ 'X-API-Key': acme.api_key, ...headers }).post('/a2a/route', {
    skill: SKILL,
    message: 'x',
    context: { workspace_id: acme.workspace_id },
  })
const recordOf = async (task_id: string) => {
  const { body } = await acme.api.get(
    `/audit-logs?organization_id=${acme.organization_id}&event_type=task.routed`,
  )
  return body.items.find(({ target }: { target: { id: string } }) => target.id === task_id)
}
const taskOf = async (id: string) => {
  const { body } = await platform
    .as({ Authorization: `Bearer ${acme.api_key}`, 'X-Workspace-ID': acme.workspace_id })
    .get('/tasks')
  return body.items.find(({ task_id }: { task_id: string }) => task_id === id)
}

describe('the trace of a client, while the platform records none', () => {
  it('is passed on to the agent, and appears in the task, the audit log and the log', async () => {
    const { body } = await route({ traceparent: TRACEPARENT, 'X-Request-ID': 'request-7' })
    expect(agent.received.at(-1)!.headers['traceparent']).toBe(TRACEPARENT)
    expect((await taskOf(body.task_id)).trace_id).toBe(TRACE_ID)
    expect((await recordOf(body.task_id)).metadata.trace_id).toBe(TRACE_ID)
    const line = platform.log.find(
      (one) => one.includes('"request-7"') && one.includes('request completed'),
    )
    expect(JSON.parse(line!)).toMatchObject({ trace_id: TRACE_ID, operation_id: 'routeTask' })
  })

  it.each([
    ['is missing', {}],
    ['has the id zero', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['has an invalid version', { traceparent: TRACEPARENT.replace('00-', 'ff-') }],
    ['contains upper-case letters', { traceparent: TRACEPARENT.toUpperCase() }],
    ['has an additional field', { traceparent: `${TRACEPARENT}-1` }],
  ])('is ignored if the traceparent %s', async (_, headers) => {
    const { body } = await route(headers)
    expect(agent.received.at(-1)!.headers).not.toHaveProperty('traceparent')
    expect(await taskOf(body.task_id)).not.toHaveProperty('trace_id')
    expect((await recordOf(body.task_id)).metadata).not.toHaveProperty('trace_id')
  })

  it('is passed on to the agent without tracestate and baggage', async () => {
    await route({ traceparent: TRACEPARENT, tracestate: 'vendor=1', baggage: 'user=anna' })
    const { headers } = agent.received.at(-1)!
    expect(headers['traceparent']).toBe(TRACEPARENT)
    expect(headers).not.toHaveProperty('tracestate')
    expect(headers).not.toHaveProperty('baggage')
  })
})
