import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DueQueue } from '../../src/load/fleet/due.ts'
import { Fleet } from '../../src/load/fleet/fleet.ts'
import {
  eventGap,
  heartbeatGap,
  heartbeatsPerSecond,
  minSeconds,
  readAllowance,
} from '../../src/load/fleet/pace.ts'

const probability = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the queue of due jobs', () => {
  it('returns jobs in the order of their due times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 })), (moments) => {
        const queue = new DueQueue<number>()
        moments.forEach((at, index) => queue.add(at, index))
        const taken = Array.from({ length: moments.length }, () => queue.take(1000)!)
        expect(taken.map(({ at }) => at)).toEqual(moments.toSorted((a, b) => a - b))
        expect(new Set(taken.map(({ item }) => item)).size).toBe(moments.length)
        expect([queue.size, queue.take(1000), queue.next]).toEqual([0, undefined, undefined])
      }),
    )
  })

  it('keeps a job until it is due', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 })),
        fc.integer({ min: 0, max: 1000 }),
        (moments, now) => {
          const queue = new DueQueue<null>()
          for (const at of moments) queue.add(at, null)
          let taken = 0
          while (queue.take(now)) taken += 1
          expect(taken).toBe(moments.filter((at) => at <= now).length)
          expect(queue.size).toBe(moments.length - taken)
        },
      ),
    )
  })
})

describe('the timing of a fleet', () => {
  it('schedules heartbeats at most 15 % early and never late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 3600 }),
        probability,
        probability,
        (interval_s, platform, agent) => {
          const gap = heartbeatGap(interval_s, platform, agent)
          expect(gap).toBeLessThanOrEqual(interval_s * 1000)
          expect(gap).toBeGreaterThan(interval_s * 1000 * 0.85)
        },
      ),
    )
  })

  it('matches the expected heartbeats per second', () => {
    const probabilities = Array.from({ length: 101 }, (_, index) => index / 101)
    const gaps = probabilities.flatMap((platform) =>
      probabilities.map((agent) => heartbeatGap(60, platform, agent)),
    )
    const mean = gaps.reduce((total, gap) => total + gap, 0) / gaps.length
    expect(heartbeatsPerSecond(10_000, 60)).toBeCloseTo(10_000 / (mean / 1000), 0)
  })

  it('has events at the requested average rate, with finite gaps that are never negative', () => {
    const gaps = Array.from({ length: 10_000 }, (_, index) => eventGap(30, index / 10_000))
    expect(gaps.every((gap) => gap >= 0 && Number.isFinite(gap))).toBe(true)
    expect(gaps.reduce((total, gap) => total + gap, 0) / gaps.length).toBeGreaterThan(1990)
    expect(gaps.reduce((total, gap) => total + gap, 0) / gaps.length).toBeLessThan(2010)
  })
})

describe('the rate limit of the API keys', () => {
  it.each([
    ['"api-key";q=600;w=60', { requests: 600, window_s: 60 }],
    ['"a"; q=5; w=1', { requests: 5, window_s: 1 }],
    [undefined, undefined],
    ['', undefined],
    ['nonsense', undefined],
    ['"a";q=0;w=60', undefined],
    ['"a";q=6;w=0', undefined],
    ['"a";w=60;q=1', undefined],
  ])('is read from the header %j', (header, allowance) => {
    expect(readAllowance(header)).toEqual(allowance)
  })

  it('limits how fast a fleet grows', () => {
    const allowance = { requests: 600, window_s: 60 }
    expect(minSeconds(10_000, undefined, 1)).toBe(0)
    expect(minSeconds(10_000, allowance, 1)).toBeCloseTo(1111, 0)
    expect(minSeconds(10_000, allowance, 4)).toBeCloseTo(1111 / 4, 0)
  })
})

describe('a fleet', () => {
  const credentials = (index: number) => ({
    installation_id: `inst_${index}`,
    runtime_token: `srt_${index}`,
    refresh_token: null,
  })

  it('keeps track of its installations through additions and removals', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ joins: fc.boolean(), chance: probability })), (steps) => {
        const fleet = new Fleet()
        const model = new Set<string>()
        steps.forEach(({ joins, chance }, index) => {
          if (joins) model.add(fleet.add(credentials(index)).installation_id)
          const picked = joins ? undefined : fleet.pick(chance)
          if (!picked) return
          fleet.remove(picked)
          fleet.remove(picked)
          expect(model.delete(picked.installation_id)).toBe(true)
        })
        expect(fleet.size).toBe(model.size)
        expect(fleet.members.map(({ installation_id }) => installation_id).toSorted()).toEqual(
          [...model].toSorted(),
        )
        expect(
          fleet.members.every((member, index) => member.index === index && fleet.has(member)),
        ).toBe(true)
      }),
    )
  })

  it('stores recovered credentials for their installation only', () => {
    const fleet = new Fleet()
    const [first, second] = [fleet.add(credentials(1)), fleet.add(credentials(2))]
    first.token_version = 7
    expect(
      fleet.recover({
        installation_id: 'inst_1',
        runtime_token: 'srt_new',
        refresh_token: 'srf_new',
      }),
    ).toBe(first)
    expect(first).toMatchObject({
      runtime_token: 'srt_new',
      refresh_token: 'srf_new',
      token_version: 0,
      generation: 1,
    })
    expect(second).toMatchObject({ runtime_token: 'srt_2', generation: 0 })
    expect(fleet.recover(credentials(3))).toBeUndefined()
  })

  it('counts an identifier once, whatever a platform returns', () => {
    const fleet = new Fleet()
    const [first, second] = [fleet.add(credentials(1)), fleet.add(credentials(1))]
    expect([fleet.size, fleet.has(first), fleet.has(second)]).toEqual([1, false, true])
  })

  it('does not pick an installation that is being revoked', () => {
    const fleet = new Fleet()
    fleet.add(credentials(1)).revoking = true
    expect(fleet.pick(0.5)).toBeUndefined()
  })
})
