/** The letters of the flags that PCRE, Python, Java, .NET, Ruby or Go has. */
const FLAG = '[aAdDiJLmnNpPsSuUwWxX]'
const NAME = String.raw`[\p{L}\p{N}_-]{1,128}`
const NUMBER = String.raw`[+-]?\d{1,9}`

/** Syntax that ECMAScript lacks, and what replaces it there. Every pattern is read once, from the left, so the time is linear. */
const FOREIGN: readonly (readonly [syntax: string, replacement: (text: string) => string])[] = [
  [String.raw`\\Q[^]*?(?:\\E|$)`, () => 'a'],
  [String.raw`\\[^]`, (text) => text],
  [
    String.raw`\[\^?\]?(?:\[:\^?\w{1,16}:\]|\\[^]|[^\]\\])*(?:\]|$)`,
    (text) => text.replace(/\[:\^?\w+:\]/g, 'a').replace(/^(\[\^?)\](?=.)/s, String.raw`$1\]`),
  ],
  [String.raw`\(\?#[^)]*(?:\)|$)`, (text) => (text.endsWith(')') ? '' : text)],
  [String.raw`\(\*[A-Z_]{1,32}\d{0,9}(?:[:=][^)]{0,128})?\)`, () => ''],
  [String.raw`\(\?\^?${FLAG}{0,16}(?:-${FLAG}{1,16})?\)`, () => ''],
  [
    String.raw`\(\?(?:[>|~*]|\^?${FLAG}{1,16}(?:-${FLAG}{1,16})?:|[\^-]${FLAG}{0,16}:)`,
    () => '(?:',
  ],
  [String.raw`\(\?(?:P?<${NAME}>|'${NAME}')`, () => '('],
  [String.raw`\(\?(?:R|${NUMBER}|&${NAME}|P[>=]${NAME}|C\d{0,9})\)`, () => '(?:)'],
  [
    String.raw`\(\?(?:\((?:R?${NUMBER}|<${NAME}>|'${NAME}'|R?&?${NAME})\)|(?=\(\?<?[=!]))`,
    () => '(?:',
  ],
  [String.raw`[*+?}][*+]+`, (text) => text.charAt(0)],
]
/** The rest of a line, which is a comment where the flag x is set. */
const COMMENT: (typeof FOREIGN)[number] = ['#[^\n]*', () => '']

/**
 * Returns whether a string is a regular expression in the syntax of ECMAScript, PCRE, Python, Java, .NET, Ruby or Go. JSON Schema only
 * recommends that of ECMA-262.
 */
export const isPattern = (text: string): boolean =>
  compiles(text, 'u') || compiles(text, '') || compiles(inEcmaScript(text), '')

function compiles(text: string, flags: string): boolean {
  try {
    return new RegExp(text, flags) instanceof RegExp
  } catch {
    return false
  }
}

function inEcmaScript(text: string): string {
  const isExtended = /\(\?\^?[a-zA-Z]{0,16}x/.test(text)
  const known = isExtended ? [...FOREIGN, COMMENT] : FOREIGN
  const tokens = new RegExp(known.map(([syntax]) => `(${syntax})`).join('|'), 'gu')
  return text.replace(tokens, (...found: readonly unknown[]) => {
    const i = known.findIndex((_, at) => found[at + 1] !== undefined)
    const [, replacement] = known[i] ?? COMMENT
    return replacement(String(found[0]))
  })
}
