import { describe, expect, it } from 'vitest'
import { createBoundedBuffer } from '../../src/domain/bounded-buffer.ts'

const fill = (limit: number, chunks: readonly string[]) => {
  const buffer = createBoundedBuffer(limit)
  return {
    accepted: chunks.map((chunk) => buffer.add(Buffer.from(chunk))),
    text: buffer.bytes.toString(),
  }
}

describe('bounded buffer', () => {
  it('keeps all chunks in order', () => {
    expect(fill(100, ['ab', '', 'c', 'def'])).toEqual({
      accepted: [true, true, true, true],
      text: 'abcdef',
    })
    const long = Array.from({ length: 500 }, (_, at) => `${at},`.repeat(at % 7))
    expect(fill(10_000, long).text).toBe(long.join(''))
    expect(fill(0, []).text).toBe('')
  })

  it('keeps nothing of a chunk that exceeds the limit', () => {
    expect(fill(4, ['abc', 'de', 'f', 'g'])).toEqual({
      accepted: [true, false, true, false],
      text: 'abcf',
    })
  })

  it('is not affected when the sender reuses its memory', () => {
    const buffer = createBoundedBuffer(10)
    const chunk = Buffer.from('abc')
    buffer.add(chunk)
    chunk.fill('x')
    expect(buffer.bytes.toString()).toBe('abc')
  })

  it('uses at most twice its size in memory, however small the chunks are', () => {
    const buffer = createBoundedBuffer(1024 * 1024)
    for (let index = 0; index < 3000; index += 1) buffer.add(Buffer.from('x'))
    expect(buffer.bytes.buffer.byteLength).toBeLessThanOrEqual(6000)
  })

  it('refuses too many chunks: more than 1024, plus one for each 64 bytes of the limit', () => {
    const accepted = fill(
      6400,
      Array.from({ length: 1200 }, () => 'x'),
    ).accepted
    expect(accepted.indexOf(false)).toBe(1124)
  })
})
