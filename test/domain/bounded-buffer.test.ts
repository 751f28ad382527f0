import { describe, expect, it } from 'vitest'
import { createBoundedBuffer, createBufferBudget } from '../../src/domain/bounded-buffer.ts'

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

  it('refuses too many chunks: more than 1024, plus one for each 256 bytes of the limit', () => {
    const accepted = fill(
      6400,
      Array.from({ length: 1200 }, () => 'x'),
    ).accepted
    expect(accepted.indexOf(false)).toBe(1049)
  })
})

describe('the memory that many buffers share', () => {
  const SLOW_MS = 1000
  /** Opens buffers by name. Each belongs to the owner of the same letter: `a1` and `a2` belong to `a`. */
  function budgetOf(total_bytes: number, owner_bytes: number) {
    const clock = { ms: 0 }
    const evicted: string[] = []
    const budget = createBufferBudget({ total_bytes, owner_bytes }, () => clock.ms)
    const buffers = new Map<string, ReturnType<typeof budget.open>>()
    const at = (name: string) => {
      const buffer = buffers.get(name) ?? budget.open(name[0]!, () => evicted.push(name))
      buffers.set(name, buffer)
      return buffer
    }
    return { clock, evicted, at, budget }
  }

  it('is refused beyond the limit of an owner: the buffer that needs more is lost, and nothing else', () => {
    const { at, budget, evicted } = budgetOf(1000, 100)
    expect([at('a1').reserve(60), at('a2').reserve(40), at('a2').reserve(1)]).toEqual([
      true,
      true,
      false,
    ])
    expect([at('a1').isLost(), at('a2').isLost(), evicted, budget.held()]).toEqual([
      false,
      true,
      [],
      60,
    ])
    expect(at('a2').reserve(1)).toBe(false)
    expect([at('a3').reserve(40), at('b1').reserve(100), budget.held()]).toEqual([true, true, 200])
  })

  it('is taken from the oldest incomplete buffer of the same owner once that one is slow', () => {
    const { at, budget, evicted, clock } = budgetOf(1000, 100)
    for (const name of ['a1', 'a2', 'a3', 'b1']) at(name).reserve(30)
    at('a1').complete()
    clock.ms = SLOW_MS - 1
    expect(at('a4').reserve(30)).toBe(false)
    clock.ms = SLOW_MS
    expect(at('a5').reserve(30)).toBe(true)
    expect(evicted).toEqual(['a2'])
    expect([at('a2').isLost(), at('a2').reserve(1), at('a1').isLost()]).toEqual([
      true,
      false,
      false,
    ])
    expect(budget.held()).toBe(120)
  })

  it('is never refused to the only buffer of an owner, nor taken from it', () => {
    const { at, budget, evicted, clock } = budgetOf(100, 100)
    expect([at('a1').reserve(500), at('b1').reserve(500)]).toEqual([true, true])
    clock.ms = SLOW_MS
    expect([at('c1').reserve(500), evicted, budget.held()]).toEqual([true, [], 1500])
  })

  it('is taken from the owner that occupies the most for one that occupies less than an equal share', () => {
    const { at, budget, evicted } = budgetOf(120, 100)
    for (const name of ['a1', 'a2', 'a3', 'a4']) at(name).reserve(20)
    for (const name of ['b1', 'b2']) at(name).reserve(15)
    expect([at('c1').reserve(20), evicted]).toEqual([true, ['a1']])
    expect([at('c2').reserve(20), evicted]).toEqual([true, ['a1', 'a2']])
    expect(budget.held()).toBe(110)
  })

  it('is refused to an owner that would occupy more than an equal share of a full total', () => {
    const { at, evicted, clock } = budgetOf(100, 100)
    for (const name of ['a1', 'a2', 'a3']) at(name).reserve(15)
    for (const name of ['b1', 'b2', 'b3']) at(name).reserve(15)
    expect([at('a4').reserve(15), at('a4').isLost(), evicted]).toEqual([false, true, []])
    clock.ms = SLOW_MS
    expect([at('a5').reserve(15), evicted]).toEqual([true, ['a1']])
  })

  it('is given to an owner below an equal share even if the others are complete', () => {
    const { at, evicted } = budgetOf(100, 100)
    for (const name of ['a1', 'a2', 'a3', 'a4']) {
      at(name).reserve(25)
      at(name).complete()
    }
    expect([at('b1').reserve(20), at('b2').reserve(20), evicted]).toEqual([true, true, []])
    expect(at('b3').reserve(20)).toBe(false)
  })

  it('is free again once it is released, whatever happens after that', () => {
    const { at, budget } = budgetOf(100, 100)
    at('a1').reserve(60)
    at('a2').reserve(40)
    at('a1').complete()
    at('a1').release()
    at('a1').release()
    expect([budget.held(), at('a1').reserve(1), at('a1').isLost()]).toEqual([40, false, false])
    expect(at('a3').reserve(60)).toBe(true)
    for (const name of ['a2', 'a3']) at(name).release()
    expect(budget.held()).toBe(0)
  })

  it('of owners within equal shares is never lost, in any order of events', () => {
    const [owners, share] = [5, 100]
    let [seed, generation] = [1, 0]
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const { at, clock, budget, evicted } = budgetOf(owners * share, 3 * share)
    const held = new Map<string, number>()
    for (let step = 0; step < 20_000; step += 1) {
      clock.ms += random(300)
      at(`h${random(4000)}`).reserve(random(200))
      const name = `${'abcd'[random(4)]}${random(3)}:${generation}`
      const bytes = random(20)
      const of_owner = [...held].filter(([other]) => other[0] === name[0])
      const total = of_owner.reduce((sum, [, each]) => sum + each, bytes)
      if (total <= share) {
        expect(at(name).reserve(bytes)).toBe(true)
        held.set(name, (held.get(name) ?? 0) + bytes)
      } else {
        generation += 1
        for (const [other] of of_owner) {
          at(other).release()
          held.delete(other)
        }
      }
    }
    expect(evicted.filter((name) => !name.startsWith('h'))).toEqual([])
    expect(evicted.length).toBeGreaterThan(0)
    expect(budget.held()).toBeLessThanOrEqual(owners * share)
  })
})
