import { beforeAll, describe, expect, it } from 'vitest'
import { install, type Installed } from '../agents.ts'
import { at, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { HOUR } from '../../kit/time.ts'
import { atMost } from '../../kit/bounds.ts'

describe('search of the audit log', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let early: Installed
  let late: Installed
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization('starter')
    early = await install(platform, org)
    platform.clock.advance(2 * HOUR)
    late = await install(platform, org)
    await late.revoke({ reason: 'Retired' })
  })
  const find = async (query: string) => (await org.api.get(`/audit-logs/search?${query}`)).body
  const kinds = (page: { items: { event_type: string }[] }) =>
    page.items.map(({ event_type }) => event_type)

  it('finds the events of one target, newest first, and shows that there are no more', async () => {
    const page = await find(`q=${late.installation_id.slice(3, 30).toUpperCase()}`)
    expect(kinds(page)).toEqual(['installation.revoked', 'installation.bootstrapped'])
    expect(Object.keys(page)).toEqual(['items', 'limit'])
  })

  it('finds by event type, workspace and request_id', async () => {
    const bootstrapped = await find('event_type=installation.bootstrapped')
    expect(bootstrapped.items.map(({ target }: { target: { id: string } }) => target.id)).toEqual([
      late.installation_id,
      early.installation_id,
    ])
    expect(kinds(await find(`q=${bootstrapped.items[1].request_id}`))).toEqual([
      'installation.bootstrapped',
      'install_token.consumed',
    ])
    expect(
      new Set(
        (await find(`workspace_id=${org.workspace_id}`)).items.map(
          (one: { workspace_id: string }) => one.workspace_id,
        ),
      ),
    ).toEqual(new Set([org.workspace_id]))
    expect(await find('workspace_id=ws_nowhere')).toEqual({ items: [], limit: 50 })
  })

  it('includes the bounds of the time range, in any UTC offset and any year', async () => {
    const countBootstraps = async (query: string) =>
      kinds(await find(`event_type=installation.bootstrapped&${query}`)).length
    expect(await countBootstraps(`since=${at(2 * HOUR)}`)).toBe(1)
    expect(await countBootstraps(`since=${at(2 * HOUR + 1)}`)).toBe(0)
    expect(await countBootstraps(`until=${at(2 * HOUR - 1)}`)).toBe(1)
    expect(await countBootstraps(`until=${at(2 * HOUR)}`)).toBe(2)
    expect(await countBootstraps(`since=${encodeURIComponent('2026-03-01T23:00:00+09:00')}`)).toBe(
      1,
    )
    expect(
      await countBootstraps('since=0000-01-01T00:00:00Z&until=9999-12-31T23:59:59.999-23:59'),
    ).toBe(2)
    expect(await countBootstraps('until=0000-01-01T00:00:00%2B23:59')).toBe(0)
  })

  it('continues where a page ends', async () => {
    const pages = [await find('limit=2')]
    for (const _ of atMost(100, 'the pages do not end')) {
      if (!pages.at(-1).next_cursor) break
      pages.push(await find(`limit=2&cursor=${pages.at(-1).next_cursor}`))
    }
    const { items, total } = (await org.api.get('/audit-logs')).body
    expect(pages.flatMap((page) => page.items)).toEqual(items)
    expect(items).toHaveLength(total)
    expect(pages.slice(0, -1).map(({ searched_back_to }) => searched_back_to)).toEqual(
      pages.slice(0, -1).map((page) => page.items.at(-1).occurred_at),
    )
    expect((await find('cursor=x')).code).toBe('INVALID_CURSOR')
  })
})
