import { beforeAll, describe, expect, it } from 'vitest'
import { registrationMessage } from '../../src/domain/identity.ts'
import { agentIdentity, register, registerPrivately } from './agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from './platform.ts'

describe('registering agents', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let other: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    other = await platform.organization()
  })
  const post = (body: object, { api } = org) => api.post('/agents/register', body)
  const profile = async (svc_id: string) => (await org.api.get(`/trust/profile/did:svc:${encodeURIComponent(svc_id)}`)).body
  const verify = (svc_id: string, { api } = org) => api.get(`/agents/${encodeURIComponent(svc_id)}/verify`)

  it('the five named fields are enough', async () => {
    const { registration } = agentIdentity()
    const got = await post(registration)
    expect(got.status).toBe(201)
    expect(got.body).toEqual({
      ...registration,
      did: `did:svc:${registration.svc_id}`,
      organization_id: org.organization_id,
      verification_status: 'pending',
      registered_at: platform.clock.now(),
      private: false,
      ownership: 'claimed',
      deprecated: false,
      installable_by: 'anyone',
      installers: [],
    })
    expect(got.headers['location']).toBe(`/api/v1/agents/${registration.svc_id}/verify`)
    expect((await verify(registration.svc_id)).body).toEqual({
      valid: true,
      svc_id: registration.svc_id,
      name: registration.name,
      version: '1.0.0',
      registered_at: platform.clock.now(),
    })
  })

  it('what describes the agent is kept as it was sent', async () => {
    const agent = agentIdentity()
    const more = {
      description: 'Reads\ninvoices',
      publisher: 'Acme',
      category: 'data',
      llm_provider: 'example',
      capabilities: ['a', 'b'],
      url: 'https://a.example',
      permissions: { network: ['*.example'], filesystem: [], api: ['x'] },
      card: { name: 'A', skills: [{ any: { thing: [1, null] } }] },
    }
    expect((await post({ ...agent.registration, ...more })).body).toMatchObject(more)
    expect(await profile(agent.svc_id)).toMatchObject({ publisher: 'Acme', capabilities: ['a', 'b'], permissions: more.permissions })
  })

  it('a known svc_id is 409, and nothing is overwritten', async () => {
    const agent = await register(org)
    const before = await platform.rows()
    const again = await post({ ...agent.registration, name: 'Another', description: 'new' }, other)
    expect([again.status, again.body.code, again.body.message]).toEqual([409, 'AGENT_EXISTS', expect.stringContaining('Another organization has proved')])
    expect((await post(agent.registration)).body.code).toBe('AGENT_EXISTS')
    expect((await post({ ...agent.registration, proof: agent.proof() })).status).toBe(200)
    expect(await platform.rows()).toEqual(before)
  })

  it('a registration with a proof ends the claims of others, on record in both organizations', async () => {
    const agent = agentIdentity()
    expect((await post(agent.registration, other)).body.verification_status).toBe('pending')
    const got = await post({ ...agent.registration, proof: agent.proof() })
    expect([got.status, got.body.organization_id, got.body.verification_status]).toEqual([201, org.organization_id, 'verified'])
    const records = await platform.auditOf(got.headers['x-request-id'] as string)
    expect(records.map(({ event_type, organization_id }) => [event_type, organization_id]).toSorted()).toEqual(
      [
        ['agent.registered', org.organization_id],
        ['agent.displaced', other.organization_id],
        ['agent.displaced', org.organization_id],
        ['agent.verified', org.organization_id],
      ].toSorted(),
    )
    expect((await post({ ...agent.registration, proof: agent.proof() }, other)).status).toBe(409)
  })

  it('a proof that is no signature of this registration by its key is 403, and nothing is registered', async () => {
    const [agent, stranger] = [agentIdentity(), agentIdentity()]
    const proofs = [
      stranger.proof(),
      agent.sign(Buffer.from('else')),
      'not a signature',
      'A'.repeat(88),
      stranger.sign(registrationMessage(agent.registration)),
    ]
    for (const proof of proofs) expect((await post({ ...agent.registration, proof })).body.code).toBe('INVALID_PROOF')
    expect((await verify(agent.svc_id)).body.code).toBe('AGENT_NOT_FOUND')
  })

  it('a proof is read as base64, base64url or hex', async () => {
    for (const spell of [
      (bytes: Buffer) => bytes.toString('base64'),
      (bytes: Buffer) => bytes.toString('base64url'),
      (bytes: Buffer) => bytes.toString('hex'),
    ]) {
      const agent = agentIdentity()
      expect((await post({ ...agent.registration, proof: spell(Buffer.from(agent.proof(), 'base64')) })).body.verification_status).toBe(
        'verified',
      )
    }
  })

  it('a suspended agent is not valid until it is reinstated', async () => {
    const { svc_id } = await register(org)
    for (const [suspended, valid, status] of [
      [true, false, 'suspended'],
      [false, true, 'verified'],
    ] as const) {
      await platform.store.setSuspended(platform.act(), { svc_id, suspended, reason: 'test' })
      expect([(await verify(svc_id)).body.valid, (await profile(svc_id)).verification_status]).toEqual([valid, status])
    }
  })

  it('an agent is visible to every valid key, a private one to its own organization', async () => {
    const shown = await register(org)
    expect((await verify(shown.svc_id, other)).status).toBe(200)
    const hidden = await registerPrivately(platform, org.organization_id)
    expect((await verify(hidden.svc_id)).status).toBe(200)
    expect((await verify(hidden.svc_id, other)).body.code).toBe('AGENT_NOT_FOUND')
    const [unproved, proved] = [agentIdentity(), agentIdentity()]
    const asked = await post({ ...proved.registration, proof: proved.proof(), private: true })
    expect([asked.body.private, (await verify(proved.svc_id, other)).status]).toEqual([true, 404])
    for (const more of [{ private: true }, { installable_by: 'owner' }]) {
      const refused = await post({ ...unproved.registration, ...more })
      expect([refused.status, refused.body.code]).toEqual([403, 'OWNERSHIP_NOT_PROVED'])
    }
    const opaque = { ...unproved.registration, svc_id: 'no-hash', private: true }
    expect((await post({ ...opaque, proof: unproved.sign(registrationMessage(opaque)) })).body.code).toBe('OWNERSHIP_NOT_PROVED')
  })
})
