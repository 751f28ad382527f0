import { beforeAll, describe, expect, it } from 'vitest'
import { install } from '../agents.ts'
import { bearer, type TestResponse } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

const IMAGE = encodeURIComponent('registry.example/acme/reader:1')
const SUPPORT = { subject: 'A question', message: 'Why?' }
type ApiClient = ReturnType<TestPlatform['as']>

/** The operations on an organization that their path does not name. */
const REQUESTS: Readonly<
  Record<string, (client: ApiClient, organization_id: string | undefined) => Promise<TestResponse>>
> = {
  listImages: (client, organization_id) => client.get(`/images${search(organization_id)}`),
  scanImage: (client, organization_id) =>
    client.post(`/images/${IMAGE}/scan${search(organization_id)}`),
  getScanReport: (client, organization_id) =>
    client.get(`/images/${IMAGE}/scan-report${search(organization_id)}`),
  getImageSbom: (client, organization_id) =>
    client.get(`/images/${IMAGE}/sbom${search(organization_id)}`),
  listDisputes: (client, organization_id) => client.get(`/disputes${search(organization_id)}`),
  listAuditLogs: (client, organization_id) => client.get(`/audit-logs${search(organization_id)}`),
  searchAuditLogs: (client, organization_id) =>
    client.get(`/audit-logs/search${search(organization_id)}`),
  getNetworkSummary: (client, organization_id) =>
    client.get(`/registry/network/summary${search(organization_id)}`),
  searchAgents: (client, organization_id) =>
    client.get(`/registry/network/search${search(organization_id)}`),
  exportAuditLogs: (client, organization_id) =>
    client.post('/audit-logs/siem/logs/export', { organization_id }),
  exportAuditCollector: (client, organization_id) =>
    client.post('/audit-logs/siem/collector/export', { organization_id }),
  exportAuditAlerts: (client, organization_id) =>
    client.post('/audit-logs/siem/alerts/export', { organization_id }),
  emailSupport: (client, organization_id) =>
    client.post('/support/email', { ...SUPPORT, organization_id }),
  requestPrioritySupport: (client, organization_id) =>
    client.post('/support/priority', { ...SUPPORT, organization_id }),
  openSupportChat: (client, organization_id) =>
    client.post('/support/chat', { ...SUPPORT, organization_id }),
  contactCustomerSuccess: (client, organization_id) =>
    client.post('/support/csm', { ...SUPPORT, organization_id }),
}
const UNGATED = ['listImages', 'scanImage', 'getScanReport', 'getImageSbom', 'listDisputes']
const GATED = Object.keys(REQUESTS).filter((id) => !UNGATED.includes(id))
/** Operations that every role permits. */
const READ = [
  'listImages',
  'getScanReport',
  'getImageSbom',
  'listDisputes',
  'getNetworkSummary',
  'searchAgents',
]
const search = (organization_id: string | undefined): string =>
  organization_id === undefined ? '' : `?organization_id=${organization_id}`

describe('the organization of a request whose path names none', () => {
  let platform: TestPlatform
  let first: TestOrganization
  let second: TestOrganization
  let free: TestOrganization
  let viewed: TestOrganization
  let stranger: TestOrganization
  let ada: ApiClient
  beforeAll(async () => {
    platform = await startPlatform()
    first = await platform.organization()
    second = await platform.organization()
    free = await platform.organization('free')
    viewed = await platform.organization()
    stranger = await platform.organization()
    await platform.member(second.organization_id, first.email, 'admin')
    await platform.member(free.organization_id, first.email, 'owner')
    await platform.member(viewed.organization_id, first.email, 'viewer')
    ada = platform.as(bearer(await platform.session(first.email)))
    for (const { api } of [first, second]) await api.post(`/images/${IMAGE}/scan`)
    await platform.runUntilIdle()
  })
  const found = (got: TestResponse): boolean =>
    got.status < 300 || got.body.code === 'IMAGE_NOT_SCANNED'

  it.each(Object.keys(REQUESTS))(
    'can be left out or be any organization of the person: %s',
    async (id) => {
      for (const organization_id of [undefined, first.organization_id, second.organization_id])
        expect([organization_id, found(await REQUESTS[id]!(ada, organization_id))]).toEqual([
          organization_id,
          true,
        ])
    },
  )

  it.each(Object.keys(REQUESTS))(
    'is refused if the role is insufficient, and not found if it is foreign: %s',
    async (id) => {
      const { body } = await REQUESTS[id]!(ada, viewed.organization_id)
      expect(body.code === 'ROLE_REQUIRED').toBe(!READ.includes(id))
      const [foreign, missing] = await Promise.all(
        [stranger.organization_id, 'org_nowhere'].map((organization_id) =>
          REQUESTS[id]!(ada, organization_id),
        ),
      )
      expect([foreign!.body.code, missing!.body.code]).toEqual([
        'ORGANIZATION_NOT_FOUND',
        'ORGANIZATION_NOT_FOUND',
      ])
    },
  )

  it.each(GATED)('determines the plan that applies: %s', async (id) => {
    const got = await REQUESTS[id]!(ada, free.organization_id)
    expect([got.status, got.body.required_plan]).toEqual([402, expect.any(String)])
  })

  it.each(Object.keys(REQUESTS))('can only be that of the API key: %s', async (id) => {
    for (const organization_id of [undefined, first.organization_id])
      expect(found(await REQUESTS[id]!(first.api, organization_id))).toBe(true)
    expect((await REQUESTS[id]!(first.api, second.organization_id)).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
  })

  it('owns what a person lists and creates', async () => {
    await platform.runUntilIdle()
    expect((await ada.get(`/images?organization_id=${second.organization_id}`)).body.total).toBe(1)
    await ada.post(
      `/images/${encodeURIComponent('registry.example/acme/other:1')}/scan?organization_id=${second.organization_id}`,
    )
    expect([
      (await second.api.get('/images')).body.total,
      (await first.api.get('/images')).body.total,
    ]).toEqual([2, 1])
    const { body } = await REQUESTS['exportAuditLogs']!(ada, second.organization_id)
    expect((await second.api.get(`/audit-logs/siem/exports/${body.export_id}`)).body).toEqual(body)
    expect((await first.api.get(`/audit-logs/siem/exports/${body.export_id}`)).status).toBe(404)
    expect((await ada.get(`/audit-logs/siem/exports/${body.export_id}`)).status).toBe(200)
    const [record] = (await second.api.get('/audit-logs?event_type=image.scan_requested')).body
      .items
    expect(record.actor).toMatchObject({ type: 'member', id: first.email })
  })

  it('is the requested one when a dispute is opened', async () => {
    const { agent } = await install(platform, stranger)
    const open = async (organization_id: string) =>
      (
        await ada.post(`/agents/${agent.svc_id}/disputes`, {
          organization_id,
          issue_type: 'incorrect_response',
          description: 'The total is wrong.',
        })
      ).body
    expect(await open(second.organization_id)).toMatchObject({
      organization_id: second.organization_id,
    })
    expect((await open(viewed.organization_id)).code).toBe('ROLE_REQUIRED')
    for (const foreign of [stranger.organization_id, 'org_nowhere'])
      expect((await open(foreign)).code).toBe('ORGANIZATION_NOT_FOUND')
  })

  it('loses access to exports after a downgrade', async () => {
    const own = await platform.organization()
    const client = platform.as(bearer(await platform.session(own.email)))
    const { body } = await REQUESTS['exportAuditLogs']!(client, undefined)
    await platform.member(second.organization_id, own.email, 'admin')
    await platform.store.setPlan(platform.context(), {
      organization_id: own.organization_id,
      plan: 'free',
    })
    expect((await client.get(`/audit-logs/siem/exports/${body.export_id}`)).body.code).toBe(
      'AUDIT_EXPORT_REQUIRES_UPGRADE',
    )
  })

  it('is that of the workspace when a signature is verified, and failures are recorded in its audit log', async () => {
    const { agent } = await install(platform, second)
    const good = agent.trust({ workspace_id: second.workspace_id })
    expect((await ada.post('/trust/verify', good)).body).toMatchObject({ valid: true })
    const bad = { ...good, context: { ...good.context, skill: 'other' } }
    expect((await ada.post('/trust/verify', bad)).body).toMatchObject({ valid: false })
    const failuresOf = async ({ api }: TestOrganization) =>
      (await api.get('/audit-logs?event_type=trust.verification_failed')).body.total
    expect([await failuresOf(second), await failuresOf(first)]).toEqual([1, 0])
    expect(
      (
        await ada.post('/trust/verify', {
          ...good,
          context: { ...good.context, workspace_id: stranger.workspace_id },
        })
      ).body.code,
    ).toBe('WORKSPACE_NOT_FOUND')
  })
})
