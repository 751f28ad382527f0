import { isBusy } from '../../engine/transport/http.ts'
import type { Exchange, Judgement, Rule } from '../../engine/types.ts'
import {
  BUSY,
  check,
  clientError,
  each,
  equals,
  inOrder,
  isRedacted,
  isSuccess,
  NOTHING_SENT,
  OK,
  REDACTED,
  startsWith,
  success,
  value,
  violation,
  type Assertion,
} from '../../judge/assertions.ts'
import { member, parseJson } from '../../judge/json.ts'
import { BOOTSTRAP } from '../../probes/platform/fixtures.ts'
import { noCredentials, noSecrets, NOT_REACHED } from './assertions.ts'

const REPEAT = {
  line: 179,
  quote:
    'the existing installation is returned with a fresh runtime token and without refresh_token',
}

/** A violation that only concurrent requests show. */
const concurrent = (
  exchange: Exchange,
  pointer: string,
  expected: string,
  actual: string,
): Judgement => violation({ exchange: exchange.key, pointer, expected, actual, together: true })

const isOtherToken =
  (first: Exchange | undefined): Assertion =>
  (exchange) =>
    first && member(exchange, '/runtime_token') === member(first, '/runtime_token')
      ? {
          pointer: 'body/runtime_token',
          expected: 'a token other than the previous one',
          actual: 'the same token',
        }
      : undefined

/** Judges concurrent bootstraps with one install token. */
function judgeRace(sent: readonly Exchange[]): Judgement {
  const judged = sent.find((exchange) => !isBusy(exchange))
  const responses = sent.filter(isSuccess)
  const [first] = responses
  if (!judged) return sent.length === 0 ? NOT_REACHED : BUSY
  if (!first) return concurrent(judged, 'status', 'at least one 2xx status', 'none')
  const id = member(first, '/installation_id')
  const other = responses.find((exchange) => member(exchange, '/installation_id') !== id)
  if (other)
    return concurrent(
      other,
      'body/installation_id',
      'the same id in all responses',
      'different ids',
    )
  const [holder, second] = responses.filter(
    (exchange) => typeof member(exchange, '/refresh_token') === 'string',
  )
  const [pointer, expected] = ['body/refresh_token', 'a token in one response']
  if (second) return concurrent(second, pointer, expected, 'a token in several responses')
  return holder ? OK : concurrent(first, pointer, expected, 'a token in none')
}

/** Rules about an install token that is used several times, in sequence or concurrently, and about one that was never issued. */
export const repeatedBootstrapRules: readonly Rule[] = [
  {
    id: 'BOOT-05',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#replay-window',
    clause: REPEAT,
    title: 'The same install token returns the same installation within 60 seconds',
    hint: 'Return the existing installation, so that an agent whose response was lost can retry.',
    needs: ['BOOT-01'],
    probes: ['install.repeated', 'bootstrap.repeat'],
    judge: ({ one, of }) =>
      check(
        one('bootstrap.repeat'),
        success,
        equals(
          '/installation_id',
          member(of('install.repeated')[BOOTSTRAP] ?? one('install.repeated'), '/installation_id'),
        ),
      ),
  },
  {
    id: 'BOOT-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#replay-window',
    clause: REPEAT,
    title: 'A repeated bootstrap returns a new runtime token',
    hint: 'Issue a new runtime token. A platform that stores only a hash of the first one cannot return it again.',
    needs: ['BOOT-02', 'BOOT-05'],
    probes: ['install.repeated', 'bootstrap.repeat'],
    judge: ({ one, of }) => {
      const [first, repeat] = [of('install.repeated')[BOOTSTRAP], one('bootstrap.repeat')]
      return inOrder([
        () => check(repeat, startsWith('/runtime_token', 'srt_')),
        () =>
          isRedacted(member(repeat, '/runtime_token'))
            ? REDACTED
            : check(repeat, isOtherToken(first)),
      ])
    },
  },
  {
    id: 'BOOT-07',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#replay-window',
    clause: REPEAT,
    title: 'A repeated bootstrap returns no refresh token',
    hint: "Leave refresh_token out, so that the first caller's refresh token stays valid.",
    accepts: 'null, which BOOT-07.null judges.',
    needs: ['BOOT-05'],
    probes: ['bootstrap.repeat'],
    judge: ({ one }) => check(one('bootstrap.repeat'), noSecrets('refresh_token')),
  },
  {
    id: 'BOOT-07.null',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#replay-window',
    clause: REPEAT,
    title: 'A repeated bootstrap omits refresh_token instead of sending null',
    hint: 'Leave refresh_token out; only the first bootstrap and recovery return it.',
    needs: ['BOOT-07'],
    probes: ['bootstrap.repeat'],
    judge: ({ one }) =>
      check(
        one('bootstrap.repeat'),
        value('/refresh_token', 'no member', (it) => it === undefined),
      ),
  },
  {
    id: 'BOOT-08',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: { line: 356, quote: "so the first caller's refresh token stays valid" },
    title: 'The first refresh token works after a repeated bootstrap',
    hint: 'Keep the refresh token when the bootstrap is repeated.',
    needs: ['BOOT-05', 'REF-01'],
    probes: ['refresh.kept'],
    judge: ({ one }) => check(one('refresh.kept'), success, startsWith('/runtime_token', 'srt_')),
  },
  {
    id: 'BOOT-11',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#bootstrap-errors',
    clause: { line: 353, quote: 'bootstrap is authorized by the install token in the body' },
    title: 'An unknown install token is refused with 4xx, and the response contains no credentials',
    hint: 'Look the token up; checking its format is not enough.',
    accepts: 'Any 4xx status.',
    needs: ['BOOT-01'],
    probes: ['bootstrap.unknown'],
    judge: ({ of }) => each(of('bootstrap.unknown'), NOTHING_SENT, clientError, noCredentials),
  },
  {
    id: 'BOOT-12',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#i-01',
    clause: { line: 405, quote: '| Install token use | one successful bootstrap | bootstrap |' },
    title:
      'Ten concurrent bootstraps with one token create one installation and return one refresh token',
    hint: 'Consume the token in the transaction that creates the installation.',
    needs: ['BOOT-02', 'BOOT-07'],
    probes: ['bootstrap.race'],
    judge: ({ of }) =>
      judgeRace(
        of('bootstrap.race').filter(
          ({ request }) => 'install_token' in ((parseJson(request.body ?? '') ?? {}) as object),
        ),
      ),
  },
]
