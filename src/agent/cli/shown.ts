/**
 * What a terminal would act on, or what would make a text look like another one: control characters (escape sequences begin with them),
 * separators of lines and paragraphs, invisible format characters and with them every mark of direction, and torn surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/gu
/** The same, but for what lays out a text of several lines. */
const UNSAFE_IN_TEXT = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]--[\n\t]]/gv

/** `\u001b` for the escape character: as JSON has it, so that what was JSON still is. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')
}

/** A text for the terminal; what strangers wrote in it can neither move the cursor nor turn words around. */
export const shownText = (text: string): string => text.replace(UNSAFE_IN_TEXT, escaped)

/** The same for a stranger's sentence, which is to stay on its line. */
export const shownLine = (text: string): string => text.replace(UNSAFE, escaped)

/** JSON in one line. Whoever parses it finds the characters as they were. */
export const shownJson = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escaped)
