import { bounded } from '../../domain/plain-text.ts'
import type { ChatMessage } from './chat.ts'

/** Limits of Slack's blocks: a header, and a section of text. */
const HEADER_MOST = 150
const SECTION_MOST = 3000
/** The line that is shown in notifications. */
const NOTICE_MOST = 300

/** Slack reads these three as markup in every text; nothing else can make a mention or a link then. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (text: string, most: number) => ({
  type: 'plain_text',
  text: bounded(text, most, escaped),
  emoji: false,
})

/** The body for a Slack incoming webhook: blocks of plain text, in which `*` and `:fire:` stay what they are. */
export function slackMessage({ title, facts, text, rest }: ChatMessage): object {
  const whole = escaped(text).length <= SECTION_MOST
  return {
    text: bounded(title, NOTICE_MOST, escaped),
    blocks: [
      { type: 'header', text: plain(title, HEADER_MOST) },
      {
        type: 'section',
        text: plain(facts.map(([name, value]) => `${name}: ${value}`).join('\n'), SECTION_MOST),
      },
      { type: 'divider' },
      { type: 'section', text: plain(text, SECTION_MOST) },
      ...(whole ? [] : [{ type: 'context', elements: [plain(rest, NOTICE_MOST)] }]),
    ],
  }
}
