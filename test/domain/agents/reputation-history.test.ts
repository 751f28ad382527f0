import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reputation } from '../../../src/domain/records.ts'
import {
  emptyShare,
  score,
  initialReputation,
  withOutcome,
  withShare,
} from '../../../src/domain/agents/reputation.ts'
import {
  firstDay,
  reputationSeries,
  addChange,
  type ReputationDay,
  type ReputationState,
} from '../../../src/domain/agents/reputation-history.ts'
import { dayOf, iso, ms } from '../../../src/domain/time.ts'
import { DAY } from '../../kit/time.ts'

const BEGIN = '2026-01-01T10:00:00.000Z'
/** A pause, and then an outcome that counts or a dispute that is upheld (null). */
const moves = fc.array(
  fc.record({
    pause_ms: fc.oneof(
      fc.integer({ min: 0, max: 3 * DAY }),
      fc.integer({ min: 0, max: 100 * DAY }),
    ),
    succeeded: fc.constantFrom(true, true, true, false, null),
  }),
  { maxLength: 40 },
)

/** One organization's outcome, on top of what it said before. */
function rated(reputation: Reputation, succeeded: boolean, now: string): Reputation {
  const { successes, failures, samples, as_of } = reputation
  const share = samples === 0 ? undefined : { successes, failures, samples, as_of }
  return withShare(reputation, share, withOutcome(share ?? emptyShare(now), succeeded, now))
}

interface Kept {
  readonly at: string
  readonly reputation: Reputation
  readonly upheld: number
  readonly succeeded: boolean | null | undefined
}
const stateOf = ({
  reputation: { successes, failures, samples, as_of },
  upheld,
}: Kept): ReputationState => ({ successes, failures, samples, as_of, upheld })

/** Everything an agent lived through, moment by moment, and the days as the platform keeps them. */
function lived(all: readonly { pause_ms: number; succeeded: boolean | null }[]) {
  const moments: Kept[] = [
    { at: BEGIN, reputation: initialReputation(BEGIN), upheld: 0, succeeded: undefined },
  ]
  const days = new Map<string, ReputationDay>()
  for (const { pause_ms, succeeded } of all) {
    const before = moments.at(-1)!
    const at = iso(ms(before.at) + pause_ms)
    const after: Kept = {
      at,
      succeeded,
      reputation: succeeded === null ? before.reputation : rated(before.reputation, succeeded, at),
      upheld: before.upheld + (succeeded === null ? 1 : 0),
    }
    const key = { svc_id: 'agent', organization_id: 'org', day: dayOf(at) }
    days.set(key.day, {
      ...key,
      ...addChange(days.get(key.day), {
        succeeded,
        before: stateOf(before),
        after: stateOf(after),
      }),
    })
    moments.push(after)
  }
  return { moments, days: [...days.values()] }
}

describe('the history of a reputation', () => {
  it('each point equals the formula over all that had happened by the end of its day, and the last one the current score', () => {
    fc.assert(
      fc.property(
        moves,
        fc.integer({ min: 0, max: 400 * DAY }),
        fc.integer({ min: 1, max: 365 }),
        (all, later, count) => {
          const { moments, days } = lived(all)
          const current = moments.at(-1)!
          const now = iso(ms(current.at) + later)
          const series = reputationSeries(
            days.filter(({ day }) => day >= firstDay(now, count)),
            stateOf(current),
            { days: count, now },
          )
          for (const { date, ...point } of series) {
            const end = date === dayOf(now) ? now : `${date}T23:59:59.999Z`
            const by = moments.filter(({ at }) => at <= end)
            const then = by.at(-1)!
            const on = by.filter(({ at }) => dayOf(at) === date)
            expect(point).toEqual({
              score: score(then.reputation, then.upheld, end),
              samples: then.reputation.samples,
              upheld_disputes: then.upheld,
              completed: on.filter(({ succeeded }) => succeeded === true).length,
              failed: on.filter(({ succeeded }) => succeeded === false).length,
            })
          }
          expect(series.at(-1)).toMatchObject({
            date: dayOf(now),
            score: score(current.reputation, current.upheld, now),
          })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('there is one point for each day from the later of the first one asked for and the first one known, without a gap', () => {
    fc.assert(
      fc.property(
        moves,
        fc.integer({ min: 0, max: 400 * DAY }),
        fc.integer({ min: 1, max: 365 }),
        (all, later, count) => {
          const { moments, days } = lived(all)
          const now = iso(ms(moments.at(-1)!.at) + later)
          const dates = reputationSeries(
            days.filter(({ day }) => day >= firstDay(now, count)),
            stateOf(moments.at(-1)!),
            { days: count, now },
          ).map(({ date }) => date)
          const first = [firstDay(now, count), dayOf(BEGIN)].toSorted().at(-1)!
          const expected = []
          for (let at = ms(`${first}T00:00:00.000Z`); iso(at) <= now; at += DAY)
            expected.push(dayOf(iso(at)))
          expect(dates).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of an agent that an earlier version kept no days of it begins with the last thing that is known', () => {
    const known: ReputationState = {
      successes: 3,
      failures: 1,
      samples: 4,
      as_of: '2026-02-10T08:00:00.000Z',
      upheld: 0,
    }
    const series = reputationSeries([], known, { days: 90, now: '2026-02-12T08:00:00.000Z' })
    expect(series.map(({ date, samples }) => [date, samples])).toEqual([
      ['2026-02-10', 4],
      ['2026-02-11', 4],
      ['2026-02-12', 4],
    ])
  })
})
