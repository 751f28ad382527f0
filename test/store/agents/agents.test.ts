import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import type { Agent } from '../../../src/domain/records.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import { examine } from '../../../src/domain/trust/trust.ts'
import { createStore } from '../../../src/store/store.ts'
import { MINUTE } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { ISSUER, newWorld } from '../world.ts'
import { repeatUntilZero } from '../../kit/bounds.ts'

const [KEY, OTHER_KEY] = ['A'.repeat(43) + '=', 'C'.repeat(42) + 'A=']
const fields = { name: 'Ägent', version: '1', public_key: KEY, manifest_hash: 'm' }
/** An agent whose id is the hash of its fields. */
const addressed = { ...fields, svc_id: svcId(fields), key_sound: true, private: false, details: {} }
const opaque = { ...addressed, svc_id: 'opaque-id' }
const PUBLIC = { private: false, installable_by: 'anyone' as const, installers: [] }

eachStore((location, kind) => {
  const setUp = async () => {
    const world = await newWorld(location())
    const { store, context, organization_id, database } = world
    const register = (more: object = {}) =>
      store.registerAgent(context(), { ...addressed, organization_id, proven: false, ...more })
    const other = await world.tenant('b')
    const third = await world.tenant('c')
    const stored = async (svc_id = addressed.svc_id, owner = organization_id) =>
      (await database.read((tx) => tx.agents.get({ svc_id, organization_id: owner })))!
    const seenBy = async ({ reach }: { reach: typeof world.reach }, svc_id = addressed.svc_id) =>
      (await store.findAgent({ svc_id, reach }))?.organization_id
    const registrations = (svc_id = addressed.svc_id) =>
      database.read((tx) => tx.agents.find({ where: { svc_id }, orderBy: ['organization_id'] }))
    const update = (more: object = {}, who: { reach: typeof world.reach } = world) =>
      store.updateAgent(context(), {
        svc_id: addressed.svc_id,
        reach: who.reach,
        changes: { details: {}, access: { ...PUBLIC, ...more }, deprecated: false },
      })
    const listed = async () =>
      (await store.listNetworkAgents({ verified_only: false, limit: 50, offset: 0 })).items.filter(
        ({ svc_id }) => svc_id === addressed.svc_id,
      )
    await world.newKinds()
    return { ...world, register, stored, seenBy, registrations, update, listed, other, third }
  }

  it('refuses to repeat a claim without a proof or with other fields, and overwrites nothing', async () => {
    const { register, database } = await setUp()
    expect(await register({ details: { description: 'mine', category: 'data' } })).toMatchObject({
      kind: 'registered',
      agent: { verification_status: 'pending', category: 'data', proven_at: null },
    })
    const before = await dump(database)
    expect(await register()).toEqual({ kind: 'exists', conflict: 'own' })
    expect(await register({ name: 'other' })).toEqual({ kind: 'exists', conflict: 'own' })
    expect(await register({ name: 'other', proven: true })).toEqual({
      kind: 'exists',
      conflict: 'own',
    })
    expect(await dump(database)).toEqual(before)
  })

  it.each([
    ['verified', {}, true],
    ['pending', {}, false],
    ['unverified', { svc_id: 'not-its-address' }, true],
    ['unverified', { key_sound: false }, true],
  ])(
    'sets verification_status to %s for %j with proven = %s',
    async (verification_status, more, proven) => {
      const { register, newKinds } = await setUp()
      expect(await register({ ...more, proven })).toMatchObject({ agent: { verification_status } })
      expect(await newKinds()).toEqual(
        verification_status === 'verified'
          ? ['agent.registered', 'agent.verified']
          : ['agent.registered'],
      )
    },
  )

  it('lets each organization claim a content-addressed id; the earliest claim is public, and each claimant sees its own', async () => {
    const { register, seenBy, listed, home, other, third, clock } = await setUp()
    await register({ organization_id: other.organization_id, details: { description: 'first' } })
    clock.advance(1)
    expect((await register()).kind).toBe('registered')
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_b',
      'org_b',
    ])
    expect(await listed()).toMatchObject([
      { organization_id: 'org_b', details: { description: 'first' } },
    ])
  })

  it('does not change an unproved agent when another organization registers its id with another key, privately or not', async () => {
    const { register, seenBy, home, other, third, database } = await setUp()
    await register()
    const before = await dump(database)
    const theirs = { organization_id: other.organization_id, public_key: OTHER_KEY, proven: true }
    expect(await register(theirs)).toEqual({ kind: 'exists', conflict: 'mismatch' })
    expect(await register({ ...theirs, private: true })).toEqual({
      kind: 'restriction_needs_proof',
    })
    expect(await dump(database)).toEqual(before)
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_a',
      'org_a',
    ])
  })

  it('gives an opaque id to the first organization that registers it and keeps its key; a proof with that key takes it from a claim permanently', async () => {
    const { register, seenBy, registrations, audit, home, other } = await setUp()
    await register({ ...opaque, organization_id: other.organization_id })
    for (const more of [{}, { public_key: OTHER_KEY }, { public_key: OTHER_KEY, proven: true }])
      expect(await register({ ...opaque, ...more })).toEqual({ kind: 'exists', conflict: 'opaque' })
    for (const more of [{ private: true }, { installable_by: 'owner' }])
      expect(await register({ ...opaque, proven: true, ...more })).toEqual({
        kind: 'restriction_needs_proof',
      })
    expect(await register({ ...opaque, proven: true })).toMatchObject({
      kind: 'registered',
      agent: { organization_id: 'org_a' },
    })
    expect((await audit('org_b')).at(-1)).toMatchObject({
      event_type: 'agent.displaced',
      metadata: { registration: 'lost' },
    })
    expect((await audit('org_a')).at(-1)).toMatchObject({
      event_type: 'agent.registered',
      metadata: { displaces: 'other' },
    })
    expect(
      await register({ ...opaque, proven: true, organization_id: other.organization_id }),
    ).toEqual({ kind: 'exists', conflict: 'opaque' })
    expect(await registrations(opaque.svc_id)).toMatchObject([
      { organization_id: 'org_a', public_key: KEY },
    ])
    expect([await seenBy(home, opaque.svc_id), await seenBy(other, opaque.svc_id)]).toEqual([
      'org_a',
      'org_a',
    ])
  })

  it('replaces a registration, proved or not, whose fields do not hash to its id with one whose fields do', async () => {
    for (const proven of [true, false]) {
      const { register, seenBy, registrations, third, other } = await setUp()
      await register({ organization_id: other.organization_id, public_key: OTHER_KEY, proven })
      expect(await seenBy(third)).toBe('org_b')
      expect((await register()).kind).toBe('registered')
      expect(await registrations()).toMatchObject([
        { organization_id: 'org_a', public_key: KEY, resolves_publicly: true },
      ])
    }
  })

  it('ends the claims of others when a public registration is proved, records it in the audit logs of both organizations, and keeps the proved one', async () => {
    const { register, registrations, listed, other, audit, clock } = await setUp()
    await register({ details: { description: 'claim' } })
    expect(await register({ organization_id: other.organization_id, proven: true })).toMatchObject({
      kind: 'registered',
      agent: { verification_status: 'verified', displacing_since: null },
    })
    expect(await registrations()).toMatchObject([
      { organization_id: 'org_b', proven_at: clock.now, details: {} },
    ])
    expect((await listed()).length).toBe(1)
    expect((await audit('org_a')).at(-1)).toMatchObject({
      event_type: 'agent.displaced',
      actor: { type: 'organization', id: null, ip: null },
      request_id: null,
      metadata: { registration: 'lost' },
    })
    expect(
      (await audit('org_b')).map(({ event_type, metadata }) => [event_type, metadata]).slice(-3),
    ).toEqual([
      ['agent.displaced', { registration: 'taken' }],
      ['agent.registered', { name: 'Ägent', version: '1', proven: true }],
      ['agent.verified', { by: 'proof' }],
    ])
    for (const proven of [true, false])
      expect(await register({ proven })).toEqual({ kind: 'exists', conflict: 'owned' })
  })

  it('keeps the reputation of a claim that is proved; accepts a repeated proved registration only with equal fields and a proof', async () => {
    const { register, stored, database, organization_id, newKinds } = await setUp()
    await register()
    await database.transact((tx) =>
      tx.agents.update({ svc_id: addressed.svc_id, organization_id }, { disputes_upheld: 2 }),
    )
    await newKinds()
    expect(await register({ proven: true, details: { description: 'now mine' } })).toMatchObject({
      kind: 'proved',
      agent: {
        verification_status: 'verified',
        disputes_upheld: 2,
        details: { description: 'now mine' },
      },
    })
    expect(await newKinds()).toEqual(['agent.verified'])
    expect(await register({ proven: true, details: { description: 'again' } })).toEqual({
      kind: 'unchanged',
      agent: await stored(),
    })
    expect(await register()).toEqual({ kind: 'exists', conflict: 'own' })
    expect(await register({ proven: true, manifest_hash: 'n' })).toEqual({
      kind: 'exists',
      conflict: 'own',
    })
  })

  it('accepts one of several concurrent proofs for a public registration, and publishes one of several concurrent claims', async () => {
    const { register, registrations, other, third } = await setUp()
    const organizations = ['org_a', other.organization_id, third.organization_id]
    await Promise.all(organizations.map((organization_id) => register({ organization_id })))
    expect(
      (await registrations()).filter(({ resolves_publicly }) => resolves_publicly),
    ).toHaveLength(1)
    const kinds = (
      await Promise.all(
        [...organizations, ...organizations].map((organization_id) =>
          register({ organization_id, proven: true }),
        ),
      )
    ).map(({ kind }) => kind)
    expect(kinds.filter((one) => one === 'proved')).toHaveLength(1)
    expect(await registrations()).toMatchObject([
      { resolves_publicly: true, displacing_since: null },
    ])
  })

  it('lets the sweep end the claims that do not fit in one transaction, and resolves none of them in the meantime', async () => {
    const { register, registrations, seenBy, store, context, other, audit, database } =
      await setUp()
    const claims = Array.from({ length: 45 }, (_, at) => `org_claim_${String(at).padStart(2, '0')}`)
    for (const organization_id of claims) {
      await store.createOrganization(context(), {
        name: organization_id,
        plan: 'free',
        organization_id,
      })
      await register({ organization_id })
    }
    await register({ organization_id: other.organization_id, proven: true })
    expect(await registrations()).toHaveLength(26)
    expect(await seenBy({ reach: { organizations: ['org_claim_44'], workspace_id: null } })).toBe(
      'org_b',
    )
    expect(
      (await store.listNetworkAgents({ verified_only: false, limit: 50, offset: 0 })).total,
    ).toBe(4)
    await repeatUntilZero(
      async () => (await store.endDisplacedClaims(context(), {})).ended,
      'displaced claims do not end',
    )
    expect(await registrations()).toMatchObject([
      { organization_id: 'org_b', displacing_since: null },
    ])
    for (const organization_id of claims)
      expect((await audit(organization_id)).at(-1)!.event_type).toBe('agent.displaced')
    expect(
      (await audit('org_b')).filter(({ event_type }) => event_type === 'agent.displaced'),
    ).toHaveLength(45)
    expect(
      await database.read((tx) => tx.agent_terms.count({ svc_id: addressed.svc_id })),
    ).toBeGreaterThan(0)
  })

  it('lets two organizations that hold the key both prove the id while at most one registration is public', async () => {
    const { register, seenBy, update, home, other, third } = await setUp()
    await register({ proven: true, private: true })
    expect((await register({ organization_id: 'org_b', proven: true })).kind).toBe('registered')
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_b',
      'org_b',
    ])
    expect(await update()).toEqual({ kind: 'exists' })
    expect((await update({ private: true }, other)).kind).toBe('updated')
    expect(await seenBy(third)).toBeUndefined()
    expect((await update()).kind).toBe('updated')
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_b',
      'org_a',
    ])
  })

  it('hides a private registration of another organization from claims, lists, counts and the public', async () => {
    const facts = async (exists: boolean) => {
      const { register, seenBy, listed, store, reach, other, third, database, clock } =
        await setUp()
      if (exists)
        await register({
          proven: true,
          private: true,
          details: { category: 'secret', capabilities: ['secret'] },
        })
      clock.advance(MINUTE)
      const claim = await register({
        organization_id: other.organization_id,
        details: { category: 'data' },
      })
      const { agent } = claim as { agent: Agent }
      const again = await register({ organization_id: other.organization_id })
      const found = await store.searchAgents({
        query: searchQuery('agent'),
        categories: [],
        llm_providers: [],
        order: 'name',
        verified_only: false,
        min_reputation: 0,
        limit: 50,
      })
      const counters = await database.read((tx) =>
        tx.counters.find({
          where: {
            name: { in: ['agents.public', 'agents.public.category', 'agents.verified'] },
            rows: { gt: 0 },
          },
          orderBy: ['name', 'value'],
        }),
      )
      expect(reach.organizations).toEqual(['org_a'])
      return {
        kind: claim.kind,
        agent,
        again,
        found: found.items.map(({ svc_id, organization_id }) => [svc_id, organization_id]),
        counts: found.counts,
        counters,
        listed: await listed(),
        summary: await store.summarizeNetwork({ organization_id: 'org_c' }),
        seen: [await seenBy(other), await seenBy(third)],
      }
    }
    expect(await facts(true)).toEqual(await facts(false))
  })

  it('publishes the earliest claim while the proved registration is private, and shows each organization its own registration', async () => {
    const { register, seenBy, update, listed, home, other, third, tenant, clock } = await setUp()
    const without = await tenant('d')
    await register({ proven: true })
    expect((await update({ private: true })).kind).toBe('updated')
    expect(await listed()).toEqual([])
    await register({ organization_id: third.organization_id })
    clock.advance(MINUTE)
    await register({ organization_id: other.organization_id })
    expect(await Promise.all([home, other, third, without].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_b',
      'org_c',
      'org_c',
    ])
    expect((await listed()).map(({ organization_id }) => organization_id)).toEqual(['org_c'])
    expect((await update()).kind).toBe('updated')
    expect(await Promise.all([home, other, third, without].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_a',
      'org_a',
      'org_a',
    ])
  })

  it('lets only the proved owner of a content-addressed id restrict it; a claim changes only its own details', async () => {
    const { register, update, other, third, newKinds } = await setUp()
    expect(await update()).toEqual({ kind: 'not_found' })
    await register()
    expect((await update()).kind).toBe('updated')
    expect(await newKinds()).toEqual(['agent.registered', 'agent.updated'])
    for (const more of [
      { private: true },
      { installable_by: 'listed' },
      { installable_by: 'owner' },
      { installers: ['org_b'] },
    ]) {
      expect(await update(more)).toEqual({ kind: 'restriction_needs_proof' })
      expect(await register({ ...more, organization_id: other.organization_id })).toEqual({
        kind: 'restriction_needs_proof',
      })
    }
    expect(await update({}, third)).toEqual({ kind: 'not_owner' })
    await register({ proven: true })
    expect(await update({ private: true })).toMatchObject({
      kind: 'updated',
      agent: { private: true, resolves_publicly: false, listed: 'unlisted' },
    })
    expect(await update({}, third)).toEqual({ kind: 'not_found' })
  })

  it('suspends every registration of an id, including later ones, until it is reinstated', async () => {
    const { register, registrations, store, context, other, third, newKinds } = await setUp()
    await register({ proven: true, private: true })
    await register({ organization_id: other.organization_id })
    await newKinds()
    const set = (suspended: boolean) =>
      store.setSuspended(context(), { svc_id: addressed.svc_id, suspended, reason: 'x' })
    const statuses = async () =>
      (await registrations()).map(({ verification_status }) => verification_status)
    expect(await set(true)).toMatchObject({
      organization_id: 'org_b',
      verification_status: 'suspended',
    })
    await register({ organization_id: third.organization_id })
    expect(await statuses()).toEqual(['suspended', 'suspended', 'suspended'])
    expect(await set(false)).toMatchObject({
      organization_id: 'org_b',
      verification_status: 'pending',
    })
    expect(await statuses()).toEqual(['verified', 'pending', 'pending'])
    expect(await newKinds()).toEqual(expect.arrayContaining(['agent.suspended', 'agent.verified']))
    expect(
      await store.setSuspended(context(), { svc_id: 'unknown', suspended: true, reason: '' }),
    ).toBeUndefined()
  })

  it('shows a private agent only to its owner and to organizations that may install it, and a public one to all, and lists only the public one', async () => {
    const { register, seenBy, update, listed, home, other, third, store } = await setUp()
    await register({ proven: true, private: true })
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      undefined,
      undefined,
    ])
    await update({ private: true, installable_by: 'listed', installers: ['org_b'] })
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_a',
      undefined,
    ])
    await update({ private: true, installable_by: 'owner', installers: ['org_b'] })
    expect(await seenBy(other)).toBeUndefined()
    const { items, total } = await store.listNetworkAgents({
      verified_only: false,
      limit: 10,
      offset: 0,
    })
    expect([items.map(({ svc_id }) => svc_id), total]).toEqual([
      ['agent-a', 'agent-b', 'agent-c'],
      3,
    ])
    await update()
    expect(await Promise.all([home, other, third].map((who) => seenBy(who)))).toEqual([
      'org_a',
      'org_a',
      'org_a',
    ])
    expect((await listed()).map(({ organization_id }) => organization_id)).toEqual(['org_a'])
  })

  it('checks who may install when a token is created, at bootstrap and at recovery; live installations continue', async () => {
    const {
      register,
      update,
      store,
      context,
      other,
      installToken,
      bootstrap,
      recover,
      install,
      lease,
      newKinds,
    } = await setUp()
    await register({ proven: true })
    const theirs = { ...other, agent_id: addressed.svc_id }
    const token = async () =>
      (await store.createInstallToken(context(), { ...theirs, expiry_minutes: 15 })).kind
    const live = await install(
      { capabilities: ['read'], upstream_url: 'https://a.example/' },
      theirs,
    )
    const [early, late] = [await installToken(theirs), await installToken(theirs)]
    const installOutcomes = async (unused: string) => [
      await token(),
      (await bootstrap(unused)).kind,
      (await recover({}, theirs)).kind,
    ]
    await update({ installable_by: 'owner' })
    await newKinds()
    expect(await installOutcomes(early)).toEqual([
      'not_an_installer',
      'not_an_installer',
      'not_an_installer',
    ])
    expect(await newKinds()).toEqual(['installation.bootstrapped'])
    await update({ installable_by: 'listed', installers: ['org_c'] })
    expect(await installOutcomes(early)).toEqual([
      'not_an_installer',
      'not_an_installer',
      'not_an_installer',
    ])
    await update({ private: true })
    expect(await installOutcomes(early)).toEqual([
      'agent_not_found',
      'agent_not_found',
      'agent_not_found',
    ])
    expect((await lease(live.runtime_token)).kind).toBe('renewed')
    expect(
      (
        await store.beginTask(context(), {
          ...theirs,
          requester_id: 'org_b',
          skill: 'read',
          timeout_ms: 1000,
        })
      ).kind,
    ).toBe('begun')
    await update({ private: true, installable_by: 'listed', installers: ['org_b'] })
    expect(await installOutcomes(early)).toEqual(['created', 'first', 'recovered'])
    await update()
    expect(await installOutcomes(late)).toEqual(['created', 'first', 'recovered'])
    expect(
      (
        await store.createInstallToken(context(), {
          ...other,
          ...{ reach: other.reach },
          agent_id: 'agent-a',
          expiry_minutes: 15,
        })
      ).kind,
    ).toBe('created')
  })

  it('lets a claimant change its claim and get trust headers for the agent while a private registration lists it as an installer', async () => {
    const { store, context, database, register, update, seenBy, stored, install, other, third } =
      await setUp()
    await register({ organization_id: 'org_b' })
    await register({ proven: true, private: true, installable_by: 'listed', installers: ['org_b'] })
    expect(await seenBy(other)).toBe('org_a')
    expect(await update({}, other)).toMatchObject({
      kind: 'updated',
      agent: { organization_id: 'org_b', proven_at: null },
    })
    const headers = () =>
      store.issueTrustHeaders(context(), {
        svc_id: addressed.svc_id,
        reach: other.reach,
        organization_id: 'org_b',
        task_id: 't',
      })
    expect(await headers()).toMatchObject({ organization_id: 'org_b' })
    // The installation is created from the private registration, so the headers are about that one.
    const { installation } = await install({}, { ...other, agent_id: addressed.svc_id })
    expect(await headers()).toMatchObject({ organization_id: 'org_a' })
    const { installation_id } = installation
    await store.revokeInstallation(context(), { reach: other.reach, installation_id })
    expect(await headers()).toMatchObject({ organization_id: 'org_b' })
    expect(await update({ private: true }, other)).toEqual({ kind: 'restriction_needs_proof' })
    expect(await update({}, third)).toEqual({ kind: 'not_owner' })
    // A public proven registration ends the claim, even before the claim is deleted.
    const claim = await stored(addressed.svc_id, 'org_b')
    await update()
    await database.transact((tx) => tx.agents.insert({ ...claim, resolves_publicly: false }))
    expect(await update({}, other)).toEqual({ kind: 'not_owner' })
    expect(await headers()).toBeUndefined()
  })

  it('T-02: keeps the key and the owner of an agent, whatever two hostile tenants register without its private key', async () => {
    const hostile = fc.record({
      who: fc.constantFrom('org_b', 'org_c'),
      svc_id: fc.constantFrom(addressed.svc_id, addressed.svc_id, 'opaque-id'),
      name: fc.constantFrom('Ägent', 'Agent'),
      // A sender can only prove an identifier with a key that it holds.
      key: fc.constantFrom(
        { public_key: KEY, proven: false },
        { public_key: OTHER_KEY, proven: true },
        { public_key: OTHER_KEY, proven: false },
      ),
      access: fc.constantFrom({}, { private: true }, { installable_by: 'owner' as const }),
      does: fc.constantFrom('register', 'register', 'update'),
    })
    const steps = fc.array(hostile, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        steps,
        steps,
        fc.boolean(),
        fc.constantFrom('claimed', 'proved', 'private'),
        async (before, after, atOnce, owned) => {
          const world = await newWorld(location())
          const { database, context, organization_id } = world
          const store = createStore(database)
          const [b, c] = [await world.tenant('b'), await world.tenant('c')]
          const attack = ({ who, key, does, access, ...step }: (typeof before)[number]) =>
            does === 'register'
              ? store.registerAgent(context(), {
                  ...addressed,
                  ...step,
                  ...key,
                  ...access,
                  organization_id: who,
                })
              : store.updateAgent(context(), {
                  svc_id: step.svc_id,
                  reach: who === 'org_b' ? b.reach : c.reach,
                  changes: {
                    details: { description: 'mine' },
                    access: { ...PUBLIC, ...access },
                    deprecated: true,
                  },
                })
          const run = async (all: typeof before) => {
            if (atOnce) await Promise.allSettled(all.map(attack))
            else for (const each of all) await attack(each)
          }
          await run(before)
          const registered = await store.registerAgent(context(), {
            ...addressed,
            organization_id,
            proven: owned !== 'claimed',
            private: owned === 'private',
          })
          expect(registered.kind).toBe('registered')
          const shown = async (reach: typeof b.reach) =>
            store.findAgent({ svc_id: addressed.svc_id, reach })
          const kept = await shown(world.reach)
          await run(after)
          await repeatUntilZero(
            async () => (await store.endDisplacedClaims(context(), {})).ended,
            'displaced claims do not end',
          )
          expect(await shown(world.reach)).toEqual(kept)
          expect(kept).toMatchObject({ organization_id, public_key: KEY })
          for (const reach of [
            b.reach,
            c.reach,
            { organizations: ['org_nobody'], workspace_id: null },
          ]) {
            const theirs = await shown(reach)
            if (owned !== 'private')
              expect(theirs).toMatchObject({ public_key: KEY, name: 'Ägent' })
            if (owned === 'proved') expect(theirs).toEqual(kept)
            expect(theirs?.verification_status).not.toBe(
              owned === 'proved' ? 'pending' : 'verified',
            )
          }
          await database.close()
        },
      ),
      { numRuns: { memory: 150, json: 6, sqlite: 20, postgres: 10 }[kind] },
    )
  })

  it('I-29: refuses a nonce that its workspace has seen, and accepts it in another workspace', async () => {
    const { store, context, workspace_id, other, organization_id, clock, newKinds, database } =
      await setUp()
    const pair = generateKeyPairSync('ed25519')
    const public_key = (pair.publicKey.export({ format: 'der', type: 'spki' }) as Buffer)
      .subarray(12)
      .toString('base64')
    const signer = { ...addressed, public_key, svc_id: svcId({ ...fields, public_key }) }
    const stored = async () =>
      (await database.read((tx) => tx.agents.get({ svc_id: signer.svc_id, organization_id })))!
    await store.registerAgent(context(), { ...signer, organization_id, proven: false })
    await newKinds()
    const trust_context = { nonce: 'ü\u0000', timestamp: clock.now }
    const signature = sign(
      null,
      signedText('trust', { svc_id: signer.svc_id, context: trust_context }),
      pair.privateKey,
    ).toString('base64')
    const examination = examine(
      await stored(),
      signature,
      trust_context,
      { issuer: ISSUER },
      clock.now,
    )
    const conclude = (verifier = workspace_id) =>
      store.concludeTrust(context(), {
        examination,
        workspace_id: verifier,
        organization_id,
        policy: DEFAULT_POLICY,
      })
    const [elsewhere, ...both] = await Promise.all([
      conclude(other.workspace_id),
      conclude(),
      conclude(),
    ])
    expect(elsewhere).toMatchObject({ valid: true })
    // Either of the two that arrive together may be first.
    expect(both.filter(({ valid }) => valid)).toHaveLength(1)
    expect(both.find(({ valid }) => !valid)).toMatchObject({ reason: 'nonce_reused' })
    // Anyone who has seen a signature can present it, so it does not prove ownership of the agent.
    expect(await stored()).toMatchObject({ proven_at: null, verification_status: 'pending' })
    expect(await newKinds()).toEqual(['trust.verification_failed'])
    const remembered = () => database.read((tx) => tx.nonces.count({}))
    for (const [pause, nonces] of [
      [10 * MINUTE, 2],
      [1, 0],
    ] as const) {
      clock.advance(pause)
      await store.prune(context(), {})
      expect(await remembered()).toBe(nonces)
    }
  })

  it('issues trust headers only for agents that the caller owns or has installed within its reach', async () => {
    const { store, context, install, revoke, signer, reach, organization_id, other, newKinds } =
      await setUp()
    const issue = (svc_id: string, within = reach) =>
      store.issueTrustHeaders(context(), { svc_id, reach: within, organization_id, task_id: 't' })
    await store.createWorkspace(context(), {
      reach,
      organization_id,
      name: 'second',
      signer,
      workspace_id: 'ws_second',
    })
    const bound = { ...reach, workspace_id: 'ws_second' as never }
    expect(await issue(other.agent_id)).toBeUndefined()
    const first = await install({}, { agent_id: other.agent_id })
    expect(await issue(other.agent_id, bound)).toBeUndefined()
    await install({}, { agent_id: other.agent_id, workspace_id: 'ws_second' })
    await newKinds()
    for (const within of [reach, bound])
      expect(await issue(other.agent_id, within)).toMatchObject({ svc_id: other.agent_id })
    expect(await newKinds()).toEqual(['trust.headers_issued', 'trust.headers_issued'])
    await revoke(first.installation.installation_id)
    expect(await issue(other.agent_id, { ...reach, workspace_id: 'ws_a' as never })).toBeUndefined()
    expect(await issue('agent-a')).toMatchObject({ svc_id: 'agent-a' })
  })
})
