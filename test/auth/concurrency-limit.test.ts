import { expect, it } from 'vitest'
import { concurrencyLimit } from '../../src/auth/concurrency-limit.ts'

it('runs two operations of one organization at a time, and those of another independently', async () => {
  const run = concurrencyLimit(2)
  const gate = Promise.withResolvers<string>()
  const first = [run('a', () => gate.promise), run('a', () => gate.promise)]
  let begun = 0
  const next = async () => {
    begun += 1
    return 'next'
  }
  expect([await run('a', next), begun]).toEqual([undefined, 0])
  expect(await run('b', next)).toBe('next')
  gate.resolve('done')
  expect(await Promise.all(first)).toEqual(['done', 'done'])
  expect(await run('a', next)).toBe('next')
})

it.each([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('no')
    },
  ],
])('frees the slot of an operation that %s', async (_, work) => {
  const run = concurrencyLimit(1)
  for (let time = 0; time < 3; time += 1) await expect(run('a', work)).rejects.toThrow('no')
  expect(await run('a', async () => 'next')).toBe('next')
})
