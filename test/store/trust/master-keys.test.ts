import { expect, it } from 'vitest'
import {
  masterKey,
  MasterKeyMissing,
  pin,
  sealKeyId,
  type KeyRing,
} from '../../../src/domain/secrets.ts'
import { pinKey } from '../../../src/domain/organizations/sign-in.ts'
import { sealSigningKey } from '../../../src/domain/trust/sealed-keys.ts'
import { newKeyContent } from '../../../src/domain/trust/signing-keys.ts'
import { createStore } from '../../../src/store/store.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'
import { MINUTE } from '../../kit/time.ts'
import { contextFactory, dump, eachStore, testClock } from '../stores.ts'
import { ISSUER, MASTER_KEYS, NEW_MASTER_KEY, newWorld, type World } from '../world.ts'

const OLD = MASTER_KEYS[0]!
const NEW = NEW_MASTER_KEY
const NEWER = masterKey(Buffer.alloc(32, 22))
const BOTH: KeyRing = [NEW, OLD]

const exportWith = ({ store, context, reach, organization_id }: World, master_keys: KeyRing) =>
  store.createExport(context(), {
    reach,
    organization_id,
    limit: 10,
    destination: 'logs',
    options: {},
    master_keys,
    resolved_destination: {
      kind: 'override',
      override: { url: 'https://intake.example/', credential: 'k' },
    },
  })

/** Reseals everything, or stops after `stop` steps, as if the process had been killed at that point. */
async function sealAgain({ store, context }: World, master_keys: KeyRing, stop = Infinity) {
  let from: SealCursor | undefined
  for (let steps = 0; steps < stop; steps += 1) {
    from = (await store.resealStep(context(), { master_keys, from })).next
    if (!from) return true
  }
  return false
}
const begin = ({ store, context }: World, master_keys: KeyRing) =>
  store.beginMasterRotation(context(), { master_keys })

/** Returns the ids of the keys under which anything in the store is sealed, in any table. */
async function sealIds({ database }: World): Promise<readonly string[]> {
  const text = Object.values(await dump(database))
    .flat()
    .join('\n')
  return [...new Set([...text.matchAll(/v2\.([0-9a-f]{8})\./g)].map(([, id]) => id!))].toSorted()
}

/** Creates a store that has more rows in a table with sealed values than one step reads. */
async function worldWithExports(location: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(location)
  await exportWith(world, MASTER_KEYS)
  const [job] = await world.database.read((tx) => tx.exports.find({}))
  await world.database.transact(async (tx) => {
    for (let index = 0; index < 120; index += 1)
      await tx.exports.insert({ ...job!, export_id: `finished-${index}`, sealed: null })
  })
  return world
}

eachStore((location) => {
  it('seals everything again under a new master key, and what was sealed can be opened', async () => {
    const world = await worldWithExports(location())
    const { store } = world
    const before = await store.listPlatformKeys({ master_keys: MASTER_KEYS })
    expect(await sealIds(world)).toEqual([OLD.id])
    expect(await begin(world, BOTH)).toEqual({ kind: 'put_in_force', id: NEW.id })
    expect(await sealAgain(world, BOTH)).toBe(true)
    expect(await sealIds(world)).toEqual([NEW.id])
    expect(await store.listPlatformKeys({ master_keys: [NEW] })).toEqual(before)
    expect((await world.audit('platform')).at(-1)).toMatchObject({
      event_type: 'key.rotated',
      target: { type: 'master_key', id: NEW.id },
      metadata: { previous: OLD.id },
    })
    expect(await begin(world, BOTH)).toEqual({ kind: 'new_key_needed', id: NEW.id })
  })

  it('continues a rotation that was killed after any of its transactions', async () => {
    for (const steps of [0, 1, 2, 3]) {
      const world = await worldWithExports(location())
      await begin(world, BOTH)
      expect(await sealAgain(world, BOTH, steps)).toBe(steps >= 3)
      const started = steps >= 3 ? 'new_key_needed' : 'continue'
      expect(await begin(world, BOTH)).toEqual({ kind: started, id: NEW.id })
      expect(await begin(world, [NEWER, ...BOTH])).toEqual(
        steps >= 3 ? { kind: 'put_in_force', id: NEWER.id } : { kind: 'continue', id: NEW.id },
      )
      expect(await sealAgain(world, [NEWER, ...BOTH])).toBe(true)
      expect(await sealIds(world)).toEqual([steps >= 3 ? NEWER.id : NEW.id])
    }
  })

  it('seals nothing under the earlier key once a rotation has begun, whatever keys a process has', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const stale = [exportWith(world, MASTER_KEYS), begin(world, BOTH), exportWith(world, BOTH)]
    await Promise.allSettled(stale)
    await sealAgain(world, BOTH)
    await expect(exportWith(world, MASTER_KEYS)).rejects.toThrow(MasterKeyMissing)
    await expect(store.loadSigner(context(), { master_keys: MASTER_KEYS })).rejects.toThrow(NEW.id)
    await expect(store.listPlatformKeys({ master_keys: MASTER_KEYS })).rejects.toThrow(NEW.id)
    expect((await exportWith(world, BOTH)).kind).toBe('accepted')
    expect(await sealIds(world)).toEqual([NEW.id])
  })

  it('keeps exports to the same destination in order across a rotation', async () => {
    const world = await newWorld(location())
    await exportWith(world, MASTER_KEYS)
    await begin(world, BOTH)
    await sealAgain(world, BOTH)
    await exportWith(world, BOTH)
    const lanes = await world.database.read((tx) => tx.exports.find({}))
    expect(new Set(lanes.map(({ lane }) => lane)).size).toBe(1)
  })

  it('derives the PIN of a sign-in from the key that was in force when it began', async () => {
    const world = await newWorld(location())
    const { store, context, organization_id } = world
    await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
    const before = await store.requestPin(context(), { email: 'a@example.com' })
    await begin(world, BOTH)
    const after = await store.requestPin(context(), { email: 'a@example.com' })
    expect([before.master_key_id, after.master_key_id]).toEqual([OLD.id, NEW.id])
    expect(pin(pinKey(BOTH, before), before.challenge_id)).toBe(pin(OLD, before.challenge_id))
    expect(pin(pinKey(BOTH, after), after.challenge_id)).toBe(pin(NEW, after.challenge_id))
    expect(() => pinKey(MASTER_KEYS, after)).toThrow(MasterKeyMissing)
  })

  it('retires a master key only when nothing needs it any more', async () => {
    const world = await newWorld(location())
    const { store, context, clock } = world
    const retire = (key_id: string) => store.retireMasterKey(context(), { key_id })
    await store.requestPin(context(), { email: 'b@example.com' })
    clock.advance(MINUTE)
    const { expires_at } = await store.requestPin(context(), { email: 'a@example.com' })
    expect(await retire('00000000')).toEqual({ kind: 'unknown' })
    expect(await retire(OLD.id)).toEqual({ kind: 'in_force' })
    await begin(world, BOTH)
    expect(await retire(OLD.id)).toEqual({ kind: 'rotation_incomplete' })
    await sealAgain(world, BOTH)
    expect(await retire(OLD.id)).toEqual({ kind: 'sign_ins', until: expires_at })
    clock.advance(5 * MINUTE)
    expect(await retire(OLD.id)).toMatchObject({ kind: 'retired', already: false })
    expect(await retire(OLD.id)).toMatchObject({ kind: 'retired', already: true })
    expect(await store.readOpeningKeys({ master_keys: BOTH })).toEqual([NEW])
    expect(await begin(world, BOTH)).toEqual({ kind: 'new_key_needed', id: NEW.id })
  })

  it('counts the seals that need a key, and stops when a rotation lacks an earlier key', async () => {
    const world = await newWorld(location())
    await begin(world, BOTH)
    const { store } = world
    expect(
      (await store.countSealsOf({ master_keys: BOTH, key_id: OLD.id })).needing,
    ).toBeGreaterThan(0)
    await expect(sealAgain(world, [NEW])).rejects.toThrow(OLD.id)
    await sealAgain(world, BOTH)
    expect(await store.countSealsOf({ master_keys: BOTH, key_id: OLD.id })).toMatchObject({
      needing: 0,
    })
  })

  it('T-12: makes no signing key while it lacks an earlier key that the signing keys still need', async () => {
    const world = await newWorld(location())
    const { store, context, database } = world
    const signingKeys = () => database.read((tx) => tx.signing_keys.find({}))
    const before = await signingKeys()
    await begin(world, BOTH)
    for (const load of [
      () => store.loadSigner(context(), { master_keys: [NEW] }),
      () => store.readSigningKeys({ master_keys: [NEW] }),
      () => store.listPlatformKeys({ master_keys: [NEW] }),
    ])
      await expect(load()).rejects.toThrow(OLD.id)
    expect(await signingKeys()).toEqual(before)
    await sealAgain(world, BOTH)
    const { issuer } = await store.loadSigner(context(), { master_keys: [NEW] })
    expect(issuer).toBe(ISSUER)
  })

  it('T-12: opens nothing under an earlier master key once everything has been sealed again', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database } = world
    await begin(world, BOTH)
    await sealAgain(world, BOTH)
    const forged = sealSigningKey(
      OLD,
      Buffer.alloc(32, 5),
      newKeyContent('statements', clock.now),
      Buffer.alloc(12, 5),
    )
    const before = await store.listPlatformKeys({ master_keys: BOTH })
    await database.transact((tx) => tx.signing_keys.insert(forged))
    for (const master_keys of [BOTH, [NEW]])
      expect(await store.listPlatformKeys({ master_keys })).toEqual(before)
    // Another rotation does not make the forged key a key of the platform either.
    const ring = [NEWER, ...BOTH]
    await begin(world, ring)
    expect(await store.listPlatformKeys({ master_keys: ring })).toEqual(before)
    expect((await store.resealStep(context(), { master_keys: ring })).unopened).toBe(1)
    await sealAgain(world, ring)
    expect(await store.listPlatformKeys({ master_keys: ring })).toEqual(before)
    // The forged key does not prevent the stolen master key from being retired.
    expect(await store.countSealsOf({ master_keys: ring, key_id: OLD.id })).toMatchObject({
      needing: 0,
    })
    expect(await store.retireMasterKey(context(), { key_id: OLD.id })).toMatchObject({
      kind: 'retired',
    })
  })

  it('T-12: does not guess which master key is in force if the record of the keys was deleted', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database } = world
    await begin(world, BOTH)
    await sealAgain(world, BOTH)
    const before = await store.listPlatformKeys({ master_keys: BOTH })
    const content = newKeyContent('statements', clock.now)
    const forged = sealSigningKey(OLD, Buffer.alloc(32, 5), content, Buffer.alloc(12, 5))
    await database.transact(async (tx) => {
      await tx.platform_facts.delete({ name: 'master_keys' })
      await tx.signing_keys.insert(forged)
    })
    for (const master_keys of [BOTH, BOTH.toReversed()]) {
      expect(await store.listPlatformKeys({ master_keys })).toEqual([])
      await expect(store.loadSigner(context(), { master_keys })).rejects.toThrow(
        'does not say which master key is in force',
      )
    }
    // The operator states which key it is.
    await store.loadSigner(context(), { master_keys: [NEW] })
    expect(await store.listPlatformKeys({ master_keys: BOTH })).toEqual(before)
  })

  it('initializes a new store only if there is exactly one master key', async () => {
    const store = createStore(await location().open())
    const context = contextFactory(testClock())
    const load = (master_keys: KeyRing) =>
      store.loadSigner(context(), { master_keys, issuer: ISSUER })
    await expect(load(BOTH)).rejects.toThrow('does not say which master key is in force')
    await expect(load([])).rejects.toThrow('does not say which master key is in force')
    expect((await load([OLD])).issuer).toBe(ISSUER)
    expect((await load(BOTH)).issuer).toBe(ISSUER)
  })

  it('T-12: leaves a seal that none of its keys opens unchanged, and counts it', async () => {
    const world = await newWorld(location())
    const forged = `v2.${OLD.id}.${'A'.repeat(80)}`
    await world.database.transact((tx) =>
      tx.signing_keys.insert({ key_id: 'forged', sealed: forged }),
    )
    await begin(world, BOTH)
    expect(await world.store.resealStep(world.context(), { master_keys: BOTH })).toMatchObject({
      unopened: 1,
    })
    const row = await world.database.read((tx) => tx.signing_keys.get({ key_id: 'forged' }))
    expect(sealKeyId(row!.sealed)).toBe(OLD.id)
    expect(
      (await world.store.listPlatformKeys({ master_keys: BOTH })).map(({ kid }) => kid),
    ).not.toContain('forged')
  })
})
