import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type PolicyContent } from '../../../src/domain/policies/policy.ts'
import { agentIdentity, install, register, type TestAgent } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('policy of the verifying workspace', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    agent = await register(org)
  })
  const context = (more: object = {}) => ({ workspace_id: org.workspace_id, ...more })
  const verify = (body: object) => org.api.post('/trust/verify', body)

  const policies: [Partial<PolicyContent>, string | undefined, boolean, string][] = [
    [{}, 'read', true, 'a2a.allowed_skills'],
    [
      { a2a: { allowed_callers: [], allowed_skills: ['*'] } },
      undefined,
      false,
      'a2a.allowed_callers',
    ],
    [
      { a2a: { allowed_callers: ['*'], allowed_skills: ['read'] } },
      'read',
      true,
      'a2a.allowed_skills',
    ],
    [
      { a2a: { allowed_callers: ['*'], allowed_skills: ['read'] } },
      'write',
      false,
      'a2a.allowed_skills',
    ],
    [
      { tools: { allowed: ['*'], denied: ['write'], require_approval: [] } },
      'write',
      false,
      'tools.denied',
    ],
    [
      { tools: { allowed: ['*'], denied: ['shell.*'], require_approval: [] } },
      'shell.exec',
      false,
      'tools.denied',
    ],
    [
      { a2a: { allowed_callers: ['*'], allowed_skills: ['claude-*'] } },
      'claude-4',
      true,
      'a2a.allowed_skills',
    ],
    [
      { tools: { allowed: ['*'], denied: [], require_approval: ['write'] } },
      'write',
      false,
      'tools.require_approval',
    ],
  ]
  it.each(policies)(
    'applies to a verified signature: %j, skill %s',
    async (content, skill, allowed, rule) => {
      await platform.store.setPolicy(platform.context(), {
        workspace_id: org.workspace_id,
        content: { ...DEFAULT_POLICY, ...content },
        signer: platform.services.signer,
      })
      const got = await verify(agent.trust(context(skill === undefined ? {} : { skill })))
      expect(got.body).toMatchObject({
        valid: allowed,
        policy: { allowed, rule },
        ...(!allowed && { reason: 'policy_denied' }),
      })
      expect(
        (await platform.auditOf(got.headers['x-request-id'] as string)).map(
          ({ event_type, outcome }) => [event_type, outcome],
        ),
      ).toEqual(allowed ? [] : [['policy.violated', 'denied']])
    },
  )

  it('responds with 404 for an unknown agent and for a workspace of another organization', async () => {
    expect((await verify({ ...agent.trust(context()), svc_id: 'nobody' })).body.code).toBe(
      'AGENT_NOT_FOUND',
    )
    const other = await platform.organization()
    expect((await verify(agent.trust({ workspace_id: other.workspace_id }))).body.code).toBe(
      'WORKSPACE_NOT_FOUND',
    )
  })

  it('counts successes without audit records, and records failures in the audit log', async () => {
    const good = await verify(agent.trust(context()))
    expect(await platform.auditOf(good.headers['x-request-id'] as string)).toEqual([])
    const bad = await verify({ ...agent.trust(context()), signature: 'x' })
    expect(await platform.auditOf(bad.headers['x-request-id'] as string)).toMatchObject([
      {
        event_type: 'trust.verification_failed',
        outcome: 'failure',
        reason: 'signature_undecodable',
        workspace_id: org.workspace_id,
      },
    ])
    expect(await platform.metrics.text()).toMatch(/svc_events_total\{event="trust_valid"\} [1-9]/)
  })

  it('T-04: refuses agents named like an organization, a key or a person, so a policy that allows one of those allows no agent of another organization', async () => {
    const stranger = await platform.organization()
    const [key_id, user_id] = [`key_${org.workspace_id}`, `usr_${org.workspace_id}`]
    for (const name of [
      org.organization_id,
      `${org.organization_id}/desk`,
      key_id,
      user_id,
      org.email,
      'ann+desk@a.example',
    ]) {
      const { registration } = agentIdentity()
      const registered = await stranger.api.post('/agents/register', {
        ...registration,
        svc_id: name,
      })
      expect([name, registered.status]).toEqual([name, 422])
      expect([name, (await verify({ ...agent.trust(context()), svc_id: name })).status]).toEqual([
        name,
        422,
      ])
    }
  })

  it('lets a runtime token verify in its own workspace only', async () => {
    const installed = await install(platform, org)
    const ask = (signed: object) =>
      platform.as(bearer(installed.runtime_token)).post('/trust/verify', signed)
    expect((await ask(agent.trust({}))).body.policy.rule).toBe('a2a.allowed_callers')
    expect(
      (
        await ask(
          agent.trust({ workspace_id: await platform.workspace(org.organization_id, 'Other') }),
        )
      ).body.code,
    ).toBe('WORKSPACE_NOT_ALLOWED')
  })
})
