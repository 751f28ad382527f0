import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cookieToken, cookieWriter } from '../../src/auth/cookie.ts'

const token = `adm_${'Aa0_-'.repeat(8)}abc`
const other = `adm_${'x'.repeat(43)}`

describe('the session cookie', () => {
  it.each([
    [`svc_session=${token}`, token],
    [`theme=dark; svc_session=${token}; a=b`, token],
    [`svc_session=${token};`, token],
    [`theme=dark;svc_session=${token}`, token],
    [`svc_session=${token}; svc_session=${token}`, undefined],
    [`svc_session=${token}; svc_session=${other}`, undefined],
    [`svc_session=; svc_session=${token}`, undefined],
    [`svc_session="${token}"`, undefined],
    [`SVC_SESSION=${token}`, undefined],
    [`xsvc_session=${token}`, undefined],
    [`svc_session =${token}`, undefined],
    [`svc_session= ${token}`, undefined],
    [`svc_session=${token} `, undefined],
    [`  svc_session=${token}`, undefined],
    [`\tsvc_session=${token}`, undefined],
    [`svc_session=${token},svc_session=${other}`, undefined],
    [`svc_session=${token}x`, undefined],
    [`svc_session=${token.slice(0, -1)}`, undefined],
    [`svc_session=%61dm_${token.slice(4)}`, undefined],
    ['svc_session=sk_live_secret', undefined],
    ['svc_session', undefined],
    ['', undefined],
  ])('given the Cookie header %j, has the value %s', (cookie, expected) => {
    expect(cookieToken({ cookie }, 'svc_session')).toBe(expected)
  })

  it('is ignored if a header holds a credential', () => {
    expect(
      cookieToken({ cookie: `svc_session=${token}`, authorization: '' }, 'svc_session'),
    ).toBeUndefined()
    expect(
      cookieToken({ cookie: `svc_session=${token}`, 'x-api-key': 'sk_live_x' }, 'svc_session'),
    ).toBeUndefined()
    expect(cookieToken({}, 'svc_session')).toBeUndefined()
  })

  it('yields a token only if its name has exactly one value, whatever else the header holds', () => {
    const pair = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'svc_session',
        'svc_session=',
        `svc_session=${token}`,
        `svc_session=${other}`,
        'a=b',
      ),
    )
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const cookie = pairs.join('; ')
        const values = cookie
          .split(';')
          .map((one) => one.replace(/^ /, ''))
          .filter((one) => one.startsWith('svc_session='))
        const expected =
          values.length === 1 &&
          [`svc_session=${token}`, `svc_session=${other}`].includes(values[0]!)
            ? values[0]!.slice(12)
            : undefined
        expect(cookieToken({ cookie }, 'svc_session')).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [
      'http://127.0.0.1:8080',
      `svc_session=${token}; Path=/api/v1; Max-Age=28800; HttpOnly; SameSite=Strict`,
    ],
    [
      'https://agents.example',
      `__Host-svc_session=${token}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure`,
    ],
    [
      'https://agents.example/registry/',
      `__Host-svc_session=${token}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure`,
    ],
  ])('for a service at %s is %s', (public_url, expected) => {
    const { set, clear } = cookieWriter(public_url)
    expect(set(token)).toBe(expected)
    expect(clear).toBe(expected.replace(token, '').replace('28800', '0'))
  })
})
