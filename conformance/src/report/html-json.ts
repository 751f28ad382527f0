import { parseJson, pointerToken } from '../judge/json.ts'
import { escapeMarkup } from './escape.ts'

/** Deeper JSON is not indented, because the indentation would take too much space. */
const MAX_DEPTH = 40

/** Formats JSON and highlights the member at a pointer; other text is only escaped. */
export function highlightMember(text: string, pointer: string | undefined): string {
  const value = parseJson(text)
  return value !== undefined && isShallow(text)
    ? highlighted(value, pointer, '', '')
    : escapeMarkup(text)
}

const isShallow = (text: string): boolean =>
  (text.match(/[[{]/g)?.length ?? 0) <= MAX_DEPTH || depthOf(text) <= MAX_DEPTH

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}

function highlighted(
  value: unknown,
  pointer: string | undefined,
  here: string,
  indent: string,
): string {
  const text = formatted(value, pointer, here, indent)
  return here === pointer && here !== '' ? `<mark>${text}</mark>` : text
}

function formatted(
  value: unknown,
  pointer: string | undefined,
  here: string,
  indent: string,
): string {
  if (typeof value !== 'object' || value === null) return escapeMarkup(JSON.stringify(value))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const deeper = `${indent}  `
  const members = Object.entries(value as object).map(([name, member]) => {
    const label = Array.isArray(value)
      ? ''
      : `<span class="name">${escapeMarkup(JSON.stringify(name))}:</span> `
    return `${deeper}${label}${highlighted(member, pointer, `${here}/${pointerToken(name)}`, deeper)}`
  })
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.join(',\n')}\n${indent}${close}`
}
