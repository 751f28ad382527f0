import { decodeCanonicalBase64 } from '../crypto/encoding.ts'
import { HASH_BYTES, type TreeHead } from './merkle.ts'
import { parseNote } from './note.ts'

/** The head of a log (C2SP tlog-checkpoint). Its author is unknown until the signature is verified. */
export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string
}

/** Returns the text of a checkpoint, which a log signs as a note. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Parses the text of a checkpoint; returns undefined if it is malformed. Extension lines are permitted and ignored. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n')
  const [origin = '', size = '', encoded = ''] = lines
  const root = decodeCanonicalBase64(encoded, HASH_BYTES)
  const isComplete = lines.length >= 4 && lines.pop() === '' && lines.every((line) => line !== '')
  if (!isComplete || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined
  return root && { origin, size: Number(size), root }
}

/** Parses hashes, each in base64; returns undefined if one of them is malformed. */
export function parseHashes(lines: readonly string[]): readonly Buffer[] | undefined {
  const hashes = lines.map((line) => decodeCanonicalBase64(line, HASH_BYTES))
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}

/** Parses the text of a signed checkpoint; returns undefined if the note or its text is malformed. Nothing in it is verified. */
export const checkpointOfNote = (note: string): Checkpoint | undefined =>
  parseCheckpoint(parseNote(note)?.text ?? '')
