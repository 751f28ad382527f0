/** A part of a string, and its replacement. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly by: string
}

interface DecodedText {
  readonly text: string
  /** Returns where a character of the decoded text begins in the original, which is where the one before it ends. */
  readonly original: (position: number) => number
}

/** Backslashes, at any depth of JSON within JSON, with the character that they escape. */
const ESCAPE = /\\(?:\\|(?<=\\)u005[cC])*(?:u[0-9a-fA-F]{4}|["/bfnrt])?/g
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Decodes the escape sequences of JSON, inside and outside of strings, at any depth of JSON within JSON. Several backslashes that escape
 * nothing become one.
 */
function decode(text: string): DecodedText {
  if (!text.includes('\\')) return { text, original: (position) => position }
  /** The position of each decoded escape sequence in the decoded text, and how much longer the original is up to the end of it. */
  const places: number[] = []
  const longer: number[] = []
  let difference = 0
  const decoded = text.replace(ESCAPE, (escape, start: number) => {
    if (escape.length === 1) return escape
    places.push(start - difference)
    longer.push((difference += escape.length - 1))
    return characterOf(escape)
  })
  return {
    text: decoded,
    original: (position) => position + (longer[countBelow(places, position) - 1] ?? 0),
  }
}

/** Returns the form in which a string occurs in decoded text. */
export const decodeEscapes = (text: string): string => decode(text).text

function characterOf(escape: string): string {
  const code = /u([0-9a-f]{4})$/i.exec(escape)?.[1]
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  const last = escape.at(-1)!
  return CONTROLS[last] ?? last
}

/** Returns how many of these ascending numbers are below the limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds parts of a string in ascending order. `widthAt` returns how many characters one character has in the original. */
export type Find = (text: string, widthAt: (position: number) => number) => readonly Replacement[]

/** Replaces parts of a string that are found in its decoded form; everything else stays as it is written. */
export function replaceDecoded(text: string, find: Find): string {
  const { text: decoded, original } = decode(text)
  const found = find(decoded, (position) => original(position + 1) - original(position))
  return replaceParts(
    text,
    found.map(({ start, end, by }) => ({ start: original(start), end: original(end), by })),
  )
}

/** Replaces parts of a string, given in ascending order. */
export function replaceParts(text: string, parts: readonly Replacement[]): string {
  if (parts.length === 0) return text
  let [replaced, position] = ['', 0]
  for (const { start, end, by } of parts) {
    replaced += text.slice(position, start) + by
    position = end
  }
  return replaced + text.slice(position)
}
