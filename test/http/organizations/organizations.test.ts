import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../../src/domain/organizations/access.ts'
import { installToken, install } from '../agents.ts'
import { apiKey, bearer, type ApiClient } from '../client.ts'
import { resolve, type Schema } from '../contract.ts'
import {
  days,
  minutes,
  startPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../platform.ts'

let platform: TestPlatform
let org: TestOrganization
let owner: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
})
const fresh = async (plan: 'free' | 'enterprise' = 'enterprise') => {
  org = await platform.organization(plan)
  owner = platform.as(bearer(await platform.session(org.email)))
}
const signedIn = async (email: string) => platform.as(bearer(await platform.session(email)))
const path = (rest = '') => `/orgs/${org.organization_id}${rest}`
const person = (name: string) => `${name}.${org.email}`

describe('an organization', () => {
  it('shows its plan, usage and retention', async () => {
    await fresh('free')
    const one = await install(platform, org)
    await installToken(org, one.agent.svc_id)
    expect((await org.api.get(path())).body).toMatchObject({
      plan: 'free',
      audit_log_retention_days: 365,
      quotas: {
        workspaces: { current: 1, max: 3 },
        agents: { current: 1, max: 20 },
        installations: { current: 1, max: 10 },
        install_tokens: { current: 1, max: 20 },
        api_keys: { current: 1, max: 10 },
        stored_bytes: { current: expect.any(Number), max: 67_108_864 },
      },
    })
    await fresh()
    expect((await org.api.get(path())).body.quotas).toEqual({
      workspaces: { current: 1 },
      agents: { current: 0, max: 20_000 },
      installations: { current: 0 },
      install_tokens: { current: 0, max: 20_000 },
      api_keys: { current: 1, max: 1000 },
      stored_bytes: { current: expect.any(Number), max: 68_719_476_736 },
    })
    for (const audit_log_retention_days of [800, 400])
      await org.api.put(`/enterprise${path()}/retention`, { audit_log_retention_days })
    const { body } = await owner.get(path())
    expect([body.audit_log_retention_days, body.retention_change.audit_log_retention_days]).toEqual(
      [800, 400],
    )
    await platform.advance(days(7))
    expect((await org.api.get(path())).body).toMatchObject({ audit_log_retention_days: 400 })
    expect((await org.api.get(path())).body).not.toHaveProperty('retention_change')
  })

  it('is not accessible with a key that is bound to one workspace', async () => {
    await fresh()
    const bound = platform.as(
      apiKey(await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })),
    )
    for (const got of [
      await bound.get(path()),
      await bound.get(path('/members')),
      await bound.get(path('/api-keys')),
      await bound.post(path('/api-keys'), { name: 'x' }),
      await bound.delete(path('/api-keys/x')),
    ])
      expect(got.body.code).toBe('WORKSPACE_NOT_ALLOWED')
  })
})

const DEVELOPER_SCOPES = [
  'agents:read',
  'agents:write',
  'workspaces:read',
  'tokens:read',
  'tokens:write',
  'installations:read',
  'installations:write',
  'policy:read',
  'trust:read',
  'images:read',
  'images:scan',
  'support:write',
  'tasks:read',
  'network:read',
  'compliance:read',
  'organization:read',
  'disputes:read',
  'disputes:write',
]

describe('the members of an organization', () => {
  const idOf = async (email: string) =>
    (await org.api.get(path('/members?limit=200'))).body.items.find(
      (one: { email: string }) => one.email === email,
    )?.user_id as string

  it('are invited, changed and removed, and each change is audited', async () => {
    await fresh()
    const invited = await owner.post(path('/invitations'), {
      email: person('Bob'),
      role: 'developer',
    })
    expect([
      invited.status,
      invited.body.email,
      invited.body.role,
      invited.body.invited_by,
    ]).toEqual([201, person('bob'), 'developer', org.email])
    const bob = await signedIn(person('bob'))
    const joined = await bob.post(`/admin/invitations/${invited.body.invitation_id}/accept`)
    expect([joined.status, joined.body]).toEqual([
      200,
      {
        organization_id: org.organization_id,
        name: 'Org on enterprise',
        plan: 'enterprise',
        role: 'developer',
        scopes: DEVELOPER_SCOPES,
      },
    ])
    const user_id = await idOf(person('bob'))
    const changed = await owner.put(path(`/members/${user_id}`), { role: 'admin' })
    expect((await bob.get(path('/members'))).body.total).toBe(2)
    const removed = await owner.delete(path(`/members/${user_id}`))
    expect(removed.status).toBe(204)
    expect((await bob.get(path('/members'))).body.code).toBe('ROLE_REQUIRED')
    const kinds = await Promise.all(
      [invited, joined, changed, removed].map(async ({ headers }) =>
        (await platform.auditOf(headers['x-request-id'] as string)).map(({ event_type, actor }) => [
          event_type,
          actor.id,
        ]),
      ),
    )
    expect(kinds).toEqual([
      [['member.invited', org.email]],
      [['member.joined', person('bob')]],
      [['member.role_changed', org.email]],
      [['member.removed', org.email]],
    ])
  })

  it('cannot be invited or removed with an API key', async () => {
    await fresh()
    expect(
      (await org.api.post(path('/invitations'), { email: person('eve'), role: 'owner' })).status,
    ).toBe(401)
    expect((await org.api.delete(path(`/members/${await idOf(org.email)}`))).status).toBe(401)
  })

  it('cannot be invited again, without regard to the case of the address', async () => {
    await fresh()
    expect(
      (await owner.post(path('/invitations'), { email: org.email.toUpperCase(), role: 'viewer' }))
        .body.code,
    ).toBe('MEMBER_EXISTS')
    expect((await org.api.get(path('/members'))).body.items).toMatchObject([{ role: 'owner' }])
  })

  it('cannot be made owners, nor changed or removed as owners, by an admin', async () => {
    await fresh()
    await platform.member(org.organization_id, person('ann'), 'admin')
    const ann = await signedIn(person('ann'))
    const id = await idOf(org.email)
    expect(
      (await ann.post(path('/invitations'), { email: person('eve'), role: 'owner' })).body.code,
    ).toBe('OWNER_REQUIRED')
    expect(
      (await ann.put(path(`/members/${await idOf(person('ann'))}`), { role: 'owner' })).body.code,
    ).toBe('OWNER_REQUIRED')
    expect((await ann.put(path(`/members/${id}`), { role: 'viewer' })).body.code).toBe(
      'OWNER_REQUIRED',
    )
    expect((await ann.delete(path(`/members/${id}`))).body.code).toBe('OWNER_REQUIRED')
    expect((await ann.delete(path(`/members/${await idOf(person('ann'))}`))).status).toBe(204)
  })

  it('always include an owner, even if the last two leave at once', async () => {
    await fresh()
    expect((await owner.delete(path(`/members/${await idOf(org.email)}`))).body.code).toBe(
      'LAST_OWNER',
    )
    expect(
      (await owner.put(path(`/members/${await idOf(org.email)}`), { role: 'admin' })).body.code,
    ).toBe('LAST_OWNER')
    await platform.member(org.organization_id, person('ann'), 'owner')
    const ann = await signedIn(person('ann'))
    const [one, two] = [await idOf(org.email), await idOf(person('ann'))]
    const responses = await Promise.all([
      owner.delete(path(`/members/${one}`)),
      ann.delete(path(`/members/${two}`)),
    ])
    expect(responses.map(({ status, body }) => [status, body?.code]).toSorted()).toEqual([
      [204, undefined],
      [409, 'LAST_OWNER'],
    ])
  })

  it('do not include people of other organizations', async () => {
    await fresh()
    const stranger = await platform.member(
      (await platform.organization()).organization_id,
      'stranger@example.com',
      'viewer',
    )
    expect((await owner.delete(path(`/members/${stranger!.user_id}`))).body.code).toBe(
      'MEMBER_NOT_FOUND',
    )
    expect(
      (await owner.put(path(`/members/${stranger!.user_id}`), { role: 'viewer' })).body.code,
    ).toBe('MEMBER_NOT_FOUND')
  })
})

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
    expect(made.expires_at).toBe(new Date(platform.clock.now_ms() + minutes(60)).toISOString())
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
      new Date(platform.clock.now_ms() + minutes(59)).toISOString(),
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
    await platform.advance(minutes(10) - 1)
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
