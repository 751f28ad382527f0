import { parseJson } from '../judge/json.ts'

/**
 * Changes the values of the JSON strings in a text that have escape sequences. `before` is the text in front of a string. A string whose
 * value does not change stays as it is written. The time is linear, whatever the text.
 */
export function changeEscapedStrings(
  text: string,
  change: (value: string, before: string) => string,
): string {
  if (!text.includes('\\')) return text
  let [changed, copied] = ['', 0]
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start)
    if (end > text.length) break
    const value = valueOf(text.slice(start, end))
    const before = text.slice(Math.max(0, start - MAX_BEFORE), start)
    const other = value === undefined ? undefined : change(value, before)
    if (other !== value) {
      changed += text.slice(copied, start) + JSON.stringify(other)
      copied = end
    }
    start = text.indexOf('"', end)
  }
  return changed + text.slice(copied)
}

/** Returns the value of a JSON string that has escape sequences. */
function valueOf(literal: string): string | undefined {
  const value = literal.includes('\\') ? parseJson(literal) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Limits the text in front of a string, in which only the name of its member matters. */
const MAX_BEFORE = 64

/** Returns the position after the quote that ends the string starting at a position; a position after the text if there is none. */
function endOfString(text: string, start: number): number {
  let position = start + 1
  while (position < text.length && text[position] !== '"')
    position += text[position] === '\\' ? 2 : 1
  return position + 1
}
