import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPairOfSeed, signMessage, verifySignature } from '../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../src/domain/crypto/encoding.ts'
import type { PolicyDecision } from '../../src/domain/policy.ts'
import { plus } from '../../src/domain/time.ts'
import { conclude, evaluateTrust, examine, trustMessage } from '../../src/domain/trust.ts'
import type { TrustContext, TrustSubject } from '../../src/domain/trust.ts'
import { SIGNED_TRUST_HEADERS, trustHeaders, trustHeadersMessage } from '../../src/domain/trust-headers.ts'

const now = '2026-03-01T12:00:00.000Z'
const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(3))
const agent: TrustSubject = {
  svc_id: 'agent-1', public_key: encodeBase64(publicKey), key_sound: true, suspended_at: null, revoked_at: null,
}
const allowed: PolicyDecision = { allowed: true, rule: 'none' }
const full = { workspace_id: 'w1', nonce: 'n-1', timestamp: now, skill: 'summarize', request_body_hash: 'ab'.repeat(32) }

const sign = (context: TrustContext, svc_id = 'agent-1') => encodeBase64(signMessage(privateKey, trustMessage({ svc_id, context })))

interface Story {
  context?: TrustContext
  signature?: string
  subject?: Partial<TrustSubject>
  nonceSeen?: boolean
  policy?: PolicyDecision
}

function verify({ context = full, signature = sign(context), subject = {}, nonceSeen = false, policy = allowed }: Story = {}) {
  return evaluateTrust({ agent: { ...agent, ...subject }, signature, context, now, nonceSeen, policy })
}

describe('the signed message', () => {
  it('is svc-trust-v1 and the canonical JSON of svc_id and the whole context', () => {
    const text = Buffer.from(trustMessage({ svc_id: 'a', context: { workspace_id: 'w', other: [1] } })).toString('utf8')
    expect(text).toBe('svc-trust-v1\n{"context":{"other":[1],"workspace_id":"w"},"svc_id":"a"}')
  })
})

describe('trust verification', () => {
  it('passes all checks, in the documented order, for a fresh and signed call', () => {
    const { checks, ...verdict } = verify()
    expect(verdict).toEqual({
      valid: true, svc_id: 'agent-1', reason: 'verified', freshness: 'fresh', policy: allowed, verified_at: now, proves_possession: true,
    })
    expect(checks.map(({ name }) => name))
      .toEqual(['agent_registered', 'agent_active', 'key_sound', 'signature', 'freshness', 'nonce', 'body_hash', 'policy'])
    expect(checks.map(({ passed }) => passed)).not.toContain(false)
    for (const { detail } of checks) expect(detail).toMatch(/^[A-Z].*\.$/)
  })

  it('says freshness: not_provided when there is neither timestamp nor nonce, and that is no failure', () => {
    const verdict = verify({ context: { workspace_id: 'w1' } })
    expect(verdict).toMatchObject({ valid: true, reason: 'verified', freshness: 'not_provided', proves_possession: false })
    expect(verdict.checks.filter(({ name }) => name === 'freshness' || name === 'nonce').map(({ passed }) => passed)).toEqual([true, true])
    expect(verdict.checks.map(({ name }) => name)).not.toContain('body_hash')
  })

  it('does not take a timestamp alone for a proof of possession', () => {
    const verdict = verify({ context: { workspace_id: 'w1', timestamp: now } })
    expect(verdict).toMatchObject({ valid: true, freshness: 'fresh', proves_possession: false })
  })

  it.each<[string, Story]>([
    ['agent_suspended', { subject: { suspended_at: now } }],
    ['agent_revoked', { subject: { revoked_at: now, suspended_at: now } }],
    ['key_unsound', { subject: { key_sound: false } }],
    ['signature_undecodable', { signature: 'no signature' }],
    ['signature_invalid', { signature: sign({ workspace_id: 'w2' }) }],
    ['signature_invalid', { signature: sign(full, 'agent-2') }],
    ['message_not_canonical', { context: { workspace_id: 'w1', note: '\ud800' }, signature: 'A'.repeat(86) }],
    ['nonce_without_timestamp', { context: { workspace_id: 'w1', nonce: 'n' } }],
    ['nonce_reused', { nonceSeen: true }],
    ['timestamp_unreadable', { context: { ...full, timestamp: 'yesterday' } }],
    ['body_hash_undecodable', { context: { ...full, request_body_hash: 'abc' } }],
    ['policy_denied', { policy: { allowed: false, rule: 'a2a.allowed_callers' } }],
  ])('is invalid with the reason %s, and not an error', (reason, story) => {
    expect(verify(story)).toMatchObject({ valid: false, reason, proves_possession: false })
  })

  it.each([
    [-300_001, 'timestamp_stale'], [-300_000, 'verified'], [0, 'verified'], [300_000, 'verified'], [300_001, 'timestamp_in_future'],
  ])('I-29: judges a timestamp %i ms from now as %s', (offset, reason) => {
    const valid = reason === 'verified'
    const verdict = verify({ context: { ...full, timestamp: plus(now, offset) } })
    expect(verdict).toMatchObject({ valid, reason, freshness: valid ? 'fresh' : 'stale' })
  })

  it('reads a timestamp in any zone', () => {
    expect(verify({ context: { ...full, timestamp: '2026-03-01T13:00:00+01:00' } }).valid).toBe(true)
  })

  it('judges everything that can be judged, even after a failure', () => {
    const failed = (story: Story) => verify(story).checks.filter(({ passed }) => !passed).map(({ name }) => name)
    expect(failed({ signature: 'x', policy: { allowed: false, rule: 'tools.denied' } })).toEqual(['signature', 'nonce', 'policy'])
    expect(failed({ subject: { key_sound: false } })).toEqual(['key_sound', 'signature', 'nonce'])
    expect(failed({ subject: { suspended_at: now } })).toEqual(['agent_active'])
  })

  it('I-29: hands out a nonce to record exactly when signature and timestamp are good', () => {
    const recorded = (context: TrustContext, signature = sign(context)) => examine(agent, signature, context, now).nonce
    expect(recorded(full)).toEqual({ nonce: 'n-1', expires_at: '2026-03-01T12:10:00.000Z' })
    expect(recorded(full, 'x')).toBeUndefined()
    expect(recorded({ ...full, timestamp: plus(now, -300_001) })).toBeUndefined()
    expect(recorded({ workspace_id: 'w1', nonce: 'n' })).toBeUndefined()
    expect(recorded({ workspace_id: 'w1', timestamp: now })).toBeUndefined()
  })

  it('I-29: remembers a nonce for as long as its timestamp can pass', () => {
    fc.assert(fc.property(fc.integer({ min: -300_000, max: 300_000 }), (offset) => {
      const timestamp = plus(now, offset)
      const { nonce } = examine(agent, sign({ ...full, timestamp }), { ...full, timestamp }, now)
      expect(nonce!.expires_at > plus(timestamp, 300_000)).toBe(true)
    }), { numRuns: 50 })
  })

  it('I-29: refuses the second use of a nonce, whatever else is right', () => {
    const examination = examine(agent, sign(full), full, now)
    expect(conclude(examination, false, allowed).valid).toBe(true)
    const again = { valid: false, reason: 'nonce_reused', freshness: 'replayed', proves_possession: false }
    expect(conclude(examination, true, allowed)).toMatchObject(again)
  })

  it('is invalid after any change of a signed member', () => {
    const signature = sign(full)
    const members = fc.constantFrom('workspace_id', 'nonce', 'skill', 'request_body_hash', 'extra')
    fc.assert(fc.property(members, fc.string(), (member, value) => {
      const context = { ...full, [member]: value }
      if (JSON.stringify(context) === JSON.stringify(full)) return
      expect(verify({ context, signature }).valid).toBe(false)
    }), { numRuns: 100 })
  })
})

describe('trust headers', () => {
  const facts = {
    svc_id: 'agent-1', reputation_score: 87, verification_status: 'verified', task_id: 't', trace_id: 'r', nonce: 'n',
  } as const
  const body = createHash('sha256').update('{}').digest('hex')

  it('are the five of the interface and those of the platform, for 300 seconds', () => {
    const { headers, expires_at } = trustHeaders({ ...facts, request_body_hash: body }, now)
    expect(Object.keys(headers)).toEqual([...SIGNED_TRUST_HEADERS])
    expect(headers).toMatchObject({ 'X-Svc-Reputation': '87', 'X-Svc-Body-Hash': body, 'X-Svc-Signed-By': 'platform' })
    expect(expires_at).toBe('2026-03-01T12:05:00.000Z')
  })

  it('carry the hash of an empty body when none was given', () => {
    expect(trustHeaders(facts, now).headers['X-Svc-Body-Hash']).toBe(createHash('sha256').update('').digest('hex'))
  })

  it('are signed as they travel: a receiver rebuilds the message from lower-cased headers among others', () => {
    const { headers } = trustHeaders(facts, now)
    const signature = signMessage(privateKey, trustHeadersMessage(headers))
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const received: Record<string, string> = { ...sent, host: 'x', 'x-svc-signature': 's' }
    expect(verifySignature(publicKey, trustHeadersMessage(received), signature)).toBe(true)
    for (const name of Object.keys(sent)) {
      expect(verifySignature(publicKey, trustHeadersMessage({ ...received, [name]: 'changed' }), signature)).toBe(false)
      expect(verifySignature(publicKey, trustHeadersMessage({ ...received, [name]: undefined }), signature)).toBe(false)
    }
  })

  it('cannot be mistaken for an agent\'s signature', () => {
    const { headers } = trustHeaders(facts, now)
    expect(Buffer.from(trustHeadersMessage(headers)).toString('utf8')).toMatch(/^svc-trust-headers-v1\n\{"X-Svc-Agent-ID":"agent-1",/)
  })
})
