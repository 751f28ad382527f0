import { createPublicKey, verify, type JsonWebKeyInput } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/domain/crypto/hash.ts'
import { canonicalize } from '../../src/domain/crypto/jcs.ts'
import { plus } from '../../src/domain/time.ts'
import { agentIdentity, install, register, registerPrivately, type Installed } from './agents.ts'
import { bearer, NOBODY } from './client.ts'
import { minutes, seconds, startPlatform, type TestOrganization, type TestPlatform } from './platform.ts'

const FIVE = ['X-Svc-Agent-ID', 'X-Svc-Reputation', 'X-Svc-Verification', 'X-Svc-Task-ID', 'X-Svc-Trace-ID']

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

  it('are the five of the interface and what is needed to check them, good for 300 s', async () => {
    const { status, headers: answered, body } = await ask({ svc_id: one.agent.svc_id, request_body_hash: sha256Hex('hello') })
    expect(status).toBe(200)
    expect(body.expires_at).toBe(plus(platform.clock.now(), seconds(300)))
    expect(Object.keys(body.headers)).toEqual(expect.arrayContaining(FIVE))
    expect(body.headers).toMatchObject({
      'X-Svc-Agent-ID': one.agent.svc_id,
      'X-Svc-Reputation': '50',
      'X-Svc-Verification': 'verified',
      'X-Svc-Body-Hash': sha256Hex('hello'),
      'X-Svc-Timestamp': platform.clock.now(),
      'X-Svc-Signed-By': 'platform',
      'X-Svc-Trace-ID': answered['x-request-id'],
    })
  })

  it('are signed with a published key over the other nine headers', async () => {
    const { headers } = (await ask({ svc_id: one.agent.svc_id })).body as { headers: Record<string, string> }
    const { 'X-Svc-Signature': signature, ...signed } = headers
    expect(Object.keys(signed)).toHaveLength(9)
    expect(signed['X-Svc-Body-Hash']).toBe(sha256Hex(''))
    const [key] = (await platform.as(NOBODY).get('/trust/jwks')).body.keys
    const good = (values: object) =>
      verify(
        null,
        Buffer.from(`svc-trust-headers-v1\n${canonicalize(values)}`),
        createPublicKey({ key, format: 'jwk' } as JsonWebKeyInput),
        Buffer.from(signature!, 'base64'),
      )
    expect(good(signed)).toBe(true)
    for (const name of Object.keys(signed)) expect(good({ ...signed, [name]: `${signed[name]}x` }), name).toBe(false)
  })

  it('differ in nonce and task id every time, and each issue is on record', async () => {
    const answers = [await ask({ svc_id: one.agent.svc_id }), await ask({ svc_id: one.agent.svc_id })]
    for (const name of ['X-Svc-Nonce', 'X-Svc-Task-ID']) expect(new Set(answers.map(({ body }) => body.headers[name])).size).toBe(2)
    expect(await platform.auditOf(answers[0]!.headers['x-request-id'] as string)).toMatchObject([
      { event_type: 'trust.headers_issued', target: { id: one.agent.svc_id } },
    ])
  })

  it('are for agents that the organization owns or has installed; all others are 404', async () => {
    const other = await platform.organization()
    const theirs = await register(other)
    expect((await ask({ svc_id: theirs.svc_id })).body.code).toBe('AGENT_NOT_FOUND')
    expect((await ask({ svc_id: 'nobody' })).body.code).toBe('AGENT_NOT_FOUND')
    expect((await ask({ svc_id: (await registerPrivately(platform, other.organization_id)).svc_id })).body.code).toBe('AGENT_NOT_FOUND')

    const made = await org.api.post(`/workspaces/${org.workspace_id}/install-tokens`, { agent_id: theirs.svc_id })
    const booted = await platform.as(NOBODY).post('/installations/bootstrap', { install_token: made.body.token })
    expect((await ask({ svc_id: theirs.svc_id })).status).toBe(200)
    await org.api.post(`/installations/${booted.body.installation_id}/revoke`, {})
    expect((await ask({ svc_id: theirs.svc_id })).status).toBe(404)
  })

  it('are open to the runtime token of an installation', async () => {
    expect((await platform.as(bearer(one.runtime_token)).post('/trust/headers', { svc_id: one.agent.svc_id })).status).toBe(200)
  })

  it.each(['a b', 'ä', 'a\r\nX-Evil: 1', ''])('a body hash that no header can carry is 422: %j', async (request_body_hash) => {
    expect((await ask({ svc_id: one.agent.svc_id, request_body_hash })).status).toBe(422)
  })
})

describe('the trust profile', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const read = (did: string, { api } = org) => api.get(`/trust/profile/${encodeURIComponent(did)}`)

  it('tells what the registry knows about an agent', async () => {
    const agent = agentIdentity()
    await register(org, agent, { publisher: 'Acme', capabilities: ['read'], permissions: { network: ['a.example'] } })
    const {
      registration: { svc_id, name, version, public_key },
    } = agent
    expect((await read(`did:svc:${svc_id}`)).body).toEqual({
      did: `did:svc:${svc_id}`,
      svc_id,
      name,
      version,
      public_key,
      publisher: 'Acme',
      verification_status: 'verified',
      reputation: {
        score: 50,
        samples: 0,
        breakdown: { successes: 0, failures: 0, upheld_disputes: 0, own_outcomes: 0 },
        updated_at: platform.clock.now(),
      },
      capabilities: ['read'],
      permissions: { network: ['a.example'] },
      disputes: { open: 0, upheld: 0 },
    })
  })

  it('says when an installation was last heard from', async () => {
    const { agent } = await install(platform, org)
    platform.clock.advance(minutes(1))
    expect((await read(`did:svc:${agent.svc_id}`)).body.last_seen_at).toBe(plus(platform.clock.now(), -minutes(1)))
  })

  it.each([
    ['did:svc:nobody', 404],
    ['did:web:example.com', 400],
    ['nobody', 400],
    ['did:svc:', 400],
    ['did:svc:a..b', 400],
  ])('%s is %i', async (did, status) => {
    expect((await read(did)).status).toBe(status)
  })

  it('is readable with the runtime token of any organization', async () => {
    const { agent, runtime_token } = await install(platform, await platform.organization())
    expect((await platform.as(bearer(runtime_token)).get(`/trust/profile/did:svc:${agent.svc_id}`)).status).toBe(200)
  })
})
