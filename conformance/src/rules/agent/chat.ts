import type { Rule, Section } from '../../engine/types.ts'
import { check, hasHeader, ok, status, success } from '../../judge/atoms.ts'

const refused = status('no 2xx status, 401 at best', (it) => it < 200 || it >= 300)
const HANDSHAKE =
  'requests carry the session token as bearer and the client id in `X-Svc-Client-ID`'

const HEADERS = [
  ['CHAT-02', 344, 'X-Svc-Agent-ID', "the agent's `svc_id`"],
  ['CHAT-03', 345, 'X-Svc-Reputation', 'current reputation score'],
  ['CHAT-04', 346, 'X-Svc-Verification', 'verification status'],
  ['CHAT-05', 347, 'X-Svc-Task-ID', 'unique task identifier'],
  ['CHAT-06', 348, 'X-Svc-Trace-ID', 'trace id for debugging'],
] as const

const headerRules = HEADERS.map(([id, line, name, meaning]): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  clause: { line, quote: `| ${name} | ${meaning} |` },
  title: `The answer of /chat has ${name}`,
  needs: ['CHAT-01'],
  probes: ['chat'],
  judge: ({ one }) => check(one('chat'), hasHeader(name)),
  hint: 'Line 324: on the answer of /chat the trust headers are present, all five of them.',
  accepts: 'Header names in any case.',
}))

const rules: readonly Rule[] = [
  {
    id: 'CHAT-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 324,
      quote:
        '| POST | /chat | headers `Authorization: Bearer <session_token>` and `X-Svc-Client-ID: <client_id>`; body {message: string, conversation_id: string} |',
    },
    title: 'POST /chat with the session token and the client id is answered with 2xx',
    needs: ['SESS-01'],
    probes: ['chat'],
    judge: ({ one }) => check(one('chat'), success),
    hint: 'A session with the scope chat is enough to chat, and conversation_id is chosen by the client.',
    accepts: 'Any body.',
  },
  ...headerRules,
  {
    id: 'CHAT-07',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 359, quote: HANDSHAKE },
    title: 'Without a session token /chat is refused',
    needs: ['CHAT-01'],
    probes: ['chat.no_bearer'],
    judge: ({ one }) => check(one('chat.no_bearer'), refused),
    hint: 'Answer 401. Otherwise the handshake protects nothing.',
  },
  {
    id: 'CHAT-08',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 359, quote: HANDSHAKE },
    title: 'With a session token that was never given out /chat is refused',
    needs: ['CHAT-01'],
    probes: ['chat.garbage'],
    judge: ({ one }) => check(one('chat.garbage'), refused),
    hint: 'Look the token up; that it begins with sess_ is not enough.',
  },
  {
    id: 'CHAT-09',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 359, quote: HANDSHAKE },
    title: "What another client's id with this session is answered with",
    needs: ['CHAT-01'],
    probes: ['chat.other_client'],
    judge: ({ one }) => {
      const { outcome } = one('chat.other_client')
      return ok(
        outcome.kind === 'answer'
          ? `Another client id is answered with ${outcome.status}.`
          : outcome.says,
      )
    },
    hint: 'Whether a session belongs to one client is not stated.',
  },
]

export const chat: Section = { id: 'chat', title: 'Chat (/chat)', rules }
