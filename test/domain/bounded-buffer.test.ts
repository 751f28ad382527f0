import { describe, expect, it } from 'vitest'
import { createBoundedBuffer } from '../../src/domain/bounded-buffer.ts'

const gather = (most: number, pieces: readonly string[]) => {
  const kept = createBoundedBuffer(most)
  return { taken: pieces.map((piece) => kept.add(Buffer.from(piece))), text: kept.bytes.toString() }
}

describe('what arrives in pieces', () => {
  it('is kept whole and in its order', () => {
    expect(gather(100, ['ab', '', 'c', 'def'])).toEqual({
      taken: [true, true, true, true],
      text: 'abcdef',
    })
    const long = Array.from({ length: 500 }, (_, at) => `${at},`.repeat(at % 7))
    expect(gather(10_000, long).text).toBe(long.join(''))
    expect(gather(0, []).text).toBe('')
  })

  it('is kept up to the limit, and a piece beyond it not at all', () => {
    expect(gather(4, ['abc', 'de', 'f', 'g'])).toEqual({
      taken: [true, false, true, false],
      text: 'abcf',
    })
  })

  it('stays what it was when the sender uses its memory again', () => {
    const kept = createBoundedBuffer(10)
    const piece = Buffer.from('abc')
    kept.add(piece)
    piece.fill('x')
    expect(kept.bytes.toString()).toBe('abc')
  })

  it('takes twice its size in memory at most, however small the pieces are', () => {
    const kept = createBoundedBuffer(1024 * 1024)
    for (let at = 0; at < 3000; at += 1) kept.add(Buffer.from('x'))
    expect(kept.bytes.buffer.byteLength).toBeLessThanOrEqual(6000)
  })

  it('is refused after too many pieces: 1024, and one more for each 64 bytes of the limit', () => {
    const taken = gather(
      6400,
      Array.from({ length: 1200 }, () => 'x'),
    ).taken
    expect(taken.indexOf(false)).toBe(1124)
  })
})
