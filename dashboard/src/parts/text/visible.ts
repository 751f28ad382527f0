/** Bidirectional control characters, which can make text look like different text. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
/** Everything that ends a line or moves the cursor, so that a name could look like several lines. */
const LINE_CONTROLS = /[\p{Cc}\u2028\u2029]/gu

/**
 * Returns untrusted text in which direction overrides are visible as U+FFFD. It is applied to what is shown, after character references
 * have been decoded.
 */
export const visibleText = (text: string): string => text.replace(DIRECTION_CONTROLS, '\uFFFD')

/** Returns an untrusted name as one line: control characters and line separators are visible as U+FFFD too. */
export const visibleName = (name: string): string =>
  visibleText(name).replace(LINE_CONTROLS, '\uFFFD')

/** Returns the name and version of an agent, which are untrusted, as one line. */
export const agentTitle = ({ name, version }: { name: string; version: string }): string =>
  visibleName(`${name} ${version}`)
