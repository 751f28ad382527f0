/**
 * Characters that a terminal obeys instead of showing them, or that make a text look like another one: controls (escape sequences begin with
 * them), separators of lines and paragraphs, invisible format characters and with them every mark of direction (Unicode TR 9), and halves of
 * surrogate pairs. Names come from strangers.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/gu
/** The same, but for what lays out a text of several lines. */
const UNSAFE_IN_LINES = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]--[\n\t]]/gv

/** Writes a character as JSON does, `\u001b` for the escape character, so that what was JSON still is. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')

/** Returns a text of several lines that is safe to print, whatever strangers wrote in it. */
export const terminalText = (text: string): string => text.replace(UNSAFE_IN_LINES, escaped)

/** Returns the same for a stranger's sentence, which is to stay on its line. */
export const terminalLine = (text: string): string => text.replace(UNSAFE, escaped)

/** Returns a value as one line of JSON that is safe to print; whoever parses it finds the characters as they were. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, escaped)

/** One cell as text: nothing is a dash, and control characters show as such. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  return String(value).replace(UNSAFE, '\ufffd')
}

/** A table with aligned columns, two blanks between them; `none` when there are no rows. */
export function aligned(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  none = 'None.',
): string {
  if (rows.length === 0) return none
  const lines = [head, ...rows.map((row) => row.map(cell))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names and values below each other; those without a value are left out. */
export function facts(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
  indent = '',
): string {
  const told = pairs.filter(([, value]) => value !== undefined)
  const width = Math.max(...told.map(([name]) => name.length))
  return told
    .map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`.trimEnd())
    .join('\n')
}

/** Breaks a paragraph into lines of at most `width` characters, between words. */
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
