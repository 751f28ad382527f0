import { expect, it } from 'vitest'
import { DAY } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const EMAIL = 'invited@example.com'
const OWNER = 'owner@example.com'

/** Adds an owner and an open invitation to the organization. */
async function invited(world: World, role: 'viewer' | 'owner' = 'viewer') {
  const { store, context, organization_id, reach } = world
  await store.addMember(context(), { organization_id, email: OWNER, role: 'owner' })
  const made = await store.inviteMember(context(), {
    reach,
    organization_id,
    by: OWNER,
    email: EMAIL,
    role,
    limits: [],
    email_limits: [],
  })
  if (made.kind !== 'created') throw new Error(made.kind)
  const { invitation_id } = made.invitation
  return {
    accept: () => store.acceptInvitation(context(), { invitation_id, email: EMAIL }),
    decline: () => store.declineInvitation(context(), { invitation_id, email: EMAIL }),
    withdraw: () =>
      store.withdrawInvitation(context(), { reach, organization_id, by: OWNER, invitation_id }),
    members: async () =>
      (await store.listMembersAsOperator({ organization_id })).map(({ email }) => email).toSorted(),
  }
}

eachStore((location) => {
  it('T-11: adds one member when an invitation is accepted several times at once', async () => {
    const world = await newWorld(location())
    const { accept, members } = await invited(world)
    const kinds = (await Promise.all([accept(), accept(), accept()])).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['joined', 'no_such_invitation', 'no_such_invitation'])
    expect(await members()).toEqual([EMAIL, OWNER])
  })

  it('T-11: ends an invitation in one way when it is accepted, declined and withdrawn at once', async () => {
    const world = await newWorld(location())
    const { accept, decline, withdraw, members } = await invited(world)
    const kinds = (await Promise.all([accept(), withdraw(), decline()])).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'no_such_invitation')).toHaveLength(1)
    expect(await members()).toEqual(kinds.includes('joined') ? [EMAIL, OWNER] : [OWNER])
  })

  it('adds one member when the operator adds a person who is accepting an invitation', async () => {
    const world = await newWorld(location())
    const { accept, members } = await invited(world)
    await Promise.all([
      accept(),
      world.store.addMember(world.context(), {
        organization_id: world.organization_id,
        email: EMAIL,
        role: 'admin',
      }),
    ])
    expect(await members()).toEqual([EMAIL, OWNER])
    expect((await accept()).kind).toBe('no_such_invitation')
  })

  it('keeps one of two last owners who leave at once', async () => {
    const { store, context, organization_id } = await newWorld(location())
    const both = ['a@example.com', 'b@example.com']
    for (const email of both)
      await store.addMember(context(), { organization_id, email, role: 'owner' })
    const kinds = (
      await Promise.all(
        both.map((email) => store.leaveOrganization(context(), { organization_id, email })),
      )
    ).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['last_owner', 'left'])
    expect(await store.listMembersAsOperator({ organization_id })).toHaveLength(1)
  })

  it('creates one of two simultaneous invitations for one address, and applies the rate limit to many', async () => {
    const { store, context, organization_id, reach } = await newWorld(location())
    await store.addMember(context(), { organization_id, email: OWNER, role: 'owner' })
    const limits = [
      { bucket: 'invitations', limit: { name: 'invitations', limit: 3, window_s: 60 } },
    ]
    const ask = (email: string) =>
      store.inviteMember(context(), {
        reach,
        organization_id,
        by: OWNER,
        email,
        role: 'viewer',
        limits,
        email_limits: [],
      })
    const kinds = (await Promise.all([ask(EMAIL), ask(EMAIL)])).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['created', 'invited'])
    const more = (
      await Promise.all(['1', '2', '3', '4'].map((name) => ask(`${name}@example.com`)))
    ).map(({ kind }) => kind)
    expect(more.toSorted()).toEqual(['created', 'created', 'limited', 'limited'])
  })

  it('deletes expired invitations, and records this in the audit log', async () => {
    const world = await newWorld(location())
    const { accept } = await invited(world)
    world.clock.advance(14 * DAY)
    expect(await accept()).toEqual({ kind: 'no_such_invitation' })
    await world.newKinds()
    expect(await world.store.expireInvitations(world.context(), {})).toEqual({ expired: 1 })
    expect(await world.store.expireInvitations(world.context(), {})).toEqual({ expired: 0 })
    expect(await world.newKinds()).toEqual(['invitation.expired'])
  })

  it('T-13: revokes all keys that a revoked key created, however many, including those that are created in the meantime', async () => {
    const { store, context, organization_id, reach, database } = await newWorld(location())
    const root = await store.createApiKey(context(), { organization_id, name: 'root' })
    if (root.kind !== 'created') return expect.unreachable()
    const by_key = root.key.key_id
    const child = await store.createOwnApiKey(context(), {
      reach,
      organization_id,
      name: 'child',
      by_key,
    })
    if (child.kind !== 'created') return expect.unreachable()
    await database.transact(async (tx) => {
      for (let count = 0; count < 450; count += 1)
        await tx.api_keys.insert({
          ...child.key,
          key_id: `key_${String(count).padStart(3, '0')}`,
          hash: `hash ${count}`,
          created_by_key: count % 2 === 0 ? child.key.key_id : by_key,
        })
    })
    const other = await store.createApiKey(context(), { organization_id, name: 'other' })
    const [, late] = await Promise.all([
      store.revokeOwnApiKey(context(), { reach, organization_id, key_id: by_key }),
      store.createOwnApiKey(context(), {
        reach,
        organization_id,
        name: 'late',
        by_key: child.key.key_id,
      }),
    ])
    expect(['created', 'creator_revoked']).toContain(late.kind)
    const live = (await store.listApiKeysAsOperator({ organization_id })).filter(
      ({ revoked_at }) => revoked_at === null,
    )
    expect(live.map(({ name }) => name)).toEqual(['other'])
    expect(other.kind).toBe('created')
    expect(await store.continueRevocations(context(), {})).toEqual({ revoked: 0, more: false })
    expect(
      await store.createOwnApiKey(context(), { reach, organization_id, name: 'x', by_key }),
    ).toEqual({
      kind: 'creator_revoked',
    })
  })

  it('T-13: continues an interrupted revocation in the sweep', async () => {
    const { store, context, organization_id, reach, database } = await newWorld(location())
    const root = await store.createApiKey(context(), { organization_id, name: 'root' })
    if (root.kind !== 'created') return expect.unreachable()
    const child = await store.createOwnApiKey(context(), {
      reach,
      organization_id,
      name: 'child',
      by_key: root.key.key_id,
    })
    if (child.kind !== 'created') return expect.unreachable()
    await database.transact((tx) =>
      tx.api_keys.update(
        { key_id: root.key.key_id },
        { revoked_at: context().now, revoking: true },
      ),
    )
    expect(await store.continueRevocations(context(), {})).toMatchObject({ revoked: 1 })
    expect(await store.findApiKey({ hash: child.key.hash, now: context().now })).toBeUndefined()
  })
})
