import { randomFillSync } from 'node:crypto'

const BLOCK_BYTES = 8192

/** A source of random bytes that cannot be guessed. They are drawn by the block, since a draw costs far more than its bytes; none is given twice. */
export function randomSource(): (bytes: number) => Uint8Array {
  let block = new Uint8Array(0)
  let given = 0
  return (bytes) => {
    if (bytes > BLOCK_BYTES) return randomFillSync(new Uint8Array(bytes))
    if (given + bytes > block.length) {
      block = randomFillSync(new Uint8Array(BLOCK_BYTES))
      given = 0
    }
    given += bytes
    return block.subarray(given - bytes, given)
  }
}
