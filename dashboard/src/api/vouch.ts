import { useMutation } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import { serverNow } from './clock.ts'

/** The claims in `X-Svc-Vouch` (docs/specification/trust.md#purposes). */
export interface Vouch {
  readonly issuer: string
  readonly svc_id: string
  readonly issued_to: { readonly organization_id: string; readonly installation_id?: string }
  readonly request_body_hash: string
  readonly issued_at: string
  readonly expires_at: string
}

/**
 * The result of reading a vouching statement. It has claims only if the statement is readable and signed with a published key of this
 * platform.
 */
export type VouchFinding =
  | { readonly kind: 'unreadable' | 'not_signed' | 'cannot_check' }
  | {
      readonly kind: 'other_agent' | 'other_platform' | 'expired' | 'vouched'
      readonly vouch: Vouch
    }

interface VouchRequest {
  readonly statement: string
  readonly svc_id: string
  readonly issuer: string
}

/**
 * Verifies a vouching statement in the browser with the published keys of this platform. A key verifies only what was issued while it was
 * in use (docs/specification/trust.md#key-periods).
 */
export const useReadVouch = () => useMutation({ mutationFn: readVouch })

async function readVouch({ statement, svc_id, issuer }: VouchRequest): Promise<VouchFinding> {
  const [claims, signature, ...rest] = statement
    .trim()
    .replace(/^X-Svc-Vouch:\s*/i, '')
    .split('.')
    .map(decodeBase64Url)
  const vouch = claims && parseVouch(claims)
  if (!vouch || !signature || rest.length > 0) return { kind: 'unreadable' }
  const { keys } = await unwrap(api.GET('/trust/jwks'))
  const issued_s = Date.parse(vouch.issued_at) / 1000
  const usable = keys.filter(
    ({ nbf = -Infinity, exp = Infinity }) => nbf <= issued_s && issued_s < exp,
  )
  const signed = await isSignedByAny(usable, claims, signature)
  if (signed === undefined) return { kind: 'cannot_check' }
  if (!signed) return { kind: 'not_signed' }
  if (vouch.issuer !== issuer) return { kind: 'other_platform', vouch }
  if (vouch.svc_id !== svc_id) return { kind: 'other_agent', vouch }
  return { kind: Date.parse(vouch.expires_at) <= serverNow() ? 'expired' : 'vouched', vouch }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Returns whether one of the keys signed these claims for the purpose `vouch`; undefined if the browser cannot verify signatures. */
async function isSignedByAny(
  keys: readonly object[],
  claims: Bytes,
  signature: Bytes,
): Promise<boolean | undefined> {
  const purpose = new TextEncoder().encode('svc-vouch-v1\n')
  const text = new Uint8Array([...purpose, ...claims])
  try {
    const results = await Promise.all(
      keys.map(async (jwk) => {
        const { kty, crv, x } = jwk as JsonWebKey
        const key = await crypto.subtle.importKey(
          'jwk',
          { kty, crv, x } as JsonWebKey,
          'Ed25519',
          false,
          ['verify'],
        )
        return crypto.subtle.verify('Ed25519', key, signature, text)
      }),
    )
    return results.includes(true)
  } catch {
    return undefined
  }
}

function decodeBase64Url(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}

function parseVouch(bytes: Uint8Array): Vouch | undefined {
  try {
    const claims = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    ) as Partial<Vouch>
    const { issuer, svc_id, issued_to, request_body_hash, issued_at, expires_at } = claims
    const strings = [
      issuer,
      svc_id,
      issued_to?.organization_id,
      request_body_hash,
      issued_at,
      expires_at,
    ]
    return strings.every((text) => typeof text === 'string') ? (claims as Vouch) : undefined
  } catch {
    return undefined
  }
}
