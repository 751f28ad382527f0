import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reputation } from '../../src/domain/records.ts'
import { score, scoreChangesAt, unknownReputation, withOutcome } from '../../src/domain/reputation.ts'
import { at, DAY, NOW } from './fixtures.ts'

/** Days since the last outcome, and whether this one was a success. */
const outcomes = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 * DAY }), fc.boolean()), { maxLength: 60 })
type Outcomes = readonly (readonly [pause: number, succeeded: boolean])[]

const incremental = (all: Outcomes): [Reputation, end: number] => all.reduce<[Reputation, number]>(
  ([reputation, time], [pause, succeeded]) => [withOutcome(reputation, succeeded, at(time + pause)), time + pause], [unknownReputation(NOW), 0])

/** The formula of the decisions over the whole history. */
function recomputed(all: Outcomes, now: number): number {
  let [time, successes, failures] = [0, 0, 0]
  for (const [pause, succeeded] of all) {
    time += pause
    const weight = 0.5 ** ((now - time) / (30 * DAY))
    if (succeeded) successes += weight
    else failures += weight
  }
  return (100 * (2 + successes)) / (4 + successes + failures)
}

describe('reputation', () => {
  it('the moment at which a score will have faded is known beforehand, and there is one until it has come to 50', () => {
    fc.assert(fc.property(outcomes, fc.integer({ min: 0, max: 90 * DAY }), fc.double({ min: 0, max: 1, noNaN: true }), (all, later, share) => {
      const [reputation, end] = incremental(all)
      const now = at(end + later)
      const current = score(reputation, 0, now)
      const changes = scoreChangesAt(reputation, now)
      if (changes === null) {
        expect(current).toBe(50)
        return
      }
      const between = at(end + later + Math.max(0, Math.floor(share * (Date.parse(changes) - Date.parse(now) - 2))))
      expect(score(reputation, 0, between)).toBe(current)
      expect(Math.abs(score(reputation, 0, changes) - 50)).toBe(Math.abs(current - 50) - 1)
    }), { numRuns: 2000 })
  })

  it('starts at 50, rises with a success and falls with a failure', () => {
    const unknown = unknownReputation(NOW)
    expect([score(unknown, 0, NOW), score(withOutcome(unknown, true, NOW), 0, NOW), score(withOutcome(unknown, false, NOW), 0, NOW)]).toEqual([50, 60, 40])
  })

  it('I-32: kept step by step it equals what the whole history gives', () => {
    fc.assert(fc.property(outcomes, fc.integer({ min: 0, max: 90 * DAY }), (all, later) => {
      const [reputation, end] = incremental(all)
      expect(Math.abs(score(reputation, 0, at(end + later)) - recomputed(all, end + later))).toBeLessThanOrEqual(0.5 + 1e-6)
      expect(reputation.samples).toBe(all.length)
    }))
  })

  it('I-32: is an integer from 0 to 100, never lower for one more success, never higher for one more failure or dispute', () => {
    fc.assert(fc.property(outcomes, fc.nat(12), (all, disputes) => {
      const [reputation, end] = incremental(all)
      const now = at(end)
      const current = score(reputation, disputes, now)
      expect(Number.isInteger(current) && current >= 0 && current <= 100).toBe(true)
      expect(score(withOutcome(reputation, true, now), disputes, now)).toBeGreaterThanOrEqual(current)
      expect(score(withOutcome(reputation, false, now), disputes, now)).toBeLessThanOrEqual(current)
      expect(score(reputation, disputes + 1, now)).toBe(Math.max(0, current - 10))
    }))
  })

  it('forgets: an outcome counts half after 30 days, and a clock set back counts as no time', () => {
    const good = Array.from({ length: 8 }).reduce<Reputation>((reputation) => withOutcome(reputation, true, NOW), unknownReputation(NOW))
    expect([0, 30, 60, 3650].map((days) => score(good, 0, at(days * DAY)))).toEqual([83, 75, 67, 50])
    expect(score(good, 0, at(-30 * DAY))).toBe(83)
    expect(withOutcome(good, true, at(-DAY))).toMatchObject({ successes: 9, as_of: NOW })
  })
})
