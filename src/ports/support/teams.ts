import { truncate } from '../../domain/plain-text.ts'
import type { ChatMessage } from './chat.ts'

const SCHEMA = 'http://adaptivecards.io/schemas/adaptive-card.json'
const MAX_TITLE_LENGTH = 250
/** The whole message may have about 28 KB; a character can take four bytes of it, and each line has its own block. */
const MAX_TEXT_LENGTH = 3000
const MAX_LINES = 40

/** Text runs do not interpret Markdown, and a mention needs an entity beside the text, so nothing has to be escaped. */
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
const block = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })

/** Returns the body for the Teams workflow "When a Teams webhook request is received", which accepts Adaptive Cards only. */
export function teamsMessage({ title, facts, text, truncation_notice: rest }: ChatMessage): object {
  const shown = truncate(text.split('\n', MAX_LINES).join('\n'), MAX_TEXT_LENGTH)
  const body = [
    block(run(truncate(title, MAX_TITLE_LENGTH), { weight: 'Bolder', size: 'Medium' })),
    ...facts.map(([name, value]) =>
      block(run(`${name}: `, { isSubtle: true }), run(truncate(value, MAX_TITLE_LENGTH))),
    ),
    ...shown.split('\n').map((line, index) => ({
      ...block(run(line || ' ')),
      ...(index === 0 ? { separator: true } : { spacing: 'None' }),
    })),
    ...(shown === text ? [] : [block(run(rest, { isSubtle: true }))]),
  ]
  const content = { $schema: SCHEMA, type: 'AdaptiveCard', version: '1.4', body }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}
