import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiryBatch } from '../../../src/domain/installations/expiry.ts'
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
  ])('of %i due among %i living one pass takes %i', (count, living, now) => {
    expect(expiryBatch(due(count), living)).toEqual({
      now: due(count).slice(0, now),
      held: count - now,
    })
  })

  it('I-21: no pass takes more than 20 % of a workspace, save that it always takes one, and passes end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        (count, others) => {
          let [left, living] = [count, count + others]
          while (left > 0) {
            const { now, held } = expiryBatch(due(left), living)
            expect(now.length === 1 || now.length <= living * 0.2).toBe(true)
            expect([now.length > 0, held]).toEqual([true, left - now.length])
            left -= now.length
            living -= now.length
          }
        },
      ),
    )
  })
})
