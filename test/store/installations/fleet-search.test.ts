import { expect, it } from 'vitest'
import { criteriaOf, type InstallationFilters } from '../../../src/domain/installations/search.ts'
import { tableOf, tablesFrom } from '../../../src/store/database.ts'
import { searchInstallations } from '../../../src/store/transactions/installations/fleet-search.ts'
import type { Reach } from '../../../src/domain/organizations/access.ts'
import type { Installation } from '../../../src/domain/records.ts'
import { plus } from '../../../src/domain/time.ts'
import { atMost } from '../../kit/bounds.ts'
import { MINUTE } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** More installations than one page of a search examines. */
const MANY = 2100

/** Returns the pages of a search, each as the last digits of the identifiers. */
async function pagesOf(
  {
    store,
    reach,
    organization_id,
    clock,
  }: Pick<World, 'store' | 'organization_id' | 'clock'> & { readonly reach: Reach },
  filters: InstallationFilters,
  limit = 2,
) {
  const pages: string[] = []
  let after: readonly [string, string] | undefined
  for (const _ of atMost(100, 'the pages do not end')) {
    const page = await store.searchInstallations({
      ...{ reach, organization_id, criteria: criteriaOf(filters), limit, after },
      counts: false,
      now: clock.now,
    })
    if (page.kind === 'not_found') throw new Error(page.kind)
    pages.push(page.items.map(({ installation }) => installation.installation_id.at(-1)).join(''))
    if (!page.next) return pages
    after = page.next
  }
  return pages
}

/** Inserts copies of an installation, each newer than the previous one, with identifiers that end in its number. */
const insertCopies = (
  { database, clock }: World,
  row: Installation,
  changes: Partial<Installation>[],
) =>
  database.transact(async (tx) => {
    for (const [at, change] of changes.entries())
      await tx.installations.insert({
        ...row,
        installation_id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        created_at: plus(clock.now, at + 1),
        ...change,
      })
  })

eachStore((location) => {
  it('finds installations by every filter, newest first, with the same result on every store', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id, reach, signer, clock, provedAgent } = world
    const named = { ...provedAgent('Énvoice Reader'), version: '2.0.0', proven: false }
    await store.registerAgent(context(), { ...named, organization_id })
    await store.createWorkspace(context(), {
      ...{ reach, organization_id, name: 'other', signer, workspace_id: 'ws_other' },
    })
    const { installation: row } = await world.install()
    const foreign = await world.tenant('b')
    await world.install({}, foreign)
    clock.advance(MINUTE)
    const lease_expires_at = plus(clock.now, MINUTE)
    await insertCopies(world, { ...row, lease_expires_at, labels: ['env=prod'] }, [
      { labels: ['env=prod', 'region=eu'] },
      { labels: ['env=test'], beacon: { registered_at: clock.now, platform: 'docker' } },
      { agent_id: named.svc_id, labels: null },
      { lifecycle: 'paused', workspace_id: 'ws_other' },
      { lifecycle: 'revoked', agent_id: named.svc_id },
      { health: 'unhealthy' },
      { lease_expires_at: clock.now },
    ])
    const find = async (filters: InstallationFilters) => (await pagesOf(world, filters)).join('')
    const own = row.installation_id.at(-1)!
    expect(await find({})).toBe(`6543210${own}`)
    expect(await find({ q: 'reader envo' })).toBe('42')
    expect(await find({ q: 'nothing' })).toBe('')
    expect(await find({ q: '00000000-0000-7000' })).toBe('6543210')
    expect(await find({ q: '00000000-0000-7000-8000-000000000003' })).toBe('3')
    expect(await find({ versions: ['2.0.0'] })).toBe('42')
    expect(await find({ label_selector: 'env=prod' })).toBe('65430')
    expect(await find({ label_selector: 'env!=prod' })).toBe(`21${own}`)
    expect(await find({ platforms: ['docker', 'x'] })).toBe('1')
    expect(await find({ workspace_ids: ['ws_other', foreign.workspace_id] })).toBe('3')
    expect(await find({ workspace_ids: [foreign.workspace_id] })).toBe('')
    expect(await find({ agent_id: named.svc_id })).toBe('42')
    expect(await find({ lifecycle: ['paused', 'revoked'] })).toBe('43')
    expect(await find({ health: ['offline'], lifecycle: ['active'] })).toBe('6')
    expect(await find({ health: ['offline', 'unhealthy'] })).toBe('65')
    const counted = (filters: InstallationFilters) =>
      store.searchInstallations({
        ...{ reach, organization_id, criteria: criteriaOf(filters), limit: 1, counts: true },
        now: clock.now,
      })
    const inState = { online: 4, unhealthy: 1, offline: 1, paused: 1, revoked: 1 }
    for (const filters of [{}, { health: ['offline', 'unhealthy'] as const }])
      expect(await counted(filters)).toMatchObject({
        counts: { counted: 'exact', ...inState, total: 'health' in filters ? 2 : 8 },
      })
    expect(await counted({ label_selector: 'env=prod', lifecycle: ['active'] })).toMatchObject({
      counts: {
        counted: 'exact',
        total: 3,
        online: 1,
        unhealthy: 1,
        offline: 1,
        paused: 1,
        revoked: 1,
      },
    })
  })

  it('matches a text against the identifier of an installation only in workspaces that the caller can reach', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id, reach, signer, provedAgent } = world
    await store.createWorkspace(context(), {
      ...{ reach, organization_id, name: 'other', signer, workspace_id: 'ws_other' },
    })
    const named = { ...provedAgent('Reader 0000'), proven: false }
    await store.registerAgent(context(), { ...named, organization_id })
    const { installation: row } = await world.install({}, { agent_id: named.svc_id })
    await insertCopies(world, row, [{ workspace_id: 'ws_other' }])
    const own = row.installation_id.at(-1)!
    const q = '0000'
    const bound = { ...world, reach: { ...reach, workspace_id: row.workspace_id } }
    expect(await pagesOf(bound, { q })).toEqual([own])
    expect(await pagesOf(world, { q })).toEqual(['0'])
  })

  it('counts at most 10,000 installations of each state, and reports a larger number as at least 10,000', async () => {
    const { database, reach, organization_id, clock } = await newWorld(location())
    const countsIf = (existing: number) =>
      database.transact((tx) =>
        searchInstallations(
          tablesFrom((name) => {
            const table = tableOf(tx, name)
            return {
              ...table,
              count: async (where, limit = Infinity) =>
                where['lifecycle'] === 'active' ? Math.min(existing, limit) : 0,
            }
          }),
          {
            ...{ reach, organization_id, limit: 1, counts: true, now: clock.now },
            criteria: criteriaOf({}),
          },
        ),
      )
    expect(await countsIf(9_999)).toMatchObject({ counts: { counted: 'exact', online: 9_999 } })
    expect(await countsIf(1e6)).toMatchObject({ counts: { counted: 'at_least', online: 10_000 } })
  })

  it('examines at most 2000 installations for a page, and continues where it stopped', async () => {
    const world = await newWorld(location())
    const { installation: row } = await world.install()
    await insertCopies(
      world,
      row,
      Array.from({ length: MANY }, (_, at) => ({ labels: at === 5 ? ['env=prod'] : null })),
    )
    expect(await pagesOf(world, { label_selector: 'env=prod' })).toEqual(['', '5'])
    const counted = (filters: InstallationFilters) =>
      world.store.searchInstallations({
        ...{ reach: world.reach, organization_id: world.organization_id, limit: 1, counts: true },
        ...{ criteria: criteriaOf(filters), now: world.clock.now },
      })
    expect(await counted({ label_selector: 'env' })).toMatchObject({
      counts: { counted: 'at_least', total: 0 },
    })
    for (const filters of [{ label_selector: '!absent' }, { q: 'agent' }])
      expect(await counted(filters)).toMatchObject({
        counts: { counted: 'at_least', total: 2000, online: 2000 },
      })
  })
})
