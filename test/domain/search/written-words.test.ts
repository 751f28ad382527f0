import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesOf } from '../../../src/domain/search/matches.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import { FIRST_TERM_LENGTH, wordsToFind } from '../../../src/domain/search/words.ts'
import { expectedMatches, expectedWords } from './reference.ts'

/** Letters of several scripts, including those that change when case, accents and compatibility forms are removed, and other characters. */
const CHARACTERS = [
  ...'abcABC19éßẞİΣςﬁ½①',
  ...'読書請一々あアーｱﾞが㊀㍿㌀㈱',
  ...'ภาษัກກໍកក្មြန်',
  ...'각한قلﷺ',
  ...'\u0301\u0316\u0345',
  ...'\u{10400}\u{10428}\u{10330}\u{20000}\u{20001}\u{1d400}\u{1f916}',
  ...' -_.~℡',
  '\ud83d',
  '\udc00',
]
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...CHARACTERS) },
  { weight: 1, arbitrary: fc.constant(' ') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...CHARACTERS), fc.nat(35))
      .map(([letter, times]) => letter.repeat(times)),
  },
)
/** Texts that are shown as a whole, with long words and repetitions. */
const text = fc
  .array(piece, { maxLength: 40 })
  .map((pieces) => pieces.join('').slice(0, 200).toWellFormed())

it('the words of a text of any script are those of the reference implementation', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(1, 4, 8, 48), (one, max) => {
      expect(wordsToFind(one, max)).toEqual(expectedWords(one, max))
      expect(wordsToFind(one, max, FIRST_TERM_LENGTH)).toEqual(
        expectedWords(one, max, FIRST_TERM_LENGTH),
      )
    }),
  )
})

/** Parts of the text, so that most queries find something, and other texts. */
const query = (one: string) =>
  fc
    .array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .tuple(fc.nat(one.length), fc.constantFrom(1, 2, 3, 13, 40))
            .map(([at, length]) => one.slice(at, at + length)),
        },
        { weight: 1, arbitrary: text },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(' '))
const searched = text.chain((one) => fc.tuple(fc.constant(one), query(one)))

it.each(['name', 'description'] as const)(
  'the words that a query finds in a %s of any script are those of the reference implementation',
  (field) => {
    fc.assert(
      fc.property(searched, ([one, q]) => {
        const wanted = searchQuery(q)
        fc.pre(wanted !== undefined)
        const agent = { name: '', svc_id: 'a', details: { description: one } }
        const named = { name: one, svc_id: 'a', details: {} }
        expect(matchesOf(field === 'name' ? named : agent, wanted)).toEqual(
          expectedMatches(field, one, wanted.words),
        )
      }),
    )
  },
)

it('the matches state in which of several texts the words occur, whatever the texts contain', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.nat(8), (texts, at) => {
      const capabilities = [...texts.slice(0, at), 'an invoice', ...texts.slice(at), 'invoices']
      expect(
        matchesOf({ name: 'n', svc_id: 'a', details: { capabilities } }, searchQuery('invoice')!),
      ).toEqual([
        { field: 'skill', text: 'an invoice', words: ['invoice'] },
        { field: 'skill', text: 'invoices', words: ['invoices'] },
      ])
    }),
  )
})
