import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  effectiveInterval,
  expiryBatch,
  leaseEnd,
  nextHeartbeat,
  renew,
} from '../../../src/domain/installations/lease.ts'
import { elapsed } from '../../../src/domain/time.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { anInstallation, at, NOW } from '../fixtures.ts'

describe('the renewal of a lease', () => {
  it.each([
    [1, 5],
    [5, 5],
    [6, 6],
    [3600, 3600],
    [3601, 3600],
    [86_400, 3600],
  ])('grants an interval of %i s as %i s', (requested, effective) => {
    expect(effectiveInterval(requested)).toBe(effective)
  })

  it('grants an interval of 60 s if none is requested', () => {
    expect(effectiveInterval(undefined)).toBe(60)
  })

  it.each([
    [5, 30],
    [10, 30],
    [11, 33],
    [60, 180],
    [3600, 10_800],
  ])('grants three intervals of %i s, but at least 30 s: %i s', (interval, lease_s) => {
    expect(elapsed(NOW, leaseEnd(interval, NOW))).toBe(lease_s * SECOND)
  })

  it('changes the health and the lease, but not the lifecycle', () => {
    const outcome = renew(
      anInstallation({ lifecycle: 'paused', health: 'offline' }),
      { status: 'degraded', health_payload: { a: 1 }, heartbeat_interval_seconds: 10 },
      at(MINUTE * 5),
    )
    expect(outcome).toEqual({
      kind: 'renewed',
      restored: true,
      changes: {
        heartbeat_interval: 10,
        health: 'unhealthy',
        status: 'degraded',
        health_payload: { a: 1 },
        last_seen_at: at(5 * MINUTE),
        last_seen_date: '2026-03-01',
        lease_expires_at: at(5 * MINUTE + 30 * SECOND),
        lease_check_at: at(5 * MINUTE + 30 * SECOND),
      },
    })
  })

  it('keeps the latest status and payload if a heartbeat omits them, except the status `stopped`', () => {
    const stated = { status: 'busy', health_payload: { queue: 3 } }
    expect(renew(anInstallation(stated), {}, NOW)).toMatchObject({
      changes: { health: 'online', ...stated },
    })
    expect(
      renew(anInstallation({ ...stated, status: 'stopped', health: 'stopped' }), {}, NOW),
    ).toMatchObject({ changes: { health: 'online', status: null, health_payload: { queue: 3 } } })
  })

  it('does not restore an offline installation that reports `stopped`', () => {
    expect(renew(anInstallation({ health: 'offline' }), { status: 'stopped' }, NOW)).toMatchObject({
      restored: false,
      changes: { health: 'stopped' },
    })
  })

  it('I-23: never moves timestamps backwards, in whatever order heartbeats arrive', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            late: fc.integer({ min: -600_000, max: 600_000 }),
            interval: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
          }),
          { maxLength: 20 },
        ),
        (heartbeats) => {
          let installation = anInstallation()
          for (const { late, interval } of heartbeats) {
            const outcome = renew(installation, { heartbeat_interval_seconds: interval }, at(late))
            if (outcome.kind !== 'renewed') return expect.unreachable(outcome.kind)
            expect(
              outcome.changes.lease_expires_at >= installation.lease_expires_at &&
                outcome.changes.last_seen_at >= installation.last_seen_at,
            ).toBe(true)
            installation = { ...installation, ...outcome.changes }
          }
        },
      ),
    )
  })

  it('never schedules the lease check after the end of the lease, whatever heartbeats arrive', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            late: fc.integer({ min: -600_000, max: 600_000 }),
            interval: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
          }),
          { maxLength: 20 },
        ),
        fc.constantFrom(null, at(3 * MINUTE)),
        (heartbeats, lease_check_at) => {
          let installation = anInstallation({ lease_check_at })
          for (const { late, interval } of heartbeats) {
            const outcome = renew(installation, { heartbeat_interval_seconds: interval }, at(late))
            if (outcome.kind !== 'renewed') return expect.unreachable(outcome.kind)
            installation = { ...installation, ...outcome.changes }
            expect(
              installation.lease_check_at !== null &&
                installation.lease_check_at <= installation.lease_expires_at,
            ).toBe(true)
          }
        },
      ),
    )
  })

  it('moves the lease check with every third regular heartbeat, the last seen date with none, and the lease with each', () => {
    let installation = anInstallation()
    const moved = { lease_check_at: 0, last_seen_date: 0, lease_expires_at: 0 }
    for (let heartbeat = 1; heartbeat <= 30; heartbeat += 1) {
      const outcome = renew(installation, {}, at(heartbeat * 57 * SECOND))
      if (outcome.kind !== 'renewed') return expect.unreachable(outcome.kind)
      for (const field of ['lease_check_at', 'last_seen_date', 'lease_expires_at'] as const)
        moved[field] += Number(outcome.changes[field] !== installation[field])
      installation = { ...installation, ...outcome.changes }
    }
    expect(moved).toEqual({ lease_check_at: 10, last_seen_date: 0, lease_expires_at: 30 })
  })

  it.each([
    ['terminated', null, 0, 'refused'],
    ['revoked', null, 0, 'refused'],
    ['revoked', at(30 * SECOND), 30 * SECOND - 1, 'terminating'],
    ['revoked', at(30 * SECOND), 30 * SECOND, 'refused'],
  ] as const)(
    'I-22: does not revive an installation that is %s with deadline %s: after %i ms it is %s',
    (lifecycle, shutdown_deadline, age, kind) => {
      expect(
        renew(anInstallation({ lifecycle, shutdown_deadline }), { status: 'running' }, at(age))
          .kind,
      ).toBe(kind)
    },
  )

  it('I-24: schedules the next heartbeat up to 10 % before the end of the interval, and always before the end of the lease', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 3600 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        fc.integer({ min: 1, max: 11_000_000 }),
        (interval, jitter, left) => {
          const due = nextHeartbeat(interval, leaseEnd(interval, NOW), NOW, jitter)
          expect(elapsed(NOW, due)).toBeGreaterThanOrEqual(900 * interval)
          expect(elapsed(NOW, due)).toBeLessThanOrEqual(1000 * interval)
          const short = nextHeartbeat(interval, at(left), NOW, jitter)
          expect(short < at(left) && short >= NOW).toBe(true)
        },
      ),
    )
  })
})

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
