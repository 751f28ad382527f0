import { html as esc } from './escape.ts'

/** JSON with line breaks and the member at a pointer marked; anything else as it is. */
export function marked(text: string, pointer: string | undefined): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return esc(text)
  }
  return isShallow(text) ? lines(value, pointer, '', '') : esc(text)
}

/** Indented, what is nested deeper takes more room than it is worth. */
const DEEPEST = 40
const isShallow = (text: string): boolean =>
  (text.match(/[[{]/g)?.length ?? 0) <= DEEPEST || depthOf(text) <= DEEPEST

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}

function lines(value: unknown, wanted: string | undefined, here: string, indent: string): string {
  const drawn = drawnOf(value, wanted, here, indent)
  return here === wanted && here !== '' ? `<mark>${drawn}</mark>` : drawn
}

function drawnOf(value: unknown, wanted: string | undefined, here: string, indent: string): string {
  if (typeof value !== 'object' || value === null) return esc(JSON.stringify(value))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const deeper = `${indent}  `
  const members = Object.entries(value as object).map(([name, member]) => {
    const label = Array.isArray(value)
      ? ''
      : `<span class="name">${esc(JSON.stringify(name))}:</span> `
    return `${deeper}${label}${lines(member, wanted, `${here}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, deeper)}`
  })
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.join(',\n')}\n${indent}${close}`
}
