import type { Rule, Section } from '../../engine/types.ts'
import { header } from '../../engine/http.ts'
import {
  check,
  clientError,
  each,
  jsonObject,
  notApplicable,
  ok,
  OK,
  startsWith,
  success,
  value,
  violation,
  type Atom,
} from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'
import { utcMs } from '../../judge/timestamp.ts'

const noToken: Atom = (exchange) =>
  member(exchange, '/session_token') === undefined
    ? undefined
    : { pointer: 'body/session_token', expected: 'absent', actual: 'a token' }

const rules: readonly Rule[] = [
  {
    id: 'SESS-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 323,
      quote:
        '| POST | /svc/auth | {client_id: string, scope: array of string, for example `chat`, `tools`} | session object |',
    },
    title: 'POST /svc/auth with client_id and scope is answered with 2xx and a JSON object',
    needs: [],
    probes: ['session.open'],
    judge: ({ one }) => check(one('session.open'), success, jsonObject),
    hint: 'Whoever says its client_id and asks for the scope chat gets a session.',
  },
  {
    id: 'SESS-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 159, quote: 'session_token (string, prefix `sess_`)' },
    title: 'session_token begins with sess_',
    needs: ['SESS-01'],
    probes: ['session.open'],
    judge: ({ one }) => check(one('session.open'), startsWith('/session_token', 'sess_')),
    hint: 'The prefix tells people and scanners what leaked.',
    accepts: 'Any length.',
  },
  {
    id: 'SESS-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 159, quote: 'expires_at (timestamp)' },
    title: 'expires_at is an ISO 8601 timestamp in UTC',
    needs: ['SESS-01'],
    probes: ['session.open'],
    judge: ({ one }) =>
      check(
        one('session.open'),
        value(
          '/expires_at',
          'an ISO 8601 timestamp in UTC, as 2026-03-02T10:11:00Z',
          (it) => utcMs(it) !== undefined,
        ),
      ),
    hint: 'Line 21: timestamps are ISO 8601 UTC strings. Neither a number nor another zone.',
    accepts: 'Any number of digits after the second; +00:00 for Z.',
  },
  {
    id: 'SESS-04',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 159, quote: 'expires_at (timestamp)' },
    title: 'expires_at is later than the time of the answer',
    needs: ['SESS-03'],
    probes: ['session.open'],
    judge: ({ one }) => {
      const { outcome } = one('session.open')
      const date =
        outcome.kind === 'answer' ? Date.parse(header(outcome, 'Date') ?? '') : Number.NaN
      const now = Number.isNaN(date) ? outcome.at : date
      return (utcMs(member(one('session.open'), '/expires_at')) ?? 0) > now
        ? OK
        : violation({
            pointer: 'body/expires_at',
            expected: 'a time after the Date of the answer',
            actual: 'an earlier one',
          })
    },
    hint: 'The session is over before it can be used: seconds taken for milliseconds, or a clock that is wrong.',
  },
  {
    id: 'SESS-05',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 323,
      quote: '{client_id: string, scope: array of string, for example `chat`, `tools`}',
    },
    title: 'A scope that is no array, or no client_id, is refused with 4xx and gets no token',
    needs: ['SESS-01'],
    probes: ['session.wrong'],
    judge: ({ of }) =>
      each(of('session.wrong'), notApplicable('Nothing was sent.'), clientError, noToken),
    hint: 'Check the body before a session is opened.',
  },
  {
    id: 'SESS-06',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 159,
      quote: 'Fields: session_token (string, prefix `sess_`), expires_at (timestamp).',
    },
    title: 'Whether two sessions have two tokens',
    needs: ['SESS-02'],
    probes: ['session.open', 'session.again'],
    judge: ({ one }) =>
      ok(
        member(one('session.open'), '/session_token') ===
          member(one('session.again'), '/session_token')
          ? 'Two sessions have one token.'
          : 'Two sessions have two tokens.',
      ),
    hint: 'Not stated.',
  },
]

export const session: Section = { id: 'session', title: 'Session (/svc/auth)', rules }
