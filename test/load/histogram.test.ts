import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Durations } from '../../src/load/histogram/histogram.ts'
import { sum, RequestStatistics } from '../../src/load/histogram/request-statistics.ts'
import { Timeline } from '../../src/load/histogram/timeline.ts'

const milliseconds = fc.double({ min: 0.001, max: 500_000, noNaN: true })
const recorded = (values: readonly number[], figures: 2 | 3 = 3) => {
  const durations = new Durations(figures)
  for (const value of values) durations.record(value)
  return durations
}
/** Returns the two values between which a percentile may lie. */
const around = (values: readonly number[], percent: number): [least: number, most: number] => {
  const [sorted, rank] = [values.toSorted((a, b) => a - b), (values.length * percent) / 100]
  return [
    sorted[Math.max(0, Math.floor(rank) - 1)]!,
    sorted[Math.min(values.length - 1, Math.max(0, Math.ceil(rank) - 1))]!,
  ]
}

describe('durations', () => {
  it.each([2, 3] as const)('keep every percentile precise to %i figures', (figures) => {
    fc.assert(
      fc.property(
        fc.array(milliseconds, { minLength: 1 }),
        fc.constantFrom(1, 50, 90, 99, 99.9, 100),
        (values, percent) => {
          const [least, most] = around(values, percent)
          const [stored, slack] = [
            recorded(values, figures).percentile(percent),
            10 ** -figures * 1.01,
          ]
          expect(stored).toBeGreaterThanOrEqual(least * (1 - slack) - 0.0011)
          expect(stored).toBeLessThanOrEqual(most * (1 + slack) + 0.0011)
        },
      ),
    )
  })

  it('add up as if they had been recorded together', () => {
    fc.assert(
      fc.property(fc.array(milliseconds), fc.array(milliseconds), (some, others) => {
        const together = recorded(some)
        together.add(recorded(others))
        const all = recorded([...some, ...others])
        expect([
          together.count,
          together.max,
          together.percentile(50),
          together.percentile(99),
        ]).toEqual([all.count, all.max, all.percentile(50), all.percentile(99)])
      }),
    )
  })

  it('are zero without values, and clamp values that are too long or too short', () => {
    const none = new Durations(2)
    expect([none.count, none.max, none.mean, none.percentile(99), none.curve]).toEqual([
      0,
      0,
      0,
      0,
      [],
    ])
    expect(recorded([0, -5, 1e12]).count).toBe(3)
    expect(recorded([1e12]).max).toBeLessThan(601_000)
  })

  it('return a curve from the fastest to the slowest', () => {
    fc.assert(
      fc.property(fc.array(milliseconds, { minLength: 1 }), (values) => {
        const { curve, max } = recorded(values)
        expect([curve[0]![0], curve.at(-1)![0]]).toEqual([0, 100])
        expect(curve.at(-1)![1]).toBeGreaterThanOrEqual(max * 0.998)
        expect(
          curve.every(([, value], index) => index === 0 || value >= curve[index - 1]![1]),
        ).toBe(true)
      }),
    )
  })
})

describe('a timeline', () => {
  it('counts every request, however long the run, within its maximum number of slices', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            due: fc.integer({ min: 0, max: 100_000 }),
            took: milliseconds,
            ok: fc.boolean(),
          }),
        ),
        fc.integer({ min: 2, max: 20 }),
        (requests, most) => {
          const timeline = new Timeline(most)
          for (const { due, took, ok } of requests) timeline.record(due, took, ok, 1)
          const { slices, width_ms } = timeline
          expect(slices.length).toBeLessThanOrEqual(most)
          slices.forEach(({ from, durations, succeeded, failed }, index) => {
            const inside = requests.filter(({ due }) => due >= from && due < from + width_ms)
            expect(from).toBe(index * width_ms)
            expect([durations.count, succeeded, failed]).toEqual([
              inside.length,
              inside.filter(({ ok }) => ok).length,
              inside.filter(({ ok }) => !ok).length,
            ])
          })
          expect(
            slices.reduce((total, { succeeded, failed }) => total + succeeded + failed, 0),
          ).toBe(requests.length)
        },
      ),
    )
  })
})

describe('request statistics', () => {
  const record = (statistics: RequestStatistics, outcome: string) =>
    statistics.record(
      { phase: 'steady', operation: 'renewLease', outcome, judgement: 'bad' },
      { due: 0, milliseconds: 1, live: 1 },
    )

  it('stay bounded in size for a platform that invents codes', () => {
    const statistics = new RequestStatistics()
    for (let index = 0; index < 5000; index += 1) record(statistics, `500 CODE_${index}`)
    expect(statistics.counts.length).toBeLessThanOrEqual(201)
    expect(sum(statistics.counts, () => true)).toBe(5000)
    expect(statistics.counts.find(({ outcome }) => outcome === 'OTHER')!.count).toBe(4800)
  })

  it('measure the steady phase, and count all phases', () => {
    const statistics = new RequestStatistics()
    for (const phase of ['ramp', 'steady', 'cleanup'] as const)
      statistics.record(
        { phase, operation: 'renewLease', outcome: '200', judgement: 'good' },
        { due: 0, milliseconds: 5, live: 1 },
      )
    expect(statistics.durations.renewLease.count).toBe(1)
    expect(statistics.counts.map(({ phase, count }) => [phase, count])).toEqual([
      ['ramp', 1],
      ['steady', 1],
      ['cleanup', 1],
    ])
    expect(statistics.timeline.slices[0]).toMatchObject({ succeeded: 2, failed: 0 })
  })
})
