import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageWith } from '../../bench/capacity/page.ts'
import { ASSUMED, auditsPerDay, planOf, type Figures } from '../../bench/capacity/plan.ts'
import { DEFAULT_RETENTION, retentionDays } from '../../src/domain/audit/retention.ts'
import { heartbeatsPerSecond } from '../../src/load/fleet/pace.ts'

const cost = {
  heartbeat_us: 300,
  heartbeat_store_us: 0,
  heartbeat_disk_bytes: 20_000,
  install_us: 900,
  install_store_us: 0,
  sustained_per_second: 1000,
  p50_ms: 1,
  p99_ms: 9,
}
const sizes = {
  agent: 1400,
  installation: 1300,
  install_token: 980,
  runtime_token: 370,
  audit_record: 900,
}
const figures: Figures = {
  date: '2026-03-01',
  machine: {
    processor: 'Example',
    cores: 2,
    memory_gib: 8,
    load: 0,
    node: '24.0.0',
    postgres: 'PostgreSQL 15',
  },
  cost: {
    sqlite: cost,
    postgres: { ...cost, heartbeat_store_us: 400, heartbeat_disk_bytes: 1500 },
  },
  wire: { request: 400, response: 600 },
  bytes: { sqlite: sizes, postgres: sizes },
}
const fleet = fc.record({
  installations: fc.integer({ min: 100, max: 1e9 }),
  interval_s: fc.integer({ min: 5, max: 3600 }),
})
const page = readFileSync('docs/capacity.md', 'utf8')

describe('a plan', () => {
  it('never needs less for more installations, or for a shorter interval', () => {
    fc.assert(
      fc.property(
        fleet,
        fc.integer({ min: 1, max: 10 }),
        ({ installations, interval_s }, times) => {
          const [small, large] = [
            planOf({ installations, interval_s }, figures),
            planOf({ installations: installations * times, interval_s }, figures),
          ]
          const often = planOf(
            { installations, interval_s: Math.max(5, Math.floor(interval_s / times)) },
            figures,
          )
          for (const part of [
            'heartbeats_per_second',
            'platform_cores',
            'replicas',
            'database_bytes',
            'growth_bytes_per_day',
            'network_bits_per_second',
          ] as const) {
            expect(large[part], part).toBeGreaterThanOrEqual(small[part])
            expect(often[part], part).toBeGreaterThanOrEqual(small[part])
          }
        },
      ),
    )
  })

  it('leaves half of every processor and half of the measured capacity free', () => {
    fc.assert(
      fc.property(fleet, (wanted) => {
        const plan = planOf(wanted, figures)
        expect(plan.platform_cores).toBeLessThanOrEqual(plan.replicas * ASSUMED.max_utilization)
        expect(plan.heartbeats_per_second <= cost.sustained_per_second / 2).toBe(
          plan.store === 'sqlite',
        )
        if (plan.store === 'postgres')
          expect(plan.database_cores).toBeLessThanOrEqual(
            plan.shards * ASSUMED.database_cores * ASSUMED.max_utilization,
          )
      }),
    )
  })

  it('has a database with the fleet and all records of a year, installations that ended included', () => {
    const { database_bytes, growth_bytes_per_day } = planOf(
      { installations: 10_000, interval_s: 60 },
      figures,
    )
    expect(growth_bytes_per_day).toBeCloseTo(10_000 * auditsPerDay() * 900 + 10 * (1300 + 980))
    expect(database_bytes - 365 * growth_bytes_per_day).toBeCloseTo(
      10_000 * (1300 + 980 + 370) + 100 * 1400,
    )
  })

  it('assumes the same heartbeat rate as load runs', () => {
    expect(
      planOf({ installations: 10_000, interval_s: 60 }, figures).heartbeats_per_second,
    ).toBeCloseTo(heartbeatsPerSecond(10_000, 60))
  })
})

describe('the capacity page', () => {
  it('contains a section with figures', () => {
    expect(pageWith(page, figures)).toContain('| heartbeats a second | 180 | 17,994 |')
    expect(page).toMatch(/\| measured \| SQLite \| PostgreSQL \|/)
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('states formulas that match its figures', () => {
    expect(ASSUMED.heartbeats_per_interval.toFixed(2)).toBe('1.08')
    expect(page).toContain('installations × 1.08 ÷ interval')
    expect(page).toContain(`Count ${ASSUMED.transport_bytes} bytes of transport`)
    expect(page).toContain(`busy cores of the platform ÷ ${ASSUMED.max_utilization}`)
    expect(page).toContain(`kept for ${ASSUMED.retention_days} days`)
    expect(retentionDays(DEFAULT_RETENTION, '2026-03-01T12:00:00.000Z')).toBe(
      ASSUMED.retention_days,
    )
    expect(auditsPerDay()).toBeGreaterThan(0)
  })
})
