import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { recordHash, type ShownAuditRecord } from '../../src/domain/audit/record.ts'
import {
  hashOfReport,
  reportClaims,
  type ComplianceReport,
} from '../../src/domain/compliance/report.ts'
import { keyPairOfSeed, publicJwk } from '../../src/domain/crypto/ed25519.ts'
import { canonicalize, sha256Hex } from '../../src/domain/crypto/hash.ts'
import type { JsonObject } from '../../src/domain/json.ts'
import { isWeakPublicKey, parsePublicKey } from '../../src/domain/crypto/public-key.ts'
import { svcId, type RegistrationFields } from '../../src/domain/crypto/svc-id.ts'
import { registrationProven } from '../../src/domain/agents/identity.ts'
import {
  DEFAULT_POLICY,
  policyHash,
  policyClaims,
  type PolicyVersion,
} from '../../src/domain/policies/policy.ts'
import { verifyClaims, type Claims, readStatement } from '../../src/domain/signatures/signature.ts'
import {
  coversHead,
  parseHeadsEntry,
  type PublishedHead,
} from '../../src/domain/transparency/heads.ts'
import { ED25519 } from '../../src/domain/transparency/note.ts'
import { verifyProof } from '../../src/domain/transparency/proof.ts'
import { publicKeyEncodings, weakPublicKeys } from './crypto/public-keys.ts'

interface Contract {
  components: {
    examples: Record<string, { value: unknown }>
    schemas: Record<string, { pattern?: string; not?: { pattern: string } }>
  }
}
const { examples, schemas } = (
  parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as Contract
).components
const example = <T>(name: string): T => examples[name]!.value as T
const pattern = (name: string): RegExp => new RegExp(schemas[name]!.pattern!)

const registration = example<
  RegistrationFields & { proof: { issued_at: string; signature: string } }
>('RegisterInvoiceReader')
interface Proved {
  readonly entry: string
  readonly proof: string
}
interface HeadPath {
  readonly index: number
  readonly path: readonly string[]
}
/** The key of the log, whose seed is thirty-two threes. */
const LOG = {
  name: 'agents.example.com/log',
  type: ED25519,
  public_key: keyPairOfSeed(new Uint8Array(32).fill(3)).publicKey,
} as const
const ISSUER = 'https://agents.example.com'
const platformKey = example<{ keys: { x: string }[] }>('PlatformKeys').keys[0]!
const platform = new Uint8Array(Buffer.from(platformKey.x, 'base64url'))

describe('examples of the contract', () => {
  it('register an agent under its content address with a valid proof', () => {
    expect(svcId(registration)).toBe(registration.svc_id)
    expect(
      registrationProven(
        registration,
        registration.proof,
        { organization_id: 'org_acme', issuer: ISSUER },
        registration.proof.issued_at,
      ),
    ).toBe(true)
  })

  it('contain a context with a valid signature of the agent', () => {
    const { signature, ...signed } = example<{
      svc_id: string
      context: object
      signature: string
    }>('InvoiceReaderCalls')
    const { key } = parsePublicKey(registration.public_key)!
    expect(verifyClaims(key, 'trust', signed, signature)).toBe('verified')
  })

  it('contain headers and policies with valid signatures of the same platform key', () => {
    const { headers, issued_to, expires_at } = example<{
      headers: Record<string, string>
      issued_to: { organization_id: string }
      expires_at: string
    }>('HeadersOfInvoiceReader')
    const policy = example<
      PolicyVersion & { hash: string; issuer: string; signature: string; signing_key_id: string }
    >('DefaultPolicy')
    const vouch = readStatement<'vouch'>(headers['X-Svc-Vouch']!)!
    expect(verifyClaims(platform, 'vouch', vouch.claims, vouch.signature)).toBe('verified')
    expect(vouch.claims).toMatchObject({
      issuer: ISSUER,
      svc_id: headers['X-Svc-Agent-ID']!,
      issued_to,
      expires_at,
    } satisfies Partial<Claims['vouch']>)
    for (const shown of [
      policy,
      example<typeof policy>('PolicyIsTightened'),
      example<typeof policy>('FirstPolicy'),
    ]) {
      expect(verifyClaims(platform, 'policy', policyClaims(shown), shown.signature)).toBe(
        'verified',
      )
      expect(policyHash(shown)).toBe(shown.hash)
    }
    expect(policy.content).toEqual(DEFAULT_POLICY)
    expect(platformKey).toEqual({ ...publicJwk(platform), iat: 1772352000, nbf: 1772352000 })
    expect(policy.signing_key_id).toBe(publicJwk(platform).kid)
  })

  it('contain a compliance report with a valid hash and signature', () => {
    const report = example<ComplianceReport>('InvoiceReaderIsReported')
    expect(hashOfReport(report)).toBe(report.hash)
    expect(report.signing_key_id).toBe(publicJwk(platform).kid)
    expect(
      verifyClaims(platform, 'compliance-report', reportClaims(report, ISSUER), report.signature),
    ).toBe('verified')
  })

  it('contain an audit record with a valid hash, which the search finds too', () => {
    const [record] = example<{ items: ShownAuditRecord[] }>('WorkspaceCreationOnRecord').items
    expect(recordHash(record!)).toBe(record!.hash)
    const found = example<{ items: ShownAuditRecord[] }>('WorkspaceCreationIsFound').items
    expect(found).toEqual([record])
  })

  it('contain proofs that the log has the registration and the published head', () => {
    const { log: registered } = example<{ log: Proved }>('ProfileOfInvoiceReader')
    const { published } = example<{ published: PublishedHead & Proved & HeadPath }>(
      'HeadIsPublished',
    )
    const sizes = [registered, published].map(
      ({ entry, proof }) => verifyProof(Buffer.from(entry, 'utf8'), proof, LOG)?.size,
    )
    expect(sizes).toEqual([5, 6])
    const { chain, sequence, hash, index, path } = published
    const heads = parseHeadsEntry(published.entry)!
    expect(coversHead(heads, { chain, sequence, hash }, index, path)).toBe(true)
  })

  it('contain a report with the digest of the bill of materials', () => {
    const parts = canonicalize(example<JsonObject>('PartsOfInvoiceReader'))
    const { sbom } = example<{ sbom: object }>('ReportOnInvoiceReader')
    expect(sbom).toMatchObject({ components: 2, digest: `sha256:${sha256Hex(parts)}` })
  })
})

describe('public key schema of the contract', () => {
  const weak = new RegExp(schemas['PublicKey']!.not!.pattern)

  it('has a pattern that matches exactly the texts that the platform can parse', () => {
    const accepted = pattern('PublicKey')
    const encoding = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .chain((key) => fc.constantFrom(...publicKeyEncodings(key)))
    const character = fc.constantFrom(...'AQZz09+/-_= MCow')
    const damaged = fc
      .tuple(encoding, fc.nat(70), character)
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(encoding, damaged, fc.string()), (text) => {
        expect(parsePublicKey(text) !== undefined).toBe(accepted.test(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('I-28: refuses every encoding of every weak key, and no neighbouring value', () => {
    const encodings = weakPublicKeys().flatMap(publicKeyEncodings)
    expect(encodings.filter((text) => !weak.test(text))).toEqual([])
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'
    const neighbours = encodings
      .filter((text) => text.length === 43)
      .flatMap((text) =>
        [0, 1, 2, 20, 40, 41, 42].flatMap((at) =>
          [...letters].map((letter) => text.slice(0, at) + letter + text.slice(at + 1)),
        ),
      )
    const readable = neighbours
      .flatMap((text) => ({ text, key: parsePublicKey(text)?.key }))
      .filter(({ key }) => key)
    expect(readable.filter(({ text, key }) => weak.test(text) !== isWeakPublicKey(key!))).toEqual(
      [],
    )
    expect(readable.length).toBeGreaterThan(10_000)
  })
})
