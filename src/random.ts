import { randomFillSync } from 'node:crypto'

const BLOCK_BYTES = 8192

/**
 * Creates a source of cryptographically secure random bytes. It reads them in blocks, because a read costs far more than its bytes, and
 * returns no byte twice.
 */
export function randomSource(): (bytes: number) => Uint8Array {
  let block = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    if (bytes > BLOCK_BYTES) return randomFillSync(new Uint8Array(bytes))
    if (used + bytes > block.length) {
      block = randomFillSync(new Uint8Array(BLOCK_BYTES))
      used = 0
    }
    used += bytes
    return block.subarray(used - bytes, used)
  }
}
