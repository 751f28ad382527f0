import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addLinearFormats } from '../../src/contract/vocabulary.ts'
import { assertTerminates } from '../kit/bounds.ts'

const ajv = new Ajv({ strict: false })
addLinearFormats(ajv)
const checkOf = (format: string) => ajv.compile<string>({ type: 'string', format })

const LENGTH = 300_000
const repeat = (text: string): string => text.repeat(LENGTH / text.length)
const LONG = [
  `http://a@${repeat(':')}`,
  `http://${repeat('@a.bc/')} `,
  `http://a${repeat(':@')}`,
  `http://${repeat('1-')}"`,
  `a@${repeat('a.')}"`,
  `P${repeat('1')}`,
  `00:00:00.${repeat('1')}`,
  repeat('T '),
  repeat('/~0'),
  repeat('{a,b}'),
  repeat('(?<a>'),
  repeat('A\n'),
]

it.each(Object.keys(ajv.formats))('%s is checked in linear time', (format) => {
  const check = checkOf(format)
  for (const text of LONG)
    expect(() => assertTerminates(() => check(text)), text.slice(0, 16)).not.toThrow()
})

it('url accepts the same strings as the format of the library', () => {
  const isUrl = checkOf('url')
  const ofLibrary = addFormats.default.get('url') as RegExp
  const parts = [
    'http://',
    'a.bc',
    'user',
    ':',
    '@',
    '/',
    '80',
    '127.0.0.1',
    '8.8.8.8',
    '-',
    '?',
    ' ',
  ]
  const urls = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''))
  fc.assert(
    fc.property(urls, fc.boolean(), (text, begins) => {
      const url = begins ? `http://${text}` : text
      expect(isUrl(url)).toBe(ofLibrary.test(url))
    }),
  )
})
