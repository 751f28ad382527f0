import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentCard } from '../../src/agent/server/card.ts'
import { startSandbox, type Sandbox, type SandboxInfo } from '../../src/sandbox/sandbox.ts'
import { client } from '../cli/client.ts'

let sandbox: Sandbox
let info: SandboxInfo
beforeAll(async () => {
  sandbox = await startSandbox(0, 'silent')
  info = sandbox.info
})
afterAll(() => sandbox.serving.stop())

const DAY_S = 86_400
const on = (slug: string) =>
  info.organizations.find(({ organization_id }) => organization_id === `org_sandbox_${slug}`)!
const advance = async (advance_seconds: number) =>
  (await fetch(info.clock_url, { method: 'POST', body: JSON.stringify({ advance_seconds }) }))
    .status
const installation = async () => {
  const [one] = await sandbox.services.store.listInstallationsAsOperator({
    organization_id: on('enterprise').organization_id,
    limit: 1,
  })
  return one!
}
const kinds = async () => {
  const {
    body: { items },
  } = await client(info.base_url).get('/audit-logs?limit=200', on('enterprise').api_key)
  return (items as { event_type: string }[]).map(({ event_type }) => event_type)
}
const route = async (body: object) =>
  (
    await client(info.base_url).post('/a2a/route', on('enterprise').api_key, {
      context: { workspace_id: on('enterprise').workspace_id },
      ...body,
    })
  ).body

describe('the agent of a sandbox', () => {
  it('is registered, verified, installed and online, with the same id in every sandbox', async () => {
    const { get } = client(info.base_url)
    expect(
      (await get(`/agents/${info.agent.svc_id}/verify`, on('free').api_key)).body,
    ).toMatchObject({ valid: true, name: 'Reference Agent' })
    expect(
      (await get(`/trust/profile/did:svc:${info.agent.svc_id}`, on('free').api_key)).body,
    ).toMatchObject({ verification_status: 'verified' })
    expect(await installation()).toMatchObject({ agent_id: info.agent.svc_id, health: 'online' })
    const card = (await (
      await fetch(`${info.agent.url}/.well-known/agent.json`)
    ).json()) as AgentCard
    expect(card).toMatchObject({
      svc_id: info.agent.svc_id,
      url: info.agent.url,
      verification_status: 'verified',
      capabilities: info.agent.skills,
    })
    expect(info.agent).toMatchObject({
      svc_id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      skills: ['extract_invoice', 'redact_personal_data', 'summarize_text'],
    })
  })

  it.each([
    [
      'extract_invoice',
      'Invoice 7 of Acme: 20 EUR, due 2026-03-16.',
      {
        invoice_number: '7',
        supplier: 'Acme',
        total: 20,
        currency: 'EUR',
        due_on: '2026-03-16',
        missing: [],
      },
    ],
    ['redact_personal_data', 'Ask ada@example.com', { text: 'Ask [email]', found: { email: 1 } }],
    [
      'summarize_text',
      'Agents agree.',
      { summary: 'Agents agree.', keywords: ['agents', 'agree'], words: 2 },
    ],
  ])('runs tasks that the platform routes to it: %s', async (skill, message, result) => {
    expect(await route({ skill, message })).toMatchObject({
      status: 'completed',
      agent: { svc_id: info.agent.svc_id },
      result,
      output: result,
    })
  })

  it('gains reputation from tasks of another organization, but a single organization cannot raise its score above 55', async () => {
    const score = async () =>
      (
        (
          await client(info.base_url).get(
            `/trust/profile/did:svc:${info.agent.svc_id}`,
            on('free').api_key,
          )
        ).body['reputation'] as { score: number }
      ).score
    await route({ skill: 'summarize_text', message: 'One more.' })
    expect(await score()).toBeGreaterThan(50)
    expect(await score()).toBeLessThanOrEqual(55)
  })

  it('keeps its lease however far the clock is advanced', async () => {
    for (const seconds of [200, 3600, 7 * DAY_S]) {
      expect(await advance(seconds)).toBe(200)
      const { health, lease_expires_at } = await installation()
      expect(health).toBe('online')
      expect(Date.parse(lease_expires_at!)).toBeGreaterThan(Date.parse(sandbox.services.now()))
    }
    expect(await kinds()).not.toContain('installation.lease_expired')
  })

  it('refreshes its runtime token when the clock comes within seven days of its expiry or passes it', async () => {
    const first = (await installation()).token_version
    await advance(84 * DAY_S)
    const second = (await installation()).token_version
    expect(second).toBeGreaterThan(first)
    await advance(365 * DAY_S)
    expect((await installation()).token_version).toBeGreaterThan(second)
    expect(await route({ skill: 'summarize_text', message: 'Still here.' })).toMatchObject({
      status: 'completed',
    })
  })

  it('handles concurrent advances of the clock', async () => {
    expect(await Promise.all(Array.from({ length: 5 }, () => advance(100 * DAY_S)))).toEqual([
      200, 200, 200, 200, 200,
    ])
    expect((await installation()).health).toBe('online')
  })

  it('stays stopped after its installation is revoked', async () => {
    const { installation_id } = await installation()
    expect(
      (
        await client(info.base_url).post(
          `/installations/${installation_id}/revoke`,
          on('enterprise').api_key,
          {},
        )
      ).status,
    ).toBe(200)
    expect(await advance(3600)).toBe(200)
    expect((await installation()).lifecycle).toBe('revoked')
    expect(await route({ skill: 'summarize_text', message: 'Anybody?' })).toMatchObject({
      code: 'NO_AGENT_FOR_SKILL',
    })
  })
})
