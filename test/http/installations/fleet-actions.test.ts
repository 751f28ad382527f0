import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plus } from '../../../src/domain/time.ts'
import { installRegistered, register, type Installed, type TestAgent } from '../agents.ts'
import { apiKey } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'

describe('actions on several installations', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  let fleet: readonly Installed[]
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    agent = await register(org)
    fleet = [
      await installRegistered(platform, org, agent),
      await installRegistered(platform, org, agent),
    ]
  })
  const act = (
    body: object,
    { api, organization_id }: Pick<TestOrganization, 'api' | 'organization_id'> = org,
    query = '',
  ) => api.post(`/orgs/${organization_id}/installations/actions${query}`, body)
  const outcomes = (got: { body: { items: { installation_id: string; outcome: string }[] } }) =>
    Object.fromEntries(
      got.body.items.map(({ installation_id, outcome }) => [installation_id, outcome]),
    )
  const lifecycles = () =>
    Promise.all(fleet.map(async ({ path }) => (await org.api.get(path)).body.lifecycle as string))

  it('pause and resume what a filter matches, with an outcome and an audit record for each', async () => {
    const [one, two] = fleet as [Installed, Installed]
    await org.api.put(`${one.path}/labels`, { labels: ['env=test'] })
    const paused = await act({
      action: 'pause',
      select: { label_selector: 'env=test' },
      reason: 'r',
    })
    expect(paused.body).toEqual({
      items: [{ installation_id: one.installation_id, outcome: 'applied' }],
    })
    expect(
      (await platform.auditOf(paused.headers['x-request-id'] as string)).map(
        ({ event_type, target, metadata }) => [event_type, target?.id, metadata],
      ),
    ).toEqual([['installation.paused', one.installation_id, { reason: 'r' }]])
    expect(await lifecycles()).toEqual(['paused', 'active'])
    expect((await one.lease()).body.command.type).toBe('pause')
    const select = { agent_id: agent.svc_id }
    expect(outcomes(await act({ action: 'pause', select }))).toEqual({
      [one.installation_id]: 'unchanged',
      [two.installation_id]: 'applied',
    })
    await two.revoke()
    expect(outcomes(await act({ action: 'resume', select }))).toEqual({
      [one.installation_id]: 'applied',
    })
    expect(await lifecycles()).toEqual(['active', 'revoked'])
  })

  it('have an outcome for each identifier, and do nothing outside the organization and the workspace of a key', async () => {
    const [one, two] = fleet as [Installed, Installed]
    const other = await platform.organization()
    const theirs = await installRegistered(platform, other, await register(other))
    await two.revoke()
    const installation_ids = [theirs, one, two].map(({ installation_id }) => installation_id)
    const select = { installation_ids: [...installation_ids, 'nobody'] }
    const bound = platform.as(
      apiKey(
        await platform.apiKey(org.organization_id, {
          workspace_id: await platform.workspace(org.organization_id, 'Second'),
        }),
      ),
    )
    expect(
      new Set(
        Object.values(
          outcomes(await act({ action: 'revoke', select }, { ...org, api: bound as never })),
        ),
      ),
    ).toEqual(new Set(['not_found']))
    expect(
      (await act({ action: 'revoke', select }, { ...org, organization_id: other.organization_id }))
        .body.code,
    ).toBe('ORGANIZATION_NOT_FOUND')
    expect(await lifecycles()).toEqual(['active', 'revoked'])
    expect(
      outcomes(await act({ action: 'pause', select: { ...select, health: ['offline'] } })),
    ).toEqual({
      [theirs.installation_id]: 'not_found',
      [one.installation_id]: 'skipped',
      [two.installation_id]: 'skipped',
      nobody: 'not_found',
    })
    expect(Object.values(outcomes(await act({ action: 'revoke', select })))).toEqual([
      'not_found',
      'applied',
      'ended',
      'not_found',
    ])
    expect((await theirs.lease()).status).toBe(200)
  })

  it('handle 100 installations at a time, newest first, until there is no cursor', async () => {
    const row = await fleet[0]!.row()
    await platform.database.transact(async (tx) => {
      for (let count = 0; count < 150; count += 1)
        await tx.installations.insert({
          ...row,
          installation_id: `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`,
          created_at: plus(row.created_at, 1 + count),
        })
    })
    const body = { action: 'pause', select: { lifecycle: ['active'] } }
    const first = (await act(body)).body
    expect([first.items.length, first.items[0].installation_id.slice(-3)]).toEqual([100, '149'])
    // An installation that is bootstrapped in the meantime is not selected.
    platform.clock.advance(SECOND)
    const later = await installRegistered(platform, org, agent)
    const second = (await act(body, org, `?cursor=${first.next_cursor}`)).body
    expect([second.items.length, second.next_cursor]).toEqual([52, undefined])
    expect((await org.api.get(later.path)).body.lifecycle).toBe('active')
    expect(await lifecycles()).toEqual(['paused', 'paused'])
  })

  it('give every installation that they revoke its default shutdown time from its next heartbeat on, so that each agent is notified', async () => {
    const [one, two] = fleet as [Installed, Installed]
    await two.lease({ heartbeat_interval_seconds: 3600 })
    await org.api.post(`${one.path}/commands`, { type: 'pause' })
    const now = platform.clock.now()
    const { items } = (await act({ action: 'revoke', select: { agent_id: agent.svc_id } })).body
    const deadlines = Object.fromEntries(
      items.map((item: { installation_id: string; deadline: string }) => [
        item.installation_id,
        item.deadline,
      ]),
    )
    expect(deadlines).toEqual({
      [one.installation_id]: plus(now, 90 * SECOND),
      [two.installation_id]: plus(now, 3630 * SECOND),
    })
    platform.clock.advance(60 * SECOND)
    expect((await one.lease()).body.command).toMatchObject({
      type: 'terminate',
      params: { shutdown_timeout_ms: 30_000 },
    })
    platform.clock.advance(3540 * SECOND)
    expect((await two.lease()).body.command.type).toBe('terminate')
    expect((await one.lease()).body.code).toBe('INSTALLATION_REVOKED')
  })

  it('leave only the terminate command waiting when they revoke an installation', async () => {
    const { path, installation_id } = fleet[0]!
    for (const type of ['pause', 'reload_policy']) await org.api.post(`${path}/commands`, { type })
    await act({ action: 'revoke', select: { installation_ids: [installation_id] } })
    expect((await org.api.get(path)).body.command.type).toBe('terminate')
    expect(
      (await org.api.get(`${path}/commands`)).body.items.map(
        ({ type, status }: { type: string; status: string }) => `${type} ${status}`,
      ),
    ).toEqual(['terminate waiting', 'reload_policy expired', 'pause expired'])
  })

  it('change labels, up to 16 per installation', async () => {
    const [one, two] = fleet as [Installed, Installed]
    const many = Array.from({ length: 16 }, (_, at) => `k${at}=1`)
    await org.api.put(`${one.path}/labels`, { labels: many })
    await org.api.put(`${two.path}/labels`, { labels: ['old=1', 'keep=1'] })
    const body = {
      action: 'label',
      select: { agent_id: agent.svc_id },
      labels: ['env=prod'],
      remove_labels: ['old'],
    }
    expect(outcomes(await act(body))).toEqual({
      [one.installation_id]: 'too_many_labels',
      [two.installation_id]: 'applied',
    })
    expect((await org.api.get(two.path)).body.labels).toEqual(['env=prod', 'keep=1'])
    expect(outcomes(await act(body))[two.installation_id]).toBe('unchanged')
  })

  it('require the write scope and a selection, and select nothing by a search text without words', async () => {
    expect((await act({ action: 'revoke', select: {} })).status).toBe(422)
    for (const q of [' ', '-', '***'])
      expect((await act({ action: 'revoke', select: { q } })).body).toEqual({ items: [] })
    const { installation_id } = fleet[0]!
    const select = { installation_ids: [installation_id, installation_id], q: '-' }
    expect((await act({ action: 'revoke', select })).body).toEqual({
      items: [{ installation_id, outcome: 'skipped' }],
    })
    expect(await lifecycles()).toEqual(['active', 'active'])
    const reader = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { scopes: ['installations:read'] })),
    )
    expect(
      (
        await act(
          { action: 'pause', select: { agent_id: agent.svc_id } },
          { ...org, api: reader as never },
        )
      ).body.code,
    ).toBe('SCOPE_REQUIRED')
  })
})
