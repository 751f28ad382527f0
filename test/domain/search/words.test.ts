import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { matchesOf } from '../../../src/domain/search/matches.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import { searchColumnsOf } from '../../../src/domain/search/text.ts'
import {
  nameKey,
  publisherKey,
  searchWords,
  wordsToFind,
} from '../../../src/domain/search/words.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns how many characters are converted and joined while a function runs, which measures the cost of preparing text. */
function charactersRead(run: () => unknown): number {
  let characters = 0
  const replace = vi.spyOn(String.prototype, 'replace')
  const join = vi.spyOn(Array.prototype, 'join')
  run()
  for (const text of replace.mock.contexts) characters += String(text).length
  for (const { value } of join.mock.results) characters += String(value).length
  vi.restoreAllMocks()
  return characters
}

const han = (letters: number) =>
  Array.from({ length: letters }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

const WORK: readonly (readonly [string, (text: string) => unknown])[] = [
  ['the words of a string', (text) => wordsToFind(text, 48)],
  ['a query', searchWords],
  ['the key of a name', nameKey],
  [
    'the columns of an agent',
    (text) =>
      searchColumnsOf({
        details: {
          description: text,
          capabilities: [text],
          card: { skills: [{ name: text, description: text }] },
        },
      }),
  ],
  [
    'the matches of an agent',
    (text) =>
      matchesOf(
        {
          name: text,
          svc_id: 'a',
          details: {
            description: text,
            card: { skills: [{ name: text, description: text }] },
          },
        },
        searchQuery('請求書')!,
      ),
  ],
]
it.each(WORK)('the cost of %s grows with the length of the text, up to a limit', (_, run) => {
  for (const text of [han, (letters: number) => '読'.repeat(letters)]) {
    const [short, double, long, longer] = [1000, 2000, 8000, 16_000].map((letters) =>
      charactersRead(() => run(text(letters))),
    )
    expect(double! / short!).toBeLessThan(2.2)
    // Beyond the limit the text is only copied and split where upper-case letters begin.
    expect(longer! - long!).toBeLessThanOrEqual(8000 * 8)
  }
})

/** Texts in which each letter, symbol or accent might be read many times. */
const REPEATED = [
  '読',
  'あアいイ',
  'ภาษาไทย',
  'ភាសាខ្មែរ',
  'a読b書',
  '読 書 ',
  '\u{20000}\u{20001}',
  'ﷺ',
  '㍿㌀',
  'a ',
]
it.each<readonly [string, string]>([
  ...REPEATED.map(
    (text) => [`a repetition of "${text}"`, text.repeat(4096).slice(0, 4096)] as const,
  ),
  ['4096 different Han characters', han(4096)],
])('fewer than 48 characters are processed for each character of %s', (_, text) => {
  for (const [, run] of WORK) expect(charactersRead(() => run(text))).toBeLessThan(48 * 4096)
})

it('accents are not sorted, which would take time proportional to the square of their number', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const text = `a${'\u0301'.repeat(2000)}${'\u0316'.repeat(2000)}`
  for (const [, run] of WORK) run(text)
  expect(normalize.mock.contexts.map(String).join('')).not.toMatch(/\p{M}/u)
})

it('finds a part of a long word in a script without spaces, and states where it is', () => {
  const text = `${han(40)}請求書`
  expect(wordsToFind(text, 48)).toHaveLength(43)
  expect(wordsToFind(text, 4)).toHaveLength(8)
  expect(searchColumnsOf({ details: { description: text } }).search_words).toContain('~008acb')
  expect(
    matchesOf({ name: 'n', svc_id: 'a', details: { description: text } }, searchQuery('請求書')!),
  ).toEqual([{ field: 'description', text, words: [text] }])
})

it('reads the first 4,096 characters of a field', () => {
  const found = (spaces: number) => {
    const details = { description: `${' '.repeat(spaces)}invoice` }
    return [
      searchColumnsOf({ details }).search_words,
      matchesOf({ name: 'n', svc_id: 'a', details }, searchQuery('invoice')!).length,
    ]
  }
  expect(found(4089)).toEqual(['\ninvoice\n', 1])
  expect(found(4096)).toEqual(['\n\n', 0])
})

it('returns the first three skills that match, in addition to the name and the description', () => {
  const details = {
    capabilities: ['invoice-a', 'invoice-b', 'invoice-c', 'invoice-d'],
    description: 'Pays an invoice.',
  }
  expect(
    matchesOf({ name: 'Invoices', svc_id: 'a', details }, searchQuery('invoice')!).map(
      ({ field, text }) => [field, text],
    ),
  ).toEqual([
    ['name', 'Invoices'],
    ['skill', 'invoice-a'],
    ['skill', 'invoice-b'],
    ['skill', 'invoice-c'],
    ['description', 'Pays an invoice.'],
  ])
})

const LONG_NAMES = [
  ['Министерство обороны', 'Министерство образования'],
  [`Acme ${'x'.repeat(100)} A`, `Acme ${'x'.repeat(100)} B`],
  ['東京都港区役所情報政策課一', '東京都港区役所情報政策課二'],
] as const
it.each(LONG_NAMES)('%s and %s are different publishers', (one, other) => {
  expect(publisherKey(one)).not.toBe(publisherKey(other))
  expect(publisherKey(one)).toBe(publisherKey(` ${one.toUpperCase()} `))
  expect(publisherKey(one).length).toBeLessThanOrEqual(96)
})

it('no publisher can choose a name whose key is the hash of a long name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      const key = publisherKey(name)
      expect(key.startsWith('~#')).toBe(key.length === 66 && /^~#[0-9a-f]{64}$/.test(key))
      expect(key.replaceAll(/~[0-9a-f]{6}/g, '')).toSatisfy(
        (rest: string) => !rest.includes('~') || key.startsWith('~#'),
      )
    }),
  )
})

it('words of any script are distinguished by at least their first 13 letters', () => {
  expect(searchWords('программист программа')).toHaveLength(2)
  expect(searchWords('программирование программированный')).toHaveLength(1)
  expect(searchWords('программировать программируемый')).toHaveLength(2)
})

it('the term of a prefix of a word is a prefix of the term of the word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zа-я0-9漢]{1,40}$/), fc.nat(40), (word, length) => {
      const [term] = searchWords(word)
      const [prefix] = searchWords(word.slice(0, length + 1))
      expect(term!.startsWith(prefix!)).toBe(true)
      expect(term!.replaceAll(/~[0-9a-f]{6}/g, '')).not.toContain('~')
    }),
  )
})

it('words are found by a prefix of 32 characters', () => {
  expect(searchWords('x'.repeat(33))).toEqual(['x'.repeat(32)])
  expect(searchWords('x'.repeat(32))).toEqual(['x'.repeat(32)])
  expect(searchWords('x'.repeat(31))).toEqual(['x'.repeat(31)])
})
