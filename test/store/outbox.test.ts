import { expect, it } from 'vitest'
import { createStore } from '../../src/store/store.ts'
import { MINUTE } from '../kit/time.ts'
import { eachStore, type Place } from './stores.ts'
import { newWorld } from './world.ts'

const KIND = { kind: 'admin_pin', limit: 5 } as const

/** A store with mail to deliver, and the store as a second process has it. */
async function withMail(at: Place, mails: number) {
  const world = await newWorld(at)
  const other =
    at.kind === 'memory' || at.kind === 'json' ? world.store : createStore(await at.open())
  for (let mail = 0; mail < mails; mail += 1)
    await world.store.requestPin(world.act(), { email: `a${mail}@example.com` })
  const kept = async () =>
    (
      await world.database.read((tx) => tx.outbox.find({ orderBy: ['created_at', 'outbox_id'] }))
    )[0]!
  return { ...world, other, kept }
}

eachStore((place) => {
  it('of processes that look for mail at once each item goes to one', async () => {
    const { store, other, act } = await withMail(place(), 20)
    const looks = Array.from({ length: 12 }, (_, look) =>
      (look % 2 ? store : other).claimOutbox(act(), { kind: 'admin_pin', limit: 2 }),
    )
    const items = (await Promise.all(looks)).flat().map(({ outbox_id }) => outbox_id)
    expect([items.length, new Set(items).size]).toEqual([20, 20])
  })

  it.each([
    ['a moment before the hold is over nobody else', 2 * MINUTE - 1, 0],
    ['when the hold is over others', 2 * MINUTE, 1],
  ])('%s gets what a process took up that died', async (_, later, count) => {
    const { store, other, act, clock } = await withMail(place(), 1)
    expect(await store.claimOutbox(act(), KIND)).toHaveLength(1)
    clock.advance(later)
    expect(await other.claimOutbox(act(), KIND)).toHaveLength(count)
  })

  it('a process that lost an item puts nothing back, but what it sent is sent', async () => {
    const { store, other, act, clock, kept } = await withMail(place(), 1)
    const [lost] = await store.claimOutbox(act(), KIND)
    clock.advance(2 * MINUTE)
    const [taken] = await other.claimOutbox(act(), KIND)
    expect(await store.noteUndelivered(act(), { item: lost!, error: 'late', final: true })).toEqual(
      { ended: null },
    )
    expect(await kept()).toEqual(taken)
    await store.noteDelivered(act(), lost!)
    expect(await kept()).toMatchObject({ ended: 'delivered', claim: null })
    expect(await other.noteUndelivered(act(), { item: taken!, error: 'late' })).toEqual({
      ended: null,
    })
    expect(await kept()).toMatchObject({ ended: 'delivered', attempts: 0 })
  })

  it('what is put back is nobody’s, and an operator who asks for more haste sends nothing twice', async () => {
    const { store, act, clock, kept } = await withMail(place(), 1)
    const [item] = await store.claimOutbox(act(), KIND)
    await store.retryOutbox(act(), item!)
    expect(await store.claimOutbox(act(), KIND)).toEqual([])
    await store.noteUndelivered(act(), { item: item!, error: 'busy' })
    expect(await kept()).toMatchObject({ attempts: 1, claim: null })
    await store.retryOutbox(act(), item!)
    expect(await store.claimOutbox(act(), KIND)).toHaveLength(1)
    clock.advance(MINUTE)
  })
})
