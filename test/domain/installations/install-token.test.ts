import { describe, expect, it } from 'vitest'
import { redeemInstallToken } from '../../../src/domain/installations/install-token.ts'
import { MINUTE } from '../../kit/time.ts'
import { anInstallation, anInstallToken, at, NOW } from '../fixtures.ts'

const consumed = anInstallToken({ consumed_at: NOW, installation_id: 'i', expires_at: at(1) })

describe('install tokens', () => {
  it.each([
    ['redeemed just before its expiry', 15 * MINUTE - 1, 'first'],
    ['refused at its expiry', 15 * MINUTE, 'expired'],
  ])('I-05: an unused token is %s', (_, age, kind) => {
    expect(redeemInstallToken(anInstallToken(), undefined, at(age)).kind).toBe(kind)
  })

  it.each([
    ['at once', 'replayed', 0, {}],
    ['by a clock that lags', 'replayed', -1, {}],
    ['after 59.999 s', 'replayed', MINUTE - 1, {}],
    ['after 60.000 s', 'consumed', MINUTE, {}],
    ['while its installation is paused', 'replayed', 1, { lifecycle: 'paused' }],
    ['after its installation was revoked', 'consumed', 1, { lifecycle: 'revoked' }],
    ['after its installation was terminated', 'consumed', 1, { lifecycle: 'terminated' }],
    ['after the recovery of its installation', 'consumed', 1, { epoch: 1 }],
  ] as const)(
    'I-04: a consumed token that is presented again %s gives the result `%s`, even if it has expired',
    (_, kind, age, more) => {
      expect(redeemInstallToken(consumed, anInstallation(more), at(age)).kind).toBe(kind)
    },
  )

  it('a missing token is unknown, and one whose installation is deleted is consumed', () => {
    expect(redeemInstallToken(undefined, undefined, NOW)).toEqual({ kind: 'unknown' })
    expect(redeemInstallToken(consumed, undefined, NOW).kind).toBe('consumed')
  })
})
