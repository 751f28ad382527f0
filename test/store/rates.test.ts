import { expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { DAY, SECOND } from '../kit/time.ts'
import { eachStore, forProcesses, type StoreLocation } from './stores.ts'
import { newWorld, type World } from './world.ts'

const FEW = { name: 'few', limit: 3, window_s: 60 }
const of = (key: string, limit = FEW) => ({ bucket: `${limit.name} ${key}`, limit })

const processes = (at: StoreLocation, { store }: World) => forProcesses(2, at, store, createStore)

eachStore(
  (location) => {
    it.each(['', '?pgbouncer=true'])(
      'adds what two processes consumed from a bucket (address with %j)',
      async (parameters) => {
        const at = location()
        await at.open()
        const databases = await Promise.all(
          [0, 1].map(() => openDatabase(at.address + parameters, { connections: 1 })),
        )
        const consume = async ({ consumeRates }: Database) =>
          (await consumeRates!([{ bucket: 'few a', since_us: 1_000_000, cost_us: 7 }])).get('few a')
        expect([await consume(databases[0]!), await consume(databases[1]!)]).toEqual([
          1_000_007, 1_000_014,
        ])
        await Promise.all(databases.map((database) => database.close()))
      },
    )
  },
  ['postgres'],
)

eachStore((location) => {
  it('allows as many requests as the limit across processes, and then the steady rate', async () => {
    const at = location()
    const world = await newWorld(at)
    const stores = await processes(at, world)
    const burst = async () =>
      (
        await Promise.all(
          Array.from({ length: 12 }, (_, one) =>
            stores[one % 2]!.countRequest(world.context(), { limits: [of('a')] }),
          ),
        )
      ).filter(({ allowed }) => allowed)
    expect((await burst()).map(({ remaining }) => remaining).toSorted()).toEqual([0, 1, 2])
    world.clock.advance(20 * SECOND - 1)
    expect(await burst()).toEqual([])
    world.clock.advance(1)
    expect(await burst()).toEqual([
      { allowed: true, limit: FEW, remaining: 0, retry_after_s: 0, reset_s: 60 },
    ])
    expect(await stores[1]!.countRequest(world.context(), { limits: [of('a')] })).toEqual({
      allowed: false,
      limit: FEW,
      remaining: 0,
      retry_after_s: 20,
      reset_s: 60,
    })
  })

  it('does not count a request that one limit refuses against the others', async () => {
    const { store, context } = await newWorld(location())
    const [once, thrice] = [of('a', { ...FEW, name: 'once', limit: 1 }), of('b')]
    expect((await store.countRequest(context(), { limits: [thrice, once] })).limit.name).toBe(
      'once',
    )
    for (let again = 0; again < 5; again += 1)
      expect((await store.countRequest(context(), { limits: [thrice, once] })).allowed).toBe(false)
    expect((await store.countRequest(context(), { limits: [thrice] })).remaining).toBe(1)
  })

  it('refuses an address after too many failures before reading the token, on every process, and does not count successes', async () => {
    const at = location()
    const world = await newWorld(at)
    const stores = await processes(at, world)
    const present = (token: string, store = world.store) =>
      store.bootstrapInstallation(world.context(), {
        token_hash: hashToken(token),
        body_hash: '',
        details: {},
        failed: of('192.0.2.1'),
      })
    for (let index = 0; index < 5; index += 1)
      expect((await present(await world.installToken())).kind).toBe('first')
    const token = await world.installToken()
    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, guess) => present(`skt_${guess}`, stores[guess % 2])),
    )
    expect(guesses.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'limited'),
      'unknown',
      'unknown',
      'unknown',
    ])
    expect(await present(token)).toMatchObject({ kind: 'limited', rate: { retry_after_s: 20 } })
    world.clock.advance(20 * SECOND)
    expect((await present(token, stores[1])).kind).toBe('first')
  })

  it('deletes a bucket that has been full for a while', async () => {
    const { store, context, clock, database } = await newWorld(location())
    await store.countRequest(context(), { limits: [of('a')] })
    expect(await store.pruneRateBuckets(context(), {})).toEqual({ pruned: 0 })
    clock.advance(DAY)
    expect(await store.pruneRateBuckets(context(), {})).toEqual({ pruned: 1 })
    expect(await database.read((tx) => tx.rates.count({}))).toBe(0)
  })
})
