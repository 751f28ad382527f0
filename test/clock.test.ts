import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClock, serverClock } from '../src/system.ts'

it('a clock returns the time of its source plus its advances, never runs backwards, and returns the same time as text and in milliseconds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ set: fc.nat({ max: 4e12 }), advance: fc.nat({ max: 3 }) }), {
        minLength: 1,
      }),
      (steps) => {
        let source = 0
        const clock = createClock(() => source)
        let [ahead, latest] = [0, 0]
        for (const { set, advance } of steps) {
          source = set
          clock.advance(advance)
          ahead += advance
          latest = Math.max(latest, set + ahead)
          expect([clock.now(), clock.now_ms(), clock.now()]).toEqual([
            new Date(latest).toISOString(),
            latest,
            new Date(latest).toISOString(),
          ])
        }
      },
    ),
  )
})

describe('a clock that follows a server', () => {
  it('is behind by at most the duration of the last response, and ahead by at most the duration of any', () => {
    const exchanges = fc.array(
      fc.record({ pause: fc.nat(10_000), there: fc.nat(500), back: fc.nat(500) }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000, max: 4_000_000 }), exchanges, (ahead, all) => {
        let own = 10_000_000
        const clock = serverClock(() => own)
        for (const { pause, there, back } of all) {
          own += pause + there
          const observed = own + ahead
          own += back
          clock.observe(observed, there + back)
          expect(clock.now_ms()).toBeGreaterThanOrEqual(observed)
          expect(clock.now_ms()).toBeLessThanOrEqual(own + ahead + 500)
        }
      }),
    )
  })

  it('replaces the local time with the first observed time, even if it is earlier', () => {
    const clock = serverClock(() => 3_600_000)
    expect(clock.now_ms()).toBe(3_600_000)
    clock.observe(1000, 0)
    expect([clock.now_ms(), clock.now()]).toEqual([1000, '1970-01-01T00:00:01.000Z'])
  })

  it('moves ahead at once, and stands still instead of moving back', () => {
    let own = 1000
    const clock = serverClock(() => own)
    clock.observe(10_000, 0)
    expect(clock.now_ms()).toBe(10_000)
    own += 100
    clock.observe(5000, 0)
    expect(clock.now_ms()).toBe(10_000)
    clock.observe(10_200, 0)
    expect(clock.now_ms()).toBe(10_200)
  })
})
