/** A buffer for bytes that arrive in chunks. */
export interface BoundedBuffer {
  /** Appends a chunk. Returns false, and keeps nothing of it, if it would exceed the byte limit or is one chunk too many. */
  add(chunk: Uint8Array): boolean
  readonly bytes: Buffer
}

/** The size of the first buffer. */
const FIRST_BYTES = 1024
/** Limits the number of chunks, because each one costs time: 1024, and one more for each 64 bytes of the byte limit. */
const [BASE_CHUNKS, BYTES_PER_CHUNK] = [1024, 64]

/**
 * Creates a buffer for at most `limit` bytes. It copies chunks into one block of memory, because chunks of one byte that are kept as
 * objects would take a hundred times their size (docs/specification/trust.md#answers-in-pieces).
 */
export function createBoundedBuffer(limit: number): BoundedBuffer {
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  let chunks = BASE_CHUNKS + Math.ceil(limit / BYTES_PER_CHUNK)
  return {
    add(chunk) {
      const needed = size + chunk.length
      if (needed > limit || (chunks -= 1) < 0) return false
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(limit, Math.max(needed, 2 * buffer.length, FIRST_BYTES)),
        )
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      buffer.set(chunk, size)
      size = needed
      return true
    },
    get bytes() {
      return buffer.subarray(0, size)
    },
  }
}
