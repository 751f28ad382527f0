import type { TestResponse } from '../../support/handler.ts'
import type { Mutant } from '../../support/mutants.ts'
import { jsonResponse } from '../reference-state.ts'
import { fails, members, mutant, ok } from './change.ts'
import { at, failsWithBody, requiresKey } from './credentials.ts'

export const adminMutants: readonly Mutant[] = [
  requiresKey('verifyPin', ['AUTH-04.verifyPin']),
  fails('requestPin', ['AUTH-04.requestPin'], 401),
  members('requestPin', 'returns an id that is not a UUID', ['ADM-01'], () => ({
    challenge_id: '17',
  })),
  failsWithBody('requestPin', ['ADM-01']),
  members('requestPin', 'omits expires_at', ['ADM-01'], () => ({ expires_at: undefined })),
  members('requestPin', 'omits delivery', ['ADM-01'], () => ({ delivery: undefined })),
  members('verifyPin', 'returns a token with a different prefix', ['ADM-03'], () => ({
    session_token: 'sess_1',
  })),
  failsWithBody('verifyPin', ['ADM-03']),
  members('verifyPin', 'omits expires_at', ['ADM-03'], () => ({ expires_at: undefined })),
  ...[
    ['accepts a PIN twice and returns nothing', ['ADM-04'], true, jsonResponse(200, {})],
    [
      'refuses a PIN the second time and returns a session',
      ['ADM-04'],
      true,
      jsonResponse(401, { session_token: 'adm_again' }),
    ],
    ['accepts any PIN and returns nothing', ['ADM-02'], false, jsonResponse(200, {})],
    [
      'refuses a wrong PIN and returns a session',
      ['ADM-02'],
      false,
      jsonResponse(401, { session_token: 'adm_any' }),
    ],
  ].map((row) => {
    const [name, foundBy, again, instead] = row as [
      string,
      readonly string[],
      boolean,
      TestResponse,
    ]
    return mutant('verifyPin', name, foundBy, () => {
      const good = new Set<unknown>()
      return (response, _, __, { pin }) => {
        if (ok(response)) good.add(pin)
        return response.status === 401 && good.has(pin) === again ? instead : response
      }
    })
  }),
  members('verifyPin', 'omits email', ['ADM-03'], () => ({ email: undefined })),
  members('requestPin', 'returns a lifetime of ten minutes', ['ADM-06'], () => ({
    expires_at: at(600_000),
  })),
  mutant('verifyPin', 'accepts a PIN twice', ['ADM-04'], () => {
    const good = new Set<unknown>()
    return (response, _, __, { pin }) => {
      if (ok(response)) good.add(pin)
      return response.status === 401 && good.has(pin)
        ? jsonResponse(200, { session_token: 'adm_again' })
        : response
    }
  }),
  mutant('verifyPin', 'accepts any PIN of the right length', ['ADM-02'], () => {
    const good = new Set<unknown>()
    return (response, _, __, { pin }) => {
      if (ok(response)) good.add(pin)
      const hasLength = [...good].some((one) => String(one).length === String(pin).length)
      return response.status === 401 && !good.has(pin) && hasLength
        ? jsonResponse(200, { session_token: 'adm_any' })
        : response
    }
  }),
  mutant('verifyPin', 'accepts any PIN', ['ADM-02'], () => {
    const good = new Set<unknown>()
    return (response, _, __, { pin }) => {
      if (ok(response)) good.add(pin)
      return response.status === 401 && !good.has(pin)
        ? jsonResponse(200, { session_token: 'adm_any' })
        : response
    }
  }),
]
