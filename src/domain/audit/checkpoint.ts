import type { CheckpointAnchor } from './chain.ts'
import type { Claims, IsOwnSignature } from '../signatures/signature.ts'

/** A signed statement of the platform about a chain whose older records it purged; `sequence` is the last purged record. */
export interface AuditCheckpoint extends Mutable<Claims['audit-checkpoint']> {
  signing_key_id: string
  /** Padded base64. */
  signature: string
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] }

/** Returns the claims of a checkpoint that the platform signs. */
export const checkpointClaims = ({
  issuer,
  chain,
  sequence,
  hash,
  occurred_at,
  retention_days,
  purged_at,
}: Claims['audit-checkpoint']): Claims['audit-checkpoint'] => ({
  issuer,
  chain,
  sequence,
  hash,
  occurred_at,
  retention_days,
  purged_at,
})

/** Returns the anchor that a checkpoint provides for a chain, and whether it is valid for this chain. */
export function verifyCheckpointSignature(
  checkpoint: AuditCheckpoint,
  chain: string,
  isOwn: IsOwnSignature,
): CheckpointAnchor {
  const { sequence, hash, signing_key_id, signature } = checkpoint
  return {
    sequence,
    hash,
    valid:
      checkpoint.chain === chain &&
      isOwn(signing_key_id, 'audit-checkpoint', checkpointClaims(checkpoint), signature),
  }
}
