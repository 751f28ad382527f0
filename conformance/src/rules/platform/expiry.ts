import type { Evidence, Judgement, Rule, Section } from '../../engine/types.ts'
import { isBusy } from '../../engine/transport/http.ts'
import {
  BUSY,
  check,
  clientError,
  each,
  integer,
  isObject,
  notApplicable,
  startsWith,
  success,
  value,
  type Assertion,
} from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { timestamp } from '../../judge/timestamp.ts'
import { noCredentials, NOT_REACHED } from './assertions.ts'

const BOOTSTRAP = /\/bootstrap$/

/** Checks the last request of a probe, which it sent after time had passed, unless an earlier one was refused because of a rate limit. */
function checkLast(
  { of }: Evidence,
  probe: string,
  path: RegExp,
  ...assertions: readonly Assertion[]
): Judgement {
  const exchange = of(probe).at(-1)
  if (of(probe).some(isBusy)) return BUSY
  return exchange && path.test(exchange.request.path) ? check(exchange, ...assertions) : NOT_REACHED
}

/**
 * Returns false only if both versions are integers and this one is not higher. LEASE-06 judges a version that is missing or not an integer.
 */
const isHigher =
  (before: unknown) =>
  (version: unknown): boolean =>
    !Number.isInteger(version) || !Number.isInteger(before) || Number(version) > Number(before)

const rules: readonly Rule[] = [
  {
    id: 'BOOT-09',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#replay-window',
    clause: { line: 61, quote: 'one-time use (invalidated after a successful bootstrap)' },
    title:
      'After 60 seconds, a used install token is refused with 4xx, and the response contains no credentials',
    hint: 'Refuse a used token once 60 seconds have passed since its first bootstrap.',
    accepts: 'Any 4xx status.',
    needs: ['BOOT-05', 'BOOT-11'],
    probes: ['clock.window'],
    judge: (evidence) => checkLast(evidence, 'clock.window', BOOTSTRAP, clientError, noCredentials),
  },
  {
    id: 'BOOT-10',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#install-token-states',
    clause: { line: 180, quote: 'the token can no longer be exchanged' },
    title: 'An expired install token is refused with 4xx, and the response contains no credentials',
    hint: 'Check expires_at before the token is exchanged.',
    accepts: 'Any 4xx status.',
    needs: ['BOOT-01', 'BOOT-11'],
    probes: ['clock.expired'],
    judge: (evidence) =>
      checkLast(evidence, 'clock.expired', BOOTSTRAP, clientError, noCredentials),
  },
  {
    id: 'LEASE-05',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#token-renewal',
    clause: { line: 181, quote: '`refreshed_token` is returned with a new token_version' },
    title:
      'Within 7 days of expiry the heartbeat response has a refreshed_token with a higher token_version',
    hint: 'Renew the token, and give the new one a higher token_version. The suite has moved the clock by 84 of the 90 days for which a runtime token is valid.',
    needs: ['LEASE-01', 'REF-01'],
    probes: ['clock.near'],
    judge: (evidence) => {
      const before = member(evidence.one('clock.near'), '/token_version')
      return checkLast(
        evidence,
        'clock.near',
        /\/lease$/,
        success,
        value('/refreshed_token', 'an object', isObject),
        value(
          '/refreshed_token/token_version',
          'an integer that is higher than before',
          isHigher(before),
        ),
      )
    },
  },
  {
    id: 'LEASE-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#token-renewal',
    clause: {
      line: 91,
      quote: 'fields: runtime_token (string), expires_at (timestamp), token_version (integer)',
    },
    title: 'A refreshed_token has runtime_token, expires_at and token_version',
    hint: 'Send runtime_token, expires_at and token_version in refreshed_token.',
    needs: ['LEASE-01'],
    probes: ['lease'],
    observes: ['clock.near'],
    judge: ({ of }) => {
      const having = of('lease', 'clock.near').filter((exchange) =>
        isObject(member(exchange, '/refreshed_token')),
      )
      const [token, ends, version] = ['runtime_token', 'expires_at', 'token_version'].map(
        (name) => `/refreshed_token/${name}`,
      ) as [string, string, string]
      return each(
        having,
        notApplicable('No heartbeat response has a refreshed_token.'),
        startsWith(token, 'srt_'),
        timestamp(ends),
        integer(version),
      )
    },
  },
  {
    id: 'REF-05',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: {
      line: 182,
      quote:
        '| Runtime token | valid or expired | `POST /installations/:id/refresh` | a valid refresh token is presented |',
    },
    title: 'A refresh token works after the runtime token has expired',
    hint: 'Accept the refresh token. The suite has moved the clock by 91 days; a runtime token expires after 90 days, but a refresh token is long-lived.',
    needs: ['REF-01'],
    probes: ['clock.gone'],
    judge: (evidence) =>
      checkLast(
        evidence,
        'clock.gone',
        /\/refresh$/,
        success,
        startsWith('/runtime_token', 'srt_'),
      ),
  },
]

/** This section is judged last, because moving the clock would change the result of every other rule. */
export const expiry: Section = { id: 'clock', title: 'Expiry', rules }
