import { bounded } from '../../domain/plain-text.ts'
import type { ChatMessage } from './chat.ts'

const SCHEMA = 'http://adaptivecards.io/schemas/adaptive-card.json'
const TITLE_MOST = 250
/** The whole message may have about 28 KB; a character can take four bytes of it, and a line has a block of its own. */
const TEXT_MOST = 3000
const LINES_MOST = 40

/** Text runs know no Markdown, and a mention needs an entity beside the text, so nothing has to be escaped. */
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
const block = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })

/** The body for the Teams workflow "When a Teams webhook request is received", which takes Adaptive Cards only. */
export function teamsMessage({ title, facts, text, rest }: ChatMessage): object {
  const shown = bounded(text.split('\n', LINES_MOST).join('\n'), TEXT_MOST)
  const body = [
    block(run(bounded(title, TITLE_MOST), { weight: 'Bolder', size: 'Medium' })),
    ...facts.map(([name, value]) =>
      block(run(`${name}: `, { isSubtle: true }), run(bounded(value, TITLE_MOST))),
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
