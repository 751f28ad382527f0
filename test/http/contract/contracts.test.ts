import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ContractBackend } from '../../../src/contract/backend.ts'
import type { Document } from '../../../src/contract/document.ts'
import type { OpenApiDocument } from '../../../src/contract/published.ts'
import { inlineExamples } from '../../../src/contract/uses.ts'
import { apiKey, NO_CREDENTIAL } from '../client.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'

const KINDS = (['platform', 'agent'] as const).flatMap((document) =>
  (['3.0', '3.1'] as const).map((version) => ({ document, version })),
)
const fileOf = ({ document, version }: (typeof KINDS)[number]) =>
  `generated/${document}${version === '3.1' ? '-3.1' : ''}.json`

const count = (text: string, member: string) => text.split(`"${member}":`).length - 1
interface WithContent {
  readonly content: Content
}
interface Operation {
  readonly requestBody: WithContent
  readonly responses: Readonly<Record<string, WithContent>>
}
interface Paths {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>
}
interface Content {
  readonly 'application/json': { readonly examples: object }
}

describe('downloads of the contracts', () => {
  let platform: TestPlatform
  const get = (path: string, headers = NO_CREDENTIAL) =>
    platform.as(NO_CREDENTIAL).get(path, headers)
  beforeAll(async () => {
    platform = await startPlatform({ public_url: 'https://registry.example' })
  })

  it.each(KINDS)(
    '$document in OpenAPI $version is the document in the repository',
    async (kind) => {
      const { status, body } = await get(
        `/openapi.json?document=${kind.document}&version=${kind.version}`,
      )
      const { servers: _, ...authored } = inlineExamples(
        JSON.parse(readFileSync(fileOf(kind), 'utf8')) as OpenApiDocument,
      )
      const { servers: _served, ...served } = body as Record<string, unknown>
      expect([status, served]).toEqual([200, authored])
      expect(served['openapi']).toMatch(kind.version === '3.0' ? /^3\.0\.3$/ : /^3\.1\.\d$/)
    },
  )

  it.each(KINDS)(
    '$document in OpenAPI $version has the same content in YAML',
    async ({ document, version }) => {
      const json = await get(`/openapi.json?document=${document}&version=${version}`)
      const yaml = await get(`/openapi.yaml?document=${document}&version=${version}`)
      expect([yaml.headers['content-type'], yaml.text.startsWith('openapi: 3.')]).toEqual([
        'application/yaml',
        true,
      ])
      expect(parse(yaml.text)).toEqual(json.body)
      // Not every YAML parser resolves anchors and aliases.
      expect(yaml.text).not.toMatch(/(?:^|: |- )[&*]\w/m)
    },
  )

  it.each(KINDS)(
    '$document in OpenAPI $version is served for SDKs without links and examples, for validation without examples, and for fuzzing with request bodies in links',
    async ({ document, version }) => {
      const textFor = async (use: string) =>
        (await get(`/openapi.json?document=${document}&version=${version}${use}`)).text
      const [whole, sdk, validation, fuzzing] = [
        await textFor(''),
        await textFor('&for=sdk'),
        await textFor('&for=validation'),
        await textFor('&for=fuzzing'),
      ]
      const members = ['links', 'examples', 'x-manual', 'x-request-body']
      const found = (text: string) => members.map((member) => count(text, member) > 0)
      expect(found(whole)).toEqual([true, true, true, true])
      expect(found(sdk)).toEqual([false, false, false, false])
      expect(found(validation)).toEqual([true, false, true, true])
      expect(found(fuzzing)).toEqual([true, true, true, false])
      expect(count(fuzzing, 'requestBody') - count(whole, 'requestBody')).toBe(
        count(whole, 'x-request-body'),
      )
    },
  )

  it('only the document for fuzzers has credentials in link parameters', async () => {
    const authorization = ['header.Authorization', 'x-request-headers']
    const [whole, fuzzing] = [
      (await get('/openapi.json')).text,
      (await get('/openapi.json?for=fuzzing')).text,
    ]
    expect(authorization.map((name) => count(whole, name))).toEqual([0, 5])
    expect(authorization.map((name) => count(fuzzing, name))).toEqual([5, 0])
  })

  it('only the document for validators allows reserved characters in every query parameter', async () => {
    const [whole, validation] = [
      (await get('/openapi.json')).text,
      (await get('/openapi.json?for=validation')).text,
    ]
    const counts = (text: string) => [
      count(text, 'allowReserved'),
      text.split('"in":"query"').length - 1,
    ]
    expect([counts(whole), counts(validation)]).toEqual([
      [0, 73],
      [73, 73],
    ])
  })

  it.each(['3.0', '3.1'])(
    'no parameter of the document for validators in OpenAPI %s has `not`, and bodies keep it',
    async (version) => {
      const served = async (use: string) =>
        (await get(`/openapi.json?version=${version}${use}`)).body.components
      const [whole, validation] = [await served(''), await served('&for=validation')]
      const { SvcId } = whole.schemas
      expect(SvcId.not).toBeDefined()
      expect(validation.schemas.SvcId).toEqual(SvcId)
      const schemasIn = (components: typeof whole): string =>
        JSON.stringify(
          Object.values<{ readonly schema: object }>(components.parameters).map(
            (one) => one.schema,
          ),
        )
      expect(schemasIn(whole)).toContain('/SvcId"')
      expect(schemasIn(validation)).not.toMatch(/\/SvcId"|"not":/)
      expect(schemasIn(validation)).toContain(JSON.stringify(SvcId.pattern))
    },
  )

  it('examples of requests are inline, because fuzzers do not follow references to them', async () => {
    const { paths } = (await get('/openapi.json')).body as Paths
    const { content } = paths['/trust/headers']!['post']!.requestBody
    expect(content['application/json'].examples).toEqual({
      CreateHeadersForInvoiceReader: {
        summary: 'Invoice Reader responds to a request',
        value: {
          svc_id: 'af5f7e68962d042b2e33507f10221655107051454e981eefd79c32eeb20a3a51',
          request_body_hash: '211f3b89d13ac0e4c33b7264f273e0d5d56b552471d7e2e9193dd74642fb600b',
        },
      },
    })
  })

  it('examples of responses are inline, because fuzzers take existing identifiers from them', async () => {
    const { paths } = (await get('/openapi.json')).body as Paths
    const { content } = paths['/orgs/{org_id}/workspaces']!['get']!.responses['200']!
    expect(content['application/json'].examples).toMatchObject({
      WorkspacesOfAcme: {
        summary: 'The organization has one workspace',
        value: { items: [{ workspace_id: 'ws_7b1e5c90d2f4', organization_id: 'org_acme' }] },
      },
    })
  })

  it.each(['/openapi.json', '/openapi.json?for=fuzzing', '/openapi.json?for=fuzzing&version=3.1'])(
    '%s has the examples themselves instead of references to them',
    async (path) => {
      const { text } = await get(path)
      expect(text).not.toContain('#/components/examples/')
      expect(text).toContain('"organization_id":"org_acme"')
    },
  )

  it("the default document is the platform's in OpenAPI 3.0", async () => {
    expect((await get('/openapi.json')).text).toBe(
      (await get('/openapi.json?document=platform&version=3.0')).text,
    )
  })

  it('the platform contract names its own address as the only server, and the agent contract is unchanged', async () => {
    expect((await get('/openapi.json')).body.servers).toEqual([
      { url: 'https://registry.example/api/v1', description: 'This service' },
    ])
    expect((await get('/openapi.json?document=agent')).body.servers).toHaveLength(2)
  })

  it('a downloaded contract can be compiled again', async () => {
    const { body } = await get('/openapi.json')
    expect(
      (await new ContractBackend(body as Document).init())
        .operationObjects()
        .map(({ operationId }) => operationId),
    ).toContain('getContractJson')
  })

  it.each(['/openapi.json', '/openapi.yaml'])(
    '%s responds with 304 to clients that have it',
    async (path) => {
      const {
        headers: { etag, 'cache-control': cache },
      } = await get(path)
      expect([etag, cache]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/), 'no-cache'])
      for (const known of [etag!, `W/${etag!}`, `"other", ${etag!}`, '*']) {
        const again = await get(path, { 'If-None-Match': known })
        expect([
          again.status,
          again.text,
          again.headers.etag,
          again.headers['content-type'],
          again.headers['content-length'],
        ]).toEqual([304, '', etag, undefined, undefined])
      }
      for (const other of ['"other"', 'nonsense', ''])
        expect((await get(path, { 'If-None-Match': other })).status).toBe(200)
      expect((await get(`${path}?version=3.1`, { 'If-None-Match': etag! })).status).toBe(200)
    },
  )

  it.each(['/openapi.json', '/openapi.yaml?version=3.1'])(
    'T-08: %s is serialized once, and all clients get the same buffer',
    async (target) => {
      const ask = async () =>
        (
          await platform.dispatcher.handle({
            method: 'GET',
            target,
            headers: {},
            ip: '192.0.2.1',
            readBody: () => Promise.reject(new Error('unread')),
          })
        ).body
      const first = await ask()
      expect(Buffer.isBuffer(first)).toBe(true)
      expect(await ask()).toBe(first)
    },
  )

  it('an operation without a documented 304 never responds with 304', async () => {
    expect((await get('/trust/jwks', { 'If-None-Match': '*' })).status).toBe(200)
  })

  it.each([
    'version=3',
    'version=3.0.3',
    'version=2.0',
    'document=',
    'document=other',
    'format=json',
  ])('?%s is refused', async (query) => {
    expect((await get(`/openapi.json?${query}`)).body.code).toBe('INVALID_PARAMETER')
  })

  it('require no credential, ignore an invalid one, and support neither POST nor a misspelled path', async () => {
    expect((await get('/openapi.json', apiKey('sk_live_wrong'))).status).toBe(200)
    expect((await platform.as(NO_CREDENTIAL).post('/openapi.json', {})).status).toBe(405)
    expect((await get('/openapi.yml')).body.code).toBe('ROUTE_NOT_FOUND')
  })
})
