import { truncate } from '../../domain/plain-text.ts'
import type { ChatMessage } from './chat.ts'

/** Maximum characters of Slack's blocks: a header, and a section of text. */
const MAX_HEADER_LENGTH = 150
const MAX_SECTION_LENGTH = 3000
/** Maximum characters of the notification text. */
const MAX_NOTIFICATION_LENGTH = 300

/** Slack interprets only these three characters as markup; escaping them prevents mentions and links. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (text: string, most: number) => ({
  type: 'plain_text',
  text: truncate(text, most, escaped),
  emoji: false,
})

/** Returns the body for a Slack incoming webhook: blocks of plain text, in which `*` and `:fire:` are not interpreted. */
export function slackMessage({ title, facts, text, truncation_notice: rest }: ChatMessage): object {
  const whole = escaped(text).length <= MAX_SECTION_LENGTH
  return {
    text: truncate(title, MAX_NOTIFICATION_LENGTH, escaped),
    blocks: [
      { type: 'header', text: plain(title, MAX_HEADER_LENGTH) },
      {
        type: 'section',
        text: plain(
          facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
          MAX_SECTION_LENGTH,
        ),
      },
      { type: 'divider' },
      { type: 'section', text: plain(text, MAX_SECTION_LENGTH) },
      ...(whole ? [] : [{ type: 'context', elements: [plain(rest, MAX_NOTIFICATION_LENGTH)] }]),
    ],
  }
}
