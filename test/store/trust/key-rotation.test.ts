import { expect, it } from 'vitest'
import { checkpointClaims } from '../../../src/domain/audit/checkpoint.ts'
import { DEFAULT_POLICY, policyClaims } from '../../../src/domain/policies/policy.ts'
import { createLogSigner } from '../../../src/domain/transparency/log-signer.ts'
import {
  createSigner,
  type SigningKeyUse,
  type Signer,
} from '../../../src/domain/trust/signing-keys.ts'
import { parseVerifierKey, verifyNote } from '../../../src/domain/transparency/note.ts'
import { verifyProof } from '../../../src/domain/transparency/proof.ts'
import { iso, ms } from '../../../src/domain/time.ts'
import { DAY, MINUTE, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, signingKeyOf, type World } from '../world.ts'

const ACCESS = { master_keys: MASTER_KEYS }
const list = ({ store, clock }: World) => store.listSigningKeys({ now: clock.now, ...ACCESS })
const load = ({ store, context }: World) =>
  store.loadSigner(context(), { ...ACCESS, issuer: ISSUER })
const loadLog = ({ store, context }: World) =>
  store.loadLogSigner(context(), { ...ACCESS, issuer: ISSUER })
const rotate = (world: World, use: SigningKeyUse = 'statements', overlap_ms = 10 * MINUTE) =>
  world.store.rotateSigningKey(world.context(), { use, overlap_ms, ...ACCESS })
const current = (world: World) => signingKeyOf(world.store, world.clock.now)
const published = async (world: World) =>
  (await world.store.listPlatformKeys(ACCESS)).map(({ kid }) => kid)
const later = (moment: string, milliseconds: number) => iso(ms(moment) + milliseconds)

const vouch = (issued_at: string) => ({
  issuer: ISSUER,
  svc_id: 'agent-a',
  issued_to: { organization_id: 'org_a' },
  request_body_hash: 'a'.repeat(64),
  issued_at,
  expires_at: later(issued_at, 5 * MINUTE),
})
const statesOf = async (world: World, use: SigningKeyUse) =>
  (await list(world)).filter((key) => key.use === use)

/** Deletes the row of the active key, as an attacker with access to the database could. */
async function deleteActive(world: World, use: SigningKeyUse): Promise<void> {
  const { key_id } = (await statesOf(world, use)).find(({ state }) => state === 'active')!
  await world.database.transact((tx) => tx.signing_keys.delete({ key_id }))
}

/** Returns whether the signer accepts a vouching statement that a key signed at a time and that states another time. */
const accepts = (signer: Signer, signed_at: string, stated: string): boolean => {
  const { key_id, signature } = signer.sign('vouch', vouch(stated), signed_at)
  return signer.isOwn(key_id, 'vouch', vouch(stated), signature)
}

async function reSignAll(world: World): Promise<number> {
  for (let calls = 0; ; calls += 1) {
    const signer = await load(world)
    const { more } = await world.store.reSign(world.context(), { signer, ...ACCESS })
    if (!more) return calls
  }
}

/** Sequences the pending entries of the log. */
async function sequence(world: World) {
  const signer = await loadLog(world)
  while (await world.store.isLogBehind({}))
    await world.store.sequenceLog(world.context(), { signer })
  return (await world.store.readLogHead({}))!.checkpoint
}

async function loggedKeys({ database }: World) {
  const rows = await database.read((tx) =>
    tx.log_entries.find({ orderBy: ['arrival'], lock: false }),
  )
  return rows
    .map(({ entry }) => JSON.parse(entry) as { type: string; key?: { key_id: string } })
    .filter(({ type }) => type.startsWith('key.'))
    .map(({ type, key }) => `${type} ${key!.key_id}`)
}

eachStore((location) => {
  it('publishes a new key at once and signs with it after the overlap', async () => {
    const world = await newWorld(location())
    const before = await current(world)
    const rotated_at = world.clock.now
    const outcome = await rotate(world)
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    const after = outcome.created!
    expect(await published(world)).toEqual([after, before])
    const [next, old] = await world.store.listPlatformKeys(ACCESS)
    const changes_at = later(rotated_at, 10 * MINUTE)
    expect([next!.nbf, old!.exp, next!.exp]).toEqual([
      ms(changes_at) / 1000,
      ms(changes_at) / 1000,
      undefined,
    ])
    expect((await list(world)).map(({ state }) => state)).toEqual(['active', 'planned'])
    const signer = await load(world)
    const signs = (now: string) => signer.sign('vouch', vouch(now), now).key_id
    expect(signs(later(changes_at, -1))).toBe(before)
    expect(signs(changes_at)).toBe(after)
    world.clock.advance(10 * MINUTE)
    expect((await list(world)).map(({ state }) => state)).toEqual(['retired', 'active'])
    expect(await current(world)).toBe(after)
  })

  it('T-15: accepts no statement that was issued at the retirement of its key or later, or before it was active', async () => {
    const world = await newWorld(location())
    const changes_at = later(world.clock.now, 10 * MINUTE)
    const just_before = later(changes_at, -1)
    await rotate(world)
    const signer = await load(world)
    expect([
      accepts(signer, just_before, just_before),
      accepts(signer, just_before, changes_at),
      accepts(signer, just_before, later(changes_at, 1)),
      accepts(signer, changes_at, changes_at),
      accepts(signer, changes_at, just_before),
    ]).toEqual([true, false, false, true, false])
  })

  it('T-15: re-signs policies and checkpoints of a retired key, and then no longer accepts the old signatures', async () => {
    const world = await newWorld(location())
    const { store, context, clock, reach, workspace_id } = world
    for (let n = 0; n < 3; n += 1)
      await store.setPolicy(context(), {
        workspace_id,
        content: { ...DEFAULT_POLICY },
        signer: world.signer,
      })
    clock.advance(400 * DAY)
    await store.purgeAudit(context(), { signer: world.signer })
    const policy = (await store.getPolicy({ reach, workspace_id }))!
    const checkpoint = (await store.findCheckpoint({ chain: world.organization_id }))!
    await rotate(world)
    clock.advance(10 * MINUTE)
    const holds = async (stored = policy, purged = checkpoint) => {
      const { isOwn } = await load(world)
      return [
        isOwn(stored.signing_key_id, 'policy', policyClaims(stored), stored.signature),
        isOwn(
          purged.signing_key_id,
          'audit-checkpoint',
          checkpointClaims(purged),
          purged.signature,
        ),
      ]
    }
    expect(await reSignAll(world)).toBe(0)
    expect(await holds()).toEqual([true, true])
    clock.advance(15 * SECOND)
    expect(await reSignAll(world)).toBe(2)
    const signed = (await store.getPolicy({ reach, workspace_id }))!
    const renewed = (await store.findCheckpoint({ chain: world.organization_id }))!
    const key = await current(world)
    expect({ ...signed, signature: '', signing_key_id: '' }).toEqual({
      ...policy,
      signature: '',
      signing_key_id: '',
    })
    expect([signed.signing_key_id, renewed.signing_key_id]).toEqual([key, key])
    expect(await holds(signed, renewed)).toEqual([true, true])
    expect(await holds()).toEqual([false, false])
  })

  it('resumes re-signing after an interruption, and leaves unchanged what no ended key had signed', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database, organization_id, reach, signer } = world
    for (let n = 0; n < 120; n += 1)
      await store.createWorkspace(context(), {
        reach,
        organization_id,
        name: `w${n}`,
        signer,
        workspace_id: `ws_${String(n).padStart(3, '0')}`,
      })
    await database.transact((tx) =>
      tx.policies.update({ workspace_id: 'ws_007', version: 1 }, { signature: 'AAAA' }),
    )
    await rotate(world)
    clock.advance(11 * MINUTE)
    await store.reSign(context(), { signer: await load(world), ...ACCESS })
    const countSignedByOtherKeys = async () => {
      const rows = await database.read((tx) => tx.policies.find({ lock: false }))
      const key = await current(world)
      return rows.filter(({ signing_key_id }) => signing_key_id !== key).length
    }
    expect(await countSignedByOtherKeys()).toBe(22)
    expect(await reSignAll(world)).toBe(2)
    expect(await countSignedByOtherKeys()).toBe(1)
    expect(await reSignAll(world)).toBe(0)
  })

  it('T-12, T-15: still treats a key as retired when its row is restored from before its retirement, because the log says so', async () => {
    const world = await newWorld(location())
    const key_id = await current(world)
    const row = (await world.database.read((tx) => tx.signing_keys.get({ key_id })))!
    await rotate(world)
    world.clock.advance(11 * MINUTE)
    await world.database.transact((tx) => tx.signing_keys.put(row))
    expect((await list(world)).map(({ state }) => state)).toEqual(['retired', 'active'])
    const signer = await load(world)
    expect(accepts(signer, world.clock.now, world.clock.now)).toBe(true)
    expect((await world.store.listPlatformKeys(ACCESS)).map(({ exp }) => exp)).toEqual([
      undefined,
      expect.any(Number),
    ])
    await world.store.compromiseSigningKey(world.context(), { key_id, ...ACCESS })
    await world.database.transact((tx) => tx.signing_keys.put(row))
    expect(await published(world)).not.toContain(key_id)
  })

  it('T-12, T-15: re-signs nothing for a key whose row was restored to its state before everything had been re-signed', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database, reach, workspace_id } = world
    const stolen = world.signer
    const key_id = await current(world)
    await store.setPolicy(context(), {
      workspace_id,
      content: { ...DEFAULT_POLICY },
      signer: stolen,
    })
    await rotate(world)
    clock.advance(11 * MINUTE)
    const row = (await database.read((tx) => tx.signing_keys.get({ key_id })))!
    await reSignAll(world)
    const policy = (await store.getPolicy({ reach, workspace_id }))!
    const before_ms = ms(clock.now) - 30 * MINUTE
    const forged = stolen.sign('policy', policyClaims(policy), iso(before_ms))
    await database.transact(async (tx) => {
      await tx.signing_keys.put(row)
      const { version } = policy
      await tx.policies.update(
        { workspace_id, version },
        { signing_key_id: forged.key_id, signature: forged.signature },
      )
    })
    const { isOwn } = await load(world)
    expect(isOwn(forged.key_id, 'policy', policyClaims(policy), forged.signature)).toBe(false)
    expect(await reSignAll(world)).toBe(0)
    expect((await store.getPolicy({ reach, workspace_id }))!.signing_key_id).toBe(key_id)
  })

  it('T-15: accepts nothing that a compromised key signed, and signs with another one at once', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    const key_id = await current(world)
    const before = await load(world)
    const { signature } = before.sign('vouch', vouch(clock.now), clock.now)
    expect(before.isOwn(key_id, 'vouch', vouch(clock.now), signature)).toBe(true)
    await store.compromiseSigningKey(context(), { key_id, ...ACCESS })
    const after = await load(world)
    expect(after.isOwn(key_id, 'vouch', vouch(clock.now), signature)).toBe(false)
    expect(await published(world)).toEqual([await current(world)])
    expect(accepts(after, clock.now, clock.now)).toBe(true)
    expect(await store.compromiseSigningKey(context(), { key_id, ...ACCESS })).toMatchObject({
      kind: 'already',
    })
    clock.advance(15 * SECOND)
    await reSignAll(world)
    const policy = (await store.getPolicy(world))!
    expect(policy.signing_key_id).toBe(await current(world))
  })

  it('lets the next key of a rotation sign at once when the current one is compromised', async () => {
    const world = await newWorld(location())
    const key_id = await current(world)
    const outcome = await rotate(world)
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    world.clock.advance(MINUTE)
    await world.store.compromiseSigningKey(world.context(), { key_id, ...ACCESS })
    expect(await current(world)).toBe(outcome.created)
    expect(await published(world)).toEqual([outcome.created])
    // On a machine whose clock is behind that of the one on which the command ran, the key signs as well.
    world.clock.advance(-5000)
    expect(await current(world)).toBe(outcome.created)
  })

  it('ends an overlap early, but not before every receiver can know the next key', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    const key_id = await current(world)
    const retire = () => store.retireSigningKey(context(), { key_id, ...ACCESS })
    expect(await retire()).toEqual({ kind: 'only_key' })
    const rotated_at = clock.now
    await rotate(world)
    expect(await rotate(world)).toEqual({
      kind: 'under_way',
      until: later(rotated_at, 10 * MINUTE),
    })
    const outcome = await retire()
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    expect(outcome.keys.map(({ retired_at }) => retired_at)).toEqual([
      later(rotated_at, MINUTE),
      null,
    ])
    expect(outcome.keys[1]!.active_at).toBe(later(rotated_at, MINUTE))
    clock.advance(MINUTE)
    expect(await retire()).toEqual({ kind: 'not_active', state: 'retired' })
    expect(await store.retireSigningKey(context(), { key_id: 'unknown', ...ACCESS })).toEqual({
      kind: 'not_found',
    })
    expect((await rotate(world)).kind).toBe('changed')
  })

  it('signs checkpoints of the log with both keys during the overlap, and names all keys in the log', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    await sequence(world)
    const old = parseVerifierKey((await loadLog(world)).keys(clock.now)[0]!)!
    const old_id = (await list(world)).find(({ use }) => use === 'log')!.key_id
    const outcome = await rotate(world, 'log', 7 * DAY)
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    const [next, previous] = (await loadLog(world))
      .keys(clock.now)
      .map((key) => parseVerifierKey(key)!)
    expect(previous).toEqual(old)
    const verifiedBy = (note: string, key: typeof old) => verifyNote(note, [key])!.verified.length
    const during = await sequence(world)
    expect([verifiedBy(during, old), verifiedBy(during, next!)]).toEqual([1, 1])
    clock.advance(7 * DAY)
    await world.tenant('late')
    const after = await sequence(world)
    expect([verifiedBy(after, old), verifiedBy(after, next!)]).toEqual([0, 1])
    await store.compromiseSigningKey(context(), { key_id: outcome.created!, ...ACCESS })
    const last = await sequence(world)
    expect([verifiedBy(last, old), verifiedBy(last, next!)]).toEqual([0, 0])
    const third = (await list(world)).at(-1)!.key_id
    expect((await loggedKeys(world)).toSorted()).toEqual(
      [
        `key.compromised ${outcome.created}`,
        `key.created ${outcome.created}`,
        `key.created ${third}`,
        `key.retired ${old_id}`,
      ].toSorted(),
    )
  })

  it('proves entries to those who know the current key of the log, even if the last cosignature is from before its rotation', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    await store.publishHeads(context(), { pause_ms: 0 })
    await sequence(world)
    const cosignature = '\u2014 w AAAAAAAA\n'
    const result = {
      kind: 'delivered',
      evidence: (await store.readEvidence({}))!,
      cosignature,
    } as const
    await store.recordWitness(context(), { name: 'w', result })
    await rotate(world, 'log', 7 * DAY)
    await sequence(world)
    const proof = async () => {
      const { entry, proof: text } = (await store.readPublication({}))!
      const keys = (await loadLog(world)).keys(clock.now).map((key) => parseVerifierKey(key)!)
      return {
        isCosigned: text!.includes(cosignature),
        holds: keys.map((key) => verifyProof(Buffer.from(entry), text!, key) !== undefined),
      }
    }
    expect(await proof()).toEqual({ isCosigned: true, holds: [false, true] })
    clock.advance(7 * DAY)
    await world.tenant('late')
    await sequence(world)
    expect(await proof()).toEqual({ isCosigned: false, holds: [true] })
  })

  it('names the keys of the platform in the first entry of the log', async () => {
    const world = await newWorld(location())
    await sequence(world)
    const first = (await world.database.read((tx) =>
      tx.log_entries.first({ where: { leaf_index: 0 }, lock: false }),
    ))!
    const { keys } = JSON.parse(first.entry) as { keys: readonly { key_id: string }[] }
    expect(keys.map(({ key_id }) => key_id).toSorted()).toEqual(
      (await list(world)).map(({ key_id }) => key_id).toSorted(),
    )
  })

  it('T-12: names a key in the log that replaces one whose row was deleted', async () => {
    const world = await newWorld(location())
    await sequence(world)
    expect(await loggedKeys(world)).toEqual([])
    const key_id = await current(world)
    await world.database.transact((tx) => tx.signing_keys.delete({ key_id }))
    await load(world)
    expect(await loggedKeys(world)).toEqual([`key.created ${await current(world)}`])
  })

  it.each(['statements', 'log'] as const)(
    'T-15: makes a key for the use %s in place of an active one whose row was deleted, and never signs with a retired one',
    async (use) => {
      const world = await newWorld(location())
      await loadLog(world)
      await rotate(world, use, MINUTE)
      world.clock.advance(2 * MINUTE)
      await deleteActive(world, use)
      const [retired, ...others] = await statesOf(world, use)
      expect([retired!.state, others]).toEqual(['retired', []])
      const keys = { current: await world.store.readSigningKeys(ACCESS) }
      const running =
        use === 'log'
          ? () => createLogSigner('log', keys).sign('text\n', world.clock.now)
          : () => createSigner(ISSUER, keys).sign('vouch', vouch(world.clock.now), world.clock.now)
      expect(running).toThrow('restart the platform, which makes a new key')
      const signer = await load(world)
      const { keys: logKeys } = await loadLog(world)
      const [, made] = await statesOf(world, use)
      expect(made).toMatchObject({ state: 'active', active_at: world.clock.now })
      expect(accepts(signer, world.clock.now, world.clock.now)).toBe(true)
      expect(logKeys(world.clock.now)).toHaveLength(1)
    },
  )

  it('T-15: makes a key in place of an active one whose row was deleted during an overlap, until the planned one is active', async () => {
    const world = await newWorld(location())
    const outcome = await rotate(world)
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    await deleteActive(world, 'statements')
    const running = createSigner(ISSUER, { current: await world.store.readSigningKeys(ACCESS) })
    expect(() => accepts(running, world.clock.now, world.clock.now)).toThrow('No signing key')
    const signer = await load(world)
    expect(accepts(signer, world.clock.now, world.clock.now)).toBe(true)
    const { active_at } = outcome.keys.at(-1)!
    expect(signer.sign('vouch', vouch(active_at), active_at).key_id).toBe(outcome.created)
  })

  it('makes no key when the clock was set back to a time before the first one', async () => {
    const world = await newWorld(location())
    const key_id = await current(world)
    world.clock.advance(-DAY)
    const signer = await load(world)
    expect(signer.sign('vouch', vouch(world.clock.now), world.clock.now).key_id).toBe(key_id)
    expect(await statesOf(world, 'statements')).toMatchObject([{ key_id, state: 'planned' }])
  })

  it('rotates once when three operators rotate at the same moment', async () => {
    const world = await newWorld(location())
    const outcomes = await Promise.all([rotate(world), rotate(world), rotate(world)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'changed',
      'under_way',
      'under_way',
    ])
    expect(await published(world)).toHaveLength(2)
  })
})
