import { beforeEach, describe, expect, it } from 'vitest'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import type { ScanFailureCode } from '../../../src/domain/images/failures.ts'
import type { Images } from '../../../src/ports/images/registry-images.ts'
import { ADVISORIES, inspection, fakeImages } from '../../ports/images/fake-images.ts'
import { apiKey } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const REF = 'acme/invoice-reader:1.4.0'
const path = (ref: string, action: string) => `/images/${encodeURIComponent(ref)}/${action}`
const failing = (code: ScanFailureCode, at: 'resolve' | 'inspect'): Images => ({
  ...fakeImages,
  [at]: async () => ({ kind: 'failed', failure: { code, detail: 'it responded with 502' } }),
})

let platform: TestPlatform
let acme: TestOrganization
const start = async (images?: Partial<Images>) => {
  platform = await startPlatform({}, images && { images: { ...fakeImages, ...images } })
  acme = await platform.organization('free', 'Acme')
}
const report = async (ref = REF, by = acme) => (await by.api.get(path(ref, 'scan-report'))).body
const importAdvisories = () =>
  platform.store.importAdvisories(platform.context(), {
    read: ADVISORIES.map(readAdvisory).filter((read) => read.kind !== 'unreadable'),
  })

describe('image reference in a path', () => {
  beforeEach(() => start())
  it('is one segment, percent-encoded once', async () => {
    const got = await acme.api.post('/images/acme%2Finvoice-reader%3A1.4.0/scan')
    expect([got.status, got.body.ref]).toEqual([202, REF])
    expect((await acme.api.post('/images/acme%2finvoice-reader:1.4.0/scan')).body.ref).toBe(REF)
  })
  it.each([
    ['/images/acme%252Finvoice-reader%253A1.4.0/scan', 400, 'INVALID_PARAMETER'],
    ['/images/acme/invoice-reader:1.4.0/scan', 404, 'ROUTE_NOT_FOUND'],
    ['/images/Acme%2Fx/scan', 400, 'INVALID_PARAMETER'],
    ['/images/acme%2F..%2F..%2Fx/scan', 400, 'INVALID_PARAMETER'],
    ['/images/%20/scan', 400, 'INVALID_PARAMETER'],
    ['/images//scan', 404, 'ROUTE_NOT_FOUND'],
    ['/images/acme%2/scan', 400, 'MALFORMED_REQUEST'],
    ['/images/https%3A%2F%2Fimages.example.com%2Fx/scan', 400, 'INVALID_PARAMETER'],
    ['/images/acme%2Fx%00/scan', 400, 'INVALID_PARAMETER'],
    [`/images/${'a'.repeat(501)}/scan`, 400, 'INVALID_PARAMETER'],
  ])('is refused for %s with %i %s', async (at, status, code) => {
    const got = await acme.api.post(at)
    expect([got.status, got.body.code]).toEqual([status, code])
  })
  it.each([
    ['scan', 'post'],
    ['scan-report', 'get'],
    ['sbom', 'get'],
  ] as const)('is refused for %s if the tag latest would make it too long', async (at, method) => {
    expect(await acme.api[method](path(`acme/${'a'.repeat(495)}`, at))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER', issues: [{ path: '/path/image_ref' }] },
    })
    expect((await acme.api[method](path(`acme/${'a'.repeat(488)}`, at))).status).not.toBe(400)
  })
  it('means the tag latest if it has none, in a scan and in its report', async () => {
    expect((await acme.api.post('/images/agent/scan')).body.ref).toBe('agent:latest')
    await platform.runUntilIdle()
    expect([(await report('agent')).ref, (await report('agent:latest')).ref]).toEqual([
      'agent:latest',
      'agent:latest',
    ])
  })
})

describe('image scan', () => {
  it('has no report and no bill of materials before it is requested', async () => {
    await start()
    for (const action of ['scan-report', 'sbom'])
      expect(await acme.api.get(path(REF, action))).toMatchObject({
        status: 404,
        body: { code: 'IMAGE_NOT_SCANNED' },
      })
  })

  it('goes from queued through running to completed, as its report shows at each step', async () => {
    await start()
    await importAdvisories()
    const { body: requested } = await acme.api.post(path(REF, 'scan'))
    expect(requested).toEqual({
      scan_id: expect.any(String),
      ref: REF,
      digest: inspection.digest,
      status: 'queued',
    })
    const queued = await report()
    expect([queued.status, 'summary' in queued, 'findings' in queued, queued.database]).toEqual([
      'queued',
      false,
      false,
      null,
    ])
    expect((await acme.api.get(path(REF, 'sbom'))).body.code).toBe('IMAGE_NOT_SCANNED')
    const claimed = await platform.store.claimImageScan(platform.context(), { except: [] })
    expect((await report()).status).toBe('running')
    expect((await acme.api.post(path(REF, 'scan'))).body).toEqual({
      ...requested,
      status: 'running',
    })
    await platform.store.releaseImageScan(platform.context(), { scan: claimed! })
    await platform.runUntilIdle()
    expect(await report()).toMatchObject({
      scan_id: requested.scan_id,
      status: 'completed',
      summary: { critical: 0, high: 2 },
      findings: [
        { id: 'GHSA-35jh-r3h4-6jhm', severity: 'high', score: 7.2 },
        { id: 'RUNS_AS_ROOT' },
      ],
    })
    expect((await acme.api.get(path(REF, 'sbom'))).body).toMatchObject({
      bomFormat: 'CycloneDX',
      components: [{ name: 'openssl' }, { name: 'lodash' }],
    })
    const { body: list } = await acme.api.get('/images')
    expect(list).toMatchObject({
      total: 1,
      items: [
        {
          ref: REF,
          digest: inspection.digest,
          size_bytes: inspection.size_bytes,
          last_scan: { scan_id: requested.scan_id, status: 'completed', summary: { high: 2 } },
        },
      ],
    })
  })

  it('runs for every queued image', async () => {
    await start()
    const refs = ['acme/a:1', 'acme/b:1', 'acme/c:1', 'acme/d:1', 'acme/e:1']
    for (const ref of refs) expect((await acme.api.post(path(ref, 'scan'))).status).toBe(202)
    await platform.runUntilIdle()
    for (const ref of refs)
      expect(await report(ref)).toMatchObject({
        ref,
        status: 'completed_without_vulnerability_data',
      })
  })

  it.each<[string, readonly number[], string, boolean]>([
    ['no advisories at all', [], 'completed_without_vulnerability_data', true],
    [
      'advisories for one of its two kinds of packages',
      [0],
      'completed_without_vulnerability_data',
      false,
    ],
    ['advisories for both', [0, 1], 'completed', false],
  ])(
    'claims full coverage only with advisories for every kind of package: %s',
    async (_, which, status, noDatabase) => {
      await start()
      await platform.store.importAdvisories(platform.context(), {
        read: which
          .map((index) => readAdvisory(ADVISORIES[index]))
          .filter((read) => read.kind !== 'unreadable'),
      })
      await acme.api.post(path(REF, 'scan'))
      await platform.runUntilIdle()
      const got = await report()
      expect([got.status, got.database === null]).toEqual([status, noDatabase])
    },
  )

  it('does not report an image as clean if no package in it was recognized', async () => {
    await start({
      inspect: async () => ({
        kind: 'inspected',
        inspection: { ...inspection, packages: [], findings: [] },
      }),
    })
    await importAdvisories()
    await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    expect(await report()).toMatchObject({
      status: 'completed_without_vulnerability_data',
      coverage: [],
      findings: [],
      database: null,
    })
  })

  it.each<[ScanFailureCode, 'resolve' | 'inspect']>([
    ['REGISTRY_UNREACHABLE', 'resolve'],
    ['MANIFEST_NOT_FOUND', 'resolve'],
    ['DIGEST_MISMATCH', 'inspect'],
    ['ADDRESS_BLOCKED', 'inspect'],
  ])('is accepted and ends as failed with %s and a readable message', async (code, at) => {
    await start(failing(code, at))
    const requested = await acme.api.post(path(REF, 'scan'))
    expect([requested.status, 'digest' in requested.body]).toEqual([202, at === 'inspect'])
    await platform.runUntilIdle()
    const got = await report()
    expect([got.status, got.error.code, 'summary' in got, 'findings' in got]).toEqual([
      'failed',
      code,
      false,
      false,
    ])
    expect(got.error.message).toContain('it responded with 502')
    expect((await acme.api.get(path(REF, 'sbom'))).status).toBe(404)
  })

  it('is retried after an internal error, and fails after the third attempt', async () => {
    await start({
      inspect: async () => {
        throw new Error('a bug')
      },
    })
    await acme.api.post(path(REF, 'scan'))
    for (let minute = 0; minute < 3; minute += 1) await platform.advance(61_000)
    expect((await report()).status).toBe('running')
    await platform.advance(61_000)
    expect(await report()).toMatchObject({ status: 'failed', error: { code: 'SCAN_ABANDONED' } })
  })

  it('leaves the last completed report readable while it is queued and after it has failed', async () => {
    let inspect = fakeImages.inspect
    await start({ inspect: (request) => inspect(request) })
    const { body: first } = await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    const completed = await report()
    expect((await acme.api.get(`${path(REF, 'scan-report')}?completed=true`)).body).toEqual(
      completed,
    )
    inspect = failing('MANIFEST_NOT_FOUND', 'inspect').inspect
    for (let count = 0; count < 7; count += 1) {
      const { body: next } = await acme.api.post(path(REF, 'scan'))
      for (const status of ['queued', 'failed']) {
        expect(await report()).toMatchObject({ scan_id: next.scan_id, status })
        const { body: earlier } = await acme.api.get(`${path(REF, 'scan-report')}?completed=true`)
        expect(earlier).toEqual({
          ...completed,
          last_scan: expect.objectContaining({ scan_id: next.scan_id, status }),
        })
        expect((await acme.api.get(path(REF, 'sbom'))).status).toBe(404)
        expect(await acme.api.get(`${path(REF, 'sbom')}?completed=true`)).toMatchObject({
          status: 200,
          body: { serialNumber: `urn:uuid:${first.scan_id}` },
        })
        await platform.runUntilIdle()
      }
      platform.clock.advance(1000)
    }
  })

  it('has no completed report if none was completed', async () => {
    await start(failing('MANIFEST_NOT_FOUND', 'inspect'))
    await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    for (const action of ['scan-report', 'sbom'])
      expect(await acme.api.get(`${path(REF, action)}?completed=true`)).toMatchObject({
        status: 404,
        body: { code: 'IMAGE_NOT_SCANNED' },
      })
  })

  it("includes the findings of the operator's scanner, and fails when that fails", async () => {
    const found = {
      id: 'CVE-2099-1',
      type: 'vulnerability',
      severity: 'critical',
      title: 't',
      detail: 'd',
      package: { ecosystem: 'npm', name: 'lodash', version: '4.17.20' },
    } as const
    await start({
      scan: async () => ({
        kind: 'scanned',
        name: 'trivy',
        findings: [found],
        covers: ['os', 'npm'],
      }),
    })
    await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    expect(await report()).toMatchObject({
      status: 'completed',
      database: { name: 'trivy' },
      findings: [{ id: 'CVE-2099-1' }, { id: 'RUNS_AS_ROOT' }],
    })
    await start({
      scan: async () => ({
        kind: 'failed',
        failure: { code: 'SCANNER_FAILED', detail: 'exit code 1' },
        log: 'no database',
      }),
    })
    await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    expect((await report()).error.code).toBe('SCANNER_FAILED')
    expect(platform.log.join('')).toContain('no database')
  })
})

describe('images of organizations', () => {
  beforeEach(() => start())
  it('are separate for each organization, even with the same name', async () => {
    const globex = await platform.organization('free', 'Globex')
    await acme.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    expect((await globex.api.get('/images')).body.total).toBe(0)
    expect((await globex.api.get(path(REF, 'scan-report'))).body.code).toBe('IMAGE_NOT_SCANNED')
    expect((await globex.api.get(path(REF, 'sbom'))).body.code).toBe('IMAGE_NOT_SCANNED')
    const theirs = await globex.api.post(path(REF, 'scan'))
    expect(theirs.body.scan_id).not.toBe((await report()).scan_id)
  })
  it('are not found in the namespace of another organization, whether or not they exist', async () => {
    const requested: string[] = []
    await start({
      mayScan: ({ repository }) => repository.startsWith('acme/'),
      resolve: async ({ repository }) => {
        requested.push(repository)
        return { kind: 'resolved', digest: inspection.digest }
      },
    })
    expect((await acme.api.post(path('acme/agent:1', 'scan'))).status).toBe(202)
    expect(await acme.api.post(path('globex/agent:1', 'scan'))).toMatchObject({
      status: 404,
      body: { code: 'IMAGE_NOT_FOUND' },
    })
    expect(requested).toEqual(['acme/agent'])
  })
  it('are paged even if their references have the maximum length', async () => {
    const refs = ['a', 'b'].map((letter) => `acme/${letter.repeat(493)}:1`)
    for (const ref of refs) expect((await acme.api.post(path(ref, 'scan'))).status).toBe(202)
    const {
      body: { next_cursor },
    } = await acme.api.get('/images?limit=1')
    expect((await acme.api.get(`/images?limit=1&cursor=${next_cursor}`)).body.items).toMatchObject([
      { ref: refs[1] },
    ])
  })
  it('are paged with a cursor through many pages', async () => {
    for (let index = 0; index < 5; index += 1)
      await acme.api.post(path(`acme/agent-${index}:1`, 'scan'))
    const seen: string[] = []
    for (let query: string | undefined = '?limit=2'; query !== undefined;) {
      const { body }: { body: { items: { ref: string }[]; next_cursor?: string } } =
        await acme.api.get(`/images${query}`)
      seen.push(...body.items.map(({ ref }) => ref))
      query = body.next_cursor === undefined ? undefined : `?limit=2&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `acme/agent-${index}:1`))
    expect((await acme.api.get('/images?cursor=AAAA')).body.code).toBe('INVALID_CURSOR')
  })
})

describe('authorization of scans', () => {
  it('refuses reports and scans to a key that is bound to one workspace', async () => {
    await start()
    const owner = await platform.organization('enterprise', 'Owner')
    await owner.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    const bound = platform.as(
      apiKey(await platform.apiKey(owner.organization_id, { workspace_id: owner.workspace_id })),
    )
    for (const got of [
      await bound.get('/images'),
      await bound.get(path(REF, 'scan-report')),
      await bound.get(path(REF, 'sbom')),
      await bound.post(path(REF, 'scan')),
    ])
      expect([got.status, got.body.code]).toEqual([403, 'WORKSPACE_NOT_ALLOWED'])
    expect((await owner.api.get(path(REF, 'scan-report'))).status).toBe(200)
  })

  it('refuses scans unless the operator has given the organization a namespace of a registry', async () => {
    await start({ hasNamespace: () => false })
    const { api } = await platform.organization('enterprise', 'Nobody')
    const refused = await api.post(path(REF, 'scan'))
    expect([refused.status, refused.body.code]).toEqual([403, 'IMAGE_SCANNING_NOT_ENABLED'])
    expect(refused.body.message).toContain('SVC_IMAGES_NAMESPACES')
    expect((await api.get('/images')).body.total).toBe(0)
  })

  it('responds with 429 when an organization has as many queued or running scans as its plan allows', async () => {
    await start()
    const { api } = await platform.organization('free', 'Busy')
    const responses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => api.post(path(`acme/busy:${at}`, 'scan'))),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(10).fill(202),
      ...Array<number>(4).fill(429),
    ])
    const refused = responses.find(({ status }) => status === 429)!
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['RATE_LIMITED', '15'])
    await platform.runUntilIdle()
    expect((await api.post(path('acme/busy:14', 'scan'))).status).toBe(202)
  })
})

describe('audit records of scans', () => {
  it('name who requested a scan and how it ended; a request for a scan that is already queued or running adds none', async () => {
    await start()
    const starter = await platform.organization('starter', 'Starter')
    await starter.api.post(path(REF, 'scan'))
    await starter.api.post(path(REF, 'scan'))
    await platform.runUntilIdle()
    const records = async (kind: string) =>
      (await starter.api.get(`/audit-logs?event_type=${kind}`)).body.items
    expect(await records('image.scan_requested')).toMatchObject([
      {
        actor: { type: 'api_key' },
        target: { type: 'image_scan' },
        metadata: { ref: REF, digest: inspection.digest },
      },
    ])
    expect(await records('image.scan_completed')).toMatchObject([
      {
        actor: { type: 'platform' },
        outcome: 'success',
        metadata: {
          ref: REF,
          status: 'completed_without_vulnerability_data',
          summary: { high: 1 },
        },
      },
    ])
  })
})
