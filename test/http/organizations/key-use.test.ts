import { beforeAll, describe, expect, it } from 'vitest'
import { trustedProxies } from '../../../src/contract/address.ts'
import { apiKey, bearer } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

const [HOME, OFFICE] = ['203.0.113.7', '2001:db8:1:2::7']

describe('the use of API keys and sessions', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let other: TestOrganization
  const fresh = async () => {
    platform = await startPlatform({ proxies: trustedProxies(['loopback']) })
    org = await platform.organization()
    other = await platform.organization()
  }
  beforeAll(fresh)
  const from = (address: string, credential = apiKey(org.api_key)) => ({
    ...credential,
    'X-Forwarded-For': address,
  })
  const keysOf = async (organization: TestOrganization, query = '') =>
    (
      await platform
        .as(apiKey(organization.api_key))
        .get(
          `/orgs/${organization.organization_id}/api-keys${query}`,
          from('198.51.100.1', apiKey(organization.api_key)),
        )
    ).body
  const stored = async () =>
    (await platform.store.listApiKeysAsOperator({ organization_id: org.organization_id }))[0]!
  const records = async (organization: TestOrganization, kind: string) =>
    (
      await platform.store.readChain({
        chain: organization.organization_id,
        above: 0,
        limit: 100_000,
      })
    ).filter(({ event_type }) => event_type === kind)
  const read = (address: string, credential = apiKey(org.api_key)) =>
    platform.as({}).get(`/orgs/${org.organization_id}`, from(address, credential))
  const search = (address: string) => platform.as({}).get('/registry/network/search', from(address))

  /** Returns the address ranges from which the owner has used sessions. */
  const sessionRanges = async () => {
    const uses = await platform.database.read((tx) =>
      tx.credential_uses.get({ credential: org.email }),
    )
    return Object.keys(uses?.ranges ?? {})
  }

  it('is stored with the range of the address, never with the address itself', async () => {
    await fresh()
    await read(HOME)
    await expect.poll(async () => (await stored()).last_used_from).toBe('203.0.113.0/24')
    platform.clock.advance(DAY)
    await read(OFFICE)
    await expect.poll(async () => (await stored()).last_used_from).toBe('2001:db8:1::/48')
    const session = bearer(await platform.session(org.email))
    for (const address of [HOME, OFFICE]) await read(address, session)
    await expect
      .poll(sessionRanges)
      .toEqual(expect.arrayContaining(['203.0.113.0/24', '2001:db8:1::/48']))
    const rows = await platform.database.read(async (tx) => [
      await tx.api_keys.find({}),
      await tx.credential_uses.find({}),
    ])
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.7|2001:db8:1:2/)
  })

  it('records an address range and a scope that a key had not used before, once a day, for its organization only', async () => {
    await fresh()
    await read(HOME)
    await expect.poll(async () => (await stored()).last_used_from).toBe('203.0.113.0/24')
    platform.clock.advance(8 * DAY)
    await read(HOME)
    await read(OFFICE)
    await expect
      .poll(async () => (await stored()).unusual_use)
      .toEqual({ at: platform.clock.now(), kind: 'address_range', value: '2001:db8:1::/48' })
    await read('198.51.100.77')
    await search(HOME)
    await expect
      .poll(async () => (await records(org, 'api_key.unusual_use')).map(({ metadata }) => metadata))
      .toEqual([{ address_range: '2001:db8:1::/48' }, { scope: 'network:read' }])
    const [record] = await records(org, 'api_key.unusual_use')
    const { key_id } = await stored()
    expect(record).toMatchObject({
      actor: { type: 'api_key', id: key_id, ip: null },
      target: { type: 'api_key', id: key_id },
    })
    expect(await records(other, 'api_key.unusual_use')).toEqual([])
    const listed = (await keysOf(org)).items[0]
    expect(listed.unusual_use).toEqual({
      at: platform.clock.now(),
      kind: 'scope',
      value: 'network:read',
    })
    expect(JSON.stringify(await keysOf(other))).not.toContain(key_id)
  })

  it('records a session from an address range that the person had not used before', async () => {
    await fresh()
    const first = bearer(await platform.session(org.email))
    await read(HOME, first)
    await expect.poll(sessionRanges).toContain('203.0.113.0/24')
    platform.clock.advance(8 * DAY)
    const second = bearer(await platform.session(org.email))
    await read(HOME, second)
    expect(await records(org, 'admin.unusual_use')).toEqual([])
    await read(OFFICE, second)
    await expect
      .poll(async () => await records(org, 'admin.unusual_use'))
      .toMatchObject([
        {
          actor: { type: 'member', id: org.email, ip: null },
          metadata: { address_range: '2001:db8:1::/48' },
        },
      ])
    expect(await records(other, 'admin.unusual_use')).toEqual([])
  })

  it('lists the keys that a key created, and the keys that expire soon, of one organization only', async () => {
    await fresh()
    const path = `/orgs/${org.organization_id}/api-keys`
    const make = async (credential: Record<string, string>, body: object) =>
      (await platform.as(credential).post(path, { name: 'made', ...body })).body
    const creator = await make(apiKey(org.api_key), { expiry_minutes: 40 * 1440 })
    platform.clock.advance(1)
    const child = await make(apiKey(creator.api_key), { expiry_minutes: 10 * 1440 })
    const ids = (page: { items: { key_id: string }[] }) => page.items.map(({ key_id }) => key_id)
    expect(ids(await keysOf(org, `?created_by_key=${creator.key_id}`))).toEqual([child.key_id])
    expect(await keysOf(org, '?created_by_key=key_unknown')).toMatchObject({ items: [], total: 0 })
    // A key of another organization is not distinguishable from one that never existed.
    expect(await keysOf(other, `?created_by_key=${creator.key_id}`)).toEqual(
      await keysOf(other, '?created_by_key=key_unknown'),
    )
    const before = (count: number) =>
      `?expires_before=${new Date(Date.parse(platform.clock.now()) + count * DAY).toISOString()}`
    expect(ids(await keysOf(org, before(14)))).toEqual([child.key_id])
    expect(ids(await keysOf(org, before(50)))).toEqual([child.key_id, creator.key_id])
    expect(ids(await keysOf(other, before(50)))).toEqual([])
    const inYear10000 = encodeURIComponent('9999-12-31T23:59:59-01:00')
    expect(ids(await keysOf(org, `?expires_before=${inYear10000}`))).toEqual([
      child.key_id,
      creator.key_id,
    ])
    await platform.as(apiKey(org.api_key)).delete(`${path}/${child.key_id}`)
    expect(ids(await keysOf(org, before(14)))).toEqual([])
  })
})

describe('the warning about a key that expires', () => {
  it('is one e-mail to each owner and admin, without links from user-supplied names', async () => {
    const platform = await startPlatform()
    const org = await platform.organization('starter', 'Acme https://evil.example/x')
    await platform.member(org.organization_id, 'admin@warned.example', 'admin')
    await platform.member(org.organization_id, 'developer@warned.example', 'developer')
    await platform.store.createApiKey(platform.context(), {
      organization_id: org.organization_id,
      name: 'Build http://evil.example/y',
      expiry_minutes: 20 * 1440,
    })
    await platform.advance(6 * DAY)
    await platform.advance(DAY)
    const mails = platform.mailer.items.filter(({ subject }) => subject.startsWith('API keys'))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['admin@warned.example', org.email])
    for (const { text } of mails) {
      expect(text).toContain('2026-03-21 12:00 UTC')
      expect(text).not.toContain('evil.example/')
    }
  })
})
