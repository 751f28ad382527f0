import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../src/engine/clock.ts'
import { Recorder } from '../src/engine/recorder.ts'
import { DEFAULT_LIMITS } from '../src/engine/settings.ts'
import { transportTo, type Handler } from './support/handler.ts'
import { virtualClock } from './support/judge.ts'
import { settings } from './support/settings.ts'

/** Returns a clock whose waits end only after everything else that is pending. */
function slowClock(): Clock {
  const clock = virtualClock()
  return {
    now_ms: clock.now_ms,
    async wait(ms) {
      await setImmediate()
      await clock.wait(ms)
    },
  }
}

/** Never responds at /silent, and refuses the first request at /busy with 429. */
function target(): Handler {
  let requests = 0
  return ({ path }) => {
    if (path === '/silent') return 'silence'
    if (path !== '/busy' || (requests += 1) > 1) return { status: 200, body: path }
    return { status: 429, headers: { 'Retry-After': '1' }, body: '' }
  }
}

describe('concurrent requests', () => {
  it('are recorded with their outcomes even if another one stops the probe', async () => {
    // The probe has less time than a request, so a timeout stops the probe.
    const limits = { ...DEFAULT_LIMITS, first: 10_000, probe: 5000 }
    const recorder = new Recorder(settings({ limits }), transportTo(target()), slowClock())
    const drafts = [{ path: '/silent' }, { path: '/busy' }, { path: '/idle' }]
    await expect(recorder.contextFor('p').sendAll(drafts, 3)).rejects.toThrow(
      'the probe has reached its time limit',
    )
    const recorded = recorder
      .exchangesOf('p')
      .map(({ key, outcome }) => [key, outcome.kind === 'response' ? outcome.body : outcome.says])
    expect(recorded).toEqual([
      ['p#1', '/busy'],
      ['p#2', '/idle'],
    ])
  })
})
