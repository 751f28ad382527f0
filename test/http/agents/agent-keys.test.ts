import { Point } from '@noble/ed25519'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'
import { publicKeyEncodings, weakPublicKeys } from '../../domain/crypto/public-keys.ts'
import { agentIdentity } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the registry', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const post = (body: object) => org.api.post('/agents/register', body)
  const profile = async (svc_id: string) =>
    (await org.api.get(`/trust/profile/did:svc:${encodeURIComponent(svc_id)}`)).body
  const verify = (svc_id: string) => org.api.get(`/agents/${encodeURIComponent(svc_id)}/verify`)

  it('treats every encoding of a key as the same key with the same content address', async () => {
    for (let index = 0; index < 8; index += 1) {
      const agent = agentIdentity()
      const encodings = publicKeyEncodings(agent.publicKey)
      const public_key = encodings[index % encodings.length]!
      const got = await post({ ...agent.registration, public_key })
      expect([got.status, got.body.public_key, got.body.svc_id]).toEqual([
        201,
        encodeBase64(agent.publicKey),
        svcId({ ...agent.registration, public_key }),
      ])
    }
  })

  it('I-28: refuses every encoding of a weak key with 422', async () => {
    for (const public_key of weakPublicKeys().flatMap(publicKeyEncodings)) {
      const got = await post({ ...agentIdentity().registration, public_key })
      expect([got.status, got.body.issues?.[0]?.path]).toEqual([422, '/body/public_key'])
    }
  })

  it('registers a key that is not a point on the curve, and never finds it valid', async () => {
    const { registration } = agentIdentity()
    const identity = { ...registration, public_key: encodeBase64(offCurve()) }
    const agent = { ...identity, svc_id: svcId(identity) }
    expect((await post(agent)).body.verification_status).toBe('unverified')
    expect((await verify(agent.svc_id)).body.valid).toBe(false)
    expect(
      (
        await org.api.post('/trust/verify', {
          svc_id: agent.svc_id,
          signature: 'A'.repeat(86) + '==',
          context: {},
        })
      ).body,
    ).toMatchObject({ valid: false, reason: 'key_unsound' })
  })

  it.each([
    'a',
    'urn:agent:7',
    'did:web:example.com',
    'team/reader@1.2.3',
    'a+b=c~d',
    'x.y.z',
    'A'.repeat(256),
  ])(
    'registers an id of another implementation as valid but never verified: %s',
    async (svc_id) => {
      const { registration } = agentIdentity()
      expect((await post({ ...registration, svc_id })).body).toMatchObject({
        svc_id,
        did: `did:svc:${svc_id}`,
        verification_status: 'unverified',
      })
      expect((await verify(svc_id)).body).toMatchObject({ svc_id, valid: true })
      expect(await profile(svc_id)).toMatchObject({ svc_id })
    },
  )

  it.each(['', '.a', '-a', 'a..b', 'a b', 'a\\b', 'ä', 'a'.repeat(257)])(
    'refuses an id that is unsafe in paths with 422: %j',
    async (svc_id) => {
      expect((await post({ ...agentIdentity().registration, svc_id })).status).toBe(422)
    },
  )
})

/** Returns 32 bytes that do not decode to a point on the curve. */
function offCurve(): Uint8Array {
  for (let y = 2; y < 256; y += 1) {
    const bytes = new Uint8Array(32).with(0, y)
    try {
      Point.fromBytes(bytes)
    } catch {
      return bytes
    }
  }
  throw new Error('All candidates are points on the curve')
}
