import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  each,
  equals,
  firstFailure,
  isRedacted,
  NOTHING_SENT,
  OK,
  REDACTED,
  startsWith,
  success,
  untested,
  violation,
} from '../../judge/assertions.ts'
import { firstRepeated, member } from '../../judge/json.ts'
import { timestamp } from '../../judge/timestamp.ts'
import { requestJson, stringAt, workspaceIdOf } from '../../probes/platform/target.ts'
import { laterThanResponse, CLOCK_PROBE, MINUTE_MS, checkNth } from './assertions.ts'

const TOKEN = { line: 56, quote: '| token | string | prefix `skt_`; shown once |' }
const LIFETIME = {
  line: 61,
  quote: 'time-limited (15 minutes by default, set with `expiry_minutes`)',
}
const TOLERANCE_MS = 30_000

const rules: readonly Rule[] = [
  {
    id: 'TOK-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#token-format',
    clause: TOKEN,
    title: 'Creating an install token returns 2xx and a token that begins with skt_',
    hint: 'Require only agent_id; without expiry_minutes the lifetime is 15 minutes.',
    accepts: 'Any length.',
    needs: ['REG-01', 'WS-01'],
    probes: ['token.default'],
    judge: ({ one }) => check(one('token.default'), success, startsWith('/token', 'skt_')),
  },
  {
    id: 'TOK-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#install-token',
    clause: LIFETIME,
    title: 'expires_at of an install token is 15 minutes after the response by default',
    hint: 'Set expires_at to 15 minutes after the time of the response. The suite compares it with the Date header and allows a difference of 30 seconds.',
    accepts:
      'A further difference of up to the precision of the timestamp, such as a minute if it has no seconds.',
    needs: ['TIME-01.installToken'],
    probes: ['token.default'],
    observes: [CLOCK_PROBE],
    judge: (evidence) =>
      check(
        evidence.one('token.default'),
        laterThanResponse(evidence, '/expires_at', 15 * MINUTE_MS, TOLERANCE_MS, '15 minutes'),
      ),
  },
  {
    id: 'TOK-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#install-token',
    clause: LIFETIME,
    title: 'expires_at of an install token is expiry_minutes after the response',
    hint: 'Read the value as minutes; the suite sends 1, 5 and 60.',
    accepts:
      'Any maximum, a difference of 30 seconds, and a further one of up to the precision of the timestamp.',
    needs: ['TIME-01.installToken'],
    probes: ['token.minutes'],
    observes: [CLOCK_PROBE],
    judge: (evidence) =>
      firstFailure(
        [1, 5, 60].map(
          (minutes, position) => () =>
            checkNth(
              evidence,
              'token.minutes',
              position,
              success,
              timestamp('/expires_at'),
              laterThanResponse(
                evidence,
                '/expires_at',
                minutes * MINUTE_MS,
                TOLERANCE_MS,
                `${minutes} minutes`,
              ),
            ),
        ),
      ),
  },
  {
    id: 'TOK-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#install-token',
    clause: { line: 61, quote: 'scoped to one workspace; scoped to one agent' },
    title: 'The install token has the agent_id and workspace_id of its request',
    hint: 'Send the agent_id of the request body and the workspace_id of the request path.',
    needs: ['TOK-01'],
    probes: ['token.default', 'workspace.create'],
    judge: ({ one, settings }) => {
      const { agent_id } = requestJson(one('token.default'))
      return check(
        one('token.default'),
        equals('/agent_id', agent_id),
        equals('/workspace_id', workspaceIdOf(one('workspace.create'), settings)),
      )
    },
  },
  {
    id: 'TOK-05',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#token-format',
    clause: TOKEN,
    title: 'No response shows an install token again',
    hint: 'Store only a hash of the token.',
    needs: ['TOK-01'],
    probes: ['token.default', 'token.shown'],
    judge: ({ one, of }) => {
      const token = stringAt(one('token.default'), '/token') ?? ''
      const shown = of('token.shown').find(
        ({ outcome }) => outcome.kind === 'response' && outcome.body.includes(token),
      )
      return shown
        ? violation({
            pointer: 'body',
            expected: 'no install token',
            actual: 'an install token',
            exchange: shown.key,
          })
        : OK
    },
  },
  {
    id: 'TOK-06',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#install-token',
    clause: { line: 229, quote: '{agent_id: string, expiry_minutes: integer}' },
    title: 'expiry_minutes 0 and -1 are refused with 400 or 422',
    hint: 'Require at least one minute; a token without any lifetime would expire before it is received.',
    needs: ['TOK-01'],
    probes: ['token.odd'],
    judge: ({ of }) => each(of('token.odd'), NOTHING_SENT, badRequest),
  },
  {
    id: 'TOK-07',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#token-format',
    clause: TOKEN,
    title: '50 install tokens are all different',
    hint: 'Generate tokens from a secure random source, not from the time.',
    needs: ['TOK-01'],
    probes: ['token.many'],
    judge: ({ of }) => {
      const issued = of('token.many').filter((exchange) => member(exchange, '/token') !== undefined)
      if (issued.length < 2)
        return untested(
          'Fewer than two tokens were issued. Use --key enterprise=ENVVAR to give the key of a plan that allows more.',
        )
      const tokens = issued.map((exchange) => member(exchange, '/token'))
      if (tokens.some(isRedacted)) return REDACTED
      const repeated = issued[firstRepeated(tokens)]
      return repeated
        ? violation({
            pointer: 'body/token',
            expected: 'a different token for each request',
            actual: 'the same token twice',
            exchange: repeated.key,
            together: true,
          })
        : OK
    },
  },
]

export const tokens: Section = { id: 'tokens', title: 'Install tokens', rules }
