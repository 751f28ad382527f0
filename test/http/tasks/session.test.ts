import { expect, it } from 'vitest'
import { readStatement } from '../../../src/domain/signatures/signature.ts'
import { TASK_STATEMENT_HEADER } from '../../../src/domain/tasks/forwarded-task.ts'
import { ORGANIZATION } from '../../../src/auth/limits.ts'
import type { AgentCaller } from '../../../src/ports/agent-caller.ts'
import { install } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform } from '../platform.ts'

const statements: string[] = []
const agentCaller: AgentCaller = {
  async call({ body, headers }) {
    statements.push(headers[TASK_STATEMENT_HEADER]!)
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

it('routes a task of a signed-in person on behalf of that person, and never of anyone else', async () => {
  const platform = await startPlatform({ rate_limit_factor: 1 }, { agentCaller })
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
  // Ada belongs to a second organization, too, so the workspace decides for which one the task is routed.
  await platform.store.addMember(platform.context(), {
    organization_id: other.organization_id,
    email: 'ada@acme.example',
    role: 'owner',
  })
  const sessions = new Map<string, Promise<string>>()
  const route = async (email: string, context: object) => {
    if (!sessions.has(email)) sessions.set(email, platform.session(email))
    const { status, body } = await platform
      .as(bearer(await sessions.get(email)!))
      .post('/a2a/route', { skill: 'read', target: { svc_id: agent.svc_id }, context })
    return { status, code: body.code, task_id: body.task_id as string, body }
  }
  const { workspace_id } = acme
  const ada = await platform.database.read((tx) =>
    tx.members.first({
      where: { organization_id: acme.organization_id, email: 'ada@acme.example' },
    }),
  )
  const routed = await route('ada@acme.example', { workspace_id })
  expect([routed.status, routed.body.status]).toEqual([200, 'completed'])
  const task = await platform.database.read((tx) => tx.tasks.get({ task_id: routed.task_id }))
  expect(task).toMatchObject({
    organization_id: acme.organization_id,
    requester_id: acme.organization_id,
    requester: { organization_id: acme.organization_id, member: 'ada@acme.example' },
  })
  const { claims } = readStatement<'task'>(statements[0]!)!
  expect(claims.requester).toEqual({
    organization_id: acme.organization_id,
    member: ada!.user_id,
  })
  expect(JSON.stringify(claims)).not.toContain('ada@')

  // A task counts against the limit of the organization of the workspace, even if it is not the first organization of the person.
  const { limiter } = platform.services
  for (const { workspace_id, organization_id } of [acme, other]) {
    const remaining = () => limiter.peek(ORGANIZATION.enterprise, organization_id).remaining
    const before = remaining()
    await route('ada@acme.example', { workspace_id })
    expect(before - remaining()).toBe(1)
  }
  const limit: number = limiter.peek(ORGANIZATION.enterprise, other.organization_id).remaining
  for (let used = 0; used < limit; used += 1)
    limiter.consume(ORGANIZATION.enterprise, other.organization_id)
  const { body: refusal } = await route('ada@acme.example', { workspace_id: other.workspace_id })
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await route('ada@acme.example', { workspace_id })).status).toBe(200)

  // Naming oneself is not a delegation.
  for (const requester_id of ['ada@acme.example', 'ADA@acme.example', ada!.user_id]) {
    const itself = await route('ada@acme.example', { workspace_id, requester_id })
    expect([itself.status, itself.body.status]).toEqual([200, 'completed'])
    const named = await platform.database.read((tx) => tx.tasks.get({ task_id: itself.task_id }))
    expect([named!.requester_id, named!.requester]).toEqual([requester_id, task!.requester])
  }

  const refused = async (email: string, context: object) => (await route(email, context)).code
  expect(
    await refused('ada@acme.example', { workspace_id, requester_id: 'dev@acme.example' }),
  ).toBe('SCOPE_REQUIRED')
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
