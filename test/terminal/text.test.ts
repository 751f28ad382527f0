import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cell, formatFields, terminalJson, terminalText } from '../../src/terminal/text.ts'

const CONTROL_CHARACTERS =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u
const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'ü',
    '\u001b',
    '[2J',
    '\u009b',
    '\u0007',
    '\r',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u200b',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
    '"',
    '\\',
    '\n',
    '\t',
    '\u007f',
  ),
})

describe('user-supplied text on a terminal', () => {
  it('contains no escape sequences and no direction marks, in cells, lists and JSON', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        expect(cell(text)).not.toMatch(CONTROL_CHARACTERS)
        expect(terminalText(formatFields([['Name', text]])).replace(/[\n\t]/g, '')).not.toMatch(
          CONTROL_CHARACTERS,
        )
        expect(terminalJson({ name: text })).not.toMatch(CONTROL_CHARACTERS)
        expect(JSON.parse(terminalJson({ name: text }))).toEqual({ name: text })
      }),
    ))

  it('keeps lines and letters', () => {
    expect(terminalText('Name  مرحبا\n\tüber')).toBe('Name  مرحبا\n\tüber')
    expect(terminalText('a\u001b[31m\u202eb')).toBe('a\\u001b[31m\\u202eb')
  })
})
