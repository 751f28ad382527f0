import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPairOfSeed, signMessage } from '../../../src/domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../../src/domain/crypto/encoding.ts'
import type { PolicyDecision } from '../../../src/domain/policies/policy.ts'
import { plus } from '../../../src/domain/time.ts'
import { conclude, examine } from '../../../src/domain/trust/trust.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import type { TrustContext, TrustSubject, TrustVerifier } from '../../../src/domain/trust/trust.ts'
import { trustHeaders, vouchClaims } from '../../../src/domain/trust/headers.ts'

const ISSUER = 'https://registry.test'
const now = '2026-03-01T12:00:00.000Z'
const { publicKey, privateKey } = keyPairOfSeed(new Uint8Array(32).fill(3))
const agent: TrustSubject = {
  svc_id: 'agent-1',
  public_key: encodeBase64(publicKey),
  key_sound: true,
  suspended_at: null,
  revoked_at: null,
}
const allowed: PolicyDecision = { allowed: true, rule: 'none' }
const full = {
  workspace_id: 'w1',
  nonce: 'n-1',
  timestamp: now,
  skill: 'summarize',
  request_body_hash: 'ab'.repeat(32),
}

const sign = (context: TrustContext, svc_id = 'agent-1') =>
  encodeBase64(signMessage(privateKey, signedText('trust', { svc_id, context })))

interface Scenario {
  context?: TrustContext
  signature?: string
  subject?: Partial<TrustSubject>
  nonceSeen?: boolean
  verifier?: TrustVerifier
  policy?: PolicyDecision
}

function verify({
  context = full,
  signature = sign(context),
  subject = {},
  verifier = { issuer: ISSUER },
  nonceSeen = false,
  policy = allowed,
}: Scenario = {}) {
  return conclude(
    examine({ ...agent, ...subject }, signature, context, verifier, now),
    nonceSeen,
    policy,
  )
}

describe('signed message', () => {
  it('is svc-trust-v1 and the canonical JSON of svc_id and the whole context', () => {
    const text = Buffer.from(
      signedText('trust', { svc_id: 'a', context: { workspace_id: 'w', other: [1] } }),
    ).toString('utf8')
    expect(text).toBe('svc-trust-v1\n{"context":{"other":[1],"workspace_id":"w"},"svc_id":"a"}')
  })
})

describe('trust verification', () => {
  it('passes all checks, in the documented order, for a fresh and signed call', () => {
    const { checks, ...verdict } = verify()
    expect(verdict).toEqual({
      valid: true,
      svc_id: 'agent-1',
      reason: 'verified',
      audience: 'not_provided',
      freshness: 'fresh',
      policy: allowed,
      verified_at: now,
    })
    expect(checks.map(({ name }) => name)).toEqual([
      'agent_registered',
      'agent_active',
      'key_sound',
      'signature',
      'issuer',
      'audience',
      'freshness',
      'nonce',
      'body_hash',
      'policy',
    ])
    expect(checks.map(({ passed }) => passed)).not.toContain(false)
    for (const { detail } of checks) expect(detail).toMatch(/^[A-Z].*\.$/)
  })

  it('accepts a context with neither timestamp nor nonce as `not_provided`', () => {
    const verdict = verify({ context: { workspace_id: 'w1' } })
    expect(verdict).toMatchObject({ valid: true, reason: 'verified', freshness: 'not_provided' })
    expect(
      verdict.checks
        .filter(({ name }) => name === 'freshness' || name === 'nonce')
        .map(({ passed }) => passed),
    ).toEqual([true, true])
    const detailOf = ({ checks }: typeof verdict) =>
      checks.find(({ name }) => name === 'freshness')!.detail
    expect([detailOf(verdict), detailOf(verify())]).toEqual([
      'The context has no timestamp, so its age is unknown.',
      'The timestamp is within 300 seconds of the current time.',
    ])
    expect(verdict.checks.map(({ name }) => name)).not.toContain('body_hash')
  })

  it('accepts a timestamp without a nonce', () => {
    const verdict = verify({ context: { workspace_id: 'w1', timestamp: now } })
    expect(verdict).toMatchObject({ valid: true, freshness: 'fresh' })
  })

  it.each<[string, Scenario]>([
    ['agent_suspended', { subject: { suspended_at: now } }],
    ['agent_revoked', { subject: { revoked_at: now, suspended_at: now } }],
    ['key_unsound', { subject: { key_sound: false } }],
    ['signature_undecodable', { signature: 'no signature' }],
    ['signature_invalid', { signature: sign({ workspace_id: 'w2' }) }],
    ['signature_invalid', { signature: sign(full, 'agent-2') }],
    [
      'message_not_canonical',
      { context: { workspace_id: 'w1', note: '\ud800' }, signature: 'A'.repeat(86) },
    ],
    ['nonce_without_timestamp', { context: { workspace_id: 'w1', nonce: 'n' } }],
    ['nonce_reused', { nonceSeen: true }],
    ['timestamp_unreadable', { context: { ...full, timestamp: 'yesterday' } }],
    ['body_hash_undecodable', { context: { ...full, request_body_hash: 'abc' } }],
    ['policy_denied', { policy: { allowed: false, rule: 'a2a.allowed_callers' } }],
  ])('is invalid with the reason %s', (reason, scenario) => {
    expect(verify(scenario)).toMatchObject({ valid: false, reason })
  })

  it.each([
    [-300_001, 'timestamp_stale'],
    [-300_000, 'verified'],
    [0, 'verified'],
    [300_000, 'verified'],
    [300_001, 'timestamp_in_future'],
  ])('I-29: gives a timestamp %i ms from now the reason %s', (offset, reason) => {
    const valid = reason === 'verified'
    const verdict = verify({ context: { ...full, timestamp: plus(now, offset) } })
    expect(verdict).toMatchObject({ valid, reason, freshness: valid ? 'fresh' : 'stale' })
  })

  it('accepts a timestamp in any time zone', () => {
    expect(verify({ context: { ...full, timestamp: '2026-03-01T13:00:00+01:00' } }).valid).toBe(
      true,
    )
  })

  it('performs every check that is possible, even after a failure', () => {
    const failed = (scenario: Scenario) =>
      verify(scenario)
        .checks.filter(({ passed }) => !passed)
        .map(({ name }) => name)
    expect(failed({ signature: 'x', policy: { allowed: false, rule: 'tools.denied' } })).toEqual([
      'signature',
      'nonce',
      'policy',
    ])
    expect(failed({ subject: { key_sound: false } })).toEqual(['key_sound', 'signature', 'nonce'])
    expect(failed({ subject: { suspended_at: now } })).toEqual(['agent_active'])
  })

  it('I-29: returns a nonce to record if and only if signature and timestamp are valid', () => {
    const recorded = (context: TrustContext, signature = sign(context)) =>
      examine(agent, signature, context, { issuer: ISSUER }, now).nonce
    expect(recorded(full)).toEqual({ nonce: 'n-1', expires_at: '2026-03-01T12:10:00.000Z' })
    expect(recorded(full, 'x')).toBeUndefined()
    expect(recorded({ ...full, timestamp: plus(now, -300_001) })).toBeUndefined()
    expect(recorded({ workspace_id: 'w1', nonce: 'n' })).toBeUndefined()
    expect(recorded({ workspace_id: 'w1', timestamp: now })).toBeUndefined()
  })

  it('I-29: keeps a nonce for as long as its timestamp is accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: -300_000, max: 300_000 }), (offset) => {
        const timestamp = plus(now, offset)
        const { nonce } = examine(
          agent,
          sign({ ...full, timestamp }),
          { ...full, timestamp },
          { issuer: ISSUER },
          now,
        )
        expect(nonce!.expires_at > plus(timestamp, 300_000)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('I-29: refuses the second use of a nonce', () => {
    const examination = examine(agent, sign(full), full, { issuer: ISSUER }, now)
    expect(conclude(examination, false, allowed).valid).toBe(true)
    const again = { valid: false, reason: 'nonce_reused', freshness: 'replayed' }
    expect(conclude(examination, true, allowed)).toMatchObject(again)
  })

  it('is invalid after any change to a signed member', () => {
    const signature = sign(full)
    const members = fc.constantFrom('workspace_id', 'nonce', 'skill', 'request_body_hash', 'extra')
    fc.assert(
      fc.property(members, fc.string(), (member, value) => {
        const context = { ...full, [member]: value }
        if (JSON.stringify(context) === JSON.stringify(full)) return
        expect(verify({ context, signature }).valid).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})

describe('receiver of a context', () => {
  const here = { svc_id: 'receiver', installation_id: 'i-1' }
  const verifiedFor = (context: object, installation?: typeof here) => {
    const { valid, reason, audience } = verify({
      context: { ...full, ...context },
      verifier: { issuer: ISSUER, installation },
    })
    return [valid, reason, audience]
  }

  it('is compared with the installation that asks', () => {
    expect(verifiedFor({ audience: here }, here)).toEqual([true, 'verified', 'matched'])
    expect(verifiedFor({ audience: { svc_id: 'receiver' } }, here)).toEqual([
      true,
      'verified',
      'matched',
    ])
    expect(verifiedFor({ audience: { svc_id: 'other' } }, here)).toEqual([
      false,
      'audience_mismatch',
      'mismatched',
    ])
    expect(verifiedFor({ audience: { ...here, installation_id: 'i-2' } }, here)).toEqual([
      false,
      'audience_mismatch',
      'mismatched',
    ])
    expect(verifiedFor({ audience: { ...here, svc_id: 'other' } }, here)).toEqual([
      false,
      'audience_mismatch',
      'mismatched',
    ])
    expect(verifiedFor({}, here)).toEqual([true, 'verified', 'not_provided'])
  })

  it('is not compared with a caller that is not an installation', () => {
    expect(verifiedFor({ audience: { svc_id: 'other' } })).toEqual([
      true,
      'verified',
      'not_checked',
    ])
    expect(verifiedFor({})).toEqual([true, 'verified', 'not_provided'])
  })

  it('T-03: refuses a context that names another platform', () => {
    expect(verifiedFor({ issuer: ISSUER })).toEqual([true, 'verified', 'not_provided'])
    expect(verifiedFor({ issuer: 'https://other.test' })).toEqual([
      false,
      'issuer_mismatch',
      'not_provided',
    ])
  })

  it('T-04: records no nonce of a request that was signed for another receiver', () => {
    const nonceOf = (context: TrustContext) =>
      examine(agent, sign(context), context, { issuer: ISSUER, installation: here }, now).nonce
    expect(nonceOf({ ...full, audience: here })).toBeDefined()
    expect(nonceOf({ ...full, audience: { svc_id: 'other' } })).toBeUndefined()
    expect(nonceOf({ ...full, issuer: 'https://other.test' })).toBeUndefined()
  })
})

describe('trust headers', () => {
  const body = createHash('sha256').update('{}').digest()
  const vouching = { issuer: ISSUER, svc_id: 'agent-1', issued_to: { organization_id: 'org_1' } }

  it('are the five headers that the contract documents', () => {
    const facts = {
      svc_id: 'agent-1',
      reputation_score: 87,
      verification_status: 'verified',
      task_id: 't',
      trace_id: 'r',
    } as const
    expect(trustHeaders(facts)).toEqual({
      'X-Svc-Agent-ID': 'agent-1',
      'X-Svc-Reputation': '87',
      'X-Svc-Verification': 'verified',
      'X-Svc-Task-ID': 't',
      'X-Svc-Trace-ID': 'r',
    })
  })

  it('vouch for one body for 300 seconds, whatever the encoding of its hash', () => {
    const claims = {
      ...vouching,
      request_body_hash: body.toString('hex'),
      issued_at: now,
      expires_at: '2026-03-01T12:05:00.000Z',
    }
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(vouchClaims({ ...vouching, request_body_hash: body.toString(encoding) }, now)).toEqual(
        claims,
      )
    expect(
      vouchClaims({ ...vouching, request_body_hash: body.toString('hex').toUpperCase() }, now),
    ).toEqual(claims)
  })

  it('vouch for an empty body if none is given', () => {
    expect(vouchClaims(vouching, now).request_body_hash).toBe(
      createHash('sha256').update('').digest('hex'),
    )
  })
})
