/**
 * Characters that could move the cursor, paint over what stands there, or turn the direction of the text around them: controls, line and
 * paragraph separators, and bidirectional controls (Unicode TR 9). Names come from strangers.
 */
const UNSAFE = '\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const CONTROL = new RegExp(`[${UNSAFE}]`, 'gu')
const CONTROL_IN_LINES = new RegExp(`[[${UNSAFE}]--[\\n\\t]]`, 'gv')

/** A text of several lines that is safe to print whatever strangers wrote in it: line feeds and tabs stay, other controls show as such. */
export const terminalText = (text: string): string => text.replace(CONTROL_IN_LINES, '\ufffd')

/** A value as one line of JSON without a character that a terminal could act on; it reads as the same value. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One cell as text: nothing is a dash, and control characters show as such. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  return String(value).replace(CONTROL, '\ufffd')
}

/** A table with aligned columns, two blanks between them; `none` when there are no rows. */
export function aligned(head: readonly string[], rows: readonly (readonly unknown[])[], none = 'None.'): string {
  if (rows.length === 0) return none
  const lines = [head, ...rows.map((row) => row.map(cell))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines.map((line) => line.map((text, column) => text.padEnd(widths[column]!)).join('  ').trimEnd()).join('\n')
}

/** Names and values below each other; those without a value are left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | undefined])[], indent = ''): string {
  const told = pairs.filter(([, value]) => value !== undefined)
  const width = Math.max(...told.map(([name]) => name.length))
  return told.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

/** Breaks a paragraph into lines of at most `width` characters, between words. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
