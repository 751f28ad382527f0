import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform } from '../platform.ts'

it('evaluates the saved policy or given rules, records nothing, and does not show the policy of another tenant', async () => {
  const platform = await startPlatform()
  const [org, other] = [await platform.organization(), await platform.organization()]
  const path = `/workspaces/${org.workspace_id}/policy`
  const strict = {
    ...DEFAULT_POLICY,
    tools: { allowed: ['mail'], denied: [], require_approval: [] },
  }
  const saved = await platform
    .as({ ...apiKey(org.api_key), 'If-Match': '"1"' })
    .put(path, { content: strict })
  expect(saved.status).toBe(200)
  const audited = async () =>
    (await org.api.get(`/audit-logs?organization_id=${org.organization_id}`)).body.items.length
  const before = await audited()

  const action = { tool: 'shell', call: { caller: org.organization_id, skill: 'read' } }
  const got = await org.api.post(`${path}/evaluate`, { action })
  expect([got.status, got.body]).toEqual([
    200,
    {
      version: 2,
      decisions: [
        {
          subject: 'call',
          name: 'read',
          outcome: 'allowed',
          rule: 'a2a.allowed_skills',
          entry: '*',
          enforced_by: 'platform',
        },
        {
          subject: 'tool',
          name: 'shell',
          outcome: 'denied',
          rule: 'tools.allowed',
          enforced_by: 'agent',
        },
      ],
    },
  ])
  const draft = await org.api.post(`${path}/evaluate`, { action, content: DEFAULT_POLICY })
  expect(draft.body.version).toBeUndefined()
  expect(draft.body.decisions[1]).toMatchObject({ outcome: 'allowed', entry: '*' })
  expect((await org.api.get(path)).body).toMatchObject({ version: 2, content: strict })
  expect(await audited()).toBe(before)

  expect((await org.api.post(`${path}/evaluate`, { action: {} })).status).toBe(422)
  expect(
    (await org.api.post(`${path}/evaluate`, { action, content: { tools: strict.tools } })).status,
  ).toBe(422)
  const foreign = await other.api.post(`${path}/evaluate`, { action, content: DEFAULT_POLICY })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'WORKSPACE_NOT_FOUND'])

  const { organization_id } = org
  await platform.store.addMember(platform.context(), {
    organization_id,
    email: 'vera@acme.example',
    role: 'viewer',
  })
  const viewer = platform.as(bearer(await platform.session('vera@acme.example')))
  expect((await viewer.post(`${path}/evaluate`, { action })).status).toBe(200)
})
