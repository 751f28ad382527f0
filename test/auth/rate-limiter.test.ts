import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rateLimiter } from '../../src/auth/rate-limiter.ts'
import type { PeerConsumption, RatePeers } from '../../src/auth/rate-sharing.ts'
import type { ConsumeRates } from '../../src/store/database.ts'
import { fullAfter, consumedOf } from '../../src/domain/rate.ts'

const LIMIT = { name: 'api-key', limit: 100, window_s: 50 }
/** The requests that a process may admit before it synchronizes: a twentieth of the limit. */
const UNSYNCHRONIZED = 5

/** Creates the buckets that processes share, and their state. */
function shared() {
  const buckets = new Map<string, number>()
  const state = { isDown: false, consumptions: 0 }
  const share: ConsumeRates = async (consumptions) => {
    if (state.isDown) throw new Error('unavailable')
    state.consumptions += consumptions.length
    for (const { bucket, since_us, cost_us } of consumptions)
      buckets.set(bucket, fullAfter(buckets.get(bucket) ?? 0, since_us, cost_us))
    return new Map(consumptions.map(({ bucket }) => [bucket, buckets.get(bucket)!]))
  }
  return { share, state }
}

it('several processes together admit at most the limit, plus a twentieth of it for each process', async () => {
  const steps = fc.array(
    fc.record({ at: fc.nat(2), requests: fc.nat(12), pause_ms: fc.nat(400) }),
    { minLength: 50, maxLength: 200 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      let now = 1_000_000
      const { share } = shared()
      const limiters = [0, 1, 2].map(() => rateLimiter(() => now, 1, share))
      let through = 0
      for (const { at, requests, pause_ms } of all) {
        now += pause_ms
        for (let request = 0; request < requests; request += 1) {
          if (limiters[at]!.consume(LIMIT, 'k').allowed) through += 1
          await limiters[at]!.synchronize()
        }
        expect(through).toBeLessThanOrEqual(
          LIMIT.limit +
            ((now - 1_000_000) * LIMIT.limit) / (LIMIT.window_s * 1000) +
            3 * UNSYNCHRONIZED,
        )
      }
    }),
    { numRuns: 50 },
  )
})

it('never refuses a client that keeps to its rate, however its requests are distributed over processes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4), { minLength: 300, maxLength: 300 }), async (places) => {
      let now = 1_000_000
      const { share } = shared()
      const limiters = [0, 1, 2, 3, 4].map(() => rateLimiter(() => now, 1, share))
      for (const at of places) {
        now += 500
        expect(limiters[at]!.consume(LIMIT, 'k').allowed).toBe(true)
        for (const limiter of limiters) await limiter.synchronize()
      }
    }),
    { numRuns: 20 },
  )
})

it('synchronizes several requests at once with the store', async () => {
  const { share, state } = shared()
  const limiter = rateLimiter(() => 1_000_000, 1, share)
  for (let request = 0; request < 50; request += 1) {
    limiter.consume(LIMIT, 'k')
    await limiter.synchronize()
  }
  expect(state.consumptions).toBe(50 / UNSYNCHRONIZED)
})

it('counts requests while the store is unavailable, and synchronizes them afterwards', async () => {
  const { share, state } = shared()
  const [one, other] = [0, 1].map(() => rateLimiter(() => 1_000_000, 1, share))
  state.isDown = true
  for (let request = 0; request < 60; request += 1) one!.consume(LIMIT, 'k')
  await expect(one!.synchronize()).rejects.toThrow('unavailable')
  state.isDown = false
  await one!.synchronize()
  for (let request = 0; request < UNSYNCHRONIZED; request += 1) other!.consume(LIMIT, 'k')
  await other!.synchronize()
  expect(other!.consume(LIMIT, 'k').remaining).toBe(100 - 60 - UNSYNCHRONIZED - 1)
})

it('applies exact limits in a single process', async () => {
  const limiter = rateLimiter(() => 1_000_000)
  const taken = Array.from({ length: 150 }, () => limiter.consume(LIMIT, 'k').allowed)
  await limiter.synchronize()
  expect(taken.filter(Boolean)).toHaveLength(100)
})

it('keeps the number of consumed requests when the window of a bucket changes', () => {
  let now = 1_000_000
  const limiter = rateLimiter(() => now)
  const lease = (interval: number) => ({ name: 'lease', limit: 20, window_s: 20 * interval })
  for (let index = 0; index < 10; index += 1) limiter.consume(lease(300), 'k')
  expect(limiter.consume(lease(5), 'k').remaining).toBe(9)
  expect(limiter.consume(lease(300), 'k').remaining).toBe(8)
  now += 300_000
  expect(limiter.consume(lease(300), 'k').remaining).toBe(8)
})

const planLimit = (limit: number) => ({ name: 'organization', limit, window_s: 60 })

it('applies a changed limit at once, and keeps the number of requests that have already been consumed', () => {
  const limiter = rateLimiter(() => 1_000_000)
  const remaining = (limit: number) => limiter.consume(planLimit(limit), 'k').remaining
  for (let index = 0; index < 10; index += 1) remaining(100)
  expect(remaining(1000)).toBe(989)
  expect(limiter.peek(planLimit(1000), 'k').limit.limit).toBe(1000)
  expect(limiter.consumeAll([[planLimit(20), 'k']])).toMatchObject({
    allowed: true,
    remaining: 8,
    limit: { limit: 20 },
  })
})

it('does not refuse requests for longer than twice the window of a smaller limit', () => {
  let now = 1_000_000
  const limiter = rateLimiter(() => now)
  for (let index = 0; index < 1000; index += 1) limiter.consume(planLimit(1000), 'k')
  expect(limiter.consume(planLimit(10), 'k')).toMatchObject({ allowed: false, reset_s: 120 })
  now += 66_000
  expect(limiter.consume(planLimit(10), 'k').allowed).toBe(true)
})

it('synchronizes limits of different sizes separately, so that the larger one does not inherit what the smaller one counted', async () => {
  const { share } = shared()
  const [one, other] = [0, 1].map(() => rateLimiter(() => 1_000_000, 1, share))
  for (let request = 0; request < 100; request += 1) one!.consume(planLimit(100), 'k')
  await one!.synchronize()
  for (let request = 0; request < 50; request += 1) other!.consume(planLimit(1000), 'k')
  await other!.synchronize()
  expect(other!.peek(planLimit(1000), 'k').remaining).toBe(950)
})

it('does not lock out a client when the clock is set back', () => {
  let now = 9_000_000
  const limiter = rateLimiter(() => now)
  for (let request = 0; request < 50; request += 1) limiter.consume(LIMIT, 'k')
  now = 1_000_000
  expect(limiter.consume(LIMIT, 'k').remaining).toBe(49)
  expect(consumedOf(LIMIT, 9_000_000_000, 1_000_000_000)).toBe(0)
})

it('charges can consume at most twice the limit, and synchronization keeps this debt', async () => {
  let now = 1_000_000
  const { share } = shared()
  const limiters = [0, 1, 2].map(() => rateLimiter(() => now, 1, share))
  for (const limiter of limiters) limiter.charge([[LIMIT, 'k']], 150)
  for (const limiter of [...limiters, ...limiters]) {
    limiter.charge([[LIMIT, 'k']], 100)
    await limiter.synchronize()
    expect(limiter.consume(LIMIT, 'k')).toMatchObject({ allowed: false, retry_after_s: 51 })
  }
  now += 51_000
  for (const limiter of limiters) expect(limiter.consume(LIMIT, 'k').allowed).toBe(true)
})

/** Creates the channels between workers, which pass messages on at once. */
function peersOf(count: number): readonly RatePeers[] {
  const listeners: ((consumptions: readonly PeerConsumption[]) => void)[] = []
  return Array.from({ length: count }, (_, own) => ({
    publish: (consumptions) =>
      listeners.forEach((listener, other) => other !== own && listener(consumptions)),
    onConsumed(listener) {
      listeners[own] = listener
    },
  }))
}
/** Workers exchange their consumption once per iteration of the event loop. */
const nextTurn = () => new Promise(setImmediate)

it('workers together admit what one process admits', async () => {
  const workers = peersOf(3).map((peers) => rateLimiter(() => 1_000_000, 1, undefined, peers))
  let through = 0
  for (let request = 0; request < 300; request += 1) {
    if (workers[request % 3]!.consume(LIMIT, 'k').allowed) through += 1
    await nextTurn()
  }
  expect(through).toBe(100)
  expect(workers[0]!.consume(LIMIT, 'other').remaining).toBe(99)
})

it('a debt that one worker charges counts in all workers', async () => {
  const workers = peersOf(2).map((peers) => rateLimiter(() => 1_000_000, 1, undefined, peers))
  workers[0]!.charge([[LIMIT, 'k']], 150)
  await nextTurn()
  expect(workers[1]!.peek(LIMIT, 'k')).toEqual(workers[0]!.peek(LIMIT, 'k'))
  expect(workers[1]!.peek(LIMIT, 'k')).toMatchObject({ allowed: false })
})

it('a synchronization with the store keeps the requests that another worker has admitted', async () => {
  const { share } = shared()
  const workers = peersOf(2).map((peers) => rateLimiter(() => 1_000_000, 1, share, peers))
  for (let request = 0; request < 3; request += 1) workers[0]!.consume(LIMIT, 'k')
  await nextTurn()
  for (let request = 0; request < UNSYNCHRONIZED; request += 1) workers[1]!.consume(LIMIT, 'k')
  await workers[1]!.synchronize()
  expect(workers[1]!.consume(LIMIT, 'k').remaining).toBe(100 - 3 - UNSYNCHRONIZED - 1)
})
