import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, type ApiClient } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

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
const signedIn = async (email: string) => platform.as(bearer(await platform.session(email)))
const path = (rest = '') => `/orgs/${org.organization_id}${rest}`
const person = (name: string) => `${name}.${org.email}`

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

  it('are invited, changed and removed, and each change is recorded in the audit log', async () => {
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

  it('cannot be invited again, regardless of the case of the address', async () => {
    await fresh()
    expect(
      (await owner.post(path('/invitations'), { email: org.email.toUpperCase(), role: 'viewer' }))
        .body.code,
    ).toBe('MEMBER_EXISTS')
    expect((await org.api.get(path('/members'))).body.items).toMatchObject([{ role: 'owner' }])
  })

  it('cannot be made owners by an admin, who cannot change or remove owners either', async () => {
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
