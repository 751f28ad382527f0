import { checkpointOfNote } from './checkpoint.ts'

/** The last head of the previous log that the store knows. */
export interface PreviousLog {
  readonly origin: string
  readonly size: number
  /** In hexadecimal. */
  readonly root: string
}

/** The generation of the log in a store that was restored or copied (docs/specification/transparency.md#generations). */
export interface LogGeneration {
  /** 2 after the first restore. */
  readonly number: number
  /** The suffix of the log's origin. It has a random part, because one backup can be restored twice. */
  readonly name: string
  /** Null if the previous log never began. */
  readonly previous: PreviousLog | null
}

/** The number of random bytes in the name of a generation. */
export const GENERATION_BYTES = 4

/**
 * Returns the generation that follows in a store that is filled from another one.
 * @param before the generation of the log in the other store; undefined for its first log
 * @param checkpoint the signed head of that log; undefined if the log has not begun
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
    // If the log has not begun, the log before it remains the previous one.
    previous: head
      ? { origin: head.origin, size: head.size, root: head.root.toString('hex') }
      : (before?.previous ?? null),
  }
}

/** Exceeds the number of leaves of any log, so that the arrivals of different generations have separate ranges. */
const GENERATION_RANGE = 2 ** 40

/**
 * Returns the `arrival` of an entry that the previous log contained. The entry is ordered before all entries that no log contained, and
 * before the entries that have been pending since an earlier restore.
 */
export const reorderedArrival = ({ number }: LogGeneration, leaf_index: number): number =>
  leaf_index - number * GENERATION_RANGE

/** Returns the number that orders the first entry of a log ahead of all others. */
export const firstArrival = (generation: LogGeneration | undefined): number =>
  -(generation?.number ?? 1) * GENERATION_RANGE - 1
