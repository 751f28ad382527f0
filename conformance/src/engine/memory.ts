/**
 * Counts the memory that text from a target occupies. Code reserves memory before it keeps text, so the limit holds whatever a target
 * sends.
 */
export interface MemoryBudget {
  /** Reserves bytes. Returns false, and reserves nothing, if the limit would be exceeded. */
  readonly reserve: (bytes: number) => boolean
  readonly release: (bytes: number) => void
  /** Returns the number of bytes that are reserved now. */
  readonly used: () => number
  /** Returns the maximum number of bytes that were reserved at one time. */
  readonly peak: () => number
}

export function createMemoryBudget(limit: number): MemoryBudget {
  let used = 0
  let peak = 0
  return {
    reserve(bytes) {
      if (used + bytes > limit) return false
      used += bytes
      peak = Math.max(peak, used)
      return true
    },
    release: (bytes) => void (used -= bytes),
    used: () => used,
    peak: () => peak,
  }
}

export const MIB = 1024 * 1024
/** The default and the minimum of `--max-memory`, in bytes. */
export const DEFAULT_MEMORY = 256 * MIB
export const MIN_MEMORY = 32 * MIB

/** The maximum size of one response, regardless of the memory limit. */
export const MAX_RESPONSE = 8 * MIB

/** How the memory of a run is divided, in bytes. The rest is for parsing, judging and writing reports. */
export interface MemoryShares {
  /** All text that is read and kept. */
  readonly recorded: number
  /** One response, after decoding. */
  readonly response: number
  /** All bodies in one report. */
  readonly report: number
}

export const memorySharesOf = (memory: number): MemoryShares => ({
  recorded: memory / 4,
  response: Math.min(MAX_RESPONSE, memory / 32),
  report: memory / 32,
})

/** Limits on the JSON of one response, far above any document of the interface. */
export const MAX_JSON_VALUES = 100_000
export const MAX_JSON_DEPTH = 200
