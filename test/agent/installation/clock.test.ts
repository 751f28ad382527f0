import { expect, it } from 'vitest'
import { withTimeout, type MonotonicClock } from '../../../src/agent/clock.ts'
import { createPlatformTime } from '../../../src/agent/installation/platform-time.ts'

/** A clock whose timers the test fires. */
function manualClock() {
  const timers = new Set<() => void>()
  const clock: MonotonicClock = {
    now: () => 0,
    after(_, run) {
      timers.add(run)
      return () => timers.delete(run)
    },
  }
  return { clock, timers }
}

it('a timer is canceled when its promise resolves, so that it does not keep the process alive', async () => {
  const { clock, timers } = manualClock()
  const work = Promise.withResolvers<string>()
  const bounded = withTimeout(clock, 1000, work.promise, () => 'too late')
  expect(timers.size).toBe(1)
  work.resolve('in time')
  expect([await bounded, timers.size]).toEqual(['in time', 0])
})

it('a timer is canceled when its promise rejects, and the error is passed on', async () => {
  const { clock, timers } = manualClock()
  const work = Promise.withResolvers<string>()
  const bounded = withTimeout(clock, 1000, work.promise, () => 'too late')
  work.reject(new Error('broken'))
  await expect(bounded).rejects.toThrow('broken')
  expect(timers.size).toBe(0)
})

it('a promise that exceeds its timeout resolves with the fallback', async () => {
  const { clock, timers } = manualClock()
  const bounded = withTimeout(clock, 1000, new Promise<string>(() => undefined), () => 'too late')
  for (const fire of timers) fire()
  expect(await bounded).toBe('too late')
})

it("the platform's time is known to within a second plus the duration of the request", () => {
  let now = 1000
  const time = createPlatformTime({ now: () => now, after: () => () => undefined })
  expect(time.now()).toBeUndefined()
  time.observe(null, 0)
  expect(time.now()).toBeUndefined()
  time.observe(50_000, 800)
  expect(time.now()).toEqual({ earliest_ms: 50_000, latest_ms: 51_200 })
  now += 5000
  expect(time.now()).toEqual({ earliest_ms: 55_000, latest_ms: 56_200 })
})
