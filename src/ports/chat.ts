import type { IncomingHttpHeaders } from 'node:http'
import { allowingHostsOf, createGuard, type OutgoingRules } from './outgoing/guard.ts'
import { createPoster, type Poster } from './outgoing/post.ts'
import { retryAfter } from './outgoing/retry-after.ts'
import { truncate } from '../domain/plain-text.ts'

/** One message to a team's chat. All of it is plain text, in which nothing may become a mention, a link or markup. */
export interface ChatMessage {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Shown below the text if it had to be truncated. */
  readonly truncation_notice: string
}

export type ChatResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'deferred'; readonly reason: string; readonly retry_after_ms?: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Posts messages to the support team's chat. Never rejects. */
export interface Chat {
  post(message: ChatMessage): Promise<ChatResult>
  close(): void
}

/** A webhook that the operator configured. Its address is a secret, because anyone who knows it can post. */
export interface ChatSettings {
  readonly url: string
  readonly format: 'slack' | 'teams'
}

const WRITERS = { slack: slackMessage, teams: teamsMessage } as const
const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 16 * 1024
/** Maximum milliseconds of a requested wait. */
const MAX_WAIT_MS = 24 * 3_600_000
/** Statuses that concern the server rather than the message or the address. */
const RETRYABLE: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/** Creates a chat that posts to a webhook. The operator configured its host, so it may have a private address. */
export function webhookChat({ url, format }: ChatSettings, rules: OutgoingRules): Chat {
  const poster: Poster = createPoster(
    createGuard(allowingHostsOf(rules, [url])),
    MAX_RESPONSE_BYTES,
  )
  return {
    async post(message) {
      const response = await poster.post({
        url,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(WRITERS[format](message)),
        timeout_ms: TIMEOUT_MS,
      })
      if (response.kind === 'refused')
        return {
          kind: 'refused',
          reason: `the address of the chat is not allowed: ${response.reason}`,
        }
      if (response.kind === 'failed')
        return { kind: 'deferred', reason: `the request to the chat failed (${response.fault})` }
      if (response.status >= 200 && response.status < 300) return { kind: 'sent' }
      const reason = `the chat responded with ${response.status}${errorWord(response.body)}`
      return RETRYABLE.includes(response.status)
        ? { kind: 'deferred', reason, retry_after_ms: waitOf(response.headers) }
        : { kind: 'refused', reason }
    },
    close: poster.close,
  }
}

/** Returns the single word with which Slack reports an error, such as `channel_is_archived`; other responses might quote the message. */
const errorWord = (body: Buffer): string =>
  /^[a-z_]{1,64}$/.exec(body.toString('latin1'))?.[0].replace(/^/, ' ') ?? ''
/** Returns the requested wait in milliseconds. A date in it is compared with the server's own clock. */
const waitOf = (headers: IncomingHttpHeaders): number =>
  retryAfter(headers, Date.parse(headers.date ?? ''), MAX_WAIT_MS) ?? 0

const NOT_CONFIGURED: ChatResult = {
  kind: 'deferred',
  reason: 'no support chat is configured; set SVC_SUPPORT_CHAT_URL',
}
/**
 * The chat for a platform without one. It defers every message. When the outbox gives up on a message, it queues an e-mail instead, unless
 * the ticket was sent by e-mail as well.
 */
export const noChat: Chat = { post: async () => NOT_CONFIGURED, close: () => undefined }

/** Maximum characters of Slack's blocks: a header, and a section of text. */
const MAX_HEADER_LENGTH = 150
const MAX_SECTION_LENGTH = 3000
/** Maximum characters of the notification text. */
const MAX_NOTIFICATION_LENGTH = 300

/** Slack interprets only these three characters as markup; escaping them prevents mentions and links. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (text: string, limit: number) => ({
  type: 'plain_text',
  text: truncate(text, limit, escaped),
  emoji: false,
})

/** Returns the body for a Slack incoming webhook: blocks of plain text, in which `*` and `:fire:` are not interpreted. */
export function slackMessage({ title, facts, text, truncation_notice }: ChatMessage): object {
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
      ...(whole
        ? []
        : [{ type: 'context', elements: [plain(truncation_notice, MAX_NOTIFICATION_LENGTH)] }]),
    ],
  }
}

const SCHEMA = 'http://adaptivecards.io/schemas/adaptive-card.json'
const MAX_TITLE_LENGTH = 250
/** The whole message may be about 28 KB long; a character can take four bytes, and each line has its own block. */
const MAX_TEXT_LENGTH = 3000
const MAX_LINES = 40

/** Text runs do not interpret Markdown, and a mention requires a separate entity, so nothing needs to be escaped. */
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })
const block = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines })

/** Returns the body for the Teams workflow "When a Teams webhook request is received", which accepts Adaptive Cards only. */
export function teamsMessage({ title, facts, text, truncation_notice }: ChatMessage): object {
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
    ...(shown === text ? [] : [block(run(truncation_notice, { isSubtle: true }))]),
  ]
  const content = { $schema: SCHEMA, type: 'AdaptiveCard', version: '1.4', body }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}
