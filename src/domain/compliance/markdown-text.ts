/** Everything that Markdown, HTML or a terminal could take for more than a letter; plain punctuation between words stays readable. */
const SPECIAL = /[^\p{L}\p{M}\p{N} ,;()'/.+-]/gu
/** Controls, line and paragraph separators, and characters that turn the direction of text or hide it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** What makes an address of a text, which readers turn into links. */
const ADDRESS = /[./](?=[^\s\d])/g

const reference = (character: string): string => `&#${character.codePointAt(0)};`

/**
 * A stranger's text, so that it shows as it is and stays where it is put: in one line, in one cell, never markup or a link.
 * Characters with a meaning become numeric references, which every Markdown reader shows as the character.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, '\ufffd')
    .replace(SPECIAL, reference)
    .replace(ADDRESS, reference)
}

/** One of our own identifiers, hashes or times as code. What could end the code or the cell cannot be in one, and would be a question mark. */
export const code = (identifier: string): string =>
  `\`${identifier.replace(/[^!-~]|[`|\\]/g, '?')}\``

/** A table; the cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
