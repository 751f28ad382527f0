import { expect, it } from 'vitest'
import type { Database, Tx } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/store.ts'
import type { PlatformFact } from '../../../src/store/tables/platform.ts'
import { HEAD_FACT } from '../../../src/store/transactions/transparency/log.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'
import { replaced } from '../replaced.ts'
import { eachStore } from '../stores.ts'
import { ISSUER, MASTER_KEYS, NEW_MASTER_KEY, newWorld, type World } from '../world.ts'

const BOTH = { master_keys: [NEW_MASTER_KEY, ...MASTER_KEYS] }

const factOf = ({ database }: World, name: string) =>
  database.read(async (tx) => (await tx.platform_facts.get({ name }))!)

/**
 * Returns a store whose transactions read a fact as it was before another process changed it, until they read a certain table, and
 * everything else as it is now. PostgreSQL shows this to a transaction that writes, because each of its queries sees what was committed
 * before it.
 */
function readingBefore(
  database: Database,
  fact: PlatformFact,
  until: 'signing_keys' | 'log_entries',
) {
  let isChanged = false
  const late = (tx: Tx): Tx => {
    const first: Tx['platform_facts']['first'] = async (query) =>
      JSON.stringify(query).includes(`"${fact.name}"`) && !isChanged
        ? fact
        : tx.platform_facts.first(query)
    const find = (query: object): unknown => {
      isChanged = true
      return (tx[until].find as (query: object) => unknown)(query)
    }
    return replaced(
      replaced(tx, 'platform_facts', replaced(tx.platform_facts, 'first', first)),
      until,
      replaced<object>(tx[until], 'find' as never, find),
    )
  }
  const transact: Database['transact'] = (body, ...more) =>
    database.transact((tx, ...rest) => body(late(tx), ...rest), ...more)
  return { store: createStore({ ...database, transact }), wasRead: () => isChanged }
}

eachStore((location) => {
  it('loads the signing keys while another process completes a rotation of the master key', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const input = { ...BOTH, issuer: ISSUER }
    const before = {
      fact: await factOf(world, 'master_keys'),
      keys: await store.readSigningKeys(BOTH),
    }
    await store.beginMasterRotation(context(), BOTH)
    let from: SealCursor | undefined
    do ({ next: from } = await store.resealStep(context(), { ...BOTH, from }))
    while (from)
    const reader = readingBefore(world.database, before.fact, 'signing_keys')
    await reader.store.loadSigner(context(), input)
    expect(reader.wasRead()).toBe(true)
    expect(await store.readSigningKeys(BOTH)).toEqual(before.keys)
  })

  it('loads the signing keys while another process begins a log for a new issuer', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const access = { master_keys: MASTER_KEYS }
    const signer = await store.loadLogSigner(context(), { ...access, issuer: ISSUER })
    while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
    const before = {
      fact: await factOf(world, HEAD_FACT),
      keys: await store.readSigningKeys(access),
    }
    await store.loadLogSigner(context(), { ...access, issuer: 'https://renamed.test' })
    const reader = readingBefore(world.database, before.fact, 'log_entries')
    await reader.store.loadSigner(context(), { ...access, issuer: ISSUER })
    expect(reader.wasRead()).toBe(true)
    expect(await store.readSigningKeys(access)).toEqual(before.keys)
  })
})
