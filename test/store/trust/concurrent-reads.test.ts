import { expect, it } from 'vitest'
import type { Database, ReadTx } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/store.ts'
import type { PlatformFact } from '../../../src/domain/records.ts'
import { HEAD_FACT } from '../../../src/store/transactions/transparency/log.ts'
import type { SealCursor } from '../../../src/store/transactions/trust/reseal.ts'
import { replaced } from '../replaced.ts'
import { eachStore } from '../stores.ts'
import { ISSUER, MASTER_KEYS, NEW_MASTER_KEY, newWorld, type World } from '../world.ts'

const BOTH = { master_keys: [NEW_MASTER_KEY, ...MASTER_KEYS] }

const factOf = ({ database }: World, name: string) =>
  database.read(async (tx) => (await tx.platform_facts.get({ name }))!)

/** A store that reads this fact once as it was before another process changed it, and everything else as it is now. */
function readingBefore(database: Database, fact: PlatformFact) {
  let isChanged = false
  const late = (tx: ReadTx): ReadTx => {
    const first: ReadTx['platform_facts']['first'] = async (query) => {
      const found = await tx.platform_facts.first(query)
      const isAbout = JSON.stringify(query).includes(`"${fact.name}"`)
      if (!isAbout || isChanged) return found
      isChanged = true
      return fact
    }
    return replaced(tx, 'platform_facts', replaced(tx.platform_facts, 'first', first))
  }
  const read: Database['read'] = (body, ...more) =>
    database.read((tx, ...rest) => body(late(tx), ...rest), ...more)
  return { store: createStore({ ...database, read }), wasRead: () => isChanged }
}

eachStore((location) => {
  it('reads the signing keys while another process completes a rotation of the master key', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const keys = await store.readSigningKeys(BOTH)
    const before = await factOf(world, 'master_keys')
    await store.beginMasterRotation(context(), BOTH)
    let from: SealCursor | undefined
    do ({ next: from } = await store.resealStep(context(), { ...BOTH, from }))
    while (from)
    const reader = readingBefore(world.database, before)
    expect(await reader.store.readSigningKeys(BOTH)).toEqual(keys)
    expect(reader.wasRead()).toBe(true)
  })

  it('reads the signing keys while another process begins a log for a new issuer', async () => {
    const world = await newWorld(location())
    const { store, context } = world
    const access = { master_keys: MASTER_KEYS }
    const signer = await store.loadLogSigner(context(), { ...access, issuer: ISSUER })
    while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
    const keys = await store.readSigningKeys(access)
    const before = await factOf(world, HEAD_FACT)
    await store.loadLogSigner(context(), { ...access, issuer: 'https://renamed.test' })
    const reader = readingBefore(world.database, before)
    expect(await reader.store.readSigningKeys(access)).toEqual(keys)
    expect(reader.wasRead()).toBe(true)
  })
})
