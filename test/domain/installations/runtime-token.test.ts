import { describe, expect, it } from 'vitest'
import {
  afterFirstUse,
  isAccepted,
  surplusTokens,
  needsRenewal,
} from '../../../src/domain/installations/runtime-token.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { aRuntimeToken, at, NOW } from '../fixtures.ts'

describe('runtime tokens', () => {
  it('are accepted for 90 days', () => {
    const token = aRuntimeToken(1)
    expect(token.expires_at).toBe(at(90 * DAY))
    expect([isAccepted(token, at(90 * DAY - 1)), isAccepted(token, at(90 * DAY))]).toEqual([
      true,
      false,
    ])
  })

  it('I-10: need renewal from exactly 7 days before their expiry', () => {
    const token = aRuntimeToken(1)
    expect([83 * DAY - 1, 83 * DAY, 90 * DAY].map((age) => needsRenewal(token, at(age)))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('are renewed based on their expiry, not on an earlier end of acceptance', () => {
    expect(needsRenewal(aRuntimeToken(1, { effective_expires_at: at(1) }), NOW)).toBe(false)
  })

  it('I-08: of lower versions are accepted for at most five minutes after the first use of a higher one, and those of higher versions do not change', () => {
    const all = [
      aRuntimeToken(1, { effective_expires_at: at(MINUTE) }),
      aRuntimeToken(2),
      aRuntimeToken(3),
      aRuntimeToken(4),
    ]
    const changes = afterFirstUse(all[2]!, all, NOW)
    expect(
      changes.map(({ version, first_used_at, effective_expires_at }) => [
        version,
        first_used_at,
        effective_expires_at,
      ]),
    ).toEqual([
      [3, NOW, at(90 * DAY)],
      [2, null, at(5 * MINUTE)],
    ])
  })

  it('I-09: are deleted unless they have been used or are among the newest 16 unused ones', () => {
    const all = Array.from({ length: 20 }, (_, index) =>
      aRuntimeToken(index + 1, index === 1 ? { first_used_at: NOW } : {}),
    )
    expect(surplusTokens(all).map(({ version }) => version)).toEqual([1, 3, 4])
    expect(surplusTokens(all.slice(0, 17))).toEqual([])
  })
})
