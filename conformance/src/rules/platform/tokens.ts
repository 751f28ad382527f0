import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  each,
  equals,
  firstOf,
  notApplicable,
  OK,
  startsWith,
  success,
  untested,
  violation,
} from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'
import { sentJson, textAt, workspaceIdOf } from '../../probes/platform/target.ts'
import { after, CLOCK, MINUTE, nth, timestamp } from './judges.ts'

const NOTHING = notApplicable('Nothing was sent.')
const TABLE = { line: 56, quote: '| token | string | prefix `skt_`; shown once |' }
const LIFETIME = {
  line: 61,
  quote: 'time-limited (15 minutes by default, set with `expiry_minutes`)',
}
const GIVE_MS = 30_000

const rules: readonly Rule[] = [
  {
    id: 'TOK-01',
    level: 'MUST',
    basis: 'quoted',
    clause: TABLE,
    title: 'An install token is given out with 2xx, and begins with skt_',
    needs: ['REG-01', 'WS-01'],
    probes: ['token.default'],
    judge: ({ one }) => check(one('token.default'), success, startsWith('/token', 'skt_')),
    hint: 'agent_id is enough: without expiry_minutes 15 minutes hold.',
    accepts: 'Any length.',
  },
  {
    id: 'TOK-02',
    level: 'MUST',
    basis: 'quoted',
    clause: LIFETIME,
    title: 'Without expiry_minutes a token lives for 15 minutes',
    needs: ['TIME-01.installToken'],
    probes: ['token.default'],
    observes: [CLOCK],
    judge: (seen) =>
      check(
        seen.one('token.default'),
        after(seen, '/expires_at', 15 * MINUTE, GIVE_MS, '15 minutes'),
      ),
    hint: 'Compared with the Date of the answer, give or take 30 seconds.',
  },
  {
    id: 'TOK-03',
    level: 'MUST',
    basis: 'quoted',
    clause: LIFETIME,
    title: 'expiry_minutes says how long a token lives: 1, 5 and 60 minutes',
    needs: ['TIME-01.installToken'],
    probes: ['token.minutes'],
    observes: [CLOCK],
    judge: (seen) =>
      firstOf(
        [1, 5, 60].map(
          (minutes, place) => () =>
            nth(
              seen,
              'token.minutes',
              place,
              success,
              timestamp('/expires_at'),
              after(seen, '/expires_at', minutes * MINUTE, GIVE_MS, `${minutes} minutes`),
            ),
        ),
      ),
    hint: 'Minutes, neither seconds nor milliseconds.',
    accepts: 'Which is the longest is not stated.',
  },
  {
    id: 'TOK-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 61, quote: 'scoped to one workspace; scoped to one agent' },
    title: 'agent_id and workspace_id are those that the token was asked for',
    needs: ['TOK-01'],
    probes: ['token.default', 'workspace.create'],
    judge: ({ one, settings }) => {
      const { agent_id } = sentJson(one('token.default'))
      return check(
        one('token.default'),
        equals('/agent_id', agent_id),
        equals('/workspace_id', workspaceIdOf(one('workspace.create'), settings)),
      )
    },
    hint: 'Lines 58 and 59 list the two.',
  },
  {
    id: 'TOK-05',
    level: 'SHOULD',
    basis: 'inferred',
    clause: TABLE,
    title: 'Nothing that can be read shows the token again',
    needs: ['TOK-01'],
    probes: ['token.default', 'token.shown'],
    judge: ({ one, of }) => {
      const token = textAt(one('token.default'), '/token') ?? ''
      const shown = of('token.shown').find(
        ({ outcome }) => outcome.kind === 'answer' && outcome.body.includes(token),
      )
      return shown
        ? violation({
            pointer: 'body',
            expected: 'no install token',
            actual: 'the token',
            exchange: shown.key,
          })
        : OK
    },
    hint: 'Keep a hash of it, and nothing else.',
  },
  {
    id: 'TOK-06',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 229, quote: '{agent_id: string, expiry_minutes: integer}' },
    title: 'expiry_minutes 0 and -1 are refused with 400 or 422',
    needs: ['TOK-01'],
    probes: ['token.odd'],
    judge: ({ of }) => each(of('token.odd'), NOTHING, badRequest),
    hint: 'Such a token is over before anybody has it.',
  },
  {
    id: 'TOK-07',
    level: 'SHOULD',
    basis: 'inferred',
    clause: TABLE,
    title: '50 tokens are all different',
    needs: ['TOK-01'],
    probes: ['token.many'],
    judge: ({ of }) => {
      const tokens = of('token.many')
        .map((exchange) => member(exchange, '/token'))
        .filter((token) => token !== undefined)
      if (tokens.length < 2)
        return untested(
          'Fewer than two tokens were given out. Give the key of a plan with more of them, as --key enterprise=ENVVAR.',
        )
      return new Set(tokens).size === tokens.length
        ? OK
        : violation({
            pointer: 'body/token',
            expected: 'a token of its own for every request',
            actual: 'one token twice',
            together: true,
          })
    },
    hint: 'Tokens come from a random source, not from the time.',
  },
]

export const tokens: Section = { id: 'tokens', title: 'Install tokens', rules }
