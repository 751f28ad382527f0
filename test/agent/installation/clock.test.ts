import { expect, it } from 'vitest'
import { withTimeout, type MonotonicClock } from '../../../src/agent/installation/clock.ts'

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
