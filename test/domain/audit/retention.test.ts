import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeRetention,
  DEFAULT_RETENTION,
  retentionDays,
  type RetentionSetting,
} from '../../../src/domain/audit/retention.ts'
import { plus } from '../../../src/domain/time.ts'
import { DAY } from '../../kit/time.ts'

const now = '2026-03-01T12:00:00.000Z'
const chosen = (days: number): RetentionSetting => ({
  audit_log_retention_days: days,
  retention_shortening: null,
})

describe('retention of an organization', () => {
  it('is 365 days by default', () => {
    expect(retentionDays(DEFAULT_RETENTION, now)).toBe(365)
  })

  it.each([
    ['the default', DEFAULT_RETENTION, 366],
    ['400 days', chosen(400), 401],
    ['400 days', chosen(400), 400],
  ])('applies at once if it is not shorter than %s', (_, setting, days) => {
    const changed = changeRetention(setting, days, now)
    expect(changed).toEqual({ setting: chosen(days), effective_at: now })
    expect(retentionDays(changed.setting, now)).toBe(days)
  })

  it('applies exactly a week later if it is shorter, and can be reverted until then', () => {
    const { setting, effective_at } = changeRetention(chosen(3650), 366, now)
    expect(effective_at).toBe(plus(now, 7 * DAY))
    expect([
      retentionDays(setting, plus(effective_at, -1)),
      retentionDays(setting, effective_at),
    ]).toEqual([3650, 366])
    expect(changeRetention(setting, 3650, plus(effective_at, -1)).setting).toEqual(chosen(3650))
  })

  it('never becomes shorter within a week of the change, however often it is changed', () => {
    const change = fc.record({
      days: fc.integer({ min: 366, max: 3650 }),
      pause: fc.integer({ min: 0, max: 10 * DAY }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        let [setting, moment] = [DEFAULT_RETENTION, now]
        for (const { days, pause } of changes) {
          const held = retentionDays(setting, moment)
          const changed = changeRetention(setting, days, moment)
          expect(retentionDays(changed.setting, moment)).toBe(Math.max(held, days))
          expect(retentionDays(changed.setting, plus(moment, 7 * DAY - 1))).toBe(
            Math.max(held, days),
          )
          expect(retentionDays(changed.setting, changed.effective_at)).toBe(days)
          setting = changed.setting
          moment = plus(moment, pause)
        }
      }),
    )
  })
})
