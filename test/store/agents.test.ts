import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { svcId } from '../../src/domain/identity.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'
import { examine } from '../../src/domain/trust.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import { dump, eachStore } from './stores.ts'
import { ISSUER, MINUTE, newWorld } from './world.ts'

const pair = generateKeyPairSync('ed25519')
const public_key = (pair.publicKey.export({ format: 'der', type: 'spki' }) as Buffer).subarray(12).toString('base64')
const fields = { name: 'Ägent', version: '1', public_key, manifest_hash: 'm' }
/** An agent whose id is its content address: verified as soon as possession is proved. */
const addressed = { ...fields, svc_id: svcId(fields), key_sound: true, private: false, details: {} }

eachStore((place) => {
  const given = async () => {
    const world = await newWorld(place())
    const { store, act, organization_id } = world
    const register = (more: object = {}) => store.registerAgent(act(), { ...addressed, organization_id, proven: false, ...more })
    const stored = async (svc_id = addressed.svc_id) => (await world.database.read((tx) => tx.agents.get({ svc_id })))!
    const other = await world.tenant('b')
    await world.newKinds()
    return { ...world, register, stored, other }
  }

  it('registering a known svc_id is a conflict and nothing is overwritten', async () => {
    const { register, database, other } = await given()
    expect(await register({ details: { description: 'mine', category: 'data' } })).toMatchObject({ kind: 'registered', agent: { verification_status: 'pending', category: 'data', proven_at: null } })
    const before = await dump(database)
    expect(await register({ name: 'other' })).toEqual({ kind: 'exists' })
    expect(await register({ organization_id: other.organization_id })).toEqual({ kind: 'exists' })
    expect(await dump(database)).toEqual(before)
  })

  it.each([
    ['verified', {}, true],
    ['pending', {}, false],
    ['unverified', { svc_id: 'not-its-address' }, true],
    ['unverified', { key_sound: false }, true],
  ])('verification_status is %s for %j, proven: %s', async (verification_status, more, proven) => {
    const { register, newKinds } = await given()
    expect(await register({ ...more, proven })).toMatchObject({ agent: { verification_status } })
    expect(await newKinds()).toEqual(verification_status === 'verified' ? ['agent.registered', 'agent.verified'] : ['agent.registered'])
  })

  it('a registration with a proof displaces an unproven one of the same id, on record with both; a proven one stays', async () => {
    const { register, stored, other, audit, clock } = await given()
    await register({ details: { description: 'squatter' } })
    expect((await register({ organization_id: other.organization_id, proven: true })).kind).toBe('registered')
    expect(await stored()).toMatchObject({ organization_id: other.organization_id, proven_at: clock.now, verification_status: 'verified', details: {} })
    expect((await audit()).at(-1)).toMatchObject({ event_type: 'agent.registered', metadata: { displaced: true } })
    expect((await audit(other.organization_id)).at(-2)).toMatchObject({ event_type: 'agent.registered', metadata: { displaces: 'other', proven: true } })
    expect(await register({ proven: true })).toEqual({ kind: 'exists' })
  })

  it('of many proofs at once one displaces', async () => {
    const { register } = await given()
    await register()
    const kinds = (await Promise.all(Array.from({ length: 10 }, () => register({ proven: true })))).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'registered')).toHaveLength(1)
  })

  it('displacing lifts no suspension, keeps the reputation of its own organization and inherits that of no other', async () => {
    const { register, stored, store, act, database, other, clock } = await given()
    const spoil = () => database.transact((tx) => tx.agents.update({ svc_id: addressed.svc_id }, { disputes_upheld: 2, security_disputes_upheld: 1, reputation: { successes: 0, failures: 9, samples: 9, as_of: clock.now } }))
    await register()
    await spoil()
    await store.setSuspended(act(), { svc_id: addressed.svc_id, suspended: true, reason: 'harm' })
    await register({ proven: true })
    expect(await stored()).toMatchObject({ verification_status: 'suspended', disputes_upheld: 2, reputation: { failures: 9 } })
    await database.transact((tx) => tx.agents.update({ svc_id: addressed.svc_id }, { proven_at: null }))
    await register({ proven: true, organization_id: other.organization_id })
    expect(await stored()).toMatchObject({ verification_status: 'suspended', disputes_upheld: 0, reputation: { failures: 0 } })
  })

  it('suspension and reinstatement move the status and are audited', async () => {
    const { register, stored, store, act, newKinds } = await given()
    await register({ proven: true })
    await newKinds()
    const set = (suspended: boolean) => store.setSuspended(act(), { svc_id: addressed.svc_id, suspended, reason: 'x' })
    expect(await set(true)).toMatchObject({ verification_status: 'suspended' })
    expect(await stored()).toMatchObject({ verification_status: 'suspended', suspended_at: expect.any(String) })
    expect(await set(false)).toEqual(await stored())
    expect(await stored()).toMatchObject({ verification_status: 'verified', suspended_at: null })
    expect(await newKinds()).toEqual(['agent.suspended', 'agent.verified'])
    expect(await store.setSuspended(act(), { svc_id: 'unknown', suspended: true, reason: '' })).toBeUndefined()
  })

  it('an agent is readable by every organization, unless it is private', async () => {
    const { register, store, reach, other } = await given()
    await register({ private: true })
    expect(await store.findAgent({ svc_id: addressed.svc_id, reach })).toMatchObject({ private: true })
    expect(await store.findAgent({ svc_id: addressed.svc_id, reach: other.reach })).toBeUndefined()
    expect(await store.findAgent({ svc_id: 'agent-a', reach: other.reach })).toMatchObject({ svc_id: 'agent-a' })
    const { items, total } = await store.listNetworkAgents({ verified_only: false, limit: 10, offset: 0 })
    expect([items.map(({ svc_id }) => svc_id), total]).toEqual([['agent-a', 'agent-b'], 2])
  })

  it('I-29: a reused nonce is refused for its workspace and good in another', async () => {
    const { register, stored, store, act, workspace_id, other, organization_id, clock, newKinds, database } = await given()
    await register()
    await newKinds()
    const context = { nonce: 'ü\u0000', timestamp: clock.now }
    const signature = sign(null, signedText('trust', { svc_id: addressed.svc_id, context }), pair.privateKey).toString('base64')
    const examination = examine(await stored(), signature, context, { issuer: ISSUER }, clock.now)
    const conclude = (verifier = workspace_id) => store.concludeTrust(act(), { examination, workspace_id: verifier, organization_id, policy: DEFAULT_POLICY })
    const verdicts = await Promise.all([conclude(), conclude(), conclude(other.workspace_id)])
    expect(verdicts.map(({ valid }) => valid)).toEqual([true, false, true])
    expect(verdicts[1]).toMatchObject({ reason: 'nonce_reused' })
    // Whoever has seen a signature can present it, so it proves nothing about who owns the agent.
    expect(await stored()).toMatchObject({ proven_at: null, verification_status: 'pending' })
    expect(await newKinds()).toEqual(['trust.verification_failed'])
    const remembered = () => database.read((tx) => tx.nonces.count({}))
    for (const [pause, nonces] of [[10 * MINUTE, 2], [1, 0]] as const) {
      clock.advance(pause)
      await store.prune(act(), {})
      expect(await remembered()).toBe(nonces)
    }
  })

  it('trust headers are issued for agents that the caller owns or has installed within its reach, and for no others', async () => {
    const { store, act, install, revoke, signer, reach, organization_id, other, newKinds } = await given()
    const issue = (svc_id: string, within = reach) => store.issueTrustHeaders(act(), { svc_id, reach: within, organization_id, task_id: 't' })
    await store.createWorkspace(act(), { reach, organization_id, name: 'second', signer, workspace_id: 'ws_second' })
    const bound = { ...reach, workspace_id: 'ws_second' as never }
    expect(await issue(other.agent_id)).toBeUndefined()
    const first = await install({}, { agent_id: other.agent_id })
    expect(await issue(other.agent_id, bound)).toBeUndefined()
    await install({}, { agent_id: other.agent_id, workspace_id: 'ws_second' })
    await newKinds()
    for (const within of [reach, bound]) expect(await issue(other.agent_id, within)).toMatchObject({ svc_id: other.agent_id })
    expect(await newKinds()).toEqual(['trust.headers_issued', 'trust.headers_issued'])
    await revoke(first.installation.installation_id)
    expect(await issue(other.agent_id, { ...reach, workspace_id: 'ws_a' as never })).toBeUndefined()
    expect(await issue('agent-a')).toMatchObject({ svc_id: 'agent-a' })
  })
})
