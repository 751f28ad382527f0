/**
 * Characters that a terminal interprets instead of showing, or that can disguise one text as another: control characters (which begin
 * escape sequences), line and paragraph separators, invisible format characters including all directional marks (Unicode TR 9), and lone
 * surrogates. They must be escaped because names come from untrusted users.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/gu
/** The same characters except line breaks and tabs, for text of several lines. */
const UNSAFE_IN_LINES = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]--[\n\t]]/gv

/** Escapes a character as in JSON, such as `\u001b`, so that escaped JSON is still valid. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')

/** Escapes unsafe characters in text of several lines. */
export const terminalText = (text: string): string => text.replace(UNSAFE_IN_LINES, escaped)

/** Escapes unsafe characters, line breaks included, so that untrusted text stays on its line. */
export const terminalLine = (text: string): string => text.replace(UNSAFE, escaped)

/** Returns a value as one line of JSON that is safe to print; parsing it gives the original characters. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, escaped)

/** Returns a value as one line of text: a dash for an empty value, and U+FFFD for each unsafe character. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  return String(value).replace(UNSAFE, '\ufffd')
}

/** Returns a number with its noun in the singular or the plural. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** Returns alternatives as a part of a sentence, such as `a, b or c`. */
export const oneOf = (values: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)

/** Quotes an argument for a POSIX shell if necessary, for a command that a person copies. */
export const shellArgument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Returns untrusted text with its line breaks, and with U+FFFD for every other unsafe character. */
export const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : cell(line)))
    .join('\n')

/** Returns a table with aligned columns, two spaces apart, or `none` if there are no rows. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  none = 'None.',
): string {
  if (rows.length === 0) return none
  return alignColumns([head, ...rows.map((row) => row.map(cell))])
}

/** Returns lines with aligned columns, two spaces apart. */
export function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns one line per field, with aligned values. Fields without a value are left out. */
export function formatFields(
  fields: readonly (readonly [name: string, value: string | undefined])[],
  indent = '',
): string {
  const present = fields.filter(([, value]) => value !== undefined)
  const width = Math.max(...present.map(([name]) => name.length))
  return present
    .map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`.trimEnd())
    .join('\n')
}

/** Breaks a paragraph between words into lines of at most `width` characters. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

const MAX_EDITS = 2

/** Returns the candidate closest to `word`, or undefined if none is within two edits. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editDistance(word, candidate) }))
    .sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best && best.edits <= Math.min(MAX_EDITS, best.candidate.length - 1)
    ? best.candidate
    : undefined
}

/** Returns the Levenshtein distance: the minimum number of letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
