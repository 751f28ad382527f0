import { expect, it } from 'vitest'
import type { AgentCaller } from '../../../src/ports/agent-caller.ts'
import { install } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform } from '../platform.ts'

const agentCaller: AgentCaller = {
  async call({ body }) {
    const { task_id } = JSON.parse(body) as { task_id: string }
    const result = { text: 'done' }
    const text = JSON.stringify({ task_id, status: 'completed', result, output: result })
    return {
      answer: {
        kind: 'answered',
        http_status: 200,
        encoded: false,
        body: Buffer.from(text),
        signature: undefined,
      },
      execution_time_ms: 1,
    }
  },
  close: () => undefined,
}

it('routes a task of a signed-in person in that person’s name, and never for anybody else', async () => {
  const platform = await startPlatform({}, { agentCaller })
  const [acme, other] = [await platform.organization(), await platform.organization()]
  const offer = { capabilities: ['read'], upstream_url: 'https://agent.example/' }
  const { agent, lease } = await install(platform, acme, undefined, offer)
  await lease()
  for (const [role, email] of [
    ['admin', 'ada@acme.example'],
    ['developer', 'dev@acme.example'],
  ] as const)
    await platform.store.addMember(platform.context(), {
      organization_id: acme.organization_id,
      email,
      role,
    })
  // She belongs to a second organization too, so the workspace decides for which one the task is.
  await platform.store.addMember(platform.context(), {
    organization_id: other.organization_id,
    email: 'ada@acme.example',
    role: 'owner',
  })
  const route = async (email: string, context: object) => {
    const { status, body } = await platform
      .as(bearer(await platform.session(email)))
      .post('/a2a/route', { skill: 'read', target: { svc_id: agent.svc_id }, context })
    return { status, code: body.code, task_id: body.task_id as string, body }
  }
  const { workspace_id } = acme
  const routed = await route('ada@acme.example', { workspace_id })
  expect([routed.status, routed.body.status]).toEqual([200, 'completed'])
  const task = await platform.database.read((tx) => tx.tasks.get({ task_id: routed.task_id }))
  expect(task).toMatchObject({
    organization_id: acme.organization_id,
    requester_id: acme.organization_id,
    requester: { organization_id: acme.organization_id, member: 'ada@acme.example' },
  })

  const refused = async (email: string, context: object) => (await route(email, context)).code
  const named = { workspace_id, requester_id: agent.svc_id }
  expect(await refused('ada@acme.example', named)).toBe('SCOPE_REQUIRED')
  expect(await refused('ada@acme.example', { workspace_id: 'ws_nowhere' })).toBe(
    'WORKSPACE_NOT_FOUND',
  )
  expect(await refused('dev@acme.example', { workspace_id })).toBe('ROLE_REQUIRED')
  const stranger = await platform.organization()
  await platform.store.addMember(platform.context(), {
    organization_id: stranger.organization_id,
    email: 'eve@stranger.example',
    role: 'owner',
  })
  expect(await refused('eve@stranger.example', { workspace_id })).toBe('WORKSPACE_NOT_FOUND')
})
