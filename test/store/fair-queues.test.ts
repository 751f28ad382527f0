import { expect, it } from 'vitest'
import { NEVER_DUE, type ExportJob } from '../../src/domain/audit/export-job.ts'
import { fairShare } from '../../src/domain/limits.ts'
import type { ImageScan } from '../../src/domain/images/records.ts'
import type { OutboxItem, OutboxKind } from '../../src/domain/records.ts'
import type { Tx } from '../../src/store/database.ts'
import { SECOND } from '../kit/time.ts'
import { eachStore } from './stores.ts'
import { newWorld, type World } from './world.ts'

/** A kind of queue: `put` inserts an item of an organization, `take` takes the next item. */
interface QueueKind {
  readonly name: string
  readonly put: (tx: Tx, world: World, organization_id: string, id: string) => Promise<void>
  /** Takes the next item, and returns its organization. */
  readonly take: (world: World, capacity?: (party: string) => number) => Promise<string | undefined>
}

const scans: QueueKind = {
  name: 'image scans',
  put: (tx, { clock }, organization_id, id) =>
    tx.image_scans.insert({
      scan_id: id,
      organization_id,
      ref: id,
      digest: null,
      status: 'queued',
      requested_at: clock.now,
      started_at: null,
      finished_at: null,
      attempts: 0,
      claimed_until: clock.now,
      summary: null,
      error: null,
    } satisfies ImageScan),
  take: async ({ store, context }, capacity) =>
    (await store.claimImageScan(context(), { except: [], ...(capacity && { capacity }) }))
      ?.organization_id,
}
const exports: QueueKind = {
  name: 'exports',
  put: (tx, { clock }, organization_id, id) =>
    tx.exports.insert({
      export_id: id,
      organization_id,
      destination: 'logs',
      workspace_id: null,
      event_type: null,
      options: {} as ExportJob['options'],
      lane: id,
      sealed: null,
      status: 'accepted',
      matched: 1,
      delivered: 0,
      failed: 0,
      first_sequence: 1,
      last_sequence: 1,
      cursor: 0,
      pending: null,
      tries: 0,
      next_attempt_at: clock.now,
      claim: null,
      error: null,
      rejected: [],
      actor: { type: 'platform', id: null, ip: null },
      request_id: null,
      created_at: clock.now,
      started_at: null,
      progress_at: null,
      finished_at: null,
    } as ExportJob),
  take: async ({ store, context }, capacity = () => 1000) =>
    (
      await store.claimExports(context(), {
        limit: 1,
        capacity,
        except: new Set(),
        hold_ms: 60_000,
      })
    )[0]?.organization_id,
}
const deliveries = (kind: OutboxKind): QueueKind => ({
  name: `deliveries of ${kind}`,
  put: (tx, { clock }, organization_id, id) =>
    tx.outbox.insert({
      outbox_id: id,
      kind,
      party: organization_id,
      payload: {},
      created_at: clock.now,
      attempts: 0,
      next_attempt_at: clock.now,
      delivered_at: null,
      last_error: null,
      ended: null,
      give_up_at: null,
      claim: null,
    } satisfies OutboxItem),
  take: async ({ store, context }, capacity) =>
    (await store.claimOutbox(context(), { kind, limit: 1, ...(capacity && { capacity }) }))[0]
      ?.party,
})
const QUEUE_KINDS = [
  scans,
  exports,
  deliveries('support_mail'),
  deliveries('support_ack'),
  deliveries('support_chat'),
  deliveries('admin_pin'),
]

async function fill({ put }: QueueKind, world: World, organization_id: string, count: number) {
  await world.database.transact(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await put(
        tx,
        world,
        organization_id,
        `00000000-0000-4000-8000-${organization_id.slice(-1)}${String(index).padStart(11, '0')}`,
      )
  })
}
const takeMany = async (
  { take }: QueueKind,
  world: World,
  count: number,
): Promise<(string | undefined)[]> => {
  const taken = []
  for (let index = 0; index < count; index += 1) taken.push(await take(world))
  return taken
}

eachStore((location) => {
  it.each(QUEUE_KINDS)(
    "T-14: takes B's first item after at most one more of A's, although A has queued 1,000 items: $name",
    async (one) => {
      const world = await newWorld(location())
      // The order of their names and the position in the queue must not matter.
      for (const [busy, other] of [
        ['org_m', 'org_z'],
        ['org_n', 'org_b'],
      ] as const) {
        await fill(one, world, busy, 1000)
        await takeMany(one, world, 3)
        world.clock.advance(SECOND)
        await fill(one, world, other, 2)
        const order = await takeMany(one, world, 4)
        expect(order.slice(0, 2)).toContain(other)
        expect(order.filter((party) => party === other)).toHaveLength(2)
        await world.database.transact(async (tx) => {
          for (const { scan_id } of await tx.image_scans.find({}))
            await tx.image_scans.delete({ scan_id })
          for (const { export_id } of await tx.exports.find({}))
            await tx.exports.delete({ export_id })
          for (const { outbox_id } of await tx.outbox.find({}))
            await tx.outbox.delete({ outbox_id })
        })
      }
    },
  )

  it.each(QUEUE_KINDS)(
    'takes items of organizations in turn, however many each has queued: $name',
    async (one) => {
      const world = await newWorld(location())
      await fill(one, world, 'org_a', 9)
      await fill(one, world, 'org_b', 3)
      await fill(one, world, 'org_c', 2)
      expect((await takeMany(one, world, 15)).join(' ').replaceAll('org_', '')).toBe(
        'a b c a b c a b a a a a a a ',
      )
    },
  )

  it.each(QUEUE_KINDS)(
    'takes no more items of an organization than its capacity, and skips organizations without capacity: $name',
    async (one) => {
      const world = await newWorld(location())
      await fill(one, world, 'org_a', 9)
      await fill(one, world, 'org_b', 1)
      const capacity = (party: string) => (party === 'org_a' ? 0 : 9)
      expect([
        await one.take(world, capacity),
        await one.take(world, capacity),
        await one.take(world),
      ]).toEqual(['org_b', undefined, 'org_a'])
    },
  )

  it('delivers other items, of the same and of other organizations, while some wait for a retry', async () => {
    const world = await newWorld(location())
    const mail = deliveries('support_mail')
    await fill(mail, world, 'org_a', 400)
    await world.database.transact(async (tx) => {
      for (const { outbox_id } of (await tx.outbox.find({ orderBy: ['outbox_id'] })).slice(0, 399))
        await tx.outbox.update({ outbox_id }, { next_attempt_at: NEVER_DUE })
    })
    await fill(mail, world, 'org_b', 1)
    expect(await takeMany(mail, world, 3)).toEqual(['org_a', 'org_b', undefined])
  })

  it('takes items of organizations in turn for concurrent callers', async () => {
    const world = await newWorld(location())
    await fill(scans, world, 'org_a', 50)
    await fill(scans, world, 'org_b', 5)
    const taken = await Promise.all(Array.from({ length: 10 }, () => scans.take(world)))
    expect(taken.filter((party) => party === 'org_b')).toHaveLength(5)
  })
})

it.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [6, 3],
  [64, 32],
])('of %i slots, one organization gets at most %i', (slots, half) =>
  expect(fairShare(slots)).toBe(half),
)
