import type { Rule, Section } from '../../engine/types.ts'
import { check, describeStatus, hasHeader, ok, status, success } from '../../judge/assertions.ts'

const notSuccessful = status('a status other than 2xx, such as 401', (it) => it < 200 || it >= 300)
const CREDENTIALS =
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
  specification: 'docs/specification/agent-protocol.md#response-headers',
  clause: { line, quote: `| ${name} | ${meaning} |` },
  title: `The response to POST /chat has ${name}`,
  hint: 'Send X-Svc-Agent-ID, X-Svc-Reputation, X-Svc-Verification, X-Svc-Task-ID and X-Svc-Trace-ID with the response to POST /chat.',
  accepts: 'Header names in any case.',
  needs: ['CHAT-01'],
  probes: ['chat'],
  judge: ({ one }) => check(one('chat'), hasHeader(name)),
}))

const rules: readonly Rule[] = [
  {
    id: 'CHAT-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#session-credentials',
    clause: {
      line: 324,
      quote:
        '| POST | /chat | headers `Authorization: Bearer <session_token>` and `X-Svc-Client-ID: <client_id>`; body {message: string, conversation_id: string} |',
    },
    title: 'POST /chat with the session token and the client id returns 2xx',
    hint: 'Accept every session with the scope chat; conversation_id is chosen by the client.',
    accepts: 'Any response body.',
    needs: ['SESS-01'],
    probes: ['chat'],
    judge: ({ one }) => check(one('chat'), success),
  },
  ...headerRules,
  {
    id: 'CHAT-07',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#session-credentials',
    clause: { line: 359, quote: CREDENTIALS },
    title: 'POST /chat without a session token is refused',
    hint: 'Return 401; otherwise opening a session protects nothing.',
    needs: ['CHAT-01'],
    probes: ['chat.no_bearer'],
    judge: ({ one }) => check(one('chat.no_bearer'), notSuccessful),
  },
  {
    id: 'CHAT-08',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#session-credentials',
    clause: { line: 359, quote: CREDENTIALS },
    title: 'POST /chat with an unknown session token is refused',
    hint: 'Look the token up; checking for the prefix sess_ is not enough.',
    needs: ['CHAT-01'],
    probes: ['chat.garbage'],
    judge: ({ one }) => check(one('chat.garbage'), notSuccessful),
  },
  {
    id: 'CHAT-09',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#session-credentials',
    clause: { line: 359, quote: CREDENTIALS },
    title: "Reports the response to another client's id in a session",
    hint: 'The interface does not state whether a session belongs to one client.',
    needs: ['CHAT-01'],
    probes: ['chat.other_client'],
    judge: ({ one }) => ok(describeStatus(one('chat.other_client'))),
  },
]

export const chat: Section = { id: 'chat', title: 'Chat (/chat)', rules }
