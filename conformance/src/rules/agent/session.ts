import type { Rule, Section } from '../../engine/types.ts'
import {
  check,
  clientError,
  each,
  jsonObject,
  NOTHING_SENT,
  isRedacted,
  ok,
  OK,
  startsWith,
  success,
  violation,
  type Assertion,
} from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { precisionMs, timeOf, timestamp, utcMs } from '../../judge/timestamp.ts'

const noToken: Assertion = (exchange) =>
  member(exchange, '/session_token') === undefined
    ? undefined
    : { pointer: 'body/session_token', expected: 'no token', actual: 'a token' }

const rules: readonly Rule[] = [
  {
    id: 'SESS-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#sessions',
    clause: {
      line: 323,
      quote:
        '| POST | /svc/auth | {client_id: string, scope: array of string, for example `chat`, `tools`} | session object |',
    },
    title: 'POST /svc/auth with client_id and scope returns 2xx and a JSON object',
    hint: 'Open a session for every client that sends its client_id and asks for the scope chat.',
    needs: [],
    probes: ['session.open'],
    judge: ({ one }) => check(one('session.open'), success, jsonObject),
  },
  {
    id: 'SESS-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#sessions',
    clause: { line: 159, quote: 'session_token (string, prefix `sess_`)' },
    title: 'session_token begins with sess_',
    hint: 'Add the prefix; people and secret scanners recognize leaked tokens by it.',
    accepts: 'Any length.',
    needs: ['SESS-01'],
    probes: ['session.open'],
    judge: ({ one }) => check(one('session.open'), startsWith('/session_token', 'sess_')),
  },
  {
    id: 'SESS-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#timestamps',
    clause: { line: 159, quote: 'expires_at (timestamp)' },
    title: 'expires_at is an ISO 8601 timestamp in UTC',
    hint: 'Send a string in UTC such as 2030-01-31T12:00:00Z, not a number or a time in another time zone.',
    accepts:
      'Any precision of a minute or finer, the basic format without separators, and +00:00 instead of Z.',
    needs: ['SESS-01'],
    probes: ['session.open'],
    judge: ({ one }) => check(one('session.open'), timestamp('/expires_at')),
  },
  {
    id: 'SESS-04',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#sessions',
    clause: { line: 159, quote: 'expires_at (timestamp)' },
    title: 'expires_at is later than the time of the response',
    hint: 'Check for seconds that are read as milliseconds, and for a wrong clock: this session expires before it can be used.',
    accepts:
      'A time that is earlier by less than its precision, such as a minute if it has no seconds.',
    needs: ['SESS-03'],
    probes: ['session.open'],
    judge: ({ one }) => {
      const opened = one('session.open')
      const found = member(opened, '/expires_at')
      return (utcMs(found) ?? 0) + precisionMs(found) > timeOf(opened)
        ? OK
        : violation({
            pointer: 'body/expires_at',
            expected: 'a time after the Date of the response',
            actual: 'an earlier time',
          })
    },
  },
  {
    id: 'SESS-05',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#sessions',
    clause: {
      line: 323,
      quote: '{client_id: string, scope: array of string, for example `chat`, `tools`}',
    },
    title:
      'A scope that is not an array, or a missing client_id, is refused with 4xx, and the response contains no token',
    hint: 'Validate the body before opening a session.',
    needs: ['SESS-01'],
    probes: ['session.wrong'],
    judge: ({ of }) => each(of('session.wrong'), NOTHING_SENT, clientError, noToken),
  },
  {
    id: 'SESS-06',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#sessions',
    clause: {
      line: 159,
      quote: 'Fields: session_token (string, prefix `sess_`), expires_at (timestamp).',
    },
    title: 'Reports whether two sessions have different tokens',
    hint: 'The interface does not state this.',
    needs: ['SESS-02'],
    probes: ['session.open', 'session.again'],
    judge: ({ one }) => {
      const [first, second] = [one('session.open'), one('session.again')].map((exchange) =>
        member(exchange, '/session_token'),
      )
      if (isRedacted(first)) return ok('The recording does not contain the tokens.')
      return ok(
        first === second
          ? 'Two sessions have the same token.'
          : 'Two sessions have different tokens.',
      )
    },
  },
]

export const session: Section = { id: 'session', title: 'Session (/svc/auth)', rules }
