import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { register, type TestAgent } from '../agents.ts'
import { exampleValue } from '../contract.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

/** The order of the base point. S + L is another encoding of S, which strict verifiers refuse. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n

describe('trust verification', () => {
  let platform: TestPlatform
  let org: TestOrganization
  let agent: TestAgent
  beforeAll(async () => {
    platform = await startPlatform()
  })
  beforeEach(async () => {
    org = await platform.organization()
    agent = await register(org)
  })
  const context = (more: object = {}) => ({ workspace_id: org.workspace_id, ...more })
  const verify = (body: object) => org.api.post('/trust/verify', body)
  const verdict = async (body: object) => {
    const { status, body: got } = await verify(body)
    expect(status).toBe(200)
    return got
  }
  const failed = ({ checks }: { checks: { name: string; passed: boolean }[] }) =>
    checks.filter(({ passed }) => !passed).map(({ name }) => name)

  it('accepts a good signature and shows every check', async () => {
    const got = await verdict(agent.trust(context()))
    expect(got).toMatchObject({
      valid: true,
      svc_id: agent.svc_id,
      reason: 'verified',
      verification_status: 'verified',
      reputation_score: 50,
      freshness: 'not_provided',
      policy: { allowed: true, rule: 'a2a.allowed_callers' },
      verified_at: platform.clock.now(),
    })
    expect(failed(got)).toEqual([])
    const { checks } = exampleValue('InvoiceReaderIsTrusted') as { checks: { name: string }[] }
    expect(got.checks.map(({ name }: { name: string }) => name)).toEqual(
      checks.map(({ name }) => name),
    )
    expect(got.checks.every(({ detail }: { detail: string }) => detail.endsWith('.'))).toBe(true)
  })

  it('includes members beyond the named ones in the signed text', async () => {
    const signed = agent.trust(
      context({ anything: { goes: [1, 'ä', null] }, request_body_hash: 'a'.repeat(64) }),
    )
    expect((await verdict(signed)).valid).toBe(true)
    expect(
      await verdict({ ...signed, context: { ...signed.context, anything: 'else' } }),
    ).toMatchObject({
      valid: false,
      reason: 'signature_invalid',
    })
  })

  it.each([
    ['base64', (bytes: Buffer) => bytes.toString('base64')],
    ['base64 without padding', (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
    ['hex', (bytes: Buffer) => bytes.toString('hex')],
    ['HEX', (bytes: Buffer) => bytes.toString('hex').toUpperCase()],
  ])('accepts a signature in %s', async (_, encode) => {
    const signed = agent.trust(context())
    expect(
      (await verdict({ ...signed, signature: encode(Buffer.from(signed.signature, 'base64')) }))
        .valid,
    ).toBe(true)
  })

  it.each([
    'x',
    'A'.repeat(87),
    '?'.repeat(88),
    'é',
    '00'.repeat(63),
    ' '.repeat(88),
    'A'.repeat(1024),
  ])('reports a signature that cannot be decoded: %j', async (signature) => {
    expect(await verdict({ ...agent.trust(context()), signature })).toMatchObject({
      valid: false,
      reason: 'signature_undecodable',
    })
  })

  it('I-28: refuses what strict verifiers refuse: a changed bit, S + L, zeros, points of small order', async () => {
    const signed = agent.trust(context())
    const good = Buffer.from(signed.signature, 'base64')
    const s = BigInt(`0x${Buffer.from(good.subarray(32)).reverse().toString('hex')}`)
    const malleable = Buffer.from((s + L).toString(16).padStart(64, '0'), 'hex').reverse()
    const flipped = Buffer.from(good)
    flipped[0]! ^= 1
    const [identity, order4] = [Buffer.alloc(32).fill(1, 0, 1), Buffer.alloc(32)]
    const forged = [
      flipped,
      Buffer.concat([good.subarray(0, 32), malleable]),
      Buffer.alloc(64),
      Buffer.alloc(64, 255),
      Buffer.concat([identity, Buffer.alloc(32)]),
      Buffer.concat([order4, good.subarray(32)]),
      Buffer.concat([good.subarray(32), good.subarray(0, 32)]),
    ]
    for (const signature of forged)
      expect(await verdict({ ...signed, signature: signature.toString('hex') })).toMatchObject({
        valid: false,
        reason: 'signature_invalid',
      })
  })

  it('refuses a signature of another agent, for another workspace or for another purpose', async () => {
    const stranger = await register(org)
    const second = await platform.workspace(org.organization_id, 'Second')
    const { signature } = agent.trust(context())
    for (const body of [
      { svc_id: stranger.svc_id, context: context(), signature },
      { svc_id: agent.svc_id, context: { workspace_id: second }, signature },
      { svc_id: agent.svc_id, context: context(), signature: agent.proof(org).signature },
    ]) {
      expect(await verdict(body)).toMatchObject({ valid: false, reason: 'signature_invalid' })
    }
  })

  it('accepts a body hash in every encoding, and returns valid: false for a malformed one', async () => {
    for (const [request_body_hash, valid] of [
      ['zz', false],
      ['0'.repeat(63), false],
      ['0'.repeat(64), true],
      ['A'.repeat(43) + '=', true],
      ['A'.repeat(43), true],
    ] as const) {
      expect((await verdict(agent.trust(context({ request_body_hash })))).valid).toBe(valid)
    }
  })

  it('returns valid: false for a context without a canonical form', async () => {
    const body = JSON.stringify(agent.trust(context({ big: 0 }))).replace('"big":0', '"big":1e999')
    const got = await platform.sendRequest({
      method: 'POST',
      path: '/trust/verify',
      headers: { 'X-API-Key': org.api_key, 'Content-Type': 'application/json' },
      body,
    })
    expect([got.status, got.body.valid, got.body.reason]).toEqual([
      200,
      false,
      'message_not_canonical',
    ])
  })

  it('reports a suspended agent as not valid, whatever it signs', async () => {
    await platform.store.setSuspended(platform.context(), {
      svc_id: agent.svc_id,
      suspended: true,
      reason: 'test',
    })
    expect(await verdict(agent.trust(context()))).toMatchObject({
      valid: false,
      reason: 'agent_suspended',
      verification_status: 'suspended',
    })
  })
})
