import { describe, expect, it } from 'vitest'
import { readCredentials, textMember } from '../../src/load/http/responses.ts'
import type { RequestResult } from '../../src/load/http/connections.ts'

const responded = (body: unknown): RequestResult => ({
  kind: 'responded',
  status: 200,
  headers: {},
  body,
})

describe('a member of a response', () => {
  it.each([
    ['a string', 'skt_x', 'skt_x'],
    ['a string of 4095 characters', 'x'.repeat(4095), 'x'.repeat(4095)],
    ['a string of 4096 characters', 'x'.repeat(4096), undefined],
    ['an empty string', '', undefined],
    ['a number', 7, undefined],
    ['a list', ['skt_x'], undefined],
    ['null', null, undefined],
  ])(
    'is text only if it is a non-empty string of fewer than 4096 characters: %s',
    (_, token, text) => {
      expect(textMember(responded({ token }), 'token')).toBe(text)
    },
  )

  it.each([responded(['skt_x']), responded('token'), { kind: 'lost', code: 'TIMEOUT' } as const])(
    'does not exist in %j',
    (result) => expect(textMember(result, 'token')).toBeUndefined(),
  )
})

it('reads credentials with and without a refresh token, and never returns incomplete credentials', () => {
  const issued = { installation_id: 'inst_1', runtime_token: 'srt_1', refresh_token: 'srf_1' }
  expect(readCredentials(responded(issued))).toEqual(issued)
  expect(readCredentials(responded({ ...issued, refresh_token: 7 }))).toEqual({
    ...issued,
    refresh_token: null,
  })
  expect(readCredentials(responded({ ...issued, runtime_token: '' }))).toBeUndefined()
  expect(readCredentials(responded({ ...issued, installation_id: 7 }))).toBeUndefined()
})
