import { beforeAll, describe, expect, it } from 'vitest'
import { FRAMEWORKS } from '../../../src/domain/compliance/frameworks.ts'
import { markdownClaims } from '../../../src/domain/compliance/markdown.ts'
import {
  hashOfReport,
  reportClaims,
  type ComplianceReport,
} from '../../../src/domain/compliance/report.ts'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { verifyClaims } from '../../../src/domain/signatures/signature.ts'
import { addHistory, sample, type Sample } from '../../domain/compliance/sample.ts'
import { installRegistered, register } from '../agents.ts'
import { apiKey, bearer } from '../client.ts'
import { ISSUER } from '../platform.ts'
import { DAY } from '../../kit/time.ts'

/** Returns one item of evidence in a report. */
const evidenceOf = (report: ComplianceReport, id: string) =>
  report.evidence.find((one) => one.id === id)!

describe('the compliance report', () => {
  let world: Sample
  let path: string
  beforeAll(async () => {
    world = await sample()
    await addHistory(world)
    path = `/agents/${world.agent.svc_id}/compliance/${world.org.workspace_id}/report`
  })

  it('names agent, workspace, time, window and all frameworks, and states that it is not a certification', async () => {
    const { platform, org, agent } = world
    const { status, headers, body } = await world.requestReport()
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(body).toMatchObject({
      svc_id: agent.svc_id,
      workspace_id: org.workspace_id,
      organization_id: org.organization_id,
      agent: { name: 'Invoice Reader', version: '1.0.0' },
      workspace_name: 'Main',
      generated_at: platform.clock.now(),
      statement: expect.stringContaining('not a certification'),
    })
    expect(Date.parse(body.window.to) - Date.parse(body.window.from)).toBe(365 * DAY)
    expect(body.frameworks.map(({ id }: { id: string }) => id)).toEqual(
      FRAMEWORKS.map(({ id }) => id),
    )
  })

  it('states the evidence, and names records that are in the log with the same hash', async () => {
    const report = (await world.requestReport()).body as ComplianceReport
    expect(Object.fromEntries(report.evidence.map(({ id, status }) => [id, status]))).toEqual({
      inventory: 'satisfied',
      identity: 'satisfied',
      credentials: 'satisfied',
      access: 'partially_satisfied',
      revocation: 'satisfied',
      health: 'satisfied',
      policy: 'satisfied',
      audit_chain: 'satisfied',
      retention: 'satisfied',
      retention_184_days: 'satisfied',
      retention_2192_days: 'not_satisfied',
      alerts: 'satisfied',
      images: 'partially_satisfied',
      third_party: 'not_applicable',
    })
    const log = (await world.org.api.get('/audit-logs?limit=200')).body.items as {
      sequence: number
      hash: string
      event_type: string
      occurred_at: string
      id: string
    }[]
    for (const named of report.evidence.flatMap(({ records }) => records))
      expect(log.find(({ sequence }) => sequence === named.sequence)).toMatchObject(named)
    expect(report.chain).toEqual({ sequence: log[0]!.sequence, hash: log[0]!.hash })
  })

  it('is byte-identical for the same records and moment, writes nothing, and has a valid hash and signature', async () => {
    const before = await world.platform.rows()
    const [one, other] = [await world.requestReport(), await world.requestReport()]
    expect(one.text).toBe(other.text)
    expect(await world.platform.rows()).toEqual(before)
    const report = one.body as ComplianceReport
    expect(hashOfReport(report)).toBe(report.hash)
    const [{ x, kid }] = (await world.platform.as({}).get('/trust/jwks')).body.keys
    expect(report.signing_key_id).toBe(kid)
    expect(
      verifyClaims(
        Buffer.from(x, 'base64url'),
        'compliance-report',
        reportClaims(report, ISSUER),
        report.signature,
      ),
    ).toBe('verified')
  })

  it('is Markdown where the format parameter requests it; no header changes the format', async () => {
    const key = { 'X-API-Key': world.org.api_key }
    const [json, markdown] = [
      await world.requestReport('?format=json'),
      await world.requestReport('?format=markdown'),
    ]
    expect(
      (await world.org.api.get(path, { ...key, Accept: 'text/markdown' })).headers['content-type'],
    ).toBe('application/json')
    expect(
      (await world.org.api.get(`${path}?format=markdown`, { ...key, Accept: 'application/json' }))
        .text,
    ).toBe(markdown.text)
    expect([markdown.status, markdown.headers['content-type']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(markdown.text).toContain(json.body.hash)
    const cut = markdown.text.indexOf('---\n\nSHA-256')
    const sha256 = sha256Hex(markdown.text.slice(0, cut))
    const signature = /Signed by the platform key `[^`]+`: `([^`]+)`\n$/.exec(markdown.text)![1]!
    expect(markdown.text.slice(cut)).toContain(sha256)
    const [{ x }] = (await world.platform.as({}).get('/trust/jwks')).body.keys
    expect(
      verifyClaims(
        Buffer.from(x, 'base64url'),
        'compliance-report',
        markdownClaims(json.body, ISSUER, sha256),
        signature,
      ),
    ).toBe('verified')
    for (const format of ['xml', 'JSON', ''])
      expect((await world.requestReport(`?format=${format}`)).body.code).toBe('INVALID_PARAMETER')
  })

  it.each([
    ['hipaa', ['hipaa']],
    ['GDPR,eu_ai_act', ['gdpr', 'eu_ai_act']],
    ['EU%20AI%20Act', ['eu_ai_act']],
    ['gdpr%2Chipaa', ['gdpr', 'hipaa']],
    ['gdpr,gdpr', ['gdpr']],
    ['', FRAMEWORKS.map(({ id }) => id)],
  ])('reports for frameworks=%s on %j', async (frameworks, expected) => {
    expect(
      (await world.requestReport(`?frameworks=${frameworks}`)).body.frameworks.map(
        ({ id }: { id: string }) => id,
      ),
    ).toEqual(expected)
  })

  it('accepts at most 20 frameworks of at most 64 characters each', async () => {
    const statusFor = (names: readonly string[]) =>
      world.requestReport(`?frameworks=${names.join(',')}`).then(({ status }) => status)
    expect(
      await Promise.all([
        statusFor(Array(20).fill('x'.repeat(64)) as string[]),
        statusFor(Array(21).fill('x') as string[]),
        statusFor(['x'.repeat(65)]),
      ]),
    ).toEqual([200, 400, 400])
  })

  it('reports an unknown framework as unsupported in both formats', async () => {
    expect((await world.requestReport('?frameworks=pci|dss')).body.frameworks).toEqual([
      { id: 'pci|dss', status: 'unsupported', controls: [] },
    ])
    expect((await world.requestReport('?frameworks=pci|dss&format=markdown')).text).toContain(
      '## Unsupported: pci&#124;dss\n',
    )
  })

  it('is not available for an agent that is neither owned nor installed, even if its profile is visible', async () => {
    const { platform, org, agent } = world
    const other = await platform.organization()
    const foreign = await register(other)
    const requestReport = (svc_id: string, workspace_id = org.workspace_id) =>
      org.api.get(`/agents/${svc_id}/compliance/${workspace_id}/report`)
    expect((await requestReport(foreign.svc_id)).body.code).toBe('AGENT_NOT_FOUND')
    expect((await requestReport('f'.repeat(64))).body.code).toBe('AGENT_NOT_FOUND')
    expect((await requestReport(agent.svc_id, other.workspace_id)).body.code).toBe(
      'WORKSPACE_NOT_FOUND',
    )
    const installed = await installRegistered(platform, org, foreign)
    const { status, body } = await requestReport(foreign.svc_id)
    expect([status, evidenceOf(body, 'third_party').status]).toEqual([200, 'satisfied'])
    await installed.revoke()
    expect((await requestReport(foreign.svc_id)).status).toBe(200)
    expect(
      (await requestReport(agent.svc_id, await platform.workspace(org.organization_id, 'Empty')))
        .status,
    ).toBe(200)
  })

  it('is available for an installed agent that its owner has since made private', async () => {
    const { platform, org } = world
    const owner = await platform.organization()
    const foreign = await register(owner)
    await installRegistered(platform, org, foreign)
    await owner.api.put(`/agents/${foreign.svc_id}`, { private: true })
    const report = await org.api.get(
      `/agents/${foreign.svc_id}/compliance/${org.workspace_id}/report`,
    )
    expect([report.status, report.body.svc_id]).toEqual([200, foreign.svc_id])
  })

  it('does not use records of another workspace or agent as evidence', async () => {
    const { platform, org, agent } = world
    const empty = await platform.workspace(org.organization_id, 'Untouched')
    const { body } = await org.api.get(`/agents/${agent.svc_id}/compliance/${empty}/report`)
    expect(evidenceOf(body, 'revocation')).toMatchObject({
      status: 'insufficient_evidence',
      records: [],
    })
    expect(evidenceOf(body, 'policy').status).toBe('partially_satisfied')
    expect(evidenceOf(body, 'health').status).toBe('not_applicable')
  })

  it('is readable with a key of the workspace, not with one of another workspace or without the scope', async () => {
    const { platform, org } = world
    const second = await platform.workspace(org.organization_id, 'Second')
    const asking = async (limits: { workspace_id?: string; scopes?: readonly string[] }) =>
      (await platform.as(apiKey(await platform.apiKey(org.organization_id, limits))).get(path)).body
        .code
    expect(await asking({ workspace_id: org.workspace_id })).toBeUndefined()
    expect(await asking({ workspace_id: second })).toBe('WORKSPACE_NOT_ALLOWED')
    expect(await asking({ scopes: ['audit:read'] })).toBe('SCOPE_REQUIRED')
  })

  it('requires the enterprise plan of the organization of the workspace, even for a member of several organizations', async () => {
    const { platform, org, agent } = world
    const plain = await platform.organization('professional')
    await platform.member(plain.organization_id, org.email, 'admin')
    const person = platform.as(bearer(await platform.session(org.email)))
    expect((await person.get(path)).status).toBe(200)
    await installRegistered(platform, plain, agent)
    const refused = await person.get(
      `/agents/${agent.svc_id}/compliance/${plain.workspace_id}/report`,
    )
    expect([refused.status, refused.body.code, refused.body.required_plan]).toEqual([
      402,
      'COMPLIANCE_REQUIRES_UPGRADE',
      'enterprise',
    ])
  })
})

describe('audit chain in the compliance report', () => {
  it('is satisfied and reported as purged after a purge, and not satisfied after a manipulation', async () => {
    const world = await sample()
    await addHistory(world)
    const { platform, org, installed } = world
    await org.api.put(`/enterprise/orgs/${org.organization_id}/retention`, {
      audit_log_retention_days: 366,
    })
    await platform.advance(372 * DAY)
    const purged = evidenceOf((await world.requestReport()).body, 'audit_chain')
    expect(purged).toMatchObject({
      status: 'satisfied',
      reason: expect.stringContaining('checkpoint'),
    })
    expect(purged.facts.map(({ name }) => name)).toContain('Purged up to record')
    await platform.database.transact(async (tx) => {
      const checkpoint = (await tx.audit_checkpoints.get({ chain: org.organization_id }))!
      await tx.audit_checkpoints.put({ ...checkpoint, purged_at: installed.expires_at })
    })
    expect(evidenceOf((await world.requestReport()).body, 'audit_chain')).toMatchObject({
      status: 'not_satisfied',
      reason: expect.stringContaining('invalid_checkpoint'),
    })
  })

  it('is partially satisfied beyond the number of records that a report reads, and manipulation of a newer record is found', async () => {
    const { platform, org, requestReport, recordEvent } = await sample()
    for (let count = 0; count < 600; count += 1)
      await recordEvent({
        event_type: 'api_key.created',
        target: { type: 'api_key', id: `key_${count}` },
      })
    const report = (await requestReport()).body
    expect(evidenceOf(report, 'audit_chain')).toMatchObject({
      status: 'partially_satisfied',
      reason: expect.stringContaining('The newest 500 records'),
    })
    expect(evidenceOf(report, 'access')).toMatchObject({ truncated: true })
    await platform.database.transact((tx) =>
      tx.audit_log.update({ chain: org.organization_id, sequence: 300 }, { outcome: 'denied' }),
    )
    expect(evidenceOf((await requestReport()).body, 'audit_chain')).toMatchObject({
      status: 'not_satisfied',
      reason: 'The chain is broken at record 300: edited.',
    })
  })
})
