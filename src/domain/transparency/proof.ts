import { leafHash, rootOfInclusion } from './merkle.ts'
import { parseCheckpoint, parseHashes, type Checkpoint } from './checkpoint.ts'
import { verifyNote, type VerifiedSignature, type VerifierKey } from './note.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'
/** No path is longer than this, because a size above 2^53 cannot be represented as an exact number. */
const MAX_PATH = 53

/** A proof that a log contains an entry. Only the keys of the log and its witnesses are needed to verify it (C2SP tlog-proof). */
export interface LogProof {
  readonly index: number
  /** From the leaf upwards. */
  readonly path: readonly Uint8Array[]
  /** The signed checkpoint, as the log and its witnesses signed it. */
  readonly checkpoint: string
}

/** Returns the text form of a proof. */
export function formatProof({ index, path, checkpoint }: LogProof): string {
  const lines = [
    HEADER,
    `index ${index}`,
    ...path.map((hash) => Buffer.from(hash).toString('base64')),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Parses the text form of a proof; returns undefined if it is malformed. Nothing in it is verified. */
export function parseProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (header !== HEADER) return undefined
  const [indexLine = '', ...hashes] = lines[0]?.startsWith('extra ') ? lines.slice(1) : lines
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(indexLine) ?? []
  const path = parseHashes(hashes)
  return index !== undefined && path && path.length <= MAX_PATH
    ? { index: Number(index), path, checkpoint: text.slice(end + 2) }
    : undefined
}

/** A verified proof: the head of the log, and who signed it. */
export interface VerifiedProof extends Checkpoint {
  readonly signatures: readonly VerifiedSignature[]
}

/**
 * Verifies that a log contains an entry. The caller decides which witnesses suffice.
 * @param log the key of the log, whose name is the origin
 * @returns undefined if the proof is malformed, is for another log, is not signed by the log, or leads to another root
 */
export function verifyProof(
  entry: Uint8Array,
  proof: string,
  log: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): VerifiedProof | undefined {
  const parsed = parseProof(proof)
  const note = parsed && verifyNote(parsed.checkpoint, [log, ...witnesses])
  const checkpoint = note && parseCheckpoint(note.text)
  if (!parsed || !note || checkpoint?.origin !== log.name) return undefined
  if (!note.verified.some(({ key }) => key === log)) return undefined
  const root = rootOfInclusion(leafHash(entry), parsed.index, checkpoint.size, parsed.path)
  return root?.equals(checkpoint.root) ? { ...checkpoint, signatures: note.verified } : undefined
}
