import { masterKey } from '../../../src/domain/secrets.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyCheckpointSignature } from '../../../src/domain/audit/checkpoint.ts'
import { keyPairOfSeed, publicJwk } from '../../../src/domain/crypto/ed25519.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { plus } from '../../../src/domain/time.ts'
import type { Tx } from '../../../src/store/database.ts'
import { verifyStoredChain } from '../../../src/store/long-reads/verify-chain.ts'
import { DAY, HOUR } from '../../kit/time.ts'
import { dump, eachStore, newLocationInMemory, type StoreLocation } from '../stores.ts'
import { ISSUER, newWorld, type World } from '../world.ts'

/** Creates a chain that grows by the given numbers of records, a day apart. */
async function aged(location: StoreLocation, counts: readonly number[]) {
  const world = await newWorld(location)
  for (const count of counts) {
    world.clock.advance(DAY)
    for (let index = 0; index < count; index += 1)
      await world.store.setPlan(world.context(), {
        organization_id: 'org_a',
        plan: index % 2 ? 'enterprise' : 'professional',
      })
  }
  return world
}
const purge = ({ store, context, signer }: World) => store.purgeAudit(context(), { signer })
/** Purges until nothing is due, and returns how many records each pass deleted. */
async function purgeAll(world: World): Promise<number[]> {
  const batches = []
  for (let pass = await purge(world); pass.due > 0; pass = await purge(world))
    batches.push(pass.purged)
  return batches
}
const verify = ({ store, signer }: World, chain = 'org_a') =>
  verifyStoredChain(store, chain, signer.isOwn)
const setRetention = ({ store, context, reach, organization_id }: World, days: number) =>
  store.setRetention(context(), { reach, organization_id, days })

eachStore((location) => {
  it('I-17: deletes exactly the records older than the retention, and the rest verifies from a signed checkpoint', async () => {
    const world = await aged(location(), [3, 3, 3])
    const before = await world.audit()
    world.clock.advance(364 * DAY)
    await purgeAll(world)
    const rest = await world.audit()
    const oldest = plus(world.clock.now, -365 * DAY)
    expect(rest).toEqual(before.filter(({ occurred_at }) => occurred_at >= oldest))
    expect(before.length - rest.length).toBe(5)
    const report = await verify(world)
    const last = before[4]!
    expect(report).toMatchObject({ intact: true, checked: 6, head: { sequence: 11 } })
    expect(report.checkpoint).toMatchObject({
      chain: 'org_a',
      sequence: 5,
      hash: last.hash,
      occurred_at: last.occurred_at,
      retention_days: 365,
      purged_at: world.clock.now,
    })
    expect(
      ['org_a', 'org_b'].map(
        (chain) => verifyCheckpointSignature(report.checkpoint!, chain, world.signer.isOwn).valid,
      ),
    ).toEqual([true, false])
  })

  it('schedules the next pass for when the oldest record will be older than the retention', async () => {
    const world = await newWorld(location())
    await purgeAll(world)
    const head = await world.database.read((tx) => tx.audit_heads.get({ chain: 'org_a' }))
    expect(head!.purge_at).toBe(plus((await world.audit())[0]!.occurred_at, 365 * DAY + 1))
  })

  it('keeps a record until it is as old as the retention, to the millisecond', async () => {
    const world = await aged(location(), [1])
    const newest = (await world.audit()).at(-1)!
    await purgeAll(world)
    world.clock.now = plus(newest.occurred_at, 365 * DAY)
    await purgeAll(world)
    expect((await world.audit()).map(({ id }) => id)).toEqual([newest.id])
    world.clock.advance(HOUR)
    await purgeAll(world)
    expect(await world.audit()).toEqual([])
    expect(await verify(world)).toMatchObject({
      intact: true,
      checked: 0,
      head: { sequence: newest.sequence, hash: newest.hash },
    })
  })

  it('continues a chain after all its records were deleted, and purges it again later', async () => {
    const world = await aged(location(), [2])
    for (const round of [1, 2, 3]) {
      world.clock.advance(366 * DAY)
      await purgeAll(world)
      expect(await world.audit()).toEqual([])
      await world.store.setPlan(world.context(), { organization_id: 'org_a', plan: 'enterprise' })
      expect(await verify(world)).toMatchObject({
        intact: true,
        checked: 1,
        head: { sequence: 4 + round },
      })
    }
  })

  it('deletes a bounded number of records in one transaction, however many are due in however many chains', async () => {
    const world = await aged(location(), [230])
    for (let index = 0; index < 3; index += 1) await world.tenant(`t${index}`)
    world.clock.advance(400 * DAY)
    const batches = await purgeAll(world)
    expect(Math.max(...batches)).toBe(200)
    expect(batches.reduce((sum, purged) => sum + purged, 0)).toBe(238)
    expect(await purge(world)).toEqual({ purged: 0, due: 0 })
  })

  it('keeps the records of an organization with a longer retention, which does not delay others', async () => {
    const world = await aged(location(), [2])
    // One more organization than the number of chains that a pass examines.
    for (let index = 0; index < 21; index += 1) {
      const { reach, organization_id } = await world.tenant(`long${index}`)
      await world.store.setRetention(world.context(), { reach, organization_id, days: 3650 })
    }
    world.clock.advance(400 * DAY)
    await purgeAll(world)
    expect(await world.audit()).toEqual([])
    expect(await world.audit('org_long0')).toHaveLength(3)
    world.clock.advance(3251 * DAY)
    await purgeAll(world)
    expect(await world.audit('org_long0')).toEqual([])
  })

  it('applies a shorter retention from its effective_at on', async () => {
    const world = await aged(location(), [1])
    await setRetention(world, 3650)
    world.clock.advance(400 * DAY)
    const set = await setRetention(world, 366)
    const effective_at = plus(world.clock.now, 7 * DAY)
    expect(set).toEqual({ kind: 'set', effective_at })
    await purgeAll(world)
    world.clock.now = plus(effective_at, -1)
    await purgeAll(world)
    expect(await world.audit()).toHaveLength(5)
    world.clock.now = effective_at
    await purgeAll(world)
    expect((await world.audit()).map(({ event_type }) => event_type)).toEqual([
      'audit.retention_changed',
    ])
    expect(await verify(world)).toMatchObject({
      intact: true,
      checked: 1,
      checkpoint: { sequence: 4, retention_days: 366 },
    })
  })

  it.each([1, -1, 366, 10_000_000])(
    'T-12: does not remove records earlier if somebody sets %d days in the database',
    async (days) => {
      const world = await aged(location(), [1])
      await setRetention(world, 1000)
      const before = await world.audit()
      await world.database.transact((tx) =>
        tx.organizations.update(
          { organization_id: 'org_a' },
          { audit_log_retention_days: days, retention_shortening: null },
        ),
      )
      world.clock.advance(900 * DAY)
      await purgeAll(world)
      expect(await world.audit()).toEqual(before)
    },
  )

  it('applies the default retention to the chain of the platform', async () => {
    const world = await aged(location(), [])
    await world.bootstrap('skt_unknown')
    world.clock.advance(366 * DAY)
    await world.bootstrap('skt_unknown')
    await purgeAll(world)
    expect(await verify(world, 'platform')).toMatchObject({
      intact: true,
      checked: 1,
      checkpoint: { chain: 'platform', sequence: 1 },
    })
  })

  it('lists and counts the remaining records, and continues a cursor from before the purge to the checkpoint', async () => {
    const world = await aged(location(), [3, 3])
    const { store, reach, organization_id } = world
    const list = async (more: object = {}) => {
      const page = await store.listAudit({ reach, organization_id, limit: 2, offset: 0, ...more })
      if (page.kind !== 'page') throw new Error(page.kind)
      return {
        total: page.total,
        sequences: page.items.map(({ sequence }) => sequence),
        next: page.next,
      }
    }
    expect(await list()).toEqual({ total: 8, sequences: [8, 7], next: [7] })
    world.clock.advance(365 * DAY)
    await purgeAll(world)
    expect(await list({ after: [7] })).toEqual({ total: 3, sequences: [6], next: undefined })
    expect(await list({ after: [5] })).toEqual({ total: 3, sequences: [], next: undefined })
  })

  it('does not report a purge during a verification as tampering', async () => {
    const world = await aged(location(), [3, 3, 3])
    world.clock.advance(363 * DAY)
    const { store } = world
    let purged = false
    const readChain: typeof store.readChain = async (query) => {
      if (!purged) {
        purged = true
        world.clock.advance(DAY)
        await purgeAll(world)
      }
      return store.readChain(query)
    }
    expect(
      await verifyStoredChain({ ...store, readChain }, 'org_a', world.signer.isOwn),
    ).toMatchObject({ intact: true, checked: 6 })
  })

  it('purges chains that an earlier version wrote without purge_at', async () => {
    const world = await aged(location(), [1])
    await purgeAll(world)
    await world.database.transact((tx) =>
      tx.audit_heads.update({ chain: 'org_a' }, { purge_at: null }),
    )
    world.clock.advance(366 * DAY)
    await purgeAll(world)
    expect(await world.audit()).toEqual([])
  })
})

type Tampering = readonly [what: string, fault: string, change: (tx: Tx) => Promise<void>]
const CHAIN = 'org_a'
/** Changes to a purged chain with a checkpoint at 5 and records 6 to 11, and the fault that each of them causes. */
const TAMPERINGS: readonly Tampering[] = [
  [
    'the checkpoint is deleted',
    'missing_checkpoint',
    (tx) => tx.audit_checkpoints.delete({ chain: CHAIN }),
  ],
  ...(
    [
      'sequence',
      'hash',
      'occurred_at',
      'retention_days',
      'purged_at',
      'signature',
      'signing_key_id',
    ] as const
  ).map((field): Tampering => [
    `${field} of the checkpoint is edited`,
    'invalid_checkpoint',
    async (tx) => {
      const checkpoint = (await tx.audit_checkpoints.get({ chain: CHAIN }))!
      const value = checkpoint[field]
      await tx.audit_checkpoints.put({
        ...checkpoint,
        [field]: typeof value === 'number' ? value + 1 : `${value.slice(0, -4)}0000`,
      })
    },
  ]),
  [
    'the checkpoint of another chain is put in its place',
    'invalid_checkpoint',
    async (tx) =>
      tx.audit_checkpoints.put({
        ...(await tx.audit_checkpoints.get({ chain: 'org_b' }))!,
        chain: CHAIN,
      }),
  ],
  [
    'the first record is deleted',
    'gap',
    (tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 6 }),
  ],
  [
    'a record after the checkpoint is deleted',
    'gap',
    (tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 8 }),
  ],
  [
    'the last record is deleted',
    'truncated',
    (tx) => tx.audit_log.delete({ chain: CHAIN, sequence: 11 }),
  ],
  [
    'all records are deleted',
    'truncated',
    async (tx) => {
      for (let sequence = 6; sequence <= 11; sequence += 1)
        await tx.audit_log.delete({ chain: CHAIN, sequence })
    },
  ],
  [
    'the first record is edited',
    'edited',
    (tx) => tx.audit_log.update({ chain: CHAIN, sequence: 6 }, { outcome: 'denied' }),
  ],
  [
    'two records are swapped',
    'edited',
    async (tx) => {
      const [one, other] = [
        (await tx.audit_log.get({ chain: CHAIN, sequence: 7 }))!,
        (await tx.audit_log.get({ chain: CHAIN, sequence: 8 }))!,
      ]
      await tx.audit_log.put({ ...one, sequence: 8 })
      await tx.audit_log.put({ ...other, sequence: 7 })
    },
  ],
  [
    'a purged record is restored',
    'reordered',
    async (tx) =>
      tx.audit_log.insert({
        ...(await tx.audit_log.get({ chain: CHAIN, sequence: 6 }))!,
        sequence: 5,
      }),
  ],
  [
    'the head is moved back to before the checkpoint',
    'rewritten',
    (tx) => tx.audit_heads.update({ chain: CHAIN }, { sequence: 3 }),
  ],
  [
    'a checkpoint is signed with a key that was inserted among those of the platform',
    'invalid_checkpoint',
    async (tx) => {
      const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(9))
      const { kid } = publicJwk(publicKey)
      await tx.signing_keys.insert({ key_id: kid, sealed: 'v1.x' })
      const seventh = (await tx.audit_log.get({ chain: CHAIN, sequence: 7 }))!
      for (const sequence of [6, 7]) await tx.audit_log.delete({ chain: CHAIN, sequence })
      const statement = {
        issuer: ISSUER,
        chain: CHAIN,
        sequence: 7,
        hash: seventh.hash,
        occurred_at: seventh.occurred_at,
        retention_days: 365,
        purged_at: seventh.occurred_at,
      }
      await tx.audit_checkpoints.put({
        ...statement,
        signing_key_id: kid,
        signature: signClaims(privateKey, 'audit-checkpoint', statement),
      })
    },
  ],
]

async function purged(): Promise<World> {
  const world = await newWorld(newLocationInMemory())
  await world.tenant('b')
  for (let day = 0; day < 3; day += 1) {
    world.clock.advance(DAY)
    for (let index = 0; index < 3; index += 1)
      await world.store.setPlan(world.context(), { organization_id: CHAIN, plan: 'enterprise' })
  }
  world.clock.advance(364 * DAY)
  await purgeAll(world)
  return world
}

describe('I-15, I-17: tampering with a purged chain', () => {
  it.each(TAMPERINGS)('is detected when %s: %s', async (_, fault, change) => {
    const world = await purged()
    expect(await verify(world)).toMatchObject({
      intact: true,
      checked: 6,
      checkpoint: { sequence: 5 },
    })
    await world.database.transact(change)
    // The signer is loaded again from the tampered table, as a verifying process does.
    const { isOwn } = await world.store
      .loadSigner(world.context(), { master_keys: [masterKey(Buffer.alloc(32, 7))] })
      .catch(() => world.signer)
    expect((await verifyStoredChain(world.store, CHAIN, isOwn)).broken?.fault).toBe(fault)
  })

  it('is detected when records are deleted from the beginning up to any position, whether or not the checkpoint is deleted, too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6, max: 11 }),
        fc.boolean(),
        async (upTo, withCheckpoint) => {
          const world = await purged()
          await world.database.transact(async (tx) => {
            for (let sequence = 6; sequence <= upTo; sequence += 1)
              await tx.audit_log.delete({ chain: CHAIN, sequence })
            if (!withCheckpoint) await tx.audit_checkpoints.delete({ chain: CHAIN })
          })
          expect((await verify(world)).intact).toBe(false)
        },
      ),
      { numRuns: 12 },
    )
  })
})

it('T-12: purging does not remove records earlier if somebody edits the record of the last change', async () => {
  const world = await aged(newLocationInMemory(), [1])
  await setRetention(world, 1000)
  const before = await world.audit()
  const { sequence, metadata } = before.at(-1)!
  await world.database.transact(async (tx) => {
    const key = { chain: 'org_a', sequence }
    await tx.audit_log.update(key, { metadata: { ...metadata, to: 366 } })
    await tx.organizations.update({ organization_id: 'org_a' }, { audit_log_retention_days: 366 })
  })
  world.clock.advance(900 * DAY)
  await purgeAll(world)
  expect(await world.audit()).toHaveLength(before.length)
})

it('I-17: purging keeps the chain intact with every recent record, after writes and purges in any order', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ do: fc.constant('purge' as const) }),
    fc.record({ do: fc.constant('retain' as const), days: fc.integer({ min: 366, max: 1000 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await newWorld(newLocationInMemory())
      for (const taken of steps) {
        if (taken.do === 'write')
          for (let index = 0; index < taken.count; index += 1)
            await world.store.setPlan(world.context(), {
              organization_id: CHAIN,
              plan: 'enterprise',
            })
        if (taken.do === 'wait') world.clock.advance(taken.days * DAY)
        if (taken.do === 'retain') await setRetention(world, taken.days)
        if (taken.do !== 'purge') continue
        const recent = (await world.audit()).filter(
          ({ occurred_at }) => occurred_at >= plus(world.clock.now, -365 * DAY),
        )
        await purgeAll(world)
        expect(await verify(world)).toMatchObject({ intact: true })
        expect((await world.audit()).slice(-recent.length || Infinity)).toEqual(recent)
      }
    }),
    { numRuns: 60 },
  )
})

it('purging writes the same checkpoint in two stores with the same records', async () => {
  expect((await dump((await purged()).database))['audit_checkpoints']).toEqual(
    (await dump((await purged()).database))['audit_checkpoints'],
  )
})
