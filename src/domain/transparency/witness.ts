import { sha256Hex } from '../crypto/hash.ts'
import { parseCheckpoint, parseHashes, type Checkpoint } from './checkpoint.ts'
import { emptyRoot, provesConsistency } from './merkle.ts'
import { verifyNote, type Note, type VerifiedSignature, type VerifierKey } from './note.ts'

/** The maximum number of hashes in a proof that a client may send (C2SP tlog-witness). */
const MAX_PROOF = 63

/** A request to cosign a checkpoint (C2SP tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size of the tree that the client believes to be the latest that this witness cosigned. */
  readonly old: number
  /** The proof that the new tree begins with the tree of that size. */
  readonly proof: readonly Buffer[]
  /** The signed checkpoint. */
  readonly note: string
}

/** The decision of a witness about a request. Only `consistent` changes what it remembers. */
export type WitnessDecision =
  | { readonly kind: 'malformed' | 'unknown_log' | 'not_signed' | 'inconsistent' }
  /**
   * The latest tree that this witness cosigned does not have the size that the request assumes, or it has the same size as the new tree
   * but a different root.
   */
  | { readonly kind: 'conflict'; readonly size: number }
  | { readonly kind: 'consistent'; readonly checkpoint: Checkpoint; readonly note: Note }

/** Formats a request. */
export const formatAddCheckpoint = ({ old, proof, note }: AddCheckpoint): string =>
  `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`

/** Parses a request; returns undefined if it is malformed. The checkpoint is not parsed. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  const proof = parseHashes(lines)
  if (old === undefined || !proof || proof.length > MAX_PROOF) return undefined
  return { old: Number(old), proof, note: body.slice(end + 2) }
}

/**
 * Decides whether a witness may cosign a checkpoint (C2SP tlog-witness, add-checkpoint): it has to be signed by a log that the witness
 * knows, and its tree has to begin with the latest tree that the witness cosigned for that log.
 * @param latestOf returns the latest checkpoint that the witness cosigned for an origin
 */
export function decideCosignature(
  { old, proof, note }: AddCheckpoint,
  logs: readonly VerifierKey[],
  latestOf: (origin: string) => Checkpoint | undefined,
): WitnessDecision {
  const checkpoint = parseCheckpoint(textOf(note))
  if (!checkpoint) return { kind: 'malformed' }
  const keys = logs.filter(({ name }) => name === checkpoint.origin)
  if (keys.length === 0) return { kind: 'unknown_log' }
  const verified = verifyNote(note, keys)
  if (!verified || verified.verified.length === 0) return { kind: 'not_signed' }
  if (old > checkpoint.size) return { kind: 'malformed' }
  const latest = latestOf(checkpoint.origin)
  if (old !== (latest?.size ?? 0)) return { kind: 'conflict', size: latest?.size ?? 0 }
  const isOtherTree = latest?.size === checkpoint.size && !latest.root.equals(checkpoint.root)
  if (isOtherTree) return { kind: 'conflict', size: latest.size }
  return provesConsistency(latest ?? { size: 0, root: emptyRoot() }, checkpoint, proof)
    ? { kind: 'consistent', checkpoint, note: signedByLog(verified) }
    : { kind: 'inconsistent' }
}

/** Returns a note with only the signatures of its log, because the sender can add any number of other signatures. */
const signedByLog = ({
  text,
  verified,
}: Note & { readonly verified: readonly VerifiedSignature[] }): Note => ({
  text,
  signatures: verified.map(({ signature }) => signature),
})

/** Returns the text of a note without its signatures. */
const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)

/** Returns the name under which a witness publishes what it knows about a log: the SHA-256 of its origin in hexadecimal. */
export const originHash = (origin: string): string => sha256Hex(origin)
