/**
 * Characters that a viewer interprets instead of displaying: control characters, bidirectional controls, line separators,
 * zero-width characters, and unpaired surrogates. Zero-width joiners and non-joiners (U+200D, U+200C) are not included, because many
 * scripts and emoji need them.
 */
const INTERPRETED =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns the JSON escape sequence of characters. */
const escapeOf = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')

/** Some CI systems recognize the old form of workflow commands anywhere in a line. */
const withoutCommands = (text: string): string => text.replaceAll('##[', '# #[')

/** Returns text on one line, so that every character is displayed and none is interpreted. */
export const oneLine = (text: string): string =>
  withoutCommands(text.replace(INTERPRETED, (found) => SHORT[found] ?? escapeOf(found)))

/** Does the same as `oneLine`, but keeps line breaks and tabs. */
export const multiline = (text: string): string =>
  withoutCommands(
    text.replace(INTERPRETED, (found) =>
      found === '\n' || found === '\t' ? found : escapeOf(found),
    ),
  )

/** Replaces these characters in a JSON text with escape sequences, so that it is still the same JSON. */
export const escapeJson = (json: string): string =>
  json.replace(INTERPRETED, (found) => (found < ' ' ? found : escapeOf(found)))

/** Percent-encodes these characters in a URL. */
export const escapeUrl = (url: string): string =>
  url.replace(INTERPRETED, (found) =>
    found.length === 1 && /[\ud800-\udfff]/.test(found) ? '%EF%BF%BD' : encodeURIComponent(found),
  )
