import { expect, it } from 'vitest'
import { createLineSplitter } from '../../../src/agent/external/lines.ts'

const splitter = (max_bytes: number) => {
  const lines: string[] = []
  const long: number[] = []
  const split = createLineSplitter({
    max_bytes,
    onLine: (line) => lines.push(line.toString()),
    onLong: () => long.push(lines.length),
  })
  return { ...split, lines, long, add: (text: string) => split.add(Buffer.from(text)) }
}

it('a line is complete once its line feed has arrived, wherever the chunks end', () => {
  const { add, lines } = splitter(10)
  for (const part of ['a', 'b\nc', '\n\nd']) add(part)
  expect(lines).toEqual(['ab', 'c', ''])
})

it('the splitter is within a line from the first byte of the line to its line feed', () => {
  const { add, isWithinLine } = splitter(10)
  expect(isWithinLine()).toBe(false)
  add('a')
  expect(isWithinLine()).toBe(true)
  add('\n')
  expect(isWithinLine()).toBe(false)
})

it('a line of exactly the limit is kept, and a longer one is cut and reported once', () => {
  const { add, lines, long } = splitter(3)
  add('abc\n')
  expect(long).toEqual([])
  for (const part of ['abcd', 'e\n', 'f\n']) add(part)
  expect([lines, long]).toEqual([['abc', 'abc', 'f'], [1]])
})

it('the last line does not need a line feed', () => {
  const { add, end, lines } = splitter(3)
  add('a\nb')
  end()
  end()
  expect(lines).toEqual(['a', 'b'])
})
