import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../../src/store/database.ts'
import {
  verifyChainPart,
  verifyStoredChain,
  type ChainPartReport,
} from '../../../src/store/verify-chain.ts'
import { DAY } from '../../kit/time.ts'
import { eachStore, newPlaceInMemory, type Place } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const CHAIN = 'org_a'

/** A chain with records 6 to 15 behind a checkpoint, or 1 to 15. */
async function chained(place: Place, { purged }: { purged: boolean }) {
  const world = await newWorld(place)
  const grow = async (records: number) => {
    for (let at = 0; at < records; at += 1)
      await world.store.setPlan(world.act(), {
        organization_id: CHAIN,
        plan: at % 2 ? 'enterprise' : 'professional',
      })
  }
  await grow(5 - (await world.audit()).length)
  world.clock.advance(200 * DAY)
  await grow(10)
  if (purged) {
    world.clock.advance(200 * DAY)
    await world.store.purgeAudit(world.act(), { signer: world.signer })
  }
  return world
}

/** Follows a chain as a client does, part by part; tells all parts. */
async function followed(
  { store, signer }: World,
  most: number,
  from = 1,
): Promise<readonly ChainPartReport[]> {
  const parts: ChainPartReport[] = []
  for (let next: number | undefined = from; next !== undefined; next = parts.at(-1)!.next)
    parts.push(await verifyChainPart(store, CHAIN, { from: next, most }, signer.isOwn))
  return parts
}

const TAMPERINGS: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'the first record that is left is deleted': (tx) =>
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
  'the head is put back': (tx) => tx.audit_heads.update({ chain: CHAIN }, { sequence: 13 }),
  'the head is lost': (tx) => tx.audit_heads.delete({ chain: CHAIN }),
  'the hash of the head is another one': (tx) =>
    tx.audit_heads.update({ chain: CHAIN }, { hash: 'f'.repeat(64) }),
  'all records are deleted': async (tx) => {
    for (let sequence = 1; sequence <= 15; sequence += 1)
      await tx.audit_log.delete({ chain: CHAIN, sequence })
  },
  'a purged record comes back': async (tx) => {
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

eachStore((place) => {
  it.each(Object.keys(TAMPERINGS))(
    'in parts of any size a chain is judged as it is at once: %s',
    async (what) => {
      for (const purged of [false, true]) {
        const world = await chained(place(), { purged })
        const untouched =
          what === 'nothing' ||
          (['the checkpoint is edited', 'a purged record comes back'].includes(what) && !purged)
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
          const parts = await followed(world, most)
          const last = parts.at(-1)!
          expect([most, last.intact, last.broken?.sequence]).toEqual([
            most,
            whole.intact,
            whole.broken?.sequence,
          ])
          expect(parts.slice(0, -1).every(({ intact }) => intact)).toBe(true)
          expect(parts.every(({ checked }) => checked <= most)).toBe(true)
        }
        // Every store judges its chains once more when the test is over.
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

describe('following a chain in parts', () => {
  it('looks at every record once, in parts that follow one another', async () => {
    const world = await chained(newPlaceInMemory(), { purged: false })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        async (most, from) => {
          const parts = await followed(world, most, from)
          const looked = parts.flatMap(({ looked_at }) =>
            looked_at
              ? Array.from(
                  { length: looked_at.last - looked_at.first + 1 },
                  (_, at) => looked_at.first + at,
                )
              : [],
          )
          expect(looked).toEqual(
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

  it('a part does not believe the record before it: one that was edited breaks the part that follows', async () => {
    const world = await chained(newPlaceInMemory(), { purged: false })
    await world.database.transact((tx) =>
      tx.audit_log.update({ chain: CHAIN, sequence: 7 }, { outcome: 'denied' }),
    )
    const at = (from: number) =>
      verifyChainPart(world.store, CHAIN, { from, most: 3 }, world.signer.isOwn)
    expect(await at(8)).toMatchObject({
      intact: false,
      checked: 0,
      broken: { sequence: 7, fault: 'edited' },
    })
    expect(await at(9)).toMatchObject({ intact: true, checked: 3, next: 12 })
    await world.database.transact((tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 7 }))
    expect(await at(8)).toMatchObject({ intact: false, broken: { sequence: 7, fault: 'gap' } })
  })

  it('a chain that grows meanwhile is followed to the record that was the newest, and on if asked to', async () => {
    const world = await chained(newPlaceInMemory(), { purged: false })
    const [first] = await followed(world, 10)
    await world.store.setPlan(world.act(), { organization_id: CHAIN, plan: 'starter' })
    const rest = await followed(world, 10, first!.next)
    expect(rest).toMatchObject([{ intact: true, newest: 16, looked_at: { first: 11, last: 16 } }])
  })

  it('a purge between two parts moves the beginning, and breaks nothing', async () => {
    const world = await chained(newPlaceInMemory(), { purged: false })
    const [first] = await followed(world, 3)
    world.clock.advance(200 * DAY)
    await world.store.purgeAudit(world.act(), { signer: world.signer })
    expect(await followed(world, 100, first!.next)).toMatchObject([
      { intact: true, checkpoint: { sequence: 5 }, looked_at: { first: 6 } },
    ])
  })

  it('others have their turn after each batch', async () => {
    const world = await chained(newPlaceInMemory(), { purged: false })
    let turns = 0
    await verifyChainPart(
      world.store,
      CHAIN,
      { from: 1, most: 10 },
      world.signer.isOwn,
      async () => {
        turns += 1
      },
    )
    expect(turns).toBe(1)
  })
})
