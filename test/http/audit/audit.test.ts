import { beforeAll, describe, expect, it } from 'vitest'
import type { ShownAuditRecord } from '../../../src/domain/audit/record.ts'
import { verifyChain } from '../../../src/domain/audit/chain.ts'
import { install } from '../agents.ts'
import { bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

interface Page {
  items: ShownAuditRecord[]
  total: number
  limit: number
  offset: number
  next_cursor?: string
}

describe('the audit log', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let second: string
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    second = await platform.workspace(org.organization_id, 'Second')
    for (const workspace_id of [org.workspace_id, second]) {
      const installed = await install(platform, { ...org, workspace_id })
      await installed.refresh()
      await installed.revoke({ reason: 'Grüße \u{1f600}' })
    }
  })
  const list = async (query = ''): Promise<Page> => {
    const { status, body } = await org.api.get(`/audit-logs${query}`)
    expect(status).toBe(200)
    return body
  }
  async function follow(query: string): Promise<ShownAuditRecord[]> {
    const first = await list(query)
    const items = [...first.items]
    for (let { next_cursor } = first; next_cursor;) {
      const page = await list(`${query}&cursor=${next_cursor}`)
      items.push(...page.items)
      next_cursor = page.next_cursor
    }
    return items
  }

  it('lists complete records, newest first', async () => {
    const { items, total, limit, offset } = await list()
    expect([items.length, limit, offset]).toEqual([total, 50, 0])
    expect(items.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: total }, (_, index) => total - index),
    )
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      sequence: total,
      organization_id: org.organization_id,
      workspace_id: second,
      event_type: 'installation.revoked',
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/), ip: '127.0.0.1' },
      target: { type: 'installation', id: expect.any(String) },
      outcome: 'success',
      request_id: expect.any(String),
      occurred_at: platform.clock.now(),
      metadata: { reason: 'Grüße \u{1f600}' },
      prev_hash: items[1]!.hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('I-15: can be verified from its responses alone, which show every change, gap or swap', async () => {
    const records = (await follow('?limit=7')).reverse()
    const verify = (chain: readonly ShownAuditRecord[]) => {
      const check = verifyChain({ head: { sequence: records.length, hash: records.at(-1)!.hash } })
      chain.forEach((record) => check.feed(record))
      return check.report()
    }
    expect(verify(records)).toMatchObject({ intact: true, checked: records.length })
    expect(
      verify(
        records.map((record, index) => (index === 3 ? { ...record, reason: 'other' } : record)),
      ).broken,
    ).toEqual({
      sequence: 4,
      fault: 'edited',
    })
    expect(verify(records.toSpliced(3, 1)).broken).toEqual({ sequence: 4, fault: 'gap' })
    expect(verify(records.with(3, records[4]!).with(4, records[3]!)).intact).toBe(false)
    expect(verify(records.slice(0, -1)).broken!.fault).toBe('truncated')
  })

  it('filters by workspace and by event type', async () => {
    const ours = await list(`?workspace_id=${second}`)
    expect(new Set(ours.items.map(({ workspace_id }) => workspace_id))).toEqual(new Set([second]))
    const kind = await list('?event_type=installation.revoked')
    expect([kind.total, new Set(kind.items.map(({ event_type }) => event_type))]).toEqual([
      2,
      new Set(['installation.revoked']),
    ])
    expect(
      (
        await list(
          `?event_type=installation.revoked&workspace_id=${second}&organization_id=${org.organization_id}`,
        )
      ).total,
    ).toBe(1)
    for (const query of ['?event_type=no.such_kind', '?workspace_id=ws_nowhere'])
      expect(await list(query)).toEqual({ items: [], total: 0, limit: 50, offset: 0 })
  })

  it('is paged by offset and by cursor, and the last page has no cursor', async () => {
    const all = await list('?limit=200')
    for (const limit of [1, 2, 5]) expect(await follow(`?limit=${limit}`)).toEqual(all.items)
    expect((await list('?limit=3&offset=4')).items).toEqual(all.items.slice(4, 7))
    expect(await list(`?offset=${all.total}`)).toEqual({
      items: [],
      total: all.total,
      limit: 50,
      offset: all.total,
    })
    expect('next_cursor' in all).toBe(false)
  })

  it('I-31: neither repeats nor omits a record if others are added between two pages', async () => {
    const before = (await list('?limit=200')).items
    const first = await list('?limit=4')
    await org.api.post(`/orgs/${org.organization_id}/workspaces`, { name: 'Meanwhile' })
    const rest: ShownAuditRecord[] = []
    for (let { next_cursor } = first; next_cursor;) {
      const page = await list(`?limit=4&cursor=${next_cursor}`)
      rest.push(...page.items)
      next_cursor = page.next_cursor
    }
    expect([...first.items, ...rest]).toEqual(before)
  })

  it('refuses a string that is not a cursor of the list with 400', async () => {
    for (const cursor of [
      'x',
      'WzBd',
      'bnVsbA',
      'W10',
      'eyJhIjoxfQ',
      'WyJhIl0',
      'WzEsMl0',
      '-_-',
      'WzEuNV0',
    ]) {
      const { status, body } = await org.api.get(`/audit-logs?cursor=${cursor}`)
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'INVALID_CURSOR'])
    }
  })

  it('is readable by an owner with a session, who may name the organization', async () => {
    const owner = platform.as(bearer(await platform.session(org.email)))
    for (const query of ['', `?organization_id=${org.organization_id}`])
      expect((await owner.get(`/audit-logs${query}`)).body.total).toBeGreaterThan(10)
    expect((await owner.get('/audit-logs?organization_id=org_nowhere')).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
  })

  it('never contains a credential', async () => {
    expect(JSON.stringify(await list('?limit=200'))).not.toMatch(
      /(sk_live|skt|srt|srf|adm)_[A-Za-z0-9_-]{20}/,
    )
  })
})
