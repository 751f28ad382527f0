import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/domain/crypto/hash.ts'
import {
  PURPOSES,
  verifyClaims,
  type Purpose,
  readStatement,
} from '../../../src/domain/signatures/signature.ts'
import { plus } from '../../../src/domain/time.ts'
import {
  agentIdentity,
  install,
  installRegistered,
  register,
  registerPrivately,
  type Installed,
} from '../agents.ts'
import { bearer, NO_CREDENTIAL } from '../client.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'

const INTERFACE_HEADERS = [
  'X-Svc-Agent-ID',
  'X-Svc-Reputation',
  'X-Svc-Verification',
  'X-Svc-Task-ID',
  'X-Svc-Trace-ID',
]

describe('trust headers', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let one: Installed
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
    one = await install(platform, org)
  })
  const ask = (body: object, { api } = org) => api.post('/trust/headers', body)

  it('are the five of the interface and a vouching statement that is valid for 300 s', async () => {
    const {
      status,
      headers: received,
      body,
    } = await ask({ svc_id: one.agent.svc_id, request_body_hash: sha256Hex('hello') })
    expect(status).toBe(200)
    expect(body.expires_at).toBe(plus(platform.clock.now(), 300 * SECOND))
    expect(Object.keys(body.headers)).toEqual([...INTERFACE_HEADERS, 'X-Svc-Vouch'])
    expect(body.issued_to).toEqual({ organization_id: org.organization_id })
    expect(body.headers).toMatchObject({
      'X-Svc-Agent-ID': one.agent.svc_id,
      'X-Svc-Reputation': '50',
      'X-Svc-Verification': 'verified',
      'X-Svc-Trace-ID': received['x-request-id'],
    })
  })

  it('T-01: are signed for the organization that requested them, and valid for no other', async () => {
    const { headers } = (
      await ask({ svc_id: one.agent.svc_id, request_body_hash: sha256Hex('hello').toUpperCase() })
    ).body as { headers: Record<string, string> }
    const { claims, signature } = readStatement<'vouch'>(headers['X-Svc-Vouch']!)!
    const [{ x }] = (await platform.as(NO_CREDENTIAL).get('/trust/jwks')).body.keys
    const verifyAs = (purpose: Purpose, changed: object = {}) =>
      verifyClaims(
        Buffer.from(x, 'base64url'),
        purpose,
        { ...claims, ...changed } as never,
        signature,
      )
    expect(claims).toEqual({
      issuer: ISSUER,
      svc_id: one.agent.svc_id,
      issued_to: { organization_id: org.organization_id },
      request_body_hash: sha256Hex('hello'),
      issued_at: platform.clock.now(),
      expires_at: plus(platform.clock.now(), 300 * SECOND),
    })
    expect(verifyAs('vouch')).toBe('verified')
    expect(verifyAs('vouch', { issued_to: { organization_id: 'org_hostile' } })).toBe(
      'signature_invalid',
    )
    for (const purpose of Object.keys(PURPOSES) as Purpose[])
      if (purpose !== 'vouch') expect(verifyAs(purpose)).not.toBe('verified')
  })

  it('have a different task id each time, and are recorded in the audit log', async () => {
    const responses = [
      await ask({ svc_id: one.agent.svc_id }),
      await ask({ svc_id: one.agent.svc_id }),
    ]
    expect(new Set(responses.map(({ body }) => body.headers['X-Svc-Task-ID'])).size).toBe(2)
    expect(await platform.auditOf(responses[0]!.headers['x-request-id'] as string)).toMatchObject([
      { event_type: 'trust.headers_issued', target: { id: one.agent.svc_id } },
    ])
  })

  it('are issued for agents that the organization owns or has installed, and refused with 404 for others', async () => {
    const other = await platform.organization()
    const theirs = await register(other)
    expect((await ask({ svc_id: theirs.svc_id })).body.code).toBe('AGENT_NOT_FOUND')
    expect((await ask({ svc_id: 'nobody' })).body.code).toBe('AGENT_NOT_FOUND')
    expect(
      (await ask({ svc_id: (await registerPrivately(platform, other.organization_id)).svc_id }))
        .body.code,
    ).toBe('AGENT_NOT_FOUND')

    const made = await org.api.post(`/workspaces/${org.workspace_id}/install-tokens`, {
      agent_id: theirs.svc_id,
    })
    const bootstrapped = await platform
      .as(NO_CREDENTIAL)
      .post('/installations/bootstrap', { install_token: made.body.token })
    expect((await ask({ svc_id: theirs.svc_id })).status).toBe(200)
    await org.api.post(`/installations/${bootstrapped.body.installation_id}/revoke`, {})
    expect((await ask({ svc_id: theirs.svc_id })).status).toBe(404)
  })

  it('are issued to an organization that has the agent installed, even after its owner made it private', async () => {
    const owner = await platform.organization()
    const { svc_id } = await register(owner)
    const made = await org.api.post(`/workspaces/${org.workspace_id}/install-tokens`, {
      agent_id: svc_id,
    })
    const installed = await platform
      .as(NO_CREDENTIAL)
      .post('/installations/bootstrap', { install_token: made.body.token })
    await owner.api.put(`/agents/${svc_id}`, { private: true })
    const runtime = platform.as(bearer(installed.body.runtime_token as string))
    expect((await runtime.post('/trust/headers', { svc_id })).status).toBe(200)
    expect((await ask({ svc_id })).status).toBe(200)
    await org.api.post(`/installations/${installed.body.installation_id}/revoke`, {})
    expect((await ask({ svc_id })).body.code).toBe('AGENT_NOT_FOUND')
  })

  it('are issued to the runtime token of an installation for its own agent only', async () => {
    const { runtime_token, installation_id } = one
    const other = await install(platform, org)
    const own = await platform
      .as(bearer(runtime_token))
      .post('/trust/headers', { svc_id: one.agent.svc_id })
    expect(own.body.issued_to).toEqual({ organization_id: org.organization_id, installation_id })
    expect(readStatement<'vouch'>(own.body.headers['X-Svc-Vouch'])!.claims.issued_to).toEqual(
      own.body.issued_to,
    )
    expect(
      (
        await platform
          .as(bearer(runtime_token))
          .post('/trust/headers', { svc_id: other.agent.svc_id })
      ).body.code,
    ).toBe('AGENT_NOT_FOUND')
  })

  it.each(['a b', 'ä', 'a\r\nX-Evil: 1', ''])(
    'are refused with 422 if the body hash is not valid in a header: %j',
    async (request_body_hash) => {
      expect((await ask({ svc_id: one.agent.svc_id, request_body_hash })).status).toBe(422)
    },
  )
})

describe('the trust profile', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const read = (did: string, { api } = org) => api.get(`/trust/profile/${encodeURIComponent(did)}`)

  it('shows what the registry knows about an agent', async () => {
    const agent = agentIdentity()
    await register(org, agent, {
      publisher: 'Acme',
      capabilities: ['read'],
      permissions: { network: ['a.example'] },
    })
    const {
      registration: { svc_id, name, version, public_key },
    } = agent
    expect((await read(`did:svc:${svc_id}`)).body).toEqual({
      did: `did:svc:${svc_id}`,
      svc_id,
      name,
      version,
      public_key,
      content_addressed: true,
      publisher: 'Acme',
      verification_status: 'verified',
      reputation: {
        score: 50,
        samples: 0,
        organizations: 0,
        unattested_outcomes: 0,
        breakdown: { successes: 0, failures: 0, upheld_disputes: 0, own_outcomes: 0 },
        updated_at: platform.clock.now(),
      },
      capabilities: ['read'],
      permissions: { network: ['a.example'] },
      disputes: { open: 0, upheld: 0 },
      log: { entry: expect.stringContaining(`"svc_id":"${svc_id}"`) as string },
    })
  })

  it('shows when an installation of the agent was last seen', async () => {
    const { agent } = await install(platform, org)
    platform.clock.advance(MINUTE)
    expect((await read(`did:svc:${agent.svc_id}`)).body.last_seen_at).toBe(
      plus(platform.clock.now(), -MINUTE),
    )
  })

  it.each([
    ['did:svc:nobody', 404],
    ['did:web:example.com', 400],
    ['nobody', 400],
    ['did:svc:', 400],
    ['did:svc:a..b', 400],
  ])('of %s is refused with %i', async (did, status) => {
    expect((await read(did)).status).toBe(status)
  })

  it('is readable with the runtime token of any organization', async () => {
    const { svc_id } = await register(org)
    const { runtime_token } = await install(platform, await platform.organization())
    expect(
      (await platform.as(bearer(runtime_token)).get(`/trust/profile/did:svc:${svc_id}`)).status,
    ).toBe(200)
  })

  it('of a private agent is readable where the agent is still installed, and its signatures can be verified there', async () => {
    const owner = await platform.organization()
    const agent = await register(owner)
    const { svc_id } = agent
    const { runtime_token, revoke } = await installRegistered(platform, org, agent)
    await owner.api.put(`/agents/${svc_id}`, { private: true })
    const runtime = platform.as(bearer(runtime_token))
    const statuses = async (api = org.api) => [
      (await api.get(`/trust/profile/did:svc:${svc_id}`)).status,
      (await api.post('/trust/verify', agent.trust({}))).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    expect(await statuses(runtime)).toEqual([200, 200])
    expect(await statuses((await platform.organization()).api)).toEqual([404, 404])
    await revoke()
    expect(await statuses()).toEqual([404, 404])
  })
})
