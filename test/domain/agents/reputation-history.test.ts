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

const START = '2026-01-01T10:00:00.000Z'
/** A pause, followed by an outcome that counts or an upheld dispute (null). */
const changes = fc.array(
  fc.record({
    pause_ms: fc.oneof(
      fc.integer({ min: 0, max: 3 * DAY }),
      fc.integer({ min: 0, max: 100 * DAY }),
    ),
    succeeded: fc.constantFrom(true, true, true, false, null),
  }),
  { maxLength: 40 },
)

/** Adds an outcome of one organization. */
function rated(reputation: Reputation, succeeded: boolean, now: string): Reputation {
  const { successes, failures, samples, as_of } = reputation
  const share = samples === 0 ? undefined : { successes, failures, samples, as_of }
  return withShare(reputation, share, withOutcome(share ?? emptyShare(now), succeeded, now))
}

interface State {
  readonly at: string
  readonly reputation: Reputation
  readonly upheld: number
  readonly succeeded: boolean | null | undefined
}
const stateOf = ({
  reputation: { successes, failures, samples, as_of },
  upheld,
}: State): ReputationState => ({ successes, failures, samples, as_of, upheld })

/** Returns the state after every change, and the days as the platform stores them. */
function historyOf(all: readonly { pause_ms: number; succeeded: boolean | null }[]) {
  const moments: State[] = [
    { at: START, reputation: initialReputation(START), upheld: 0, succeeded: undefined },
  ]
  const days = new Map<string, ReputationDay>()
  for (const { pause_ms, succeeded } of all) {
    const before = moments.at(-1)!
    const at = iso(ms(before.at) + pause_ms)
    const after: State = {
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

describe('reputation history', () => {
  it('returns for each day the score after all changes up to the end of that day, and the current score for the last day', () => {
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: 0, max: 400 * DAY }),
        fc.integer({ min: 1, max: 365 }),
        (all, later, count) => {
          const { moments, days } = historyOf(all)
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

  it('returns one point for each day without a gap, from the first requested day or the first known state, whichever is later', () => {
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: 0, max: 400 * DAY }),
        fc.integer({ min: 1, max: 365 }),
        (all, later, count) => {
          const { moments, days } = historyOf(all)
          const now = iso(ms(moments.at(-1)!.at) + later)
          const dates = reputationSeries(
            days.filter(({ day }) => day >= firstDay(now, count)),
            stateOf(moments.at(-1)!),
            { days: count, now },
          ).map(({ date }) => date)
          const first = [firstDay(now, count), dayOf(START)].toSorted().at(-1)!
          const expected = []
          for (let index = ms(`${first}T00:00:00.000Z`); iso(index) <= now; index += DAY)
            expected.push(dayOf(iso(index)))
          expect(dates).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('begins with the last known state of an agent for which an earlier version stored no days', () => {
    const current: ReputationState = {
      successes: 3,
      failures: 1,
      samples: 4,
      as_of: '2026-02-10T08:00:00.000Z',
      upheld: 0,
    }
    const series = reputationSeries([], current, { days: 90, now: '2026-02-12T08:00:00.000Z' })
    expect(series.map(({ date, samples }) => [date, samples])).toEqual([
      ['2026-02-10', 4],
      ['2026-02-11', 4],
      ['2026-02-12', 4],
    ])
  })
})
