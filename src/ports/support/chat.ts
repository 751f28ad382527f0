import type { IncomingHttpHeaders } from 'node:http'
import { createGuard, type OutgoingRules } from '../outgoing/guard.ts'
import { createPoster, type Poster } from '../outgoing/post.ts'
import { askedToWait } from '../outgoing/wait.ts'
import { slackMessage } from './slack.ts'
import { teamsMessage } from './teams.ts'

/** One message to a team's chat. All of it is text: nothing in it may become a mention, a link or markup. */
export interface ChatMessage {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Stands below a text that had to be cut. */
  readonly rest: string
}

export type Posted =
  | { readonly kind: 'sent' }
  | { readonly kind: 'deferred'; readonly reason: string; readonly retry_after_ms?: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** The way to the support team's chat. Never rejects. */
export interface Chat {
  post(message: ChatMessage): Promise<Posted>
  close(): void
}

/** A webhook that the operator configured. Its address is a secret: whoever has it can write there. */
export interface ChatSettings {
  readonly url: string
  readonly format: 'slack' | 'teams'
}

const WRITERS = { slack: slackMessage, teams: teamsMessage } as const
const TIMEOUT_MS = 10_000
const LONGEST_ANSWER = 16 * 1024
/** Who asks for longer is asked again earlier. */
const WAIT_MOST_MS = 24 * 3_600_000
/** Too early, too many, and what a server says of itself; everything else it says of the message or the address. */
const TRY_AGAIN: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/** Posts to a webhook. The operator named its host, so it may be a private one. */
export function webhookChat({ url, format }: ChatSettings, rules: OutgoingRules): Chat {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const poster: Poster = createPoster(
    createGuard({ ...rules, allow: [...rules.allow, host] }),
    LONGEST_ANSWER,
  )
  return {
    async post(message) {
      const posted = await poster.post({
        url,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(WRITERS[format](message)),
        timeout_ms: TIMEOUT_MS,
      })
      if (posted.kind === 'refused')
        return {
          kind: 'refused',
          reason: `the address of the chat may not be dialled: ${posted.reason}`,
        }
      if (posted.kind === 'failed')
        return { kind: 'deferred', reason: `the chat cannot be reached (${posted.fault})` }
      if (posted.status >= 200 && posted.status < 300) return { kind: 'sent' }
      const reason = `the chat answered ${posted.status}${word(posted.body)}`
      return TRY_AGAIN.includes(posted.status)
        ? { kind: 'deferred', reason, retry_after_ms: waitOf(posted.headers) }
        : { kind: 'refused', reason }
    },
    close: poster.close,
  }
}

/** The one word that Slack answers an error with, such as `channel_is_archived`; other answers might quote the message. */
const word = (body: Buffer): string =>
  /^[a-z_]{1,64}$/.exec(body.toString('latin1'))?.[0].replace(/^/, ' ') ?? ''
/** A date is read on the clock of whoever wrote it. */
const waitOf = (headers: IncomingHttpHeaders): number =>
  askedToWait(headers, Date.parse(headers.date ?? ''), WAIT_MOST_MS) ?? 0

const NOT_CONFIGURED: Posted = {
  kind: 'deferred',
  reason: 'no support chat is configured; set SVC_SUPPORT_CHAT_URL',
}
/** Where no chat is configured: a message that was meant for one waits, and then goes by mail. */
export const noChat: Chat = { post: async () => NOT_CONFIGURED, close: () => undefined }
