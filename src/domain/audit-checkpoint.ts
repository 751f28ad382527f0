import type { CheckpointAnchor } from './audit-chain.ts'
import { domainMessage } from './crypto/jcs.ts'
import type { Timestamp } from './time.ts'

/** What the platform says of a chain whose older records it purged: this record was the last of them. */
export interface CheckpointStatement {
  chain: string
  /** Sequence and hash of the last purged record; as sequences have no gaps, so many records were purged. */
  sequence: number
  hash: string
  /** When the last purged record was written. */
  occurred_at: Timestamp
  /** The retention by which it was too old. */
  retention_days: number
  purged_at: Timestamp
}

/** The statement with the signature that makes it one of the platform. */
export interface AuditCheckpoint extends CheckpointStatement {
  signing_key_id: string
  /** Padded base64 of the Ed25519 signature over `checkpointMessage`. */
  signature: string
}

/** Tells whether one of the platform's own keys made a signature. */
export type IsOwnSignature = (key_id: string, message: Uint8Array, signature: string) => boolean

/** What is signed: `svc-audit-checkpoint-v1`, LF, the JCS form of the six members of the statement. */
export function checkpointMessage({ chain, sequence, hash, occurred_at, retention_days, purged_at }: CheckpointStatement): Uint8Array {
  return domainMessage('svc-audit-checkpoint-v1', { chain, sequence, hash, occurred_at, retention_days, purged_at })
}

/** The anchor that a checkpoint is for the chain that it is said to belong to. */
export function judgeCheckpoint(checkpoint: AuditCheckpoint, chain: string, isOwn: IsOwnSignature): CheckpointAnchor {
  const { sequence, hash, signing_key_id, signature } = checkpoint
  return { sequence, hash, valid: checkpoint.chain === chain && isOwn(signing_key_id, checkpointMessage(checkpoint), signature) }
}
