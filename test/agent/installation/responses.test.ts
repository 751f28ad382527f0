import { describe, expect, it } from 'vitest'
import {
  readIssuedCredentials,
  readLeaseResponse,
  readRefreshedToken,
} from '../../../src/agent/installation/responses.ts'

const TIMESTAMP = '2030-01-01T00:00:00.000Z'

describe('responses from the platform', () => {
  const issued = {
    installation_id: 'inst',
    runtime_token: 'srt_1',
    expires_at: TIMESTAMP,
    heartbeat_interval: 60,
  }
  const successor = { runtime_token: 'srt_2', expires_at: TIMESTAMP, token_version: 2 }
  const lease = { lease_expires_at: TIMESTAMP, next_heartbeat_at: TIMESTAMP }

  it('are read when they are valid', () => {
    expect(readIssuedCredentials(issued)).toEqual({
      ...issued,
      refresh_token: null,
      workspace_id: null,
    })
    expect(
      readIssuedCredentials({ ...issued, refresh_token: 'srf_1', workspace_id: 'ws' }),
    ).toMatchObject({
      refresh_token: 'srf_1',
      workspace_id: 'ws',
    })
    expect(readRefreshedToken({ ...successor, token_version: 1 })).toEqual({
      ...successor,
      token_version: 1,
    })
    expect(
      readLeaseResponse({
        ...lease,
        refreshed_token: successor,
        command: { id: 'c', type: 'pause' },
      }),
    ).toEqual({
      ...lease,
      refreshed: successor,
      command: { id: 'c', type: 'pause', reason: '', params: {} },
    })
  })

  it.each(['installation_id', 'runtime_token', 'expires_at', 'heartbeat_interval'])(
    'are rejected if %s is missing or blank',
    (member) => {
      expect(readIssuedCredentials({ ...issued, [member]: undefined })).toBeUndefined()
      expect(readIssuedCredentials({ ...issued, [member]: ' ' })).toBeUndefined()
    },
  )
  it('are rejected with an invalid refresh token or interval', () => {
    for (const more of [
      { refresh_token: 'a b' },
      { refresh_token: 7 },
      { heartbeat_interval: 0 },
      { heartbeat_interval: 1.5 },
    ])
      expect(readIssuedCredentials({ ...issued, ...more })).toBeUndefined()
  })
  it.each([
    ['no runtime_token', { runtime_token: undefined }],
    ['an expires_at that is not a time', { expires_at: 'soon' }],
    ['the token_version 0', { token_version: 0 }],
    ['a token_version that is not a number', { token_version: '2' }],
  ])('are read without the new token if the token has %s', (_, more) => {
    expect(readRefreshedToken({ ...successor, ...more })).toBeUndefined()
    expect(
      readLeaseResponse({ ...lease, refreshed_token: { ...successor, ...more } }),
    ).toMatchObject({
      refreshed: null,
    })
  })
  it.each([
    ['a lease_expires_at that is not a time', { lease_expires_at: 'soon' }],
    ['no next_heartbeat_at', { next_heartbeat_at: undefined }],
  ])('are rejected as responses to a heartbeat if they have %s', (_, more) => {
    expect(readLeaseResponse({ ...lease, ...more })).toBeUndefined()
  })
  it.each([{ id: 7, type: 'pause' }, { id: 'c' }, [], 'pause'])(
    'are read without a command if it is %j',
    (command) => {
      expect(readLeaseResponse({ ...lease, command })).toMatchObject({ command: null })
    },
  )
  it('are read with the reason of a command truncated to 1024 characters', () => {
    expect(
      readLeaseResponse({
        ...lease,
        command: { id: 'c', type: 'pause', reason: 'x'.repeat(1025), params: [] },
      }),
    ).toMatchObject({ command: { reason: 'x'.repeat(1024), params: {} } })
  })
})
