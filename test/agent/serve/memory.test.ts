import { describe, expect, it } from 'vitest'
import { createSessions, SESSION_LIFETIME_MS } from '../../../src/agent/sessions.ts'
import { createNonces, KEPT_MS } from '../../../src/agent/trust/nonces.ts'
import { seededRandom } from '../../http/platform.ts'
import { testClock } from './agents.ts'

describe('nonces', () => {
  it('are spent once in ten minutes', () => {
    const { now_ms, advance } = testClock()
    const nonces = createNonces(now_ms)
    expect([nonces.spend('a'), nonces.spend('a'), nonces.spend('b')]).toEqual([true, false, true])
    advance(KEPT_MS - 1)
    expect(nonces.spend('a')).toBe(false)
    advance(1)
    expect(nonces.spend('a')).toBe(true)
  })

  it('are kept in a bounded number, the newest of them', () => {
    const nonces = createNonces(testClock().now_ms, 3)
    for (const nonce of ['a', 'b', 'c', 'd']) expect(nonces.spend(nonce)).toBe(true)
    expect(['b', 'c', 'd', 'a', 'b'].map((nonce) => nonces.spend(nonce))).toEqual([false, false, false, true, true])
  })
})

describe('sessions', () => {
  const client = { client_id: 'desk', scope: ['chat'] }

  it('are found by their token alone, until they expire', () => {
    const { now_ms, advance } = testClock()
    const sessions = createSessions(now_ms, seededRandom('sessions'))
    const { token } = sessions.open(client)
    expect(sessions.find(token)).toMatchObject(client)
    for (const other of ['', 'sess_', token.slice(5), `${token}x`, token.toUpperCase()]) expect(sessions.find(other)).toBeUndefined()
    advance(SESSION_LIFETIME_MS)
    expect(sessions.find(token)).toBeUndefined()
  })

  it('are kept in a bounded number, the newest of them', () => {
    const sessions = createSessions(testClock().now_ms, seededRandom('sessions'), 2)
    const tokens = [sessions.open(client), sessions.open(client), sessions.open(client)].map(({ token }) => token)
    expect(tokens.map((token) => sessions.find(token) !== undefined)).toEqual([false, true, true])
  })
})
