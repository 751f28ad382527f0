/**
 * Characters that whoever shows a text obeys instead of showing them: control characters, marks that turn the direction of writing, separators
 * of lines, marks without a width, halves of a surrogate pair. Those that join letters and signs into one stay.
 */
const OBEYED =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** As JSON writes them. */
const escapeOf = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')

/** A text on one line in which everything is seen and nothing is obeyed. The old form of workflow commands, which counts anywhere in a line, is none any more. */
export const oneLine = (text: string): string =>
  text.replace(OBEYED, (found) => SHORT[found] ?? escapeOf(found)).replaceAll('##[', '# #[')

/** The same for a text of several lines. */
export const severalLines = (text: string): string =>
  text
    .replace(OBEYED, (found) => (found === '\n' || found === '\t' ? found : escapeOf(found)))
    .replaceAll('##[', '# #[')

/** A JSON text in which the same characters are written as escapes: still the same JSON. */
export const plainJson = (json: string): string =>
  json.replace(OBEYED, (found) => (found < ' ' ? found : escapeOf(found)))

/** The part of an address with the same characters in percent-encoding. */
export const plainAddress = (address: string): string =>
  address.replace(OBEYED, (found) =>
    found.length === 1 && /[\ud800-\udfff]/.test(found) ? '%EF%BF%BD' : encodeURIComponent(found),
  )
