import { describe, expect, it } from 'vitest'
import { createSessions } from '../../../src/agent/server/sessions.ts'
import { createReplayCache } from '../../../src/agent/trust/replay-cache.ts'
import { sha256Random } from '../../http/platform.ts'
import { testClock } from './agents.ts'

describe('replay cache', () => {
  it('accepts a task once until its statement has expired', () => {
    const cache = createReplayCache()
    expect([cache.add('a', 1000, 0), cache.add('a', 1000, 0), cache.add('b', 1000, 0)]).toEqual([
      'fresh',
      'replayed',
      'fresh',
    ])
    expect(cache.add('a', 2000, 999)).toBe('replayed')
    expect(cache.add('a', 2000, 1000)).toBe('fresh')
  })

  it('never forgets a task early, so a full cache accepts no more tasks', () => {
    const cache = createReplayCache(2)
    expect(['a', 'b', 'c', 'a'].map((id) => cache.add(id, 1000, 0))).toEqual([
      'fresh',
      'fresh',
      'full',
      'replayed',
    ])
    expect(cache.add('c', 2000, 1000)).toBe('fresh')
  })
})

describe('sessions', () => {
  const client = { client_id: 'desk', scope: ['chat'] }

  it('are found only by their token, until they expire', () => {
    const { now_ms, advance } = testClock()
    const sessions = createSessions(now_ms, sha256Random('sessions'))
    const { token } = sessions.open(client)
    expect(sessions.find(token)).toMatchObject(client)
    for (const other of ['', 'sess_', token.slice(5), `${token}x`, token.toUpperCase()])
      expect(sessions.find(other)).toBeUndefined()
    advance(3_599_999)
    expect(sessions.find(token)).toMatchObject(client)
    advance(1)
    expect(sessions.find(token)).toBeUndefined()
  })

  it('T-08: keep only known scopes, whatever a client asks for', () => {
    const sessions = createSessions(testClock().now_ms, sha256Random('sessions'))
    const { token } = sessions.open({
      client_id: 'desk',
      scope: ['x'.repeat(64), 'chat', 'y'.repeat(64)],
    })
    expect(sessions.find(token)?.scope).toEqual(['chat'])
  })

  it('are limited in number, keeping the newest', () => {
    const sessions = createSessions(testClock().now_ms, sha256Random('sessions'), 2)
    const tokens = [sessions.open(client), sessions.open(client), sessions.open(client)].map(
      ({ token }) => token,
    )
    expect(tokens.map((token) => sessions.find(token) !== undefined)).toEqual([false, true, true])
  })
})
