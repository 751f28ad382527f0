import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import request from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../dashboard/src/paths.ts'
import { startPlatform, type TestPlatform } from '../http/platform.ts'
import { newFolder } from '../kit/folder.ts'

const SCRIPT = 'console.log(1)\n'.repeat(200)

/** Creates a folder like the output of the build. */
function built(): string {
  const dist = newFolder()
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'routes.json'), JSON.stringify(Object.values(PATHS)))
  writeFileSync(
    join(dist, 'index.html'),
    '<!DOCTYPE html><script type="module" src="./assets/index-abc.js"></script><a href="./docs">',
  )
  writeFileSync(join(dist, 'assets', 'index-abc.js'), SCRIPT)
  return dist
}

describe('serving the dashboard', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform({}, { dashboard: built() })
  })
  const get = (path: string) => platform.http().get(path)

  it.each(Object.values(PATHS).map((path) => path.replace(/:\w+/g, 'a%2Fb%20c')))(
    'serves the page %s',
    async (path) => {
      const { status, headers, text } = await get(path)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(text).toContain('src="/assets/index-abc.js"')
    },
  )

  it('sends a content security policy that forbids foreign content, inline code and framing', async () => {
    const policy = (await get('/')).headers['content-security-policy']!
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    for (const path of ['/', '/assets/index-abc.js'])
      expect((await get(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
  })

  it('serves files with a digest in their name as immutable and compressed', async () => {
    const { headers, text } = await get('/assets/index-abc.js').set('Accept-Encoding', 'gzip')
    expect([headers['cache-control'], headers['content-encoding'], headers['vary'], text]).toEqual([
      'public, max-age=31536000, immutable',
      'gzip',
      'Accept-Encoding',
      SCRIPT,
    ])
    expect(
      (await get('/assets/index-abc.js').set('Accept-Encoding', 'identity')).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
  })

  it('responds with 304 to a current ETag', async () => {
    const { headers } = await get('/registry')
    const again = await get('/registry').set('If-None-Match', headers['etag']!)
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('responds to HEAD like GET without the body, and rejects other methods', async () => {
    const head = await platform.http().head('/audit')
    expect([head.status, head.headers['content-length']]).toEqual([
      200,
      (await get('/audit').set('Accept-Encoding', 'identity')).headers['content-length'],
    ])
    const post = await platform.http().post('/audit').send({})
    expect([post.status, post.headers['allow'], post.body.code]).toEqual([
      405,
      'GET, HEAD',
      'METHOD_NOT_ALLOWED',
    ])
  })

  it.each([
    '/nowhere',
    '/assets/other.js',
    '/assets/',
    '/assets/../routes.json',
    '/routes.json',
    '/index.html',
    '/registry/x',
    '/agents',
    '/agents/a/b',
    '/favicon.ico',
    '/.env',
  ])('does not serve %s', async (path) => {
    const { status, body } = await get(path)
    expect([status, body.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })

  it('responds to an unknown address with a 404 page for browsers, and with a JSON error for files, the API and programs', async () => {
    const browser = (path: string) =>
      get(path).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8')
    for (const path of ['/nowhere', '/registry/x', '/.env']) {
      const { status, headers, text } = await browser(path)
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toContain('src="/assets/index-abc.js"')
    }
    for (const response of [
      await browser('/assets/other.js'),
      await browser('/api/v1/nowhere'),
      await get('/nowhere').set('Accept', '*/*'),
      await platform.http().post('/nowhere').set('Accept', 'text/html').send({}),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })

  it('references its files under the path of the registry', async () => {
    const below = await startPlatform(
      { public_url: 'https://host.example/registry' },
      { dashboard: built() },
    )
    expect((await request(below.server).get('/tasks')).text).toBe(
      '<!DOCTYPE html><script type="module" src="/registry/assets/index-abc.js"></script><a href="/registry/docs">',
    )
  })

  it('serves nothing if the dashboard was not built', async () => {
    const without = await startPlatform({}, { dashboard: newFolder() })
    for (const path of ['/', '/registry', '/assets/index-abc.js'])
      expect((await request(without.server).get(path)).status).toBe(404)
  })
})
