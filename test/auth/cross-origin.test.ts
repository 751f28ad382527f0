import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCrossOrigin } from '../../src/auth/cross-origin.ts'

const OWN = 'agents.example'

describe('the cross-origin check', () => {
  it.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }, false],
    ['POST', { 'sec-fetch-site': 'same-origin' }, false],
    ['GET', { 'sec-fetch-site': 'none' }, false],
    ['HEAD', { 'sec-fetch-site': 'none' }, false],
    ['POST', { 'sec-fetch-site': 'none' }, true],
    ['DELETE', { 'sec-fetch-site': 'none' }, true],
    ['GET', { 'sec-fetch-site': 'same-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-site' }, true],
    ['GET', { 'sec-fetch-site': 'cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'cross-site' }, true],
    ['GET', { 'sec-fetch-site': '' }, true],
    ['GET', { 'sec-fetch-site': 'Same-Origin' }, true],
    ['GET', { 'sec-fetch-site': 'same-origin, cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: `https://${OWN}` }, true],
    ['POST', { origin: `https://${OWN}` }, false],
    ['POST', { origin: `http://${OWN}` }, false],
    ['POST', { origin: `https://${OWN}:443` }, false],
    ['POST', { origin: `https://${OWN.toUpperCase()}` }, false],
    ['POST', { origin: `https://${OWN}:8443` }, true],
    ['POST', { origin: `https://${OWN}.evil.example` }, true],
    ['POST', { origin: `https://evil.example/${OWN}` }, true],
    ['POST', { origin: `https://${OWN}@evil.example` }, true],
    ['GET', { origin: 'https://evil.example' }, true],
    ['POST', { origin: 'null' }, true],
    ['POST', { origin: '' }, true],
    ['POST', { origin: 'file://' }, true],
    ['POST', {}, false],
    ['GET', {}, false],
  ] as const)('recognizes %s with %j as cross-origin: %s', (method, headers, expected) => {
    expect(isCrossOrigin({ method, headers: { host: OWN, ...headers } })).toBe(expected)
  })

  it('treats every origin as foreign if the Host header is unreadable', () => {
    for (const host of [undefined, '', ' ', 'a b', '::', `${OWN}:notaport`])
      expect(isCrossOrigin({ method: 'POST', headers: { host, origin: `https://${OWN}` } })).toBe(
        true,
      )
  })

  it('accepts an origin without `Sec-Fetch-Site` only if its host is that of the request', () => {
    const host = fc
      .tuple(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })))
      .map(([name, port]) => (port === null ? name : `${name}:${port}`))
    fc.assert(
      fc.property(host, host, fc.constantFrom('http', 'https'), (own, other, protocol) => {
        const origin = `${protocol}://${other}`
        const same = new URL(`${protocol}://${own}`).host === new URL(origin).host
        expect(isCrossOrigin({ method: 'POST', headers: { host: own, origin } })).toBe(!same)
        expect(isCrossOrigin({ method: 'POST', headers: { host: other, origin } })).toBe(false)
      }),
    )
  })
})
