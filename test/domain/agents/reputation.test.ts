import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reputation, Share } from '../../../src/domain/records.ts'
import {
  isSameSum,
  nextOutcomeTime,
  emptyShare,
  recount,
  score,
  nextScoreChange,
  sumOfShares,
  initialReputation,
  withOutcome,
  withShare,
} from '../../../src/domain/agents/reputation.ts'
import { DAY } from '../../kit/time.ts'
import { at, NOW } from '../fixtures.ts'

/** Milliseconds since the last outcome. */
const pause = fc.oneof(fc.integer({ min: 0, max: 60 * DAY }), fc.constantFrom(0, 0, 1))
const outcomesOf = (raters: readonly string[], maxLength = 60) =>
  fc.array(fc.tuple(pause, fc.constantFrom(...raters), fc.boolean()), { maxLength })
/** Outcomes in chronological order: the pause before each, the organization that requested the task, and whether it succeeded. */
type Outcomes = readonly (readonly [pause: number, rater: string, succeeded: boolean])[]
const outcomes = outcomesOf(['a', 'b', 'c', 'd', 'e', 'f'])
/** Up to 40 equal outcomes at once, which change a score most. */
const burst = (rater: string) =>
  fc
    .tuple(fc.nat(40), fc.boolean())
    .map(([count, succeeded]) =>
      Array.from({ length: count }, () => [0, rater, succeeded] as const),
    )

interface History {
  readonly reputation: Reputation
  readonly shares: ReadonlyMap<string, Share>
  readonly end: number
}
const START: History = { reputation: initialReputation(NOW), shares: new Map(), end: 0 }

/** Counts an outcome as the platform does. */
function counted(
  { reputation, shares }: History,
  rater: string,
  succeeded: boolean,
  time: number,
): History {
  const moment = nextOutcomeTime(reputation, at(time))
  const share = withOutcome(shares.get(rater) ?? emptyShare(moment), succeeded, moment)
  return {
    reputation: withShare(reputation, shares.get(rater), share),
    shares: new Map([...shares, [rater, share]]),
    end: time,
  }
}
const historyOf = (all: Outcomes, from = START): History =>
  all.reduce(
    (before, [wait, rater, succeeded]) => counted(before, rater, succeeded, before.end + wait),
    from,
  )
const scoreOf = ({ reputation, end }: History, later = 0, disputes = 0): number =>
  score(reputation, disputes, at(end + later))

/** Computes the score by the formula of the specification, from the whole history (docs/specification/trust.md#reputation). */
function byDefinition(all: Outcomes, now: number): number {
  const shares = new Map<string, [successes: number, failures: number, time: number]>()
  let time = 0
  const decayed = ([s, f, last]: readonly [number, number, number], to: number) =>
    [s, f].map((value) => value * 0.5 ** ((to - last) / (30 * DAY))) as [number, number]
  for (const [wait, rater, succeeded] of all) {
    time += wait
    const [s, f] = decayed(shares.get(rater) ?? [0, 0, time], time)
    shares.set(
      rater,
      succeeded ? [0.75 * s + 0.11, 0.75 * f, time] : [0.75 * s, 0.75 * f + 0.11, time],
    )
  }
  const [successes, failures] = [...shares.values()]
    .map((share) => decayed(share, now))
    .reduce(([s, f], [more, worse]) => [s + more, f + worse], [0, 0])
  return (100 * (2 + successes)) / (4 + successes + failures)
}

describe('reputation', () => {
  it('predicts when a score changes next, until it has reached 50', () => {
    fc.assert(
      fc.property(
        outcomes,
        fc.integer({ min: 0, max: 90 * DAY }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, later, share) => {
          const { reputation, end } = historyOf(all)
          // Outcomes at the same time count one millisecond apart.
          const begin = end + all.length + later
          const now = at(begin)
          const current = score(reputation, 0, now)
          const changes = nextScoreChange(reputation, now)
          if (changes === null) {
            expect(current).toBe(50)
            return
          }
          const between = at(
            begin + Math.max(0, Math.floor(share * (Date.parse(changes) - Date.parse(now) - 2))),
          )
          expect(score(reputation, 0, between)).toBe(current)
          expect(Math.abs(score(reputation, 0, changes) - 50)).toBe(Math.abs(current - 50) - 1)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('starts at 50, rises with a success and falls with a failure', () => {
    const afterOne = (succeeded: boolean) => scoreOf(counted(START, 'a', succeeded, 0))
    expect([scoreOf(START), afterOne(true), afterOne(false)]).toEqual([50, 51, 49])
  })

  it('lets one organization alone raise a score to at most 55 and lower it to at least 45', () => {
    const always = (succeeded: boolean, count: number) =>
      scoreOf(historyOf(Array.from({ length: count }, () => [0, 'a', succeeded] as const)))
    expect([1, 2, 3, 5, 10, 300].map((count) => always(true, count))).toEqual([
      51, 52, 53, 54, 55, 55,
    ])
    expect([1, 2, 3, 5, 10, 300].map((count) => always(false, count))).toEqual([
      49, 48, 47, 46, 45, 45,
    ])
  })

  it('lets many organizations together raise a score far above 50 and lower it far below', () => {
    const by = (organizations: number, succeeded: boolean) =>
      scoreOf(
        historyOf(
          Array.from(
            { length: organizations * 20 },
            (_, index) => [0, `org_${index % organizations}`, succeeded] as const,
          ),
        ),
      )
    expect([1, 2, 5, 10, 50].map((organizations) => by(organizations, true))).toEqual([
      55, 59, 68, 76, 92,
    ])
    expect([1, 2, 5, 10, 50].map((organizations) => by(organizations, false))).toEqual([
      45, 41, 32, 24, 8,
    ])
  })

  it('T-07: limits the difference between any two histories of one organization to 10 points, whatever other organizations report', () => {
    fc.assert(
      fc.property(
        outcomesOf(['b', 'c', 'd']),
        fc.oneof(outcomesOf(['a'], 40), burst('a')),
        fc.oneof(outcomesOf(['a'], 40), burst('a')),
        fc.nat(3),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 * DAY })),
        (others, one, another, disputes, later) => {
          const histories = [one, another].map((own) => interleaved(others, own))
          // Outcomes at the same time count one millisecond apart, and a history has at most 100.
          const time = at(Math.max(...histories.map(({ end }) => end)) + 100 + later)
          const scores = histories.map(({ reputation }) => score(reputation, disputes, time))
          expect(Math.abs(scores[0]! - scores[1]!)).toBeLessThanOrEqual(10)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('T-07: limits the difference between the worst and the best history of one organization to 10 points', () => {
    fc.assert(
      fc.property(outcomesOf(['b', 'c', 'd']), (others) => {
        const known = historyOf(others)
        const best = historyOf(
          Array.from({ length: 300 }, () => [0, 'a', true] as const),
          known,
        )
        const worst = historyOf(
          Array.from({ length: 300 }, () => [0, 'a', false] as const),
          known,
        )
        const [high, low] = [scoreOf(best), scoreOf(worst)]
        expect(high - low).toBeGreaterThanOrEqual(0)
        expect(high - low).toBeLessThanOrEqual(10)
      }),
    )
  })

  it('I-32: equals the score of the whole history when it is updated step by step', () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1000, max: 90 * DAY }), (all, later) => {
        const { reputation, end } = historyOf(all)
        expect(
          Math.abs(score(reputation, 0, at(end + later)) - byDefinition(all, end + later)),
        ).toBeLessThanOrEqual(0.5 + 1e-4)
        expect([reputation.samples, reputation.organizations]).toEqual([
          all.length,
          new Set(all.map(([, rater]) => rater)).size,
        ])
      }),
    )
  })

  it('I-32: keeps sums that equal those of the shares to 1e-9, and shares that equal a recount to the last bit', () => {
    fc.assert(
      fc.property(outcomes, fc.nat(), (all, cut) => {
        const { reputation, shares } = historyOf(all)
        expect(isSameSum(reputation, sumOfShares([...shares.values()], reputation.as_of))).toBe(
          true,
        )
        let state = START
        const own = new Map<string, { succeeded: boolean; counted_at: string }[]>()
        for (const [wait, rater, succeeded] of all) {
          state = counted(state, rater, succeeded, state.end + wait)
          own.set(rater, [
            ...(own.get(rater) ?? []),
            { succeeded, counted_at: state.reputation.as_of },
          ])
        }
        for (const [rater, some] of own) {
          const at = cut % (some.length + 1)
          expect(
            recount(some.slice(at).toReversed(), recount(some.slice(0, at), undefined)),
          ).toEqual(shares.get(rater))
        }
      }),
    )
  })

  it('I-32: is an integer from 0 to 100, never lower after a success and never higher after a failure or a dispute', () => {
    fc.assert(
      fc.property(
        outcomes,
        fc.nat(12),
        fc.constantFrom('a', 'b', 'new'),
        (all, disputes, rater) => {
          const before = historyOf(all)
          const now = at(before.end)
          const current = score(before.reputation, disputes, now)
          expect(Number.isInteger(current) && current >= 0 && current <= 100).toBe(true)
          expect(
            score(counted(before, rater, true, before.end).reputation, disputes, now),
          ).toBeGreaterThanOrEqual(current)
          expect(
            score(counted(before, rater, false, before.end).reputation, disputes, now),
          ).toBeLessThanOrEqual(current)
          expect(score(before.reputation, disputes + 1, now)).toBe(Math.max(0, current - 10))
        },
      ),
    )
  })

  it('gives no share a weight below 0 or above 0.44', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { shares } = historyOf(all)
        for (const { successes, failures } of shares.values()) {
          expect(successes >= 0 && failures >= 0).toBe(true)
          expect(successes + failures).toBeLessThanOrEqual(0.44 + 1e-12)
        }
      }),
    )
  })

  it('halves the weight of outcomes every 30 days, and ignores a clock that is set back', () => {
    const good = historyOf(
      Array.from({ length: 200 }, (_, index) => [0, `org_${index % 10}`, true] as const),
    )
    expect([0, 30, 60, 3650].map((days) => scoreOf(good, days * DAY))).toEqual([76, 68, 61, 50])
    expect(scoreOf(good, -30 * DAY)).toBe(76)
    const behind = counted(good, 'org_0', true, -DAY)
    expect(behind.reputation.as_of > good.reputation.as_of).toBe(true)
  })

  it('counts every outcome of an agent at a different time, so that their order is known', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -DAY, max: DAY }), fc.boolean()), { maxLength: 30 }),
        (all) => {
          let state = START
          for (const [time, succeeded] of all) {
            const before = state
            state = counted(state, 'a', succeeded, time)
            if (before.reputation.samples > 0)
              expect(state.reputation.as_of > before.reputation.as_of).toBe(true)
          }
        },
      ),
    )
  })
})

/** Returns the history of the outcomes of one organization among those of others, each at its own time from the beginning. */
function interleaved(others: Outcomes, own: Outcomes): History {
  const timed = [others, own].flatMap((some) => {
    let time = 0
    return some.map(([wait, rater, succeeded]) => ({ time: (time += wait), rater, succeeded }))
  })
  return timed
    .toSorted((a, b) => a.time - b.time)
    .reduce((before, { time, rater, succeeded }) => counted(before, rater, succeeded, time), START)
}
