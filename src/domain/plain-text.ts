import { redact } from './tokens.ts'

/** Matches directional overrides and isolates, which can make the displayed text differ from the stored text (Unicode TR 9). */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g
const WHITE_SPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Matches control characters except the line feed and the tab. */
const CONTROLS = /[\p{Cc}--[\n\t]]/gv

/** Returns user-supplied text as one line for a header or a title: without line breaks, control characters and credentials. */
export const oneLine = (text: string): string =>
  redact(text.toWellFormed().replace(OVERRIDES, '').replace(WHITE_SPACE, ' ').trim())

const MAX_NAME_LENGTH = 80
/** Matches everything except letters, digits and the punctuation of names. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} .,&'()+_-]/gu

/** Returns a user-supplied name as one line in which no mail program recognizes a link. */
export const withoutLinks = (name: string): string =>
  truncate(
    oneLine(name)
      .replace(NOT_IN_NAMES, ' ')
      .replace(/\.(?=\S)/g, '. ')
      .replace(/ +/g, ' ')
      .trim(),
    MAX_NAME_LENGTH,
  ) || '(unnamed)'

/**
 * Returns user-supplied text with line feeds as line endings, without credentials and without control characters other than tabs. The
 * result is never longer than the text, and can be empty.
 */
export const lines = (text: string): string =>
  redact(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(OVERRIDES, '')
      .replace(CONTROLS, ''),
  ).trim()

/** Matches a character that is visible. The blank Braille pattern U+2800 is the only invisible one without such a property. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether text has no visible character. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

/** Returns text with at most `limit` characters (code points, as a contract counts them). Shortened text ends with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

/**
 * Returns the beginning of text, at most `limit` characters long once it is rendered. Truncated text ends with an ellipsis.
 * @param render converts the text before its length is measured, for example by escaping it
 */
export function truncate(
  text: string,
  limit: number,
  render: (text: string) => string = (unchanged) => unchanged,
): string {
  const rendered = render(text)
  if (rendered.length <= limit) return rendered
  const characters = [...text]
  let [low, high] = [0, characters.length]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (render(characters.slice(0, middle).join('')).length < limit) low = middle
    else high = middle
  }
  return `${render(characters.slice(0, low).join(''))}…`
}
