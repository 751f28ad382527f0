import { checkpointOfNote } from './checkpoint.ts'

/** The last head of the log before, as far as the store has it. */
export interface PreviousLog {
  readonly origin: string
  readonly size: number
  /** In hexadecimal. */
  readonly root: string
}

/** Which log of its platform a store has that was restored or copied (docs/specification/transparency.md#generations). */
export interface LogGeneration {
  /** 2 after the first restore. */
  readonly number: number
  /** What the origin of the log ends with. It has a random part, because one backup can be restored twice. */
  readonly name: string
  /** Null if the log before has never begun. */
  readonly previous: PreviousLog | null
}

/** How many random bytes the name of a generation needs. */
export const GENERATION_BYTES = 4

/**
 * Returns the generation that follows in a store that is filled from another one.
 * @param before that of the other store; undefined for its first log
 * @param checkpoint the signed head of its log; undefined if that has not begun
 */
export function nextGeneration(
  before: LogGeneration | undefined,
  checkpoint: string | undefined,
  random: Uint8Array,
): LogGeneration {
  const number = (before?.number ?? 1) + 1
  const head = checkpointOfNote(checkpoint ?? '')
  return {
    number,
    name: `${number}-${Buffer.from(random).toString('hex')}`,
    // A log that has not begun holds all that the one before it held.
    previous: head
      ? { origin: head.origin, size: head.size, root: head.root.toString('hex') }
      : (before?.previous ?? null),
  }
}

/** More than any log has leaves, so that the entries of each generation have a range of places of their own. */
const RANGE = 2 ** 40

/**
 * Returns the number that orders an entry again that had a place in the log before: ahead of everything that never had one, and ahead of
 * the entries that still wait since an earlier restore.
 */
export const arrivalAgain = ({ number }: LogGeneration, leaf_index: number): number =>
  leaf_index - number * RANGE

/** Returns the number that orders the first entry of a log ahead of all others. */
export const firstArrival = (generation: LogGeneration | undefined): number =>
  -(generation?.number ?? 1) * RANGE - 1
