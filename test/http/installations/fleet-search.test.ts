import { beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity, install, register, installRegistered, type Installed } from '../agents.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

describe('the installations of an organization', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let other: TestOrganization
  let one: Installed
  let theirs: Installed
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    other = await platform.organization()
    one = await install(platform, org, agentIdentity(1, 'Invoice Reader'))
    theirs = await install(platform, other, agentIdentity(2, 'Invoice Clerk'))
  })
  const search = async ({ api, organization_id }: TestOrganization, query = '') =>
    (await api.get(`/orgs/${organization_id}/installations${query}`)).body
  const ids = (page: { items: { installation_id: string }[] }) =>
    page.items.map(({ installation_id }) => installation_id)
  const label = ({ api }: Pick<TestOrganization, 'api'>, { path }: Installed, labels: string[]) =>
    api.put(`${path}/labels`, { labels })
  const fillStorage = ({ organization_id: value }: TestOrganization) =>
    platform.database.transact((tx) =>
      tx.counters.add(
        [
          {
            ...{ name: 'agents.bytes.organization_id', grouping: '', value },
            shard: 0,
            rows: 2 ** 30,
          },
        ],
        'rows',
      ),
    )

  it('are found by name, and counted by state, in every workspace of the organization and in no other', async () => {
    const elsewhere = await platform.workspace(org.organization_id, 'Second')
    const two = await installRegistered(
      platform,
      { ...org, workspace_id: elsewhere },
      await register(org, agentIdentity(3, 'Invoice Booker')),
    )
    await install(platform, org, agentIdentity(4, 'Tax Drafter'))
    const found = await search(org, '?q=inv&counts=true')
    expect(ids(found).toSorted()).toEqual([one.installation_id, two.installation_id].toSorted())
    expect(found.counts).toMatchObject({ counted: 'exact', total: 2, online: 2, offline: 0 })
    expect(found.items.map(({ workspace_id }: { workspace_id: string }) => workspace_id)).toContain(
      elsewhere,
    )
    expect(ids(await search(org, `?q=inv&workspace_ids=${elsewhere}`))).toEqual([
      two.installation_id,
    ])
    expect(ids(await search(org, `?workspace_ids=${other.workspace_id}`))).toEqual([])
    expect(ids(await search(org, `?q=${theirs.installation_id}`))).toEqual([])
    expect((await search({ ...org, organization_id: other.organization_id })).code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    const bound = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { workspace_id: elsewhere })),
    )
    const path = `/orgs/${org.organization_id}/installations`
    expect(ids((await bound.get(path)).body)).toEqual([two.installation_id])
    expect(ids((await bound.get(`${path}?workspace_ids=${org.workspace_id}`)).body)).toEqual([])
  })

  it('have sorted labels by which they are found, and which only their organization can change; each change is recorded in the audit log', async () => {
    const set = await label(org, one, ['env=test', 'team=books', 'env=prod'])
    expect(set.body).toEqual({
      installation_id: one.installation_id,
      labels: ['env=prod', 'team=books'],
    })
    const audited = async ({ headers }: typeof set) =>
      (await platform.auditOf(headers['x-request-id'] as string)).map(
        ({ event_type, metadata }) => [event_type, metadata],
      )
    expect(await audited(set)).toEqual([
      ['installation.labeled', { added: ['env=prod', 'team=books'], removed: [] }],
    ])
    expect(await audited(await label(org, one, ['team=books', 'env=prod']))).toEqual([])
    expect(await audited(await label(org, one, ['env=dev']))).toEqual([
      ['installation.labeled', { added: ['env=dev'], removed: ['team'] }],
    ])
    await label(org, one, ['team=books', 'env=prod'])
    expect((await org.api.get(one.path)).body.labels).toEqual(['env=prod', 'team=books'])
    expect(ids(await search(org, '?label_selector=env%3Dprod%2C!legacy'))).toEqual([
      one.installation_id,
    ])
    expect((await label(other, one, [])).body.code).toBe('INSTALLATION_NOT_FOUND')
    const readOnly = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { scopes: ['installations:read'] })),
    )
    expect((await label({ api: readOnly as never }, one, [])).body.code).toBe('SCOPE_REQUIRED')
    expect(
      (
        await label(
          org,
          one,
          Array.from({ length: 17 }, (_, at) => `k${at}=`),
        )
      ).status,
    ).toBe(422)
    await label(org, one, [])
    expect((await org.api.get(one.path)).body).not.toHaveProperty('labels')
  })

  it.each([
    ['developer', 200],
    ['auditor', 403],
    ['viewer', 403],
  ] as const)(
    'can be labelled only with a role that permits it: %s gets %i',
    async (role, status) => {
      const email = `${role}@labels.example`
      await platform.store.addMember(platform.context(), {
        organization_id: org.organization_id,
        email,
        role,
      })
      const person = platform.as(bearer(await platform.session(email)))
      expect((await label({ api: person as never }, one, ['by=person'])).status).toBe(status)
    },
  )

  it('have labels that count against the limit of stored bytes, which never prevents the removal of labels', async () => {
    const own = await platform.organization('free')
    const mine = await install(platform, own)
    await label(own, mine, ['env=prod', 'team=books'])
    await fillStorage(own)
    expect((await label(own, mine, ['env=production', 'team=books'])).body.code).toBe(
      'STORED_BYTES_LIMIT_EXCEEDED',
    )
    expect((await label(own, mine, ['env=prod'])).status).toBe(200)
    const labelAll = (labels: readonly string[]) =>
      own.api.post(`/orgs/${own.organization_id}/installations/actions`, {
        action: 'label',
        select: { label_selector: 'env=prod' },
        labels,
      })
    expect((await labelAll(['team=books'])).body.code).toBe('STORED_BYTES_LIMIT_EXCEEDED')
    expect((await labelAll(['env=dev'])).status).toBe(200)
  })

  it('can be labelled by an action beyond the limit of stored bytes if no installation that it changes takes more storage', async () => {
    const own = await platform.organization('free')
    const [mine, full, other] = [
      await install(platform, own),
      await install(platform, own),
      await install(platform, own),
    ]
    const sixteen = Array.from({ length: 16 }, (_, at) => `k${at}=1`)
    await label(own, mine, ['env=prod'])
    await label(own, full, sixteen)
    await fillStorage(own)
    const act = (select: object) =>
      own.api.post(`/orgs/${own.organization_id}/installations/actions`, {
        ...{ action: 'label', select, labels: ['env=test'] },
      })
    const installation_ids = [mine, full, other].map(({ installation_id }) => installation_id)
    const named = await act({ installation_ids, label_selector: 'env' })
    expect(named.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'applied',
      'skipped',
      'skipped',
    ])
    const tooMany = await act({ installation_ids: [full.installation_id] })
    expect(tooMany.body.items).toMatchObject([{ outcome: 'too_many_labels' }])
    expect((await act({ installation_ids })).body.code).toBe('STORED_BYTES_LIMIT_EXCEEDED')
  })

  it('are found as offline from the end of their lease on, before any sweep', async () => {
    const own = await platform.organization()
    const mine = await install(platform, own)
    expect(ids(await search(own, '?health=offline'))).toEqual([])
    platform.clock.advance(3 * MINUTE)
    expect(ids(await search(own, '?health=offline&health=stopped'))).toEqual([mine.installation_id])
  })

  it.each(['label_selector=a%3D%3D%3Db', 'label_selector=', 'lifecycle=asleep', 'q='])(
    'cannot be searched with the invalid query %s, which is refused',
    async (query) => {
      expect(
        (await org.api.get(`/orgs/${org.organization_id}/installations?${query}`)).body.code,
      ).toBe('INVALID_PARAMETER')
    },
  )

  it('have trends of their organization only, which a key of one workspace cannot read', async () => {
    const own = await platform.organization()
    const mine = await install(platform, own, undefined, { heartbeat_interval_seconds: 3600 })
    const trends = async ({ api, organization_id }: TestOrganization, period = 'day') =>
      (await api.get(`/orgs/${organization_id}/installations/trends?period=${period}`)).body
    await platform.advance(5 * MINUTE)
    for (const _ of [1, 2, 3]) await mine.lease()
    await platform.advance(MINUTE)
    const { points } = await trends(own)
    expect(points.length).toBe(24)
    expect(points.at(-1)).toMatchObject({ online: 1, heartbeats: 3, tasks: 0, failures: 0 })
    expect(points[0]).not.toHaveProperty('online')
    expect((await trends(own, 'week')).points.length).toBe(28)
    expect((await trends(own, 'month')).points.at(-1)).toMatchObject({ heartbeats: 3 })
    expect((await trends(await platform.organization())).points.at(-1).heartbeats).toBe(0)
    expect((await trends({ ...other, organization_id: own.organization_id })).code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    const { organization_id, workspace_id } = own
    const bound = platform.as(apiKey(await platform.apiKey(organization_id, { workspace_id })))
    expect((await bound.get(`/orgs/${organization_id}/installations/trends`)).body.code).toBe(
      'WORKSPACE_NOT_ALLOWED',
    )
  })
})
