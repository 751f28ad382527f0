/** Matches everything that Markdown, HTML or a terminal could interpret; plain punctuation between words stays readable. */
const SPECIAL = /[^\p{L}\p{M}\p{N} ,;()'/.+-]/gu
/** Matches control characters, line and paragraph separators, and characters that hide text or change its direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Matches the punctuation that makes text look like a URL, which renderers turn into a link. */
const ADDRESS = /[./](?=[^\s\d])/g

const reference = (character: string): string => `&#${character.codePointAt(0)};`

/**
 * Escapes user-supplied text so that it is shown literally, on one line and in one cell, and never as markup or a link. Special characters
 * become numeric character references, which every Markdown renderer shows as the character.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, '\ufffd')
    .replace(SPECIAL, reference)
    .replace(ADDRESS, reference)
}

/**
 * Formats an identifier, hash or time of the platform as inline code. Characters that could end the code or the cell become question marks.
 */
export const code = (identifier: string): string =>
  `\`${identifier.replace(/[^!-~]|[`|\\]/g, '?')}\``

/** Formats a table whose cells are already Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
