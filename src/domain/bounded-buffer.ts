/** Bytes that arrive in pieces. */
export interface BoundedBuffer {
  /** Keeps a piece. False where that would be more than may be kept, or one piece too many; then the piece is not kept. */
  add(piece: Uint8Array): boolean
  readonly bytes: Buffer
}

/** The smallest buffer that is made for what arrives in pieces. */
const FIRST_BYTES = 1024
/** Each piece costs time, however small it is: so many may come in any case, and one more for each of these bytes that may be kept. */
const [FREE_PIECES, BYTES_PER_PIECE] = [1024, 64]

/**
 * Keeps what arrives in one buffer, at most so many bytes. Whoever sends pieces of one byte would otherwise have a hundred times their size
 * kept as objects (docs/specification/trust.md#answers-in-pieces).
 */
export function createBoundedBuffer(most: number): BoundedBuffer {
  let kept: Buffer = Buffer.alloc(0)
  let size = 0
  let pieces = FREE_PIECES + Math.ceil(most / BYTES_PER_PIECE)
  return {
    add(piece) {
      const needed = size + piece.length
      if (needed > most || (pieces -= 1) < 0) return false
      if (needed > kept.length) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(most, Math.max(needed, 2 * kept.length, FIRST_BYTES)),
        )
        kept.copy(larger, 0, 0, size)
        kept = larger
      }
      kept.set(piece, size)
      size = needed
      return true
    },
    get bytes() {
      return kept.subarray(0, size)
    },
  }
}
