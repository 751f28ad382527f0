import { beforeAll, describe, expect, it } from 'vitest'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import { agentIdentity, register, registerPrivately, type TestAgent } from '../agents.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

/** Returns the signature of one answer of the agent, which the requester of the answer has received. */
const harvestedAnswer = (agent: TestAgent, issued_at: string): string =>
  agent.sign(
    signedText('answer', {
      issuer: ISSUER,
      svc_id: agent.svc_id,
      audience: 'caller',
      request_nonce: 'n',
      request_body_hash: 'a'.repeat(64),
      response_body_hash: 'b'.repeat(64),
      status: 200,
      issued_at,
    }),
  )

describe('agent registration', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let other: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    other = await platform.organization()
  })
  const post = (body: object, { api } = org) => api.post('/agents/register', body)
  const profile = async (svc_id: string) =>
    (await org.api.get(`/trust/profile/did:svc:${encodeURIComponent(svc_id)}`)).body
  const verify = (svc_id: string, { api } = org) =>
    api.get(`/agents/${encodeURIComponent(svc_id)}/verify`)

  it('needs only the five required fields', async () => {
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

  it('keeps the description of the agent as it was sent', async () => {
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
    expect(await profile(agent.svc_id)).toMatchObject({
      publisher: 'Acme',
      capabilities: ['a', 'b'],
      permissions: more.permissions,
    })
  })

  it('refuses a registered svc_id with 409, except from its publisher with a proof, and overwrites nothing', async () => {
    const agent = await register(org)
    const before = await platform.rows()
    const again = await post({ ...agent.registration, name: 'Another', description: 'new' }, other)
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'AGENT_EXISTS',
      expect.stringContaining('This svc_id is the hash of another organization’s registration'),
    ])
    expect((await post(agent.registration, other)).body.message).toContain(
      'Another organization has proved that it owns this svc_id',
    )
    expect((await post(agent.registration)).body.code).toBe('AGENT_EXISTS')
    expect((await post({ ...agent.registration, proof: agent.proof(org) })).status).toBe(200)
    expect(await platform.rows()).toEqual(before)
  })

  it('keeps the details of a claim when it is proved with the required fields alone', async () => {
    const mine = agentIdentity()
    expect(
      (
        await org.api.post('/agents/register', {
          ...mine.registration,
          description: 'Reads invoices',
          category: 'data',
        })
      ).status,
    ).toBe(201)
    expect(
      (
        await org.api.put(`/agents/${mine.svc_id}`, {
          description: 'Reads invoices',
          category: 'data',
          deprecated: true,
        })
      ).status,
    ).toBe(200)
    const proved = await org.api.post('/agents/register', {
      ...mine.registration,
      proof: mine.proof(org),
      category: 'finance',
    })
    expect([proved.status, proved.body]).toMatchObject([
      200,
      { ownership: 'proved', description: 'Reads invoices', category: 'finance', deprecated: true },
    ])
  })

  it('ends the claims of others when a registration is proved, and records it in the audit logs of both organizations', async () => {
    const agent = agentIdentity()
    expect((await post(agent.registration, other)).body.verification_status).toBe('pending')
    const got = await post({ ...agent.registration, proof: agent.proof(org) })
    expect([got.status, got.body.organization_id, got.body.verification_status]).toEqual([
      201,
      org.organization_id,
      'verified',
    ])
    const records = await platform.auditOf(got.headers['x-request-id'] as string)
    expect(
      records.map(({ event_type, organization_id }) => [event_type, organization_id]).toSorted(),
    ).toEqual(
      [
        ['agent.registered', org.organization_id],
        ['agent.displaced', org.organization_id],
        ['agent.verified', org.organization_id],
      ].toSorted(),
    )
    const [lost] = (
      await platform.store.readChain({ chain: other.organization_id, above: 0, limit: 1000 })
    ).slice(-1)
    expect(lost).toMatchObject({
      event_type: 'agent.displaced',
      actor: { type: 'organization', id: null, ip: null },
    })
    expect((await post({ ...agent.registration, proof: agent.proof(other) }, other)).status).toBe(
      409,
    )
  })

  it('T-04: refuses a proof that is not by this key, for this organization, for this platform and recent, and registers nothing', async () => {
    const [agent, stranger] = [agentIdentity(), agentIdentity()]
    const now = Date.parse(platform.clock.now())
    const at = (minutes: number, milliseconds = 0) =>
      new Date(now + minutes * 60_000 + milliseconds).toISOString()
    const good = agent.proof(org)
    const proofs = [
      stranger.proof(org),
      agent.proof(other),
      agent.proof(org, { issuer: 'https://elsewhere.example' }),
      agent.proof(org, { issued_at: at(10, 1) }),
      agent.proof(org, { issued_at: at(-10, -1) }),
      { ...good, issued_at: at(0, 1) },
      { ...good, signature: agent.trust({ nonce: 'n', timestamp: good.issued_at }).signature },
      { ...good, signature: harvestedAnswer(agent, good.issued_at) },
      { ...good, signature: agent.sign(Buffer.from('else')) },
      { ...good, signature: 'not a signature' },
      { ...good, signature: 'A'.repeat(88) },
    ]
    for (const proof of proofs)
      expect((await post({ ...agent.registration, proof })).body.code).toBe('INVALID_PROOF')
    expect((await post({ ...agent.registration, proof: good }, other)).body.code).toBe(
      'INVALID_PROOF',
    )
    expect((await verify(agent.svc_id)).body.code).toBe('AGENT_NOT_FOUND')
    for (const minutes of [10, -10]) {
      const one = agentIdentity()
      expect(
        (await post({ ...one.registration, proof: one.proof(org, { issued_at: at(minutes) }) }))
          .status,
      ).toBe(201)
    }
  })

  it('does not change or hide an unproved agent of another organization when its id is registered with another key', async () => {
    const [agent, attacker] = [agentIdentity(), agentIdentity()]
    await post(agent.registration)
    const signed = agent.trust({ workspace_id: org.workspace_id })
    const stolen = { ...agent.registration, public_key: attacker.registration.public_key }
    const issued_at = platform.clock.now()
    const { organization_id } = other
    const claims = { ...stolen, organization_id, issuer: ISSUER, issued_at }
    const proof = { issued_at, signature: attacker.register(claims) }
    for (const [more, status, code] of [
      [{}, 409, 'AGENT_EXISTS'],
      [{ private: true }, 403, 'OWNERSHIP_NOT_PROVED'],
    ] as const)
      for (const body of [
        { ...stolen, ...more },
        { ...stolen, ...more, proof },
      ]) {
        const refused = await post(body, other)
        expect([refused.status, refused.body.code]).toEqual([status, code])
      }
    expect((await org.api.post('/trust/verify', signed)).body.valid).toBe(true)
    expect((await verify(agent.svc_id)).status).toBe(200)
  })

  it('accepts a proof in base64, base64url or hex', async () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const agent = agentIdentity()
      const { issued_at, signature } = agent.proof(org)
      const proof = { issued_at, signature: Buffer.from(signature, 'base64').toString(encoding) }
      expect((await post({ ...agent.registration, proof })).body.verification_status).toBe(
        'verified',
      )
    }
  })

  it('refuses an id that is a reserved path or changes when a URL is normalized', async () => {
    for (const svc_id of ['register', '.', '..', 'a/./b', 'a/.', 'a/../b'])
      expect([svc_id, (await post({ ...agentIdentity().registration, svc_id })).status]).toEqual([
        svc_id,
        422,
      ])
    const { body } = await post({ ...agentIdentity().registration, svc_id: 'org_acme' })
    expect(body.issues).toEqual([
      { path: '/body/svc_id', message: expect.stringContaining('`org_`') },
    ])
  })

  it('T-02: never verifies a key that another organization registered under the hash of a private agent', async () => {
    const agent = await registerPrivately(platform, org.organization_id)
    const stranger = agentIdentity()
    expect((await post({ ...stranger.registration, svc_id: agent.svc_id }, other)).status).toBe(201)
    const third = await platform.organization()
    const context = { issuer: ISSUER, workspace_id: third.workspace_id }
    const signature = stranger.sign(signedText('trust', { svc_id: agent.svc_id, context }))
    const { body } = await third.api.post('/trust/verify', {
      svc_id: agent.svc_id,
      context,
      signature,
    })
    expect([body.valid, body.reason]).toEqual([false, 'key_unsound'])
  })

  it('T-04: refuses to register the name of the platform, for which answers to tasks are signed', async () => {
    const got = await post({ ...agentIdentity().registration, svc_id: ISSUER })
    expect([got.status, got.body.code]).toEqual([409, 'AGENT_EXISTS'])
  })

  it('gives other organizations the same responses, apart from request_id, whether or not another organization has a private registration', async () => {
    const responses = async (exists: boolean) => {
      const agent = agentIdentity(exists ? 60_001 : 60_002)
      if (exists) await post({ ...agent.registration, proof: agent.proof(org), private: true })
      const path = `/agents/${agent.svc_id}`
      const got = [
        await other.api.get(path),
        await other.api.get(`${path}/verify`),
        await other.api.get(`${path}/reputation`),
        await other.api.get(`/trust/profile/did:svc:${agent.svc_id}`),
        await other.api.post('/trust/verify', agent.trust({ workspace_id: other.workspace_id })),
        await other.api.post('/trust/headers', { svc_id: agent.svc_id }),
        await other.api.post(`/workspaces/${other.workspace_id}/install-tokens`, {
          agent_id: agent.svc_id,
        }),
        await other.api.put(path, {}),
        await other.api.post(`${path}/disputes`, {
          issue_type: 'security_concern',
          description: 'x',
        }),
        await post(agent.registration, other),
        await post(agent.registration, other),
        await other.api.get(path),
      ]
      return got.map(({ status, body }) => [
        status,
        JSON.parse(
          JSON.stringify({ ...body, request_id: '' })
            .replaceAll(agent.svc_id, 'ID')
            .replaceAll(agent.registration.name, 'NAME')
            .replaceAll(agent.registration.public_key, 'KEY'),
        ),
      ])
    }
    expect(await responses(true)).toEqual(await responses(false))
  })

  it('reports a suspended agent as not valid until it is reinstated', async () => {
    const { svc_id } = await register(org)
    for (const [suspended, valid, status] of [
      [true, false, 'suspended'],
      [false, true, 'verified'],
    ] as const) {
      await platform.store.setSuspended(platform.context(), { svc_id, suspended, reason: 'test' })
      expect([
        (await verify(svc_id)).body.valid,
        (await profile(svc_id)).verification_status,
      ]).toEqual([valid, status])
    }
  })

  it('shows a public agent to every valid key, and a private one to its own organization', async () => {
    const shown = await register(org)
    expect((await verify(shown.svc_id, other)).status).toBe(200)
    const hidden = await registerPrivately(platform, org.organization_id)
    expect((await verify(hidden.svc_id)).status).toBe(200)
    expect((await verify(hidden.svc_id, other)).body.code).toBe('AGENT_NOT_FOUND')
    const [unproved, proved] = [agentIdentity(), agentIdentity()]
    const registered = await post({
      ...proved.registration,
      proof: proved.proof(org),
      private: true,
    })
    expect([registered.body.private, (await verify(proved.svc_id, other)).status]).toEqual([
      true,
      404,
    ])
    for (const more of [{ private: true }, { installable_by: 'owner' }]) {
      const refused = await post({ ...unproved.registration, ...more })
      expect([refused.status, refused.body.code]).toEqual([403, 'OWNERSHIP_NOT_PROVED'])
    }
    const opaqueFields = { ...unproved.registration, svc_id: 'no-hash' }
    const opaque = { ...opaqueFields, private: true }
    const issued_at = platform.clock.now()
    const signature = unproved.register({
      ...opaqueFields,
      organization_id: org.organization_id,
      issuer: ISSUER,
      issued_at,
    })
    expect((await post({ ...opaque, proof: { issued_at, signature } })).body.code).toBe(
      'OWNERSHIP_NOT_PROVED',
    )
  })
})
