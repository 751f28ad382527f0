import { expect, it } from 'vitest'
import { hashToken } from '../../../src/domain/tokens.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

eachStore((location) => {
  it('creates an API key that starts with sk_live_ and is valid until it is revoked', async () => {
    const { store, context, organization_id, newKinds } = await newWorld(location())
    await newKinds()
    const created = await store.createApiKey(context(), {
      organization_id,
      name: 'ci',
      scopes: ['agents:read'],
    })
    if (created.kind !== 'created') return expect.unreachable()
    expect(created.token).toMatch(/^sk_live_[\w-]{43}$/)
    expect(created.key).toMatchObject({
      name: 'ci',
      scopes: ['agents:read'],
      workspace_id: null,
      preview: created.token.slice(0, 14),
    })
    const find = () => store.findApiKey({ hash: hashToken(created.token), now: context().now })
    expect(await find()).toMatchObject({ key: created.key, organization: { organization_id } })
    expect(await store.revokeApiKey(context(), { key_id: created.key.key_id })).toMatchObject({
      revoked_at: context().now,
    })
    await store.revokeApiKey(context(), { key_id: created.key.key_id })
    expect(await find()).toBeUndefined()
    expect(await store.revokeApiKey(context(), { key_id: 'unknown' })).toBeUndefined()
    expect(await newKinds()).toEqual(['api_key.created', 'api_key.revoked'])
  })

  it('permits two valid keys for rotation, and binds a key only to a workspace of its own organization', async () => {
    const { store, context, organization_id, workspace_id, tenant } = await newWorld(location())
    const other = await tenant('b')
    const create = (more: object) =>
      store.createApiKey(context(), { organization_id, name: 'x', ...more })
    expect((await create({})).kind).toBe('created')
    expect(await create({ workspace_id })).toMatchObject({ kind: 'created', key: { workspace_id } })
    expect(await create({ workspace_id: other.workspace_id })).toEqual({ kind: 'not_found' })
    expect(await create({ organization_id: 'unknown' })).toEqual({ kind: 'not_found' })
    expect(await store.listApiKeysAsOperator({ organization_id })).toHaveLength(2)
  })

  it('refuses changes to members by a person who has lost the role since the request arrived', async () => {
    const { store, context, organization_id, reach } = await newWorld(location())
    const [by, other] = ['was@acme.example', 'other@acme.example']
    await store.addMember(context(), {
      organization_id,
      email: 'owner@acme.example',
      role: 'owner',
    })
    await store.addMember(context(), { organization_id, email: by, role: 'viewer' })
    const user_id = (await store.addMember(context(), {
      organization_id,
      email: other,
      role: 'admin',
    }))!.user_id
    const input = { reach, organization_id, by }
    expect(
      await store.inviteMember(context(), {
        ...input,
        email: 'new@acme.example',
        role: 'admin',
        limits: [],
        email_limits: [],
      }),
    ).toEqual({ kind: 'not_found' })
    expect(await store.setMemberRole(context(), { ...input, user_id, role: 'viewer' })).toEqual({
      kind: 'not_found',
    })
    expect(await store.deleteMember(context(), { ...input, user_id })).toEqual({
      kind: 'not_found',
    })
    expect(await store.listMembers({ ...input, limit: 10, offset: 0 })).toEqual({
      kind: 'not_found',
    })
    expect(
      (await store.listMembersAsOperator({ organization_id }))
        .map(({ email, role }) => `${email} ${role}`)
        .toSorted(),
    ).toEqual([`${other} admin`, 'owner@acme.example owner', `${by} viewer`])
  })

  it('stores the last use of a key', async () => {
    const { store, context, organization_id, clock } = await newWorld(location())
    const created = await store.createApiKey(context(), { organization_id, name: 'x' })
    clock.advance(MINUTE)
    await store.touchApiKey(context(), {
      key_id: created.kind === 'created' ? created.key.key_id : '',
    })
    expect((await store.listApiKeysAsOperator({ organization_id }))[0]).toMatchObject({
      last_used_at: clock.now,
    })
  })

  it('identifies members by e-mail address without regard to case, once in each organization', async () => {
    const { store, context, organization_id, reach, workspace_id, clock, newKinds, tenant } =
      await newWorld(location())
    const other = await tenant('b')
    await newKinds()
    const first = await store.addMember(context(), {
      organization_id,
      email: 'A@Example.com',
      role: 'owner',
    })
    clock.advance(SECOND)
    await store.addMember(context(), { organization_id, email: 'b@example.com', role: 'viewer' })
    await store.addMember(context(), {
      organization_id: other.organization_id,
      email: 'a@example.com',
      role: 'viewer',
    })
    expect(
      await store.addMember(context(), { organization_id, email: 'a@example.COM', role: 'admin' }),
    ).toEqual({ ...first, role: 'admin' })
    expect(await newKinds()).toEqual([
      'member.added',
      'member.added',
      'member.role_changed',
      'member.added',
    ])
    const page = await store.listWorkspaceMembers({
      reach,
      organization_id,
      workspace_id,
      limit: 10,
      offset: 0,
    })
    expect(page).toMatchObject({
      total: 2,
      items: [{ email: 'a@example.com', role: 'admin' }, { email: 'b@example.com' }],
    })
    expect(
      await store.removeMember(context(), { organization_id, email: 'A@example.com' }),
    ).toMatchObject({ user_id: first!.user_id })
    expect(
      await store.removeMember(context(), { organization_id, email: 'a@example.com' }),
    ).toBeUndefined()
    expect(
      await store.listMembersAsOperator({ organization_id: other.organization_id }),
    ).toHaveLength(1)
    expect(
      await store.addMember(context(), { organization_id: 'unknown', email: 'x', role: 'owner' }),
    ).toBeUndefined()
  })

  it('records changes to plan and retention in the audit log with the old and new values', async () => {
    const { store, context, organization_id, reach, audit } = await newWorld(location(), {
      plan: 'free',
    })
    expect(await store.setPlan(context(), { organization_id, plan: 'enterprise' })).toMatchObject({
      plan: 'enterprise',
    })
    expect(
      await store.setPlan(context(), { organization_id: 'unknown', plan: 'free' }),
    ).toBeUndefined()
    expect(await store.setRetention(context(), { reach, organization_id, days: 366 })).toEqual({
      kind: 'set',
      effective_at: context().now,
    })
    expect(await store.setRetention(context(), { reach, organization_id, days: 3650 })).toEqual({
      kind: 'set',
      effective_at: context().now,
    })
    expect(
      (await audit()).slice(-3).map(({ event_type, metadata }) => [event_type, metadata]),
    ).toEqual([
      ['plan.changed', { from: 'free', to: 'enterprise' }],
      ['audit.retention_changed', { from: null, to: 366, effective_at: context().now }],
      ['audit.retention_changed', { from: 366, to: 3650, effective_at: context().now }],
    ])
  })

  it('lists organizations in the order of their creation', async () => {
    const { store, context, clock } = await newWorld(location())
    clock.advance(SECOND)
    const made = await store.createOrganization(context(), { name: 'later', plan: 'free' })
    expect(made).toMatchObject({
      organization_id: expect.stringMatching(/^org_/),
      audit_log_retention_days: null,
    })
    expect((await store.listOrganizations({})).map(({ name }) => name)).toEqual(['a', 'later'])
  })
})
