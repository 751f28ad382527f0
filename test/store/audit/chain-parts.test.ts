import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../../src/store/database.ts'
import {
  verifyChainPart,
  verifyStoredChain,
  type ChainPartReport,
} from '../../../src/store/long-reads/verify-chain.ts'
import { DAY } from '../../kit/time.ts'
import { eachStore, newLocationInMemory, type StoreLocation } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const CHAIN = 'org_a'

/** Creates a chain with records 6 to 15 after a checkpoint, or with records 1 to 15. */
async function newChain(location: StoreLocation, { purged }: { purged: boolean }) {
  const world = await newWorld(location)
  const grow = async (records: number) => {
    for (let index = 0; index < records; index += 1)
      await world.store.setPlan(world.context(), {
        organization_id: CHAIN,
        plan: index % 2 ? 'enterprise' : 'professional',
      })
  }
  await grow(5 - (await world.audit()).length)
  world.clock.advance(200 * DAY)
  await grow(10)
  if (purged) {
    world.clock.advance(200 * DAY)
    await world.store.purgeAudit(world.context(), { signer: world.signer })
  }
  return world
}

/** Verifies a chain part by part, as a client does, and returns the reports. */
async function verifyParts(
  { store, signer }: World,
  most: number,
  from = 1,
): Promise<readonly ChainPartReport[]> {
  const parts: ChainPartReport[] = []
  for (let next: number | undefined = from; next !== undefined; next = parts.at(-1)!.next)
    parts.push(await verifyChainPart(store, CHAIN, { from: next, limit: most }, signer.isOwn))
  return parts
}

const TAMPERINGS: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'the first remaining record is deleted': (tx) =>
    tx.audit_log.delete({ chain: CHAIN, sequence: 6 }),
  'a record is deleted': (tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 9 }),
  'the last record is deleted': (tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 15 }),
  'the last records are deleted': async (tx) => {
    for (const sequence of [12, 13, 14, 15]) await tx.audit_log.delete({ chain: CHAIN, sequence })
  },
  'a record is edited': (tx) =>
    tx.audit_log.update({ chain: CHAIN, sequence: 10 }, { outcome: 'denied' }),
  'a link is edited': (tx) =>
    tx.audit_log.update({ chain: CHAIN, sequence: 11 }, { prev_hash: 'f'.repeat(64) }),
  'the head is moved back': (tx) => tx.audit_heads.update({ chain: CHAIN }, { sequence: 13 }),
  'the head is deleted': (tx) => tx.audit_heads.delete({ chain: CHAIN }),
  'the hash of the head is edited': (tx) =>
    tx.audit_heads.update({ chain: CHAIN }, { hash: 'f'.repeat(64) }),
  'all records are deleted': async (tx) => {
    for (let sequence = 1; sequence <= 15; sequence += 1)
      await tx.audit_log.delete({ chain: CHAIN, sequence })
  },
  'a purged record is restored': async (tx) => {
    if (await tx.audit_checkpoints.get({ chain: CHAIN }))
      await tx.audit_log.insert({
        ...(await tx.audit_log.get({ chain: CHAIN, sequence: 6 }))!,
        sequence: 5,
      })
  },
  'the checkpoint is edited': async (tx) => {
    if (await tx.audit_checkpoints.get({ chain: CHAIN }))
      await tx.audit_checkpoints.update({ chain: CHAIN }, { retention_days: 400 })
  },
}

eachStore((location) => {
  it.each(Object.keys(TAMPERINGS))(
    'gives the same result for a chain in parts of any size as for the whole chain: %s',
    async (what) => {
      for (const purged of [false, true]) {
        const world = await newChain(location(), { purged })
        const untouched =
          what === 'nothing' ||
          (['the checkpoint is edited', 'a purged record is restored'].includes(what) && !purged)
        const restore = await world.database.read(async (tx) => ({
          log: await tx.audit_log.find({ where: { chain: CHAIN } }),
          head: (await tx.audit_heads.get({ chain: CHAIN }))!,
          checkpoint: await tx.audit_checkpoints.get({ chain: CHAIN }),
        }))
        await world.database.transact(async (tx) => {
          await TAMPERINGS[what]!(tx)
        })
        const whole = await verifyStoredChain(world.store, CHAIN, world.signer.isOwn)
        expect(whole.intact).toBe(untouched)
        for (const most of [1, 2, 3, 7, 15, 20_000]) {
          const parts = await verifyParts(world, most)
          const last = parts.at(-1)!
          expect([most, last.intact, last.broken?.sequence]).toEqual([
            most,
            whole.intact,
            whole.broken?.sequence,
          ])
          expect(parts.slice(0, -1).every(({ intact }) => intact)).toBe(true)
          expect(parts.every(({ checked }) => checked <= most)).toBe(true)
        }
        // The chains are restored, because every store verifies them again after the test.
        await world.database.transact(async (tx) => {
          await tx.audit_log.delete({ chain: CHAIN, sequence: 5 })
          for (const row of restore.log) await tx.audit_log.put(row)
          await tx.audit_heads.put(restore.head)
          if (restore.checkpoint) await tx.audit_checkpoints.put(restore.checkpoint)
        })
      }
    },
  )
})

describe('verification of a chain in parts', () => {
  it('examines every record once, in consecutive parts', async () => {
    const world = await newChain(newLocationInMemory(), { purged: false })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        async (most, from) => {
          const parts = await verifyParts(world, most, from)
          const examined = parts.flatMap(({ checked_range }) =>
            checked_range
              ? Array.from(
                  { length: checked_range.last - checked_range.first + 1 },
                  (_, at) => checked_range.first + at,
                )
              : [],
          )
          expect(examined).toEqual(
            Array.from({ length: Math.max(0, 15 - from + 1) }, (_, at) => from + at),
          )
          expect(parts.map(({ newest, intact }) => [newest, intact])).toEqual(
            parts.map(() => [15, true]),
          )
          expect(parts.at(-1)!.head).toEqual({
            sequence: 15,
            hash: (await world.audit()).at(-1)!.hash,
          })
        },
      ),
    )
  })

  it('detects that the record before a part was edited or deleted', async () => {
    const world = await newChain(newLocationInMemory(), { purged: false })
    await world.database.transact((tx) =>
      tx.audit_log.update({ chain: CHAIN, sequence: 7 }, { outcome: 'denied' }),
    )
    const at = (from: number) =>
      verifyChainPart(world.store, CHAIN, { from, limit: 3 }, world.signer.isOwn)
    expect(await at(8)).toMatchObject({
      intact: false,
      checked: 0,
      broken: { sequence: 7, fault: 'edited' },
    })
    expect(await at(9)).toMatchObject({ intact: true, checked: 3, next: 12 })
    await world.database.transact((tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 7 }))
    expect(await at(8)).toMatchObject({ intact: false, broken: { sequence: 7, fault: 'gap' } })
  })

  it('includes records that were added between two parts', async () => {
    const world = await newChain(newLocationInMemory(), { purged: false })
    const [first] = await verifyParts(world, 10)
    await world.store.setPlan(world.context(), { organization_id: CHAIN, plan: 'starter' })
    const rest = await verifyParts(world, 10, first!.next)
    expect(rest).toMatchObject([
      { intact: true, newest: 16, checked_range: { first: 11, last: 16 } },
    ])
  })

  it('continues from the checkpoint after a purge between two parts', async () => {
    const world = await newChain(newLocationInMemory(), { purged: false })
    const [first] = await verifyParts(world, 3)
    world.clock.advance(200 * DAY)
    await world.store.purgeAudit(world.context(), { signer: world.signer })
    expect(await verifyParts(world, 100, first!.next)).toMatchObject([
      { intact: true, checkpoint: { sequence: 5 }, checked_range: { first: 6 } },
    ])
  })

  it('yields after each batch', async () => {
    const world = await newWorld(newLocationInMemory())
    for (let index = 0; index < 501; index += 1)
      await world.store.setPlan(world.context(), {
        organization_id: CHAIN,
        plan: index % 2 ? 'enterprise' : 'professional',
      })
    const pausesOf = async (limit: number) => {
      let pauses = 0
      await verifyChainPart(
        world.store,
        CHAIN,
        { from: 1, limit },
        world.signer.isOwn,
        async () => {
          pauses += 1
        },
      )
      return pauses
    }
    // A batch has 250 records.
    expect([await pausesOf(250), await pausesOf(251), await pausesOf(501)]).toEqual([1, 2, 3])
  })
})
