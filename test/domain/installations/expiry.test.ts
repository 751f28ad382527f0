import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiryBatch } from '../../../src/domain/installations/lease.ts'
import { anInstallation } from '../fixtures.ts'

const due = (count: number) =>
  Array.from({ length: count }, (_, index) => anInstallation({ installation_id: String(index) }))

describe('mass expiry', () => {
  it.each([
    [0, 10, 0],
    [1, 1, 1],
    [4, 4, 1],
    [5, 9, 1],
    [5, 10, 2],
    [2, 10, 2],
    [100, 100, 20],
  ])('with %i due of %i responsive installations, marks %i per pass', (count, responsive, now) => {
    expect(expiryBatch(due(count), responsive)).toEqual({
      now: due(count).slice(0, now),
      held: count - now,
    })
  })

  it('I-21: marks at most 20 % of a workspace per pass, but at least one, so that passes end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        (count, others) => {
          let [remaining, responsive] = [count, count + others]
          while (remaining > 0) {
            const { now, held } = expiryBatch(due(remaining), responsive)
            expect(now.length === 1 || now.length <= responsive * 0.2).toBe(true)
            expect([now.length > 0, held]).toEqual([true, remaining - now.length])
            remaining -= now.length
            responsive -= now.length
          }
        },
      ),
    )
  })
})
