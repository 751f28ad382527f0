/**
 * Reads chunks until they end. Returns undefined if there are more than `limit` bytes, or too many chunks. Leaving the loop early cancels a
 * stream, or destroys its connection.
 */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const buffer = createBoundedBuffer(limit)
  for await (const chunk of chunks) if (!buffer.add(chunk)) return undefined
  return buffer.bytes
}

/** A buffer for bytes that arrive in chunks. */
export interface BoundedBuffer {
  /**
   * Appends a chunk. Returns false, and stores none of it, if the chunk would exceed the byte limit or the limit on the number of chunks.
   */
  add(chunk: Uint8Array): boolean
  readonly bytes: Buffer
}

/** The initial size of the buffer. */
const FIRST_BYTES = 1024
/** Limits the number of chunks, because each chunk takes time to process: 1024, plus one for every 64 bytes of the byte limit. */
const [BASE_CHUNKS, BYTES_PER_CHUNK] = [1024, 64]

/**
 * Creates a buffer for at most `limit` bytes. It copies chunks into one block of memory, because one-byte chunks stored as separate objects
 * would take a hundred times their size (docs/specification/trust.md#answers-in-pieces).
 */
export function createBoundedBuffer(limit: number): BoundedBuffer {
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  let remainingChunks = BASE_CHUNKS + Math.ceil(limit / BYTES_PER_CHUNK)
  return {
    add(chunk) {
      const newSize = size + chunk.length
      if (newSize > limit || (remainingChunks -= 1) < 0) return false
      if (newSize > buffer.length) {
        const enlarged = Buffer.allocUnsafeSlow(
          Math.min(limit, Math.max(newSize, 2 * buffer.length, FIRST_BYTES)),
        )
        buffer.copy(enlarged, 0, 0, size)
        buffer = enlarged
      }
      buffer.set(chunk, size)
      size = newSize
      return true
    },
    get bytes() {
      return buffer.subarray(0, size)
    },
  }
}
