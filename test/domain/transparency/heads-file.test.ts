import { expect, it } from 'vitest'
import { parseHeadsLines } from '../../../src/domain/transparency/heads-file.ts'

const HASH = 'ab'.repeat(32)
const lineOf = (head: object, more: object = {}): string =>
  JSON.stringify({ entry: 'e', proof: 'p', heads: [head], gone: [], ...more })
const SOUND = { chain: 'org_a', sequence: 3, hash: HASH }

it('a file of heads is read line by line, with the numbers of damaged lines', () => {
  const sound = lineOf(SOUND)
  expect(parseHeadsLines(`${sound}\n\nnonsense\n${sound}\n`)).toEqual({
    lines: [JSON.parse(sound), JSON.parse(sound)],
    damaged: [3],
  })
})

it.each([
  ['a chain that is a number', lineOf({ ...SOUND, chain: 7 })],
  ['a sequence that is text', lineOf({ ...SOUND, sequence: '3' })],
  ['a sequence that is a fraction', lineOf({ ...SOUND, sequence: 3.5 })],
  ['a hash that is too short', lineOf({ ...SOUND, hash: 'ab' })],
  ['a hash in capitals', lineOf({ ...SOUND, hash: 'AB'.repeat(32) })],
  ['heads that are not a list', lineOf(SOUND, { heads: {} })],
  ['no proof', lineOf(SOUND, { proof: undefined })],
  ['no entry', lineOf(SOUND, { entry: null })],
  ['no list of chains that are gone', lineOf(SOUND, { gone: undefined })],
])('a line with %s is damaged', (_, line) => {
  expect(parseHeadsLines(line)).toEqual({ lines: [], damaged: [1] })
})
