import { expect, it } from 'vitest'
import { createStore } from '../../src/store/store.ts'
import { MINUTE } from '../kit/time.ts'
import { eachStore, opensOnce, type StoreLocation } from './stores.ts'
import { newWorld } from './world.ts'

const KIND = { kind: 'admin_pin', limit: 5 } as const

/** Returns a world with e-mails to deliver, and the same store as a second process opens it. */
async function withMail(at: StoreLocation, mails: number) {
  const world = await newWorld(at)
  const other = opensOnce(at.kind) ? world.store : createStore(await at.open())
  for (let mail = 0; mail < mails; mail += 1)
    await world.store.requestPin(world.context(), { email: `a${mail}@example.com` })
  const stored = async () =>
    (
      await world.database.read((tx) => tx.outbox.find({ orderBy: ['created_at', 'outbox_id'] }))
    )[0]!
  return { ...world, other, stored }
}

eachStore((location) => {
  it('gives each item to one of several processes that claim at once', async () => {
    const { store, other, context } = await withMail(location(), 20)
    const claims = Array.from({ length: 12 }, (_, at) =>
      (at % 2 ? store : other).claimOutbox(context(), { kind: 'admin_pin', limit: 2 }),
    )
    const items = (await Promise.all(claims)).flat().map(({ outbox_id }) => outbox_id)
    expect([items.length, new Set(items).size]).toEqual([20, 20])
  })

  it.each([
    ['does not hand out', 'just before its claim expires', 2 * MINUTE - 1, 0],
    ['hands out', 'when its claim expires', 2 * MINUTE, 1],
  ])('%s the item of a process that died, %s', async (_verb, _when, later, count) => {
    const { store, other, context, clock } = await withMail(location(), 1)
    expect(await store.claimOutbox(context(), KIND)).toHaveLength(1)
    clock.advance(later)
    expect(await other.claimOutbox(context(), KIND)).toHaveLength(count)
  })

  it('ignores a failure reported after the claim has expired, but accepts a delivery', async () => {
    const { store, other, context, clock, stored } = await withMail(location(), 1)
    const [lost] = await store.claimOutbox(context(), KIND)
    clock.advance(2 * MINUTE)
    const [taken] = await other.claimOutbox(context(), KIND)
    expect(
      await store.recordDeliveryFailure(context(), { item: lost!, error: 'late', final: true }),
    ).toEqual({ ended: null })
    expect(await stored()).toEqual(taken)
    await store.recordDelivery(context(), lost!)
    expect(await stored()).toMatchObject({ ended: 'delivered', claim: null })
    expect(await other.recordDeliveryFailure(context(), { item: taken!, error: 'late' })).toEqual({
      ended: null,
    })
    expect(await stored()).toMatchObject({ ended: 'delivered', attempts: 0 })
  })

  it('removes the claim of an item that is put back, and does not deliver twice when an operator retries', async () => {
    const { store, context, clock, stored } = await withMail(location(), 1)
    const [item] = await store.claimOutbox(context(), KIND)
    await store.retryOutbox(context(), item!)
    expect(await store.claimOutbox(context(), KIND)).toEqual([])
    await store.recordDeliveryFailure(context(), { item: item!, error: 'busy' })
    expect(await stored()).toMatchObject({ attempts: 1, claim: null })
    await store.retryOutbox(context(), item!)
    expect(await store.claimOutbox(context(), KIND)).toHaveLength(1)
    clock.advance(MINUTE)
  })

  it('counts the attempts of an item from zero if an operator retries it while it is being delivered', async () => {
    const { store, context, clock, stored } = await withMail(location(), 1)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const [item] = await store.claimOutbox(context(), KIND)
      await store.recordDeliveryFailure(context(), { item: item!, error: 'busy' })
      expect(await stored()).toMatchObject({ attempts: attempt })
      clock.advance(Date.parse((await stored()).next_attempt_at) - Date.parse(context().now))
    }
    const [item] = await store.claimOutbox(context(), KIND)
    clock.advance(30 * MINUTE)
    await store.retryOutbox(context(), item!)
    expect(await store.recordDeliveryFailure(context(), { item: item!, error: 'busy' })).toEqual({
      ended: null,
    })
    expect(await stored()).toMatchObject({ attempts: 1, ended: null })
  })

  it('schedules 501 failed items in bounded transactions, each item once even if it fails again in between', async () => {
    const { database, context, stored } = await withMail(location(), 1)
    const failed = { ended: 'given_up', delivered_at: context().now } as const
    const first = await stored()
    const idOf = (at: number) => `${first.outbox_id.slice(0, -4)}${String(at).padStart(4, '0')}`
    await database.transact(async (tx) => {
      await tx.outbox.update({ outbox_id: first.outbox_id }, { delivered_at: context().now })
      for (let at = 0; at < 501; at += 1)
        await tx.outbox.insert({ ...first, ...failed, outbox_id: idOf(at) })
    })
    let transactions = 0
    const store = createStore({
      ...database,
      async transact(body) {
        const result = await database.transact(body)
        transactions += 1
        if (transactions === 2)
          await database.transact((tx) => tx.outbox.update({ outbox_id: idOf(0) }, failed))
        return result
      },
    })
    const { retried } = await store.retryOutbox(context(), { outbox_id: null })
    // The first transaction looks for bounced items, of which there are none.
    expect(transactions).toBe(3)
    expect(retried.map(({ outbox_id }) => outbox_id)).toEqual(
      Array.from({ length: 501 }, (_, at) => idOf(at)),
    )
    const rest = await database.read((tx) => tx.outbox.find({ where: { ended: 'given_up' } }))
    expect(rest.map(({ outbox_id }) => outbox_id)).toEqual([idOf(0)])
  })
})
