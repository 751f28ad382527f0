import { expect, it } from 'vitest'
import {
  covers,
  grantRights,
  deriveRights,
  isExpired,
  SCOPES,
} from '../../../src/domain/organizations/access.ts'

const [SOONER, NOW, LATER] = [
  '2026-03-01T12:00:00.000Z',
  '2026-03-02T12:00:00.000Z',
  '2026-03-03T12:00:00.000Z',
]
const allowed = (scopes: readonly string[] | null, expires_at: string | null = null) => ({
  kind: 'allowed',
  rights: { scopes, expires_at },
})
const beyond = (scope: string) => ({ kind: 'scope_not_held', scope })

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
  'when a key with the scopes %j requests a key with %j, the decision is %j',
  (scopes, requested, decision) => {
    expect(deriveRights({ scopes, expires_at: null }, { scopes: requested })).toEqual(decision)
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
  'when a key that expires at %s requests a key that expires at %s, the decision is %j',
  (expires_at, requested, decision) => {
    expect(deriveRights({ scopes: null, expires_at }, { expires_at: requested })).toEqual(decision)
  },
)

it('gives a key of a person the requested rights, or all scopes and no expiry by default', () => {
  expect(grantRights({ scopes: ['tasks:delegate'], expires_at: NOW })).toEqual(
    allowed(['tasks:delegate'], NOW),
  )
  expect(grantRights({})).toEqual(allowed(null))
})

it('treats a key as expired from the time of its expiry', () => {
  expect([SOONER, NOW, LATER].map((now) => isExpired({ expires_at: NOW }, now))).toEqual([
    false,
    true,
    true,
  ])
  expect(isExpired({ expires_at: null }, LATER)).toBe(false)
})

it('gives a key without a list of scopes all of them except tasks:delegate', () => {
  expect(SCOPES.filter((scope) => !covers(null, scope))).toEqual(['tasks:delegate'])
  expect([
    covers(null, null),
    covers(['tasks:delegate'], 'tasks:delegate'),
    covers([], 'tasks:delegate'),
  ]).toEqual([true, true, false])
})
