import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlank, lines, oneLine, shorten } from '../../src/domain/plain-text.ts'
import { hostile } from '../ports/mail/hostile.ts'

const KEY = `sk_live_${'a'.repeat(43)}`

describe('user-supplied text', () => {
  it.each([
    ['  Two\r\nlines\t and\u2028more  ', 'Two lines and more'],
    ['no\0control\u001b[31m\u0085characters\u007f', 'no control [31m characters'],
    ['\u202eelif.exe\u202c and \u2066isolated\u2069', 'elif.exe and isolated'],
    ['👩‍👩‍👧 and مرحبا\u200f stay', '👩‍👩‍👧 and مرحبا\u200f stay'],
    [`a key ${KEY}!`, 'a key sk_live_[redacted]!'],
    ['half a \ud83d', 'half a \ufffd'],
  ])('becomes one line: %j', (written, shown) => {
    expect(oneLine(written)).toBe(shown)
  })

  it.each([
    ['one\r\ntwo\rthree\u2028four\n', 'one\ntwo\nthree\nfour'],
    ['a\tb \0\u001b[2J\u202e', 'a\tb [2J'],
    [`x\n${KEY}\ny`, 'x\nsk_live_[redacted]\ny'],
  ])('keeps line breaks and tabs but no other control characters: %j', (written, shown) => {
    expect(lines(written)).toBe(shown)
  })

  it.each([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abc…'],
    ['😀😀😀😀', 4, '😀😀😀😀'],
    ['😀😀😀😀😀', 4, '😀😀😀…'],
  ])('is shortened only beyond a number of characters: %j to %i', (text, limit, shown) => {
    expect(shorten(text, limit)).toBe(shown)
  })

  it.each([
    ['', true],
    [' \n\u200b\u2060\ufeff', true],
    ['\u115f\u3164\u2800\ufe0f\u034f', true],
    ['\u3164a', false],
    ['❤️', false],
  ])('is blank without a visible character: %j is %s', (text, blank) => {
    expect(isBlank(text)).toBe(blank)
  })

  it('does not change when it is cleaned a second time', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(oneLine(oneLine(text))).toBe(oneLine(text))
        expect(lines(lines(text))).toBe(lines(text))
        for (const cleaned of [oneLine(text), lines(text)])
          expect(cleaned.length).toBeLessThanOrEqual(text.length)
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(lines(text).replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}]/u,
        )
      }),
    )
  })
})
