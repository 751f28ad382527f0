import { beforeAll, describe, expect, it } from 'vitest'
import {
  verifyAuditGrowth,
  verifyAuditHead,
  type PublishedAuditHead,
} from '../../../src/agent/index.ts'
import { MINUTE } from '../../kit/time.ts'
import { apiKey } from '../client.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the published head of an audit chain', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const headOf = async ({ api }: TestOrganization = org) =>
    (await api.get('/audit-logs/head')).body.published as PublishedAuditHead
  const logKey = async () => (await platform.http().get('/log/key')).text.trim()
  const grow = async (name: string) => {
    await org.api.post(`/orgs/${org.organization_id}/workspaces`, { name })
    await platform.advance(10 * MINUTE)
  }

  it('is absent until a publication covers the chain', async () => {
    const fresh = await startPlatform()
    const { api, organization_id } = await fresh.organization()
    const { status, body } = await api.get('/audit-logs/head')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['organization_id', 'newest_sequence'])
    expect(body.organization_id).toBe(organization_id)
    expect(body.newest_sequence).toBeGreaterThan(0)
  })

  it('is proved by the log, for each tenant with a path of its own', async () => {
    const other = await platform.organization()
    await grow('One')
    const log = await logKey()
    for (const tenant of [org, other]) {
      const head = await headOf(tenant)
      expect(head.chain).toBe(tenant.organization_id)
      expect(verifyAuditHead(head, { log })).toMatchObject({ kind: 'proved', witnesses: [] })
      expect(verifyAuditHead({ ...head, sequence: 1 }, { log })).toEqual({ kind: 'not_covered' })
      expect(verifyAuditHead(head, { log, quorum: 1 })).toEqual({ kind: 'too_few_witnesses' })
      const { proof: _, ...waiting } = head
      expect(verifyAuditHead(waiting, { log })).toEqual({ kind: 'pending' })
      const foreign = { ...head, entry: head.entry.replace('"count"', '"Count"') }
      expect(verifyAuditHead(foreign, { log })).toEqual({ kind: 'not_covered' })
      const forged = { ...head, proof: head.proof!.replace(/\n\n.*\n/, '\n\nother.test/log\n') }
      expect(verifyAuditHead(forged, { log })).toEqual({ kind: 'proof_invalid' })
    }
    const head = await headOf()
    expect(() => verifyAuditHead(head, { log: 'nonsense' })).toThrow(TypeError)
  })

  it('proves, together with an earlier head and the records of the tenant, that the chain only grew', async () => {
    const earlier = await headOf()
    await grow('Two')
    await grow('Three')
    const later = await headOf()
    expect(later.sequence).toBe(earlier.sequence + 2)
    const { items } = (await org.api.get('/audit-logs?limit=2')).body
    const between = items.toReversed()
    expect(verifyAuditGrowth(earlier, later, between)).toEqual({ kind: 'grew', records: 2 })
    expect(verifyAuditGrowth(later, later, [])).toEqual({ kind: 'grew', records: 0 })
    expect(verifyAuditGrowth(later, earlier, [])).toEqual({
      kind: 'broken',
      sequence: earlier.sequence + 1,
      fault: 'truncated',
    })
    expect(verifyAuditGrowth(later, { ...later, hash: earlier.hash }, [])).toMatchObject({
      fault: 'rewritten',
    })
    expect(verifyAuditGrowth(earlier, later, between.slice(1))).toMatchObject({ fault: 'gap' })
    expect(verifyAuditGrowth(earlier, later, between.slice(0, 1))).toMatchObject({
      fault: 'truncated',
    })
    expect(verifyAuditGrowth(earlier, { ...later, hash: earlier.hash }, between)).toMatchObject({
      fault: 'rewritten',
    })
  })

  it('is refused to keys that are bound to a workspace, and to other tenants', async () => {
    const other = await platform.organization()
    const foreign = await org.api.get(`/audit-logs/head?organization_id=${other.organization_id}`)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'ORGANIZATION_NOT_FOUND' } })
    const key = await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id })
    const bound = platform.as(apiKey(key))
    expect(await bound.get('/audit-logs/head')).toMatchObject({
      status: 403,
      body: { code: 'WORKSPACE_NOT_ALLOWED' },
    })
  })

  it('is not published if the operator has turned publication off', async () => {
    const silent = await startPlatform({ transparency: { heads_minutes: 0, witnesses: [] } })
    const { api } = await silent.organization()
    await silent.advance(60 * MINUTE)
    expect((await api.get('/audit-logs/head')).body.published).toBeUndefined()
  })
})
