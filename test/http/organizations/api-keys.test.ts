import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../../src/domain/organizations/access.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { resolve, type Schema } from '../contract.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { MINUTE } from '../../kit/time.ts'

let platform: TestPlatform
let org: TestOrganization
let owner: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
})
const fresh = async () => {
  org = await platform.organization('enterprise')
  owner = platform.as(bearer(await platform.session(org.email)))
}
const path = (rest = '') => `/orgs/${org.organization_id}${rest}`

describe('API keys', () => {
  const make = (as: ApiClient, body: object = {}) =>
    as.post(path('/api-keys'), { name: 'Build server', ...body })

  it('are shown once, are valid at once, and are refused after their revocation', async () => {
    await fresh()
    platform.clock.advance(1)
    const made = (await make(owner, { scopes: ['organization:read'] })).body
    const itself = platform.as(apiKey(made.api_key))
    const page = await itself.get(path('/api-keys'))
    expect(page.body.items[0]).toMatchObject({
      key_id: made.key_id,
      preview: made.api_key.slice(0, 14),
      scopes: ['organization:read'],
    })
    expect(page.text).not.toContain(made.api_key)
    expect((await owner.delete(path(`/api-keys/${made.key_id}`))).body.revoked_at).toBe(
      platform.clock.now(),
    )
    expect((await itself.get(path('/api-keys'))).body.code).toBe('INVALID_API_KEY')
    expect((await owner.delete(path(`/api-keys/${made.key_id}`))).status).toBe(200)
  })

  it('T-13: cannot create keys with more scopes or a later expiry than their own', async () => {
    await fresh()
    const made = (await make(owner, { scopes: ['keys:write', 'agents:read'], expiry_minutes: 60 }))
      .body
    expect(made.expires_at).toBe(new Date(platform.clock.now_ms() + 60 * MINUTE).toISOString())
    const weak = platform.as(apiKey(made.api_key))
    const same = (await make(weak)).body
    expect([same.scopes, same.expires_at, same.created_by_key]).toEqual([
      ['keys:write', 'agents:read'],
      made.expires_at,
      made.key_id,
    ])
    expect((await make(weak, { scopes: ['agents:read', 'agents:write'] })).body.code).toBe(
      'SCOPE_REQUIRED',
    )
    expect((await make(weak, { expiry_minutes: 61 })).body.code).toBe('API_KEY_EXPIRY_TOO_LATE')
    expect((await make(weak, { expiry_minutes: 59 })).body.expires_at).toBe(
      new Date(platform.clock.now_ms() + 59 * MINUTE).toISOString(),
    )
    const withSameRights = platform.as(apiKey(same.api_key))
    expect((await make(withSameRights, { scopes: ['agents:write'] })).body.code).toBe(
      'SCOPE_REQUIRED',
    )
    for (const scopes of [[], ['agents:read'], ['keys:write', 'agents:read']])
      expect((await make(weak, { scopes })).status).toBe(201)
    expect((await make(weak, { scopes: ['agents:read', 'dance'] })).status).toBe(422)
  })

  it('can only be bound to a workspace of the organization', async () => {
    await fresh()
    const bound = (await make(org.api, { workspace_id: org.workspace_id })).body
    expect(bound.workspace_id).toBe(org.workspace_id)
    const { workspace_id } = await platform.organization()
    expect((await make(org.api, { workspace_id })).body.code).toBe('WORKSPACE_NOT_FOUND')
  })

  it('are limited to 1000 valid ones on the enterprise plan', async () => {
    await fresh()
    const [key] = await platform.store.listApiKeysAsOperator({
      organization_id: org.organization_id,
    })
    await platform.database.transact(async (tx) => {
      for (let count = 1; count < 1000; count += 1)
        await tx.api_keys.insert({
          ...key!,
          key_id: `key_${count}`,
          hash: `hash ${org.organization_id} ${count}`,
        })
    })
    expect((await make(org.api)).body.code).toBe('API_KEYS_LIMIT_EXCEEDED')
    await owner.delete(path('/api-keys/key_7'))
    expect((await make(org.api)).status).toBe(201)
    expect((await make(org.api)).body.code).toBe('API_KEYS_LIMIT_EXCEEDED')
    // An expired key does not count.
    await platform.database.transact((tx) =>
      tx.api_keys.update({ key_id: 'key_8' }, { expires_at: platform.clock.now() }),
    )
    expect((await make(org.api)).status).toBe(201)
  })

  it('are refused as expired after their expiry, with the keys that they created', async () => {
    await fresh()
    const made = (await make(owner, { expiry_minutes: 10 })).body
    const itself = platform.as(apiKey(made.api_key))
    const child = platform.as(apiKey((await make(itself)).body.api_key))
    await platform.advance(10 * MINUTE - 1)
    expect((await child.get(path())).status).toBe(200)
    await platform.advance(1)
    for (const one of [itself, child]) {
      const refused = await one.get(path())
      expect([refused.status, refused.body.code, refused.headers['www-authenticate']]).toEqual([
        401,
        'API_KEY_EXPIRED',
        expect.stringContaining('ApiKey'),
      ])
    }
    expect((await platform.as(bearer(made.api_key)).get('/tasks')).body.code).toBe(
      'API_KEY_EXPIRED',
    )
  })

  it('T-13: can revoke only themselves and the keys that they created', async () => {
    await fresh()
    const [other, creator] = [(await make(owner)).body, (await make(owner)).body]
    const as = ({ api_key }: { api_key: string }) => platform.as(apiKey(api_key))
    const child = (await make(as(creator))).body
    const grandchild = (await make(as(child))).body
    for (const { key_id } of [other, creator])
      expect((await as(child).delete(path(`/api-keys/${key_id}`))).body.code).toBe('NOT_KEY_MAKER')
    expect((await as(creator).delete(path(`/api-keys/${grandchild.key_id}`))).status).toBe(200)
    expect((await as(grandchild).get(path())).body.code).toBe('INVALID_API_KEY')
    const another = (await make(as(child))).body
    expect((await as(creator).delete(path(`/api-keys/${creator.key_id}`))).status).toBe(200)
    for (const key of [creator, child, another])
      expect((await as(key).get(path())).body.code).toBe('INVALID_API_KEY')
    expect((await as(other).get(path())).status).toBe(200)
    const { items } = (await owner.get(path('/api-keys'))).body
    expect(items.find(({ key_id }: { key_id: string }) => key_id === another.key_id)).toMatchObject(
      { created_by_key: child.key_id, revoked_at: platform.clock.now() },
    )
    expect(items.find(({ key_id }: { key_id: string }) => key_id === other.key_id)).toMatchObject({
      created_by: org.email,
    })
  })

  it('are found by key_id without the secret, even when they are revoked', async () => {
    await fresh()
    const { api_key, ...record } = (await make(owner, { name: 'Build server' })).body
    await make(owner, { name: 'Another one' })
    const find = async () => (await owner.get(path(`/api-keys?key_id=${record.key_id}`))).body
    expect(await find()).toMatchObject({ items: [record], total: 1 })
    expect(JSON.stringify(await find())).not.toContain(api_key)
    await owner.delete(path(`/api-keys/${record.key_id}`))
    expect((await find()).items).toEqual([{ ...record, revoked_at: platform.clock.now() }])
  })

  it('of another organization can be neither found nor revoked', async () => {
    await fresh()
    const other = await platform.organization()
    const [key] = await platform.store.listApiKeysAsOperator({
      organization_id: other.organization_id,
    })
    expect((await owner.get(path(`/api-keys?key_id=${key!.key_id}`))).body.items).toEqual([])
    expect((await owner.delete(path(`/api-keys/${key!.key_id}`))).body.code).toBe(
      'API_KEY_NOT_FOUND',
    )
    expect((await other.api.get(`/orgs/${other.organization_id}`)).status).toBe(200)
  })

  it('have the scopes that the contract lists', () => {
    expect(resolve({ $ref: '#/components/schemas/Scope' } as Schema).enum).toEqual(SCOPES)
  })
})
