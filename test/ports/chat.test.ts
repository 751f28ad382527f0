import fc from 'fast-check'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSupport } from '../../src/config/support.ts'
import { truncate } from '../../src/domain/plain-text.ts'
import {
  noChat,
  webhookChat,
  type ChatMessage,
  slackMessage,
  teamsMessage,
} from '../../src/ports/chat.ts'
import { startPlatform } from '../http/platform.ts'
import { MINUTE } from '../kit/time.ts'
import { hostile } from './mail/hostile.ts'
import { supportConfig, SUPPORT_REQUEST } from '../kit/support.ts'

const MESSAGE: ChatMessage = {
  title: 'Leases are refused',
  facts: [
    ['Ticket', 'SUP-1'],
    ['Organization', 'Acme & Sons'],
  ],
  text: 'Since 09:05.',
  truncation_notice: 'The rest is elsewhere.',
}
const OUTGOING = { http: true, allow: [] }
const SECRET = 'T0000/B0000/XXXXsecret'

/** Starts a webhook on this machine that records the messages and sends this response. */
async function startWebhook(status = 200, body = 'ok', headers: Record<string, string> = {}) {
  const posts: {
    path: string
    headers: IncomingHttpHeaders
    body: Record<string, unknown>
    bytes: number
  }[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const bytes = Buffer.concat(chunks)
      posts.push({
        path: req.url!,
        headers: req.headers,
        body: JSON.parse(bytes.toString('utf8')) as Record<string, unknown>,
        bytes: bytes.length,
      })
      res.writeHead(status, headers).end(body)
    })
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening())
  })
  return {
    posts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/${SECRET}`,
  }
}

it('a message without a configured chat is deferred, and the reason names the missing setting', async () => {
  expect(await noChat.post(MESSAGE)).toEqual({
    kind: 'deferred',
    reason: 'no support chat is configured; set SVC_SUPPORT_CHAT_URL',
  })
})

describe('a ticket in the chat', () => {
  it('is posted to Slack as blocks of plain text', async () => {
    const { posts, url } = await startWebhook()
    expect(await webhookChat({ url, format: 'slack' }, OUTGOING).post(MESSAGE)).toEqual({
      kind: 'sent',
    })
    expect(posts).toMatchObject([
      { path: `/services/${SECRET}`, headers: { 'content-type': 'application/json' } },
    ])
    const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
    expect(posts[0]!.body).toEqual({
      text: 'Leases are refused',
      blocks: [
        { type: 'header', text: plain('Leases are refused') },
        { type: 'section', text: plain('Ticket: SUP-1\nOrganization: Acme &amp; Sons') },
        { type: 'divider' },
        { type: 'section', text: plain('Since 09:05.') },
      ],
    })
  })

  it('is posted to Teams as an adaptive card of text runs', async () => {
    const { posts, url } = await startWebhook(202, '')
    expect(await webhookChat({ url, format: 'teams' }, OUTGOING).post(MESSAGE)).toEqual({
      kind: 'sent',
    })
    const { type, attachments } = posts[0]!.body as {
      type: string
      attachments: {
        contentType: string
        content: { type: string; version: string; body: { inlines: { text: string }[] }[] }
      }[]
    }
    expect([type, attachments.length, attachments[0]!.contentType]).toEqual([
      'message',
      1,
      'application/vnd.microsoft.card.adaptive',
    ])
    const { content } = attachments[0]!
    expect([content.type, content.version]).toEqual(['AdaptiveCard', '1.4'])
    expect(content.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''))).toEqual([
      'Leases are refused',
      'Ticket: SUP-1',
      'Organization: Acme & Sons',
      'Since 09:05.',
    ])
  })

  it('has no mentions and no links in Slack, whatever the user wrote', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, text) => {
        const written = slackMessage({ ...MESSAGE, title, text, facts: [['Category', text]] })
        for (const part of textsOf(written)) expect(part).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/)
        expect(typesOf(written)).not.toContain('mrkdwn')
      }),
    )
  })

  it('is plain text in Teams: no Markdown, no entity, no action', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, text) => {
        const card = (
          teamsMessage({ ...MESSAGE, title, text, facts: [['Category', text]] }) as {
            attachments: [{ content: object }]
          }
        ).attachments[0].content
        expect(new Set(typesOf(card))).toEqual(
          new Set(['AdaptiveCard', 'RichTextBlock', 'TextRun']),
        )
        expect(Object.keys(card)).toEqual(['$schema', 'type', 'version', 'body'])
      }),
    )
  })

  it.each(['x', '&', '<', '漢', '😀', '\n', '"', '\\'])(
    'is never longer than the chat services accept, and says where to read the rest: 10000 times %j',
    (character) => {
      const long = {
        ...MESSAGE,
        title: character.repeat(200),
        text: character.repeat(10_000),
        facts: Array(9).fill(['Category', character.repeat(64)]) as [string, string][],
      }
      const slack = slackMessage(long) as {
        blocks: { text?: { text: string }; type: string }[]
        text: string
      }
      for (const { type, text } of slack.blocks)
        expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3000)
      expect(JSON.stringify(slack)).toContain(MESSAGE.truncation_notice)
      const { text } = slackMessage({ ...MESSAGE, title: 'x'.repeat(1000) }) as { text: string }
      expect(text).toHaveLength(300)
      expect(Buffer.byteLength(JSON.stringify(teamsMessage(long)))).toBeLessThan(28_000)
      expect(JSON.stringify(teamsMessage(long))).toContain(MESSAGE.truncation_notice)
    },
  )

  it('is truncated between characters, and only if it is too long', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, most) => {
        const escaped = (part: string) => part.replaceAll('&', '&amp;')
        const cut = truncate(text.toWellFormed(), most, escaped)
        expect(cut.length).toBeLessThanOrEqual(most)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut === escaped(text.toWellFormed())).toBe(
          escaped(text.toWellFormed()).length <= most,
        )
      }),
    )
  })
})

describe('a webhook', () => {
  it.each([
    [200, 'ok', { kind: 'sent' }],
    [202, '', { kind: 'sent' }],
    [
      429,
      'rate_limited',
      {
        kind: 'deferred',
        reason: 'the chat responded with 429 rate_limited',
        retry_after_ms: 30_000,
      },
    ],
    [
      500,
      'rollup_error',
      {
        kind: 'deferred',
        reason: 'the chat responded with 500 rollup_error',
        retry_after_ms: 30_000,
      },
    ],
    [
      503,
      '<html>',
      { kind: 'deferred', reason: 'the chat responded with 503', retry_after_ms: 30_000 },
    ],
    [
      400,
      'invalid_payload',
      { kind: 'refused', reason: 'the chat responded with 400 invalid_payload' },
    ],
    [404, 'no_service', { kind: 'refused', reason: 'the chat responded with 404 no_service' }],
    [
      410,
      'channel_is_archived',
      { kind: 'refused', reason: 'the chat responded with 410 channel_is_archived' },
    ],
    [302, 'elsewhere', { kind: 'refused', reason: 'the chat responded with 302 elsewhere' }],
    [400, `You wrote: ${MESSAGE.text}`, { kind: 'refused', reason: 'the chat responded with 400' }],
  ])('that responds with %i %s gives the result %j', async (status, body, expected) => {
    const { url } = await startWebhook(status, body, {
      'Retry-After': '30',
      Location: 'http://127.0.0.1:1/',
    })
    expect(await webhookChat({ url, format: 'slack' }, OUTGOING).post(MESSAGE)).toEqual(expected)
  })

  it.each([
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['in a moment', 0],
    ['999999999', 24 * 3_600_000],
  ])(
    'that responds with Retry-After: %s is called again %i ms later',
    async (retry_after, retry_after_ms) => {
      const { url } = await startWebhook(429, '', {
        'Retry-After': retry_after,
        Date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      })
      expect(await webhookChat({ url, format: 'slack' }, OUTGOING).post(MESSAGE)).toMatchObject({
        kind: 'deferred',
        retry_after_ms,
      })
    },
  )

  it('that does not respond is called again, and its address does not appear in the reason', async () => {
    const posted = await webhookChat(
      { url: `http://127.0.0.1:1/${SECRET}`, format: 'slack' },
      OUTGOING,
    ).post(MESSAGE)
    expect(posted).toEqual({
      kind: 'deferred',
      reason: 'the request to the chat failed (unreachable)',
    })
  })

  it('is not called again before the requested time', async () => {
    const { posts, url } = await startWebhook(429, 'rate_limited', { 'Retry-After': '120' })
    const platform = await startPlatform({
      support: supportConfig({ chat: { url, format: 'slack' } }),
      outgoing: OUTGOING,
    })
    const { api } = await platform.organization()
    await api.post('/support/chat', SUPPORT_REQUEST)
    await platform.runUntilIdle()
    await platform.advance(119_000)
    expect(posts).toHaveLength(1)
    await platform.advance(MINUTE)
    expect(posts).toHaveLength(2)
    expect(JSON.stringify([await platform.rows(), platform.log])).not.toContain(SECRET)
  })
})

describe('the support settings', () => {
  it.each([
    [{ SVC_SUPPORT_CHAT_URL: 'https://hooks.slack.com/services/T/B/x' }, 'slack'],
    [
      { SVC_SUPPORT_CHAT_URL: 'https://prod-1.westeurope.logic.azure.com:443/workflows/x?sig=y' },
      'teams',
    ],
    [
      { SVC_SUPPORT_CHAT_URL: 'https://x.environment.api.powerplatform.com/powerautomate/x' },
      'teams',
    ],
    [
      {
        SVC_SUPPORT_CHAT_URL: 'https://chat.acme.example/hooks/x',
        SVC_SUPPORT_CHAT_FORMAT: 'slack',
      },
      'slack',
    ],
  ])(
    'determine the format of the chat by the host of its address, or by the format setting: %j',
    (env, format) => {
      expect(readSupport(env).chat!.format).toBe(format)
    },
  )

  it.each([
    [
      { SVC_SUPPORT_CHAT_URL: 'https://hooks.slack.com.evil.example/xyzzy' },
      /SVC_SUPPORT_CHAT_FORMAT must be slack or teams/,
    ],
    [
      { SVC_SUPPORT_CHAT_URL: 'https://chat.acme.example/xyzzy', SVC_SUPPORT_CHAT_FORMAT: 'irc' },
      /SVC_SUPPORT_CHAT_FORMAT must be one of slack, teams/,
    ],
    [
      { SVC_SUPPORT_CHAT_URL: 'http://chat.acme.example/xyzzy', SVC_SUPPORT_CHAT_FORMAT: 'slack' },
      /must be an https address/,
    ],
    [{ SVC_SUPPORT_CHAT_URL: 'chat.acme.example/xyzzy' }, /must be an https address/],
    [{ SVC_SUPPORT_CHAT_URL: 'https://user@chat.acme.example/xyzzy' }, /no user/],
    [{ SVC_SUPPORT_MAIL: 'support@acme.example' }, /SVC_SUPPORT_MAIL requires a mail server/],
    [
      { SVC_SMTP_URL: 'smtp://h', SVC_SUPPORT_MAIL: 'a@b.example,c@d.example' },
      /SVC_SUPPORT_MAIL must be one e-mail address/,
    ],
    [
      { SVC_SUPPORT_RESPONSE_HOURS: 'email=0' },
      /SVC_SUPPORT_RESPONSE_HOURS must be a whole number/,
    ],
    [{ SVC_SUPPORT_RESPONSE_HOURS: 'telephone=1' }, /must be one of email, priority, chat, csm/],
  ])('that are invalid are reported without showing an address: %j', (env, message) => {
    const read = () => readSupport(env)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/xyzzy/)
  })
})

it('a setting replaces the response times of the routes that it names', () => {
  expect(
    readSupport({ SVC_SUPPORT_RESPONSE_HOURS: 'priority=1, email=24' }).response_hours,
  ).toEqual({ email: 24, priority: 1, chat: 8, csm: 8 })
})

/** Returns every `text` member of a message that is a string, at any depth. */
const textsOf = (value: unknown): string[] =>
  membersOf(value).flatMap(([name, member]) =>
    name === 'text' && typeof member === 'string' ? [member] : textsOf(member),
  )
/** Returns every `type` member of a message, at any depth. */
const typesOf = (value: unknown): unknown[] =>
  membersOf(value).flatMap(([name, member]) => (name === 'type' ? [member] : typesOf(member)))
const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
