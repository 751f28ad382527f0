import { expect, it } from 'vitest'
import {
  grantRights,
  delegateRights,
  isExpired,
} from '../../../src/domain/organizations/api-keys.ts'

const [SOONER, NOW, LATER] = [
  '2026-03-01T12:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
  '2026-03-03T12:00:00.000Z',
]
const allowed = (scopes: readonly string[] | null, expires_at: string | null = null) => ({
  kind: 'allowed',
  rights: { scopes, expires_at },
})
const beyond = (scope: string) => ({ kind: 'scope_beyond', scope })

it.each([
  [null, undefined, allowed(null)],
  [null, ['agents:read'], allowed(['agents:read'])],
  [null, [], allowed([])],
  [['agents:read'], undefined, allowed(['agents:read'])],
  [[], undefined, allowed([])],
  [['agents:read'], ['agents:read'], allowed(['agents:read'])],
  [['agents:read'], [], allowed([])],
  [['agents:read'], ['agents:read', 'agents:write'], beyond('agents:write')],
  [['keys:write'], ['tasks:delegate'], beyond('tasks:delegate')],
  [null, ['tasks:delegate'], beyond('tasks:delegate')],
  [['tasks:delegate'], ['tasks:delegate'], allowed(['tasks:delegate'])],
] as const)(
  'a key with the scopes %j that is asked for one with %j hands on %j',
  (scopes, wanted, handed) => {
    expect(delegateRights({ scopes, expires_at: null }, { scopes: wanted })).toEqual(handed)
  },
)

it.each([
  [null, undefined, allowed(null, null)],
  [null, LATER, allowed(null, LATER)],
  [NOW, undefined, allowed(null, NOW)],
  [NOW, SOONER, allowed(null, SOONER)],
  [NOW, NOW, allowed(null, NOW)],
  [NOW, LATER, { kind: 'expires_too_late' }],
] as const)(
  'a key that expires at %s and is asked for one until %s hands on %j',
  (expires_at, wanted, handed) => {
    expect(delegateRights({ scopes: null, expires_at }, { expires_at: wanted })).toEqual(handed)
  },
)

it('a person gives a key what they want, and without a wish all scopes and no expiry', () => {
  expect(grantRights({ scopes: ['tasks:delegate'], expires_at: NOW })).toEqual(
    allowed(['tasks:delegate'], NOW),
  )
  expect(grantRights({})).toEqual(allowed(null))
})

it('a key is expired from the moment of its expiry on', () => {
  expect([SOONER, NOW, LATER].map((now) => isExpired({ expires_at: NOW }, now))).toEqual([
    false,
    true,
    true,
  ])
  expect(isExpired({ expires_at: null }, LATER)).toBe(false)
})
