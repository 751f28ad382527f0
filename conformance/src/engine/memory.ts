/**
 * What the suite holds of others' texts: what is being read and what was recorded. Whoever is about to hold something asks first, so the
 * bound is kept whatever a target sends.
 */
export interface Ledger {
  /** Counts so many bytes as held. False, and nothing is counted, when that were more than may be held. */
  readonly take: (bytes: number) => boolean
  readonly give: (bytes: number) => void
  /** How much is held now. */
  readonly held: () => number
  /** The most that was held at once so far. */
  readonly peak: () => number
}

export function createLedger(most: number): Ledger {
  let held = 0
  let peak = 0
  return {
    take(bytes) {
      if (held + bytes > most) return false
      held += bytes
      peak = Math.max(peak, held)
      return true
    },
    give: (bytes) => void (held -= bytes),
    held: () => held,
    peak: () => peak,
  }
}

const MIB = 1024 * 1024
/** What `--max-memory` is without being given, and the least that a run gets along with. */
export const DEFAULT_MEMORY = 256 * MIB
export const LEAST_MEMORY = 32 * MIB

/** How the memory that is given is shared out. The rest is for what is parsed, judged and written of it. */
export interface Shares {
  /** Texts that are read and kept, in all. */
  readonly held: number
  /** One answer, after its content codings are undone. */
  readonly answer: number
  /** All bodies in one report. */
  readonly report: number
}

export const sharesOf = (memory: number): Shares => ({
  held: memory / 4,
  answer: Math.min(8 * MIB, memory / 32),
  report: memory / 32,
})

/** Members and items of one JSON answer, and how deep they may be nested: no document of the interface comes near. */
export const MOST_VALUES = 100_000
export const DEEPEST = 200
