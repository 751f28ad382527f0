import { sha256Hex } from './crypto/hash.ts'
import { domainMessage } from './crypto/jcs.ts'
import type { VerificationStatus } from './identity.ts'
import { plus } from './time.ts'
import type { Timestamp } from './time.ts'

/** How long trust headers may be relied on (decisions, "trust headers"). */
export const TRUST_HEADERS_LIFETIME_MS = 300_000

/** The headers that are signed: the five of the Interface, then the platform's own. */
export const SIGNED_TRUST_HEADERS = [
  'X-Svc-Agent-ID', 'X-Svc-Reputation', 'X-Svc-Verification', 'X-Svc-Task-ID', 'X-Svc-Trace-ID',
  'X-Svc-Timestamp', 'X-Svc-Nonce', 'X-Svc-Body-Hash', 'X-Svc-Signed-By',
] as const
export type UnsignedTrustHeaders = Record<(typeof SIGNED_TRUST_HEADERS)[number], string>

/** The tenth: the signature over the other nine, in base64. */
export const TRUST_SIGNATURE_HEADER = 'X-Svc-Signature'

export interface TrustHeaderFacts {
  svc_id: string
  /** 0 to 100. */
  reputation_score: number
  verification_status: VerificationStatus
  task_id: string
  trace_id: string
  nonce: string
  /** SHA-256 of a body as the caller spelled it; absent, the hash of an empty body is signed. */
  request_body_hash?: string | undefined
}

/** The headers still to be signed, and until when they hold. */
export function trustHeaders(facts: TrustHeaderFacts, now: Timestamp): { headers: UnsignedTrustHeaders; expires_at: Timestamp } {
  const headers: UnsignedTrustHeaders = {
    'X-Svc-Agent-ID': facts.svc_id,
    'X-Svc-Reputation': String(facts.reputation_score),
    'X-Svc-Verification': facts.verification_status,
    'X-Svc-Task-ID': facts.task_id,
    'X-Svc-Trace-ID': facts.trace_id,
    'X-Svc-Timestamp': now,
    'X-Svc-Nonce': facts.nonce,
    'X-Svc-Body-Hash': facts.request_body_hash ?? sha256Hex(''),
    'X-Svc-Signed-By': 'platform',
  }
  return { headers, expires_at: plus(now, TRUST_HEADERS_LIFETIME_MS) }
}

/**
 * What the platform signs: `svc-trust-headers-v1`, LF, the JCS form of an object with the signed headers by name, values as they travel.
 * Names are read in any case and written as above, so a receiver can hand in the headers of a request; others do not count.
 * A missing header is left out, and then no signature fits.
 * @throws like `canonicalize`
 */
export function trustHeadersMessage(headers: Readonly<Record<string, string | undefined>>): Uint8Array {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const signed = SIGNED_TRUST_HEADERS.map((name) => [name, sent.get(name.toLowerCase())])
  return domainMessage('svc-trust-headers-v1', Object.fromEntries(signed))
}
