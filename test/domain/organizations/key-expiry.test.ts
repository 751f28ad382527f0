import { describe, expect, it } from 'vitest'
import {
  dueWarning,
  isRenewedBy,
  passedWarning,
} from '../../../src/domain/organizations/key-expiry.ts'
import { plus } from '../../../src/domain/time.ts'
import { DAY } from '../../kit/time.ts'

const CREATED = '2026-03-01T12:00:00.000Z'
const day = (count: number) => plus(CREATED, count * DAY)
const key = (lifetime: number, more: object = {}) => ({
  created_at: CREATED,
  expires_at: day(lifetime),
  revoked_at: null,
  warned_days: null,
  ...more,
})

describe('a warning about a key that expires', () => {
  it('is due once 14 days and once 3 days before the expiry', () => {
    const month = key(30)
    expect(dueWarning(month, plus(day(16), -1))).toBeUndefined()
    expect(dueWarning(month, day(16))).toBe(14)
    expect(dueWarning({ ...month, warned_days: 14 }, plus(day(27), -1))).toBeUndefined()
    expect(dueWarning({ ...month, warned_days: 14 }, day(27))).toBe(3)
    expect(dueWarning({ ...month, warned_days: 3 }, day(29))).toBeUndefined()
  })

  it('is only the latest one after an outage, and is not given once the key has expired or been revoked', () => {
    expect(dueWarning(key(30), day(28))).toBe(3)
    expect(dueWarning(key(30), day(30))).toBeUndefined()
    expect(dueWarning(key(30, { revoked_at: day(1) }), day(28))).toBeUndefined()
    expect(dueWarning(key(30, { expires_at: null }), day(28))).toBeUndefined()
  })

  it('is not given if it would have been due before the key was created', () => {
    expect(dueWarning(key(14), CREATED)).toBeUndefined()
    expect(dueWarning(key(10), day(6.9))).toBeUndefined()
    expect(dueWarning(key(10), day(7))).toBe(3)
    expect(dueWarning(key(3), day(1))).toBeUndefined()
    expect([30, 14, 10, 3, 1].map((lifetime) => passedWarning(day(lifetime), CREATED))).toEqual([
      null,
      14,
      14,
      3,
      3,
    ])
    expect(passedWarning(null, CREATED)).toBeNull()
  })
})

it('a key is renewed by a later key of the same name and workspace that lasts longer', () => {
  const old = { name: 'ci', workspace_id: null, created_at: CREATED, expires_at: day(30) }
  const next = { ...old, created_at: day(20), expires_at: day(60) }
  expect(isRenewedBy(old, next)).toBe(true)
  expect(isRenewedBy(old, { ...next, expires_at: null })).toBe(true)
  expect(isRenewedBy(old, { ...next, expires_at: day(30) })).toBe(false)
  expect(isRenewedBy(old, { ...next, name: 'other' })).toBe(false)
  expect(isRenewedBy(old, { ...next, workspace_id: 'ws' })).toBe(false)
  expect(isRenewedBy(old, { ...next, created_at: CREATED })).toBe(false)
})
