import { oneLine, severalLines } from '../visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For HTML and XML, as content or as the value of an attribute. */
export const html = (text: string): string =>
  severalLines(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
/** What XML 1.0 has no way to write is among what is never written. */
export const xml = html

/** A text of others for Markdown, as code: there are no links, no pictures, no HTML and no mentions in it. */
export function code(text: string): string {
  const shown = oneLine(text).trim()
  const fence = '`'.repeat(
    Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1,
  )
  return shown === ''
    ? ''
    : `${fence}${shown.startsWith('`') || shown.endsWith('`') ? ` ${shown} ` : shown}${fence}`
}
/** The same for a cell of a table, which ends at a bar even within code. */
export const codeCell = (text: string): string => code(text).replaceAll('|', '\\|')
/** A text of the suite's own for Markdown. */
export const cell = (text: string): string =>
  oneLine(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ')
