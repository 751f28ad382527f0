import { describe, expect, it } from 'vitest'
import { createCredentialUseCache } from '../../src/auth/credential-use-cache.ts'
import { addressRange } from '../../src/contract/address.ts'
import { plus } from '../../src/domain/time.ts'
import { DAY, MINUTE } from '../kit/time.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const HOME = { range: '192.0.2.0/24', scope: 'agents:read' }

describe('the cache of credential uses', () => {
  it('reports a range and a scope of a credential once a day', () => {
    const cache = createCredentialUseCache()
    expect(cache.observe('key_1', HOME, NOW)).toBe(true)
    expect(cache.observe('key_1', HOME, NOW)).toBe(false)
    expect(cache.observe('key_1', { ...HOME, scope: 'agents:write' }, NOW)).toBe(true)
    expect(cache.observe('key_1', { range: null, scope: null }, NOW)).toBe(false)
    expect(cache.observe('key_2', HOME, NOW)).toBe(true)
    expect(cache.observe('key_1', HOME, plus(NOW, DAY))).toBe(true)
  })

  it('reports a use again if it could not be written', () => {
    const cache = createCredentialUseCache()
    cache.observe('key_1', HOME, NOW)
    cache.forget('key_1')
    expect(cache.observe('key_1', HOME, NOW)).toBe(true)
  })

  it('reports at most 30 new uses of a credential in a minute, however many addresses it is sent from', () => {
    const cache = createCredentialUseCache()
    const reported = (credential: string, now: string) =>
      Array.from({ length: 1000 }, (_, at) =>
        cache.observe(credential, { range: `10.0.${at}.0/24`, scope: null }, now),
      ).filter(Boolean).length
    expect(reported('key_1', NOW)).toBe(30)
    expect(reported('key_2', NOW)).toBe(30)
    expect(reported('key_1', plus(NOW, MINUTE))).toBe(30)
  })

  it('forgets the credential that was used first when there are more than 10,000 on one day', () => {
    const cache = createCredentialUseCache()
    for (let at = 0; at <= 10_000; at += 1) cache.observe(`key_${at}`, HOME, NOW)
    expect(cache.observe('key_10000', HOME, NOW)).toBe(false)
    expect(cache.observe('key_0', HOME, NOW)).toBe(true)
  })
})

it('the range of an address is its /24, or its /48 for IPv6', () => {
  expect(addressRange('203.0.113.77')).toBe('203.0.113.0/24')
  expect(addressRange('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(addressRange('::1')).toBe('::/48')
  expect(addressRange('fe80:0:1::5')).toBe('fe80:0:1::/48')
  expect(addressRange('')).toBeNull()
})
