import type { CheckpointAnchor } from './chain.ts'
import type { Claims, IsOwnSignature } from '../signatures/signature.ts'

/** What the platform says of a chain whose older records it purged (the record with `sequence` was the last of them), with its signature. */
export interface AuditCheckpoint extends Mutable<Claims['audit-checkpoint']> {
  signing_key_id: string
  /** Padded base64. */
  signature: string
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] }

/** What the platform signs of a checkpoint. */
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

/** The anchor that a checkpoint is for the chain that it is said to belong to. */
export function judgeCheckpoint(
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
