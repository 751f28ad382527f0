import { HtmlValidate } from 'html-validate'
import request from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { leaseLimit } from '../../src/auth/rate-limiter.ts'
import * as rateLimits from '../../src/auth/limits.ts'
import { table as agentTable } from '../../generated/agent.table.ts'
import { createContracts } from '../../src/contracts.ts'
import { createSite, type Site } from '../../src/docs/site.ts'
import { problems } from '../../src/problems/problems.ts'
import { operations } from '../http/contract.ts'
import { startPlatform, type TestPlatform } from '../http/platform.ts'

const site: Site = createSite({
  contracts: createContracts('https://registry.example/api/v1'),
  root: '/docs',
  version: '1.2.3',
})
const textOf = (path: string): string => String(site.resource(path)?.content)
const pages = site.paths.filter((path) => site.resource(path)!.type.startsWith('text/html'))
const attributes = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value!)
const idsOf = new Map(pages.map((path) => [path, new Set(attributes(textOf(path), 'id'))]))
/** The only script of the pages. */
const SCRIPT = '<script src="/docs/docs.js"></script>'
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'prefer-native-element': 'off',
    'no-inline-style': 'error',
  },
})

describe('the pages under /docs', () => {
  it('describe every operation with its method and path, and link to it', () => {
    const links = ['', 'platform'].map((index) => new Set(attributes(textOf(index), 'href')))
    expect(operations.length).toBeGreaterThan(80)
    expect(
      operations
        .filter(({ id, tag, method, path }) => {
          const page = textOf(`platform/${tag}`)
          const shown = [
            `>${method}</span>`,
            path
              .split('/')
              .slice(1)
              .map((segment) => `<wbr>/${segment}`)
              .join(''),
          ]
          return !(
            idsOf.get(`platform/${tag}`)!.has(id) &&
            shown.every((text) => page.includes(text)) &&
            links.every((found) => found.has(`/docs/platform/${tag}#${id}`))
          )
        })
        .map(({ id }) => id),
    ).toEqual([])
  })

  it("describe every operation of the agents' contract", () => {
    const agents = Object.values(agentTable)
    expect(agents.length).toBeGreaterThan(3)
    expect(
      agents.filter(({ id, tag }) => !idsOf.get(`agent/${tag}`)?.has(id)).map(({ id }) => id),
    ).toEqual([])
  })

  it('explain every error code under its status, and link to the operations that respond with it', () => {
    const entries = textOf('errors').split('<section class="code" ')
    expect(Object.keys(problems).length).toBeGreaterThan(50)
    expect(
      Object.entries(problems)
        .filter(([code, { status }]) => {
          const entry = entries.find((part) => part.startsWith(`id="${code}"`)) ?? ''
          const leads =
            entry.includes('Any request can receive this error.') ||
            attributes(entry, 'href').some((href) => href.startsWith('/docs/platform/'))
          return !(
            /<p>[A-Z].+\.<\/p>/.test(entry) &&
            idsOf.get('errors')!.has(`status-${status}`) &&
            leads
          )
        })
        .map(([code]) => code),
    ).toEqual([])
  })

  it('list every rate limit that the code defines', () => {
    const limits = Object.values(rateLimits).flatMap((value) =>
      'name' in value ? [value] : Object.values(value),
    )
    for (const { name } of [...limits, leaseLimit(60)])
      expect(textOf('limits')).toContain(`<code>${name}</code>`)
  })

  it('are valid and accessible HTML', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(
      pages
        .flatMap((path) =>
          validator
            .validateStringSync(textOf(path))
            .results.flatMap(({ messages }) =>
              messages.map(({ ruleId, message, line }) => `${path} ${line}: ${ruleId} ${message}`),
            ),
        )
        .slice(0, 10),
    ).toEqual([])
  })

  it('list the changes to an operation in one row, with a link to it', () => {
    const places = [...textOf('changes').matchAll(/<tr><td>(.+?)<\/td>/g)].map(([, cell]) => cell!)
    expect(places.length).toBeGreaterThan(20)
    expect(new Set(places).size).toBe(places.length)
    expect(places).toContain(
      '<a href="/docs/platform/agents#registerAgent"><code>POST /agents/register</code></a>',
    )
  })

  it('have unique titles', () => {
    const titles = pages.map((path) => /<title>(.+)<\/title>/.exec(textOf(path))![1]!)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  it('are self-contained', () => {
    for (const path of pages) {
      const text = textOf(path)
      const assets = [
        ...attributes(text, 'src'),
        ...[...text.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href!),
      ]
      expect(
        assets.filter(
          (asset) =>
            !asset.startsWith('/docs/') || !site.paths.includes(asset.replace('/docs/', '')),
        ),
        path,
      ).toEqual([])
      expect(text.replace(SCRIPT, ''), path).not.toMatch(
        /<(script|iframe|object|embed|style)|\sstyle=|\son\w+=|@import|url\(/,
      )
    }
  })

  it('have no dead links', () => {
    expect(
      pages.flatMap((path) =>
        attributes(textOf(path), 'href')
          .filter((one) => one.startsWith('/') || one.startsWith('#'))
          .filter((href) => {
            const [target = '', fragment] = href.startsWith('#')
              ? [path, href.slice(1)]
              : href.replace(/^\/docs\/?/, '').split('#')
            return (
              !site.paths.includes(target) ||
              (fragment !== undefined && !idsOf.get(target)?.has(fragment))
            )
          })
          .map((href) => `${path}: ${href}`),
      ),
    ).toEqual([])
  })

  it('show the windows of limits in words', () => {
    const shown = [
      ...textOf('limits').matchAll(/<span class="nowrap">(\d+ in [^<]+)<\/span>/g),
    ].map(([, words]) => words)
    expect(shown).toEqual(
      expect.arrayContaining([
        '600 in a minute',
        '60 in an hour',
        '50 in a day',
        '3 in 15 minutes',
      ]),
    )
  })

  it('show the request of each operation in four languages, stay below 200,000 characters, and do not match searches for words that occur only in these samples', () => {
    const reference = pages.filter((path) => /^(platform|agent)\//.test(path))
    expect(
      reference.filter((path) => {
        const text = textOf(path)
        const operation_count = text.split('<section class="operation"').length - 1
        return ['curl', 'typescript', 'python', 'go'].some(
          (language) =>
            text.split(`<pre tabindex="0" data-language="${language}">`).length - 1 !==
            operation_count,
        )
      }),
    ).toEqual([])
    expect(Math.max(...reference.map((path) => textOf(path).length))).toBeLessThan(200_000)
    expect(String(site.search('DefaultClient').content)).toContain('No results')
  })

  it('are found by the first eight words of a query or an address that does not exist, and further words are ignored', () => {
    const isFound = (...words: string[]) =>
      !String(site.search(words.join(' ')).content).includes('No results')
    const seven = ['post', 'lease', 'a', 'b', 'c', 'd', 'e']
    expect(isFound(...seven, 'f', 'zzzz')).toBe(true)
    expect(isFound(...seven, 'zzzz')).toBe(false)
    const isSuggested = (path: string) =>
      String(site.notFound(path).content).includes('Did you mean')
    expect(isSuggested('platform/get-installations')).toBe(true)
    expect(isSuggested(`platform/${'installations-'.repeat(500)}`)).toBe(true)
    expect(isSuggested('platform/get-orgs-org_id-installations-i-n-s-t-nowhere')).toBe(true)
    expect(isSuggested('platform/get-orgs-org_id-installations-i-n-s-nowhere')).toBe(false)
  })

  it('have a self-contained style sheet', () => {
    expect(textOf('docs.css')).not.toMatch(/url\(|@import/)
  })

  it.each([
    ['lease', 'POST /installations/{installation_id}/lease'],
    ['POLICY_DENIED', 'POLICY_DENIED'],
    ['policy denied', 'POLICY_DENIED'],
    ['renewLease', 'POST /installations/{installation_id}/lease'],
    ['install token', 'INVALID_INSTALL_TOKEN'],
    ['heartbeats', 'Heartbeats and leases'],
    ['LEASE', 'POST /installations/{installation_id}/lease'],
  ])('find %s: %s is among the first results', (query, title) => {
    const found = [
      ...String(site.search(query).content).matchAll(/<li><a href="[^"]+">([^<]+)<\/a> <span/g),
    ].map(([, text]) => text)
    expect(found.slice(0, 8)).toContain(title)
  })

  it('rank matches at the beginning of words first: "lease" finds "leases" before "releases"', () => {
    const found = [
      ...String(site.search('lease').content).matchAll(/<li><a href="[^"]+">([^<]+)<\/a> <span/g),
    ].map(([, text]) => text!)
    expect(found.slice(0, 2)).toEqual([
      'POST /installations/{installation_id}/lease',
      'Heartbeats and leases',
    ])
    expect(found.indexOf('Changes to the contracts')).toBeGreaterThan(3)
  })

  it.each([
    '',
    'zzzz',
    '<script>alert(1)</script>',
    '" autofocus onfocus="x',
    '%'.repeat(100),
    '\\d+((',
  ])('escape the query %j', (query) => {
    const text = String(site.search(query).content)
    expect(text.replace(SCRIPT, '')).not.toMatch(/<script|<[^>]*"\sonfocus=/)
    expect(validator.validateStringSync(text).valid).toBe(true)
  })
})

describe('the documentation server', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform({ public_url: 'https://registry.example/prefix' })
  })
  const get = (path: string, headers = {}) => request(platform.server).get(path).set(headers)

  it('requires no credential, and allows no inline scripts, HTML from strings or external resources', async () => {
    const { status, headers, text } = await get('/docs')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(text).toContain('https://registry.example/prefix/api/v1')
    expect(
      attributes(text, 'href')
        .filter((href) => href.startsWith('/'))
        .every((href) => href.startsWith('/prefix/docs')),
    ).toBe(true)
  })

  it('responds with 304 to a matching ETag, and to HEAD without content', async () => {
    const {
      headers: { etag },
    } = await get('/docs/errors')
    const again = await get('/docs/errors', { 'If-None-Match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await request(platform.server).head('/docs/errors')
    expect([
      head.status,
      head.headers['etag'],
      Number(head.headers['content-length']) > 1000,
    ]).toEqual([200, etag, true])
  })

  it.each(['/docs/', '/docs/errors/'])(
    'responds to %s with the page or with a redirect to the address without the slash',
    async (path) => {
      const { status, headers } = await get(path)
      expect([status, headers['location']]).toEqual(
        path === '/docs/' ? [200, undefined] : [308, '/prefix/docs/errors'],
      )
    },
  )

  it.each([
    '/docs/nothing',
    '/docs/../docs/nothing',
    '/docs/constructor',
    '/docs/%2e%2e/package.json',
    '/docs/<img>',
  ])('responds to %s with a not-found page', async (path) => {
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).not.toContain('<img>')
    expect(attributes(text, 'href')).toEqual(
      expect.arrayContaining(['/prefix/', '/prefix/docs', '/prefix/docs/platform']),
    )
    expect(text).not.toContain('Did you mean')
  })

  it('suggests pages with the words of an address that does not exist', async () => {
    const { status, text } = await get('/docs/nothing/heartbeats-leases')
    expect(status).toBe(404)
    expect(text).toMatch(
      /Did you mean[^]+<a href="\/prefix\/docs\/guides\/heartbeat">Heartbeats and leases/,
    )
    expect(text.split('<ol class="found">')[1]!.split('<li>').length - 1).toBeLessThanOrEqual(5)
  })

  it('rejects other methods', async () => {
    const { status, headers, body } = await request(platform.server).post('/docs')
    expect([status, headers['allow'], body.code]).toEqual([405, 'GET, HEAD', 'METHOD_NOT_ALLOWED'])
  })

  it.each([
    '/docs/search?q=lease',
    '/docs/search',
    '/docs/search?q=a&q=b',
    '/docs/search?q[a]=b',
    `/docs/search?q=${'x'.repeat(5000)}`,
  ])('responds to the search %s with 200', async (path) => {
    expect((await get(path)).status).toBe(200)
  })
})
