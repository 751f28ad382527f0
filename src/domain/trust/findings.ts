/** Names the checks of `trust/verify`. */
export type TrustCheckName =
  | 'agent_registered'
  | 'agent_active'
  | 'key_sound'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'freshness'
  | 'nonce'
  | 'body_hash'
  | 'policy'

/** Maps each reason why a check fails to a sentence. The first failure is the reason for the verdict. */
const FAILURES = {
  agent_suspended: 'The agent is suspended.',
  agent_revoked: 'The agent is revoked.',
  key_unsound:
    'The registered key is not a sound Ed25519 key, or not the key that the identifier is derived from; register the agent again with a new key.',
  signature_undecodable: 'The signature is not 64 bytes in base64, base64url or hexadecimal.',
  message_not_canonical: 'The context has no canonical JSON form; it may contain a lone surrogate.',
  signature_invalid: 'The signature does not match the registered key and this context.',
  issuer_mismatch: 'The context names another platform.',
  audience_mismatch: 'The context is for another agent or another installation.',
  timestamp_unreadable: 'The timestamp is not an RFC 3339 date and time.',
  timestamp_stale: 'The timestamp is more than 300 seconds old.',
  timestamp_in_future: 'The timestamp is more than 300 seconds in the future.',
  nonce_without_timestamp: 'A nonce requires a timestamp.',
  nonce_reused: 'The nonce was used before.',
  body_hash_undecodable: 'The body hash is not 32 bytes in base64, base64url or hexadecimal.',
  policy_denied: 'The policy of the workspace denies the call.',
  not_checked: 'Not checked, because an earlier check failed.',
} as const
export type TrustFailure = keyof typeof FAILURES
export type TrustReason = 'verified' | TrustFailure

/** The result of one check; `failure` is absent if it passed. */
export interface TrustFinding {
  name: TrustCheckName
  failure?: TrustFailure | undefined
  detail: string
}

/** Returns a finding with the sentence of the failure, or with the given one if the check passed. */
export function finding(
  name: TrustCheckName,
  failure: TrustFailure | undefined,
  success: string,
): TrustFinding {
  return { name, failure, detail: failure ? FAILURES[failure] : success }
}
