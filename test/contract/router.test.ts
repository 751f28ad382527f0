import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../src/contract/router.ts'

const route = compileRoutes([
  { method: 'POST', path: '/agents/register', target: 'register' },
  { method: 'GET', path: '/agents/{svc_id}', target: 'read' },
  { method: 'DELETE', path: '/agents/{svc_id}', target: 'delete' },
  { method: 'GET', path: '/agents/{svc_id}/verify', target: 'verify' },
  { method: 'GET', path: '/images/{ref}/scans/{scan}', target: 'scan' },
  { method: 'GET', path: '/{kind}/all/scans/{scan}', target: 'all' },
  { method: 'GET', path: '/', target: 'root' },
])
const match = (method: string, path: string) => route(method, path)

describe('routing', () => {
  it('finds an operation by method and path, with its decoded path values', () => {
    expect(match('GET', '/agents/a1')).toEqual({
      kind: 'matched',
      target: 'read',
      values: { svc_id: 'a1' },
    })
    expect(match('GET', '/images/i/scans/7')).toEqual({
      kind: 'matched',
      target: 'scan',
      values: { ref: 'i', scan: '7' },
    })
    expect(match('GET', '/')).toMatchObject({ target: 'root' })
  })

  it('keeps %2F inside its segment and decodes it once', () => {
    expect(match('GET', '/images/org%2Fname%3Atag/scans/%2525')).toMatchObject({
      values: { ref: 'org/name:tag', scan: '%25' },
    })
  })

  it('prefers a literal segment to a parameter, whatever the method', () => {
    expect(match('POST', '/agents/register')).toMatchObject({ target: 'register' })
    expect(match('GET', '/agents/register')).toEqual({
      kind: 'method_not_allowed',
      allow: 'POST, OPTIONS',
    })
    expect(match('POST', '/agents/%72egister')).toMatchObject({ target: 'register' })
    expect(match('GET', '/agents/register/verify')).toMatchObject({
      target: 'verify',
      values: { svc_id: 'register' },
    })
  })

  it('backtracks from a literal branch without a match', () => {
    expect(match('GET', '/images/all/scans/7')).toMatchObject({
      target: 'scan',
      values: { ref: 'all', scan: '7' },
    })
    expect(match('GET', '/agents/all/scans/7')).toMatchObject({
      target: 'all',
      values: { kind: 'agents', scan: '7' },
    })
  })

  it('returns the allowed methods for an undocumented method', () => {
    expect(match('PATCH', '/agents/a1')).toEqual({
      kind: 'method_not_allowed',
      allow: 'GET, HEAD, DELETE, OPTIONS',
    })
    expect(match('HEAD', '/agents/register')).toEqual({
      kind: 'method_not_allowed',
      allow: 'POST, OPTIONS',
    })
  })

  it('matches HEAD to GET and returns the methods for OPTIONS', () => {
    expect(match('HEAD', '/agents/a1')).toMatchObject({ kind: 'matched', target: 'read' })
    expect(match('OPTIONS', '/agents/a1')).toEqual({
      kind: 'options',
      allow: 'GET, HEAD, DELETE, OPTIONS',
    })
  })

  it.each([
    '/agents',
    '/agents/',
    '/agents/a1/',
    '/agents//verify',
    '//',
    '',
    'agents/a1',
    '/nothing',
    '/agents/register/',
  ])('does not match %j', (path) => {
    expect(match('GET', path)).toEqual({ kind: 'not_found' })
  })

  it.each(['/agents/%E0%A4%A', '/agents/%', '/agents/%zz', '/%ff/x'])(
    'reports the invalid escapes of %j',
    (path) => {
      expect(match('GET', path)).toEqual({ kind: 'malformed' })
    },
  )

  it('decodes every encoded path value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (ref, scan) => {
          fc.pre(ref.isWellFormed() && scan.isWellFormed())
          const path = `/images/${encodeURIComponent(ref)}/scans/${encodeURIComponent(scan)}`
          expect(match('GET', path)).toEqual({
            kind: 'matched',
            target: 'scan',
            values: { ref, scan },
          })
        },
      ),
    )
  })

  it('throws on path templates that are ambiguous or unsupported', () => {
    const compile =
      (...paths: string[]) =>
      () =>
        compileRoutes(paths.map((path) => ({ method: 'GET', path, target: path })))
    expect(compile('/a/{x}', '/a/{y}')).toThrow('match the same requests')
    expect(compile('/a/{x}.json')).toThrow('must be either literal or one parameter')
  })
})
