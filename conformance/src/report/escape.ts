import { oneLine, multiline } from '../visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML or XML, as content or as an attribute value. Characters that XML 1.0 cannot contain are escaped as well. */
export const escapeMarkup = (text: string): string =>
  multiline(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Returns untrusted text as inline code of Markdown, in which links, images, HTML and mentions have no effect. */
export function code(text: string): string {
  const content = oneLine(text).trim()
  const fence = '`'.repeat(
    Math.max(0, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1,
  )
  const padded = content.startsWith('`') || content.endsWith('`') ? ` ${content} ` : content
  return content === '' ? '' : `${fence}${padded}${fence}`
}
/** Returns untrusted text for a table cell, which would end at a bar even within code. */
export const codeCell = (text: string): string => code(text).replaceAll('|', '\\|')
/** Escapes the suite's own text for Markdown. */
export const cell = (text: string): string =>
  oneLine(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ')
