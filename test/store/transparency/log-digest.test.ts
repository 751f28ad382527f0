import { expect, it } from 'vitest'
import { openedKeys } from '../../../src/domain/trust/sealed-keys.ts'
import type { Database, Tx } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/store.ts'
import { DIGEST_FACT } from '../../../src/store/transactions/transparency/log-digest.ts'
import { HEAD_FACT } from '../../../src/store/transactions/transparency/log.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'
import { replaced } from '../replaced.ts'
import { eachStore, type StoreLocation } from '../stores.ts'
import {
  ISSUER,
  MASTER_KEYS,
  NEW_MASTER_KEY,
  newWorld,
  signingKeyOf,
  type World,
} from '../world.ts'

const ACCESS = { master_keys: MASTER_KEYS }
const DAMAGED = 'does not match the checkpoint that this store signed'
const NAME = { name: DIGEST_FACT }

/** Sequences the pending entries of the log. */
async function sequence({ store, context }: World) {
  const signer = await store.loadLogSigner(context(), { ...ACCESS, issuer: ISSUER })
  while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
}
const advance = ({ store, context }: World) => store.advanceLogDigest(context(), ACCESS)
const published = async ({ store }: World) =>
  (await store.listPlatformKeys(ACCESS)).map(({ kid }) => kid)
const factOf = ({ database }: World, name: string) =>
  database.read(async (tx) => (await tx.platform_facts.get({ name }))!)

/** Creates a store whose first signing key is compromised, but the row of the key has been restored to its state before that. */
async function withRestoredRow(location: StoreLocation) {
  const world = await newWorld(location)
  const { store, context, database } = world
  await sequence(world)
  await advance(world)
  const early = { digest: await factOf(world, DIGEST_FACT), head: await factOf(world, HEAD_FACT) }
  const key_id = await signingKeyOf(store, world.clock.now)
  const row = (await database.read((tx) => tx.signing_keys.get({ key_id })))!
  await store.compromiseSigningKey(context(), { key_id, ...ACCESS })
  await sequence(world)
  await database.transact((tx) => tx.signing_keys.put(row))
  return { world, key_id, early }
}

const endIn = async (tx: Tx) =>
  (await tx.log_entries.find({})).find(({ entry }) => entry.includes('"key.compromised"'))!

/** Stores the entry about the end of the key under a subject that nothing reads. */
async function moveEnd(tx: Tx): Promise<void> {
  const end = await endIn(tx)
  await tx.log_entries.delete({ subject: end.subject, arrival: end.arrival })
  await tx.log_entries.insert({ ...end, subject: 'nobody' })
}
/** Replaces the entry about the end of the key, and leaves the tree as it is. */
async function replaceEnd(tx: Tx): Promise<void> {
  const { subject, arrival } = await endIn(tx)
  await tx.log_entries.update({ subject, arrival }, { entry: '{"type":"agent.registered","v":1}' })
}

/** Counts the entries of the log that are read. */
function counted(database: Database) {
  let rows = 0
  return {
    rows: () => rows,
    store: createStore({
      ...database,
      read: (body) =>
        database.read((tx, moment) => {
          const log_entries = new Proxy(tx.log_entries, {
            get: (target, name) =>
              name === 'find'
                ? async (query: object) => {
                    const found = await target.find(query)
                    rows += found.length
                    return found
                  }
                : (Reflect.get(target, name) as unknown),
          })
          const tables = new Proxy(tx, {
            get: (target, name) =>
              name === 'log_entries' ? log_entries : (Reflect.get(target, name) as unknown),
          })
          return body(tables, moment)
        }),
    }),
  }
}

/** Returns a store whose transactions read the head of the log for the first time before another process has written it. */
function readingHeadEarly(database: Database) {
  const early = (tx: Tx): Tx => {
    let isFirst = true
    const first: Tx['platform_facts']['first'] = async (query) => {
      const found = await tx.platform_facts.first(query)
      if (found?.name !== HEAD_FACT || !isFirst) return found
      isFirst = false
      return undefined
    }
    return replaced(tx, 'platform_facts', replaced(tx.platform_facts, 'first', first))
  }
  const transact: Database['transact'] = (body, ...more) =>
    database.transact((tx, ...rest) => body(early(tx), ...rest), ...more)
  return { store: createStore({ ...database, transact }) }
}

eachStore((location) => {
  it('T-12, T-15: learns from the log that a key was compromised, whatever subject the entry is stored under', async () => {
    const { world, key_id } = await withRestoredRow(location())
    expect(await published(world)).not.toContain(key_id)
    await world.database.transact(moveEnd)
    expect(await published(world)).not.toContain(key_id)
    // The entry has been read into the digest, or there is no digest.
    expect(await advance(world)).toEqual({ kind: 'current' })
    expect(await published(world)).not.toContain(key_id)
    await world.database.transact((tx) => tx.platform_facts.delete(NAME))
    expect(await published(world)).not.toContain(key_id)
  })

  it('T-12, T-15: remembers that a key was compromised if its entry is replaced after it has been read', async () => {
    const { world, key_id } = await withRestoredRow(location())
    await advance(world)
    await world.database.transact(replaceEnd)
    expect(await published(world)).not.toContain(key_id)
  })

  it.each([
    { tampering: 'before it was read', change: replaceEnd },
    {
      tampering: 'together with the digest',
      change: async (tx: Tx) => {
        await replaceEnd(tx)
        await tx.platform_facts.delete(NAME)
      },
    },
    {
      tampering: 'together with a digest that the platform did not make',
      change: async (tx: Tx) => {
        await replaceEnd(tx)
        const value = (await tx.platform_facts.get(NAME))!.value as { text: string }
        const forged = { ...value, text: value.text.replace('compromised_at', 'compromised_by') }
        await tx.platform_facts.put({ ...NAME, value: forged })
      },
    },
    {
      tampering: 'together with the key of the log',
      change: async (tx: Tx) => {
        await replaceEnd(tx)
        const rows = await tx.signing_keys.find({})
        const log = openedKeys(MASTER_KEYS, rows).find(({ use }) => use === 'log')!
        await tx.signing_keys.delete({ key_id: log.key_id })
      },
    },
    {
      tampering: 'together with the head of the log',
      change: async (tx: Tx) => {
        await replaceEnd(tx)
        await tx.platform_facts.put({ name: HEAD_FACT, value: null })
      },
    },
    {
      tampering: 'together with the head of the log and the digest',
      change: async (tx: Tx) => {
        await replaceEnd(tx)
        await tx.platform_facts.delete({ name: HEAD_FACT })
        await tx.platform_facts.delete(NAME)
      },
    },
  ])(
    'T-12, T-15: uses no key at all if the entry about the end of one was replaced $tampering',
    async ({ change }) => {
      const { world } = await withRestoredRow(location())
      await world.database.transact(change)
      await expect(world.store.readSigningKeys(ACCESS)).rejects.toThrow(DAMAGED)
      await expect(published(world)).rejects.toThrow(DAMAGED)
    },
  )

  it('T-12, T-15: uses no key at all if an earlier head, or an earlier digest together with a replaced entry, hides the end of one', async () => {
    const { world, key_id, early } = await withRestoredRow(location())
    await advance(world)
    await world.database.transact((tx) => tx.platform_facts.put(early.digest))
    expect(await published(world)).not.toContain(key_id)
    await world.database.transact(replaceEnd)
    await expect(published(world)).rejects.toThrow(DAMAGED)
    expect(await advance(world)).toEqual({ kind: 'damaged' })
    const { world: other, early: before } = await withRestoredRow(location())
    await advance(other)
    await other.database.transact((tx) => tx.platform_facts.put(before.head))
    await expect(published(other)).rejects.toThrow(DAMAGED)
    await expect(advance(other)).rejects.toThrow(DAMAGED)
  })

  it('continues once a damaged entry is repaired, although the entry was read while it was damaged', async () => {
    const { world, key_id } = await withRestoredRow(location())
    const [before] = await world.database.transact(async (tx) => {
      const end = await endIn(tx)
      await replaceEnd(tx)
      return [end]
    })
    expect(await advance(world)).toEqual({ kind: 'damaged' })
    await world.database.transact((tx) => tx.log_entries.put(before))
    expect(await advance(world)).toEqual({ kind: 'current' })
    expect(await published(world)).not.toContain(key_id)
  })

  it('accepts a log that another process begins while it is read', async () => {
    const world = await newWorld(location())
    await sequence(world)
    const { store } = readingHeadEarly(world.database)
    expect(await advance({ ...world, store })).toEqual({ kind: 'current' })
    expect(await factOf(world, DIGEST_FACT)).toBeDefined()
  })

  it('reads each entry once, a bounded number in a step, even after the master key was rotated', async () => {
    const world = await newWorld(location())
    const { store, context, database } = world
    await database.transact(async (tx) => {
      for (let n = 0; n < 1500; n += 1)
        await tx.log_entries.insert({
          subject: `agent ${n}`,
          arrival: 1 + n,
          leaf_index: null,
          entry: `{"n":${n}}`,
          salt: null,
          created_at: world.clock.now,
        })
    })
    await sequence(world)
    expect([await advance(world), await advance(world), await advance(world)]).toEqual([
      { kind: 'more' },
      { kind: 'current' },
      { kind: 'current' },
    ])
    const reader = counted(database)
    await reader.store.readSigningKeys(ACCESS)
    expect(reader.rows()).toBe(0)
    await world.tenant('late')
    await sequence(world)
    await reader.store.readSigningKeys(ACCESS)
    expect(reader.rows()).toBe(1)
    await advance(world)
    const ring = { master_keys: [NEW_MASTER_KEY, ...MASTER_KEYS] }
    await store.beginMasterRotation(context(), ring)
    expect(await store.advanceLogDigest(context(), ring)).toEqual({ kind: 'current' })
    let from: SealCursor | undefined
    do ({ next: from } = await store.resealStep(context(), { ...ring, from }))
    while (from)
    const rotated = counted(database)
    await rotated.store.readSigningKeys({ master_keys: [NEW_MASTER_KEY] })
    expect(rotated.rows()).toBe(0)
  })
})
