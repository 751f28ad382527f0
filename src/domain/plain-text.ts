import { redact } from './tokens.ts'

/** Directional overrides and isolates: with them a text can show other words than it holds (Unicode TR 9). */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g
const WHITE_SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Control characters but the line feed and the tab. */
const CONTROLS = /[\p{Cc}--[\n\t]]/gv

/** A stranger's text as one line for a header or a headline: no line breaks, no control characters, no credential of ours. */
export const oneLine = (text: string): string =>
  redact(text.toWellFormed().replace(OVERRIDES, '').replace(WHITE_SPACE, ' ').trim())

const MAX_NAME_LENGTH = 80
/** All but letters, digits and the punctuation of names. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} .,&'()+_-]/gu

/** A stranger's name as one line in which no mail program finds an address to follow. */
export const withoutLinks = (name: string): string =>
  truncate(
    oneLine(name)
      .replace(NOT_IN_NAMES, ' ')
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ +/g, ' ')
      .trim(),
    MAX_NAME_LENGTH,
  ) || 'without a name'

/** A stranger's text as lines that end with a line feed, without other control characters and without credentials of ours. */
export const lines = (text: string): string =>
  redact(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(OVERRIDES, '')
      .replace(CONTROLS, ''),
  ).trim()

/** The beginning of a text, at most `most` characters after `written` made something else of it; a cut shows as an ellipsis. */
export function truncate(
  text: string,
  most: number,
  written: (text: string) => string = (same) => same,
): string {
  const whole = written(text)
  if (whole.length <= most) return whole
  const characters = [...text]
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (written(characters.slice(0, middle).join('')).length < most) fits = middle
    else tooMany = middle
  }
  return `${written(characters.slice(0, fits).join(''))}…`
}
