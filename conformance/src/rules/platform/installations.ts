import type { Exchange, Rule, Section, Seen } from '../../engine/types.ts'
import {
  badRequest,
  check,
  each,
  equals,
  integer,
  isObject,
  jsonObject,
  notApplicable,
  ok,
  OK,
  startsWith,
  string,
  status,
  success,
  untested,
  value,
  violation,
  type Atom,
} from '../../judge/atoms.ts'
import { at, bodyOf, member, show } from '../../judge/json.ts'
import { sentJson } from '../../probes/platform/target.ts'
import { utcMs } from '../../judge/timestamp.ts'
import {
  after,
  absent,
  CLOCK,
  DAY,
  ENTRY,
  is,
  MINUTE,
  noKeyAsked,
  nth,
  refused,
  timestamp,
  uuid,
} from './judges.ts'

const NOTHING = notApplicable('Nothing was sent.')
const REPEAT = {
  line: 179,
  quote:
    'the existing installation is returned with a fresh runtime token and without refresh_token',
}
const BOOTSTRAPPED = 2
const credentials = absent('runtime_token', 'refresh_token')
const ran = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300

const bootstrapRules: readonly Rule[] = [
  {
    id: 'BOOT-13',
    level: 'MUST',
    basis: 'quoted',
    clause: ENTRY,
    title: 'Bootstrap with a fresh install token asks for no other credential',
    needs: ['TOK-01'],
    probes: ['install.first'],
    judge: (seen) => nth(seen, 'install.first', BOOTSTRAPPED, noKeyAsked),
    hint: 'The install token in the body authorizes it; whoever installs an agent has no key.',
    accepts: 'An install token that is none may be 401.',
  },
  {
    id: 'BOOT-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 77, quote: '| installation_id | string (uuid) | |' },
    title: 'An install token is exchanged with 2xx; installation_id is a UUID',
    needs: ['BOOT-13'],
    probes: ['install.first'],
    judge: (seen) =>
      nth(seen, 'install.first', BOOTSTRAPPED, success, jsonObject, uuid('/installation_id')),
    hint: 'The install token is a fresh one, and the four members are those of line 235.',
    accepts: '200 and 201; a UUID of any version.',
  },
  {
    id: 'BOOT-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 355,
      quote:
        'is exchanged at bootstrap for a runtime token (`srt_`, 90 days) and a refresh token (`srf_`)',
    },
    title: 'The first bootstrap gives a runtime token srt_ and a refresh token srf_',
    needs: ['BOOT-01'],
    probes: ['install.first'],
    judge: (seen) =>
      nth(
        seen,
        'install.first',
        BOOTSTRAPPED,
        startsWith('/runtime_token', 'srt_'),
        startsWith('/refresh_token', 'srf_'),
      ),
    hint: 'The prefixes tell people and scanners what leaked.',
    accepts: 'Any length.',
  },
  {
    id: 'BOOT-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 407, quote: '| Runtime token lifetime | 90 days | runtime token |' },
    title: 'A runtime token lives for 90 days',
    needs: ['TIME-01.bootstrap'],
    probes: ['install.first'],
    observes: [CLOCK],
    judge: (seen) =>
      nth(
        seen,
        'install.first',
        BOOTSTRAPPED,
        after(seen, '/expires_at', 90 * DAY, 5 * MINUTE, '90 days'),
      ),
    hint: 'Compared with the Date of the answer, give or take 5 minutes.',
  },
  {
    id: 'BOOT-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 81, quote: '| heartbeat_interval | integer | seconds |' },
    title: 'heartbeat_interval is an integer',
    needs: ['BOOT-01'],
    probes: ['install.first'],
    judge: (seen) => nth(seen, 'install.first', BOOTSTRAPPED, integer('/heartbeat_interval')),
    hint: 'A number of seconds, not a text.',
    accepts: 'Another interval than the one that was asked for.',
  },
  {
    id: 'BOOT-04.requested',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 414,
      quote:
        'Maximum and default values of `limit`, `offset` and `heartbeat_interval_seconds`: not shown.',
    },
    title: 'Whether heartbeat_interval is the one that was asked for',
    needs: ['BOOT-04'],
    probes: ['install.first'],
    judge: ({ of }) => {
      const exchange = of('install.first')[BOOTSTRAPPED]
      const [asked, told] = [
        sentJson(exchange)['heartbeat_interval_seconds'],
        exchange && member(exchange, '/heartbeat_interval'),
      ]
      return ok(asked === told ? 'It is.' : `${show(told)} for ${show(asked)}.`)
    },
    hint: 'Not stated: a platform may have limits of its own.',
  },
  {
    id: 'BOOT-05',
    level: 'MUST',
    basis: 'quoted',
    clause: REPEAT,
    title: 'The same token within 60 seconds gives the same installation',
    needs: ['BOOT-01'],
    probes: ['install.first', 'bootstrap.repeat'],
    judge: ({ one, of }) =>
      check(
        one('bootstrap.repeat'),
        success,
        equals(
          '/installation_id',
          at(bodyOf(of('install.first')[BOOTSTRAPPED] ?? one('install.first')), '/installation_id'),
        ),
      ),
    hint: 'An agent whose answer was lost asks again: it gets what it has.',
  },
  {
    id: 'BOOT-06',
    level: 'MUST',
    basis: 'quoted',
    clause: REPEAT,
    title: 'The repeated bootstrap gives a fresh runtime token',
    needs: ['BOOT-02', 'BOOT-05'],
    probes: ['install.first', 'bootstrap.repeat'],
    judge: ({ one, of }) => {
      const first = of('install.first')[BOOTSTRAPPED]
      const differs: Atom = (exchange) =>
        first && member(exchange, '/runtime_token') === member(first, '/runtime_token')
          ? {
              pointer: 'body/runtime_token',
              expected: 'another token than before',
              actual: 'the same',
            }
          : undefined
      return check(one('bootstrap.repeat'), startsWith('/runtime_token', 'srt_'), differs)
    },
    hint: 'The platform keeps hashes, so it could not return the old one anyway.',
  },
  {
    id: 'BOOT-07',
    level: 'MUST',
    basis: 'quoted',
    clause: REPEAT,
    title: 'The repeated bootstrap gives no refresh token',
    needs: ['BOOT-05'],
    probes: ['bootstrap.repeat'],
    judge: ({ one }) => check(one('bootstrap.repeat'), absent('refresh_token')),
    hint: "Line 356: so the first caller's refresh token stays valid.",
    accepts: 'null for absent; BOOT-07.null looks at that.',
  },
  {
    id: 'BOOT-07.null',
    level: 'SHOULD',
    basis: 'inferred',
    clause: REPEAT,
    title: 'The repeated bootstrap leaves refresh_token out, and does not say null',
    needs: ['BOOT-07'],
    probes: ['bootstrap.repeat'],
    judge: ({ one }) =>
      check(
        one('bootstrap.repeat'),
        value('/refresh_token', 'absent', (it) => it === undefined),
      ),
    hint: 'Line 79: it is present only on first bootstrap and on recovery bootstrap.',
  },
  {
    id: 'BOOT-08',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 356, quote: "so the first caller's refresh token stays valid" },
    title: 'The first refresh token works after the bootstrap was repeated',
    needs: ['BOOT-05', 'REF-01'],
    probes: ['refresh.kept'],
    judge: ({ one }) => check(one('refresh.kept'), success, startsWith('/runtime_token', 'srt_')),
    hint: 'The repetition must not replace it.',
  },
  {
    id: 'BOOT-11',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 353, quote: 'bootstrap is authorized by the install token in the body' },
    title: 'An install token that nobody issued is refused with 4xx, and gives no credentials',
    needs: ['BOOT-01'],
    probes: ['bootstrap.unknown'],
    judge: ({ of }) => each(of('bootstrap.unknown'), NOTHING, refused, credentials),
    hint: 'The token has to be looked up, not only looked at.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'BOOT-12',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 405, quote: '| Install token use | one successful bootstrap | bootstrap |' },
    title: 'Ten bootstraps at once with one token make one installation and give one refresh token',
    needs: ['BOOT-02', 'BOOT-07'],
    probes: ['bootstrap.race'],
    judge: ({ of }) => {
      const won = of('bootstrap.race')
        .filter(
          (exchange) =>
            'install_token' in ((JSON.parse(exchange.request.body ?? '{}') ?? {}) as object),
        )
        .filter(ran)
      if (won.length === 0)
        return violation({
          pointer: 'status',
          expected: 'at least one 2xx',
          actual: 'none',
          together: true,
        })
      const installations = new Set(won.map((exchange) => member(exchange, '/installation_id')))
        .size
      const refreshers = won.filter(
        (exchange) => typeof member(exchange, '/refresh_token') === 'string',
      ).length
      if (installations !== 1)
        return violation({
          pointer: 'body/installation_id',
          expected: 'one for all',
          actual: 'different ones',
          together: true,
        })
      return refreshers === 1
        ? OK
        : violation({
            pointer: 'body/refresh_token',
            expected: 'in one answer',
            actual: refreshers === 0 ? 'in none' : 'in several',
            together: true,
          })
    },
    hint: 'Consume the token in the transaction that makes the installation.',
  },
]

export const bootstrap: Section = { id: 'bootstrap', title: 'Bootstrap', rules: bootstrapRules }

const refreshRules: readonly Rule[] = [
  {
    id: 'AUTH-04.refresh',
    level: 'MUST',
    basis: 'quoted',
    clause: ENTRY,
    title: 'A refresh token is taken without any other credential',
    needs: ['BOOT-02'],
    probes: ['refresh'],
    judge: ({ one }) => check(one('refresh'), noKeyAsked),
    hint: 'The refresh token in the body authorizes it.',
    accepts: 'A refresh token that is none may be 401.',
  },
  {
    id: 'REF-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 237, quote: '{runtime_token, expires_at, token_version}' },
    title: 'A refresh token gives a runtime token, its expiry and an integer token_version',
    needs: ['AUTH-04.refresh'],
    probes: ['refresh'],
    judge: ({ one }) =>
      check(
        one('refresh'),
        success,
        startsWith('/runtime_token', 'srt_'),
        present('/expires_at'),
        integer('/token_version'),
      ),
    hint: 'Line 237 lists the three.',
  },
  {
    id: 'REF-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 422, quote: 'a refreshed token has a higher value than before' },
    title: 'token_version is higher with every refresh',
    needs: ['REF-01'],
    probes: ['refresh'],
    judge: (seen) => {
      const before = Number(member(seen.one('refresh'), '/token_version'))
      return nth(
        seen,
        'refresh',
        1,
        success,
        value(
          '/token_version',
          'a higher integer than before',
          (it) => Number.isInteger(it) && Number(it) > before,
        ),
      )
    },
    hint: 'It counts the tokens of an installation.',
    accepts: 'Steps of any size.',
  },
  {
    id: 'REF-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 182, quote: 'a valid refresh token is presented' },
    title: 'A refresh token that nobody issued is refused with 4xx, and gives no credentials',
    needs: ['REF-01'],
    probes: ['refresh.unknown'],
    judge: ({ one }) => check(one('refresh.unknown'), refused, credentials),
    hint: 'The token has to be looked up, not only looked at.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'REF-04',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 182, quote: 'new runtime_token, expires_at and token_version returned' },
    title: 'Whether the runtime token from before is still taken',
    needs: ['REF-01', 'LEASE-01'],
    probes: ['refresh.old'],
    judge: ({ one }) => ok(ran(one('refresh.old')) ? 'It is still taken.' : 'It is refused.'),
    hint: 'Not stated.',
  },
  {
    id: 'REF-06',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 182, quote: 'a valid refresh token is presented' },
    title: 'The refresh token of another installation is refused with 4xx',
    needs: ['REF-03'],
    probes: ['refresh.foreign'],
    judge: ({ one }) => check(one('refresh.foreign'), refused, credentials),
    hint: 'The installation in the path and the one of the token have to be the same.',
  },
]

function present(pointer: string): Atom {
  return (exchange) =>
    at(bodyOf(exchange), pointer) === undefined
      ? { pointer: `body${pointer}`, expected: 'present', actual: 'nothing' }
      : undefined
}

export const refresh: Section = { id: 'refresh', title: 'Refresh', rules: refreshRules }

const recoveryRules: readonly Rule[] = [
  {
    id: 'REC-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 183, quote: 'same response as bootstrap, including refresh_token' },
    title: 'Recovery with a key gives what bootstrap gives, a refresh token included',
    needs: ['BOOT-02', 'BOOT-04'],
    probes: ['recovery'],
    judge: ({ one }) =>
      check(
        one('recovery'),
        success,
        uuid('/installation_id'),
        startsWith('/runtime_token', 'srt_'),
        startsWith('/refresh_token', 'srf_'),
        string('/expires_at'),
        integer('/heartbeat_interval'),
      ),
    hint: 'Also for an installation whose credentials have not expired yet: the interface does not ask for that.',
  },
  {
    id: 'REC-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 358, quote: 'requires an API key with access to the workspace' },
    title: "Another organization's key is refused with 4xx, and recovers nothing",
    needs: ['REC-01'],
    probes: ['recovery.foreign'],
    judge: ({ one }) => check(one('recovery.foreign'), refused, credentials),
    hint: 'The organization of the key has to be the one of the workspace.',
    accepts:
      'Any 4xx status, since conditions have no status of their own (line 398); REC-02.status looks at it.',
  },
  {
    id: 'REC-02.status',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 380, quote: '| 403 | forbidden, insufficient permissions |' },
    title: "Another organization's key is refused with 403 or 404",
    needs: ['REC-02'],
    probes: ['recovery.foreign'],
    judge: ({ one }) =>
      check(
        one('recovery.foreign'),
        status('403 or 404', (it) => it === 403 || it === 404),
      ),
    hint: 'The key is a valid one, so it is not 401.',
  },
]

export const recovery: Section = { id: 'recovery', title: 'Recovery', rules: recoveryRules }

const leaseRules: readonly Rule[] = [
  {
    id: 'LEASE-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 236,
      quote:
        '{status: string, heartbeat_interval_seconds: integer, health_payload: object} | lease response |',
    },
    title:
      'A heartbeat is answered with 2xx, installation_id, lease_expires_at and next_heartbeat_at',
    needs: ['BOOT-02'],
    probes: ['lease'],
    judge: ({ one }) =>
      check(
        one('lease'),
        success,
        uuid('/installation_id'),
        present('/lease_expires_at'),
        present('/next_heartbeat_at'),
      ),
    hint: 'The bearer is the runtime token; status is running.',
  },
  {
    id: 'LEASE-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 90, quote: '| command | null or object | null when there is no command |' },
    title: 'command is null or an object, and never left out',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) =>
      check(
        one('lease'),
        value('/command', 'null or an object', (it) => it === null || isObject(it)),
      ),
    hint: 'null says that there is none.',
    accepts: 'An object of any shape: it is not shown (line 242).',
  },
  {
    id: 'LEASE-03',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 355,
      quote: 'The runtime token is the bearer credential for the lease endpoint.',
    },
    title:
      'A heartbeat without a runtime token, with one that nobody issued, or with an API key instead is refused with 4xx',
    needs: ['LEASE-01'],
    probes: ['lease.refused'],
    judge: ({ of }) => each(of('lease.refused'), NOTHING, refused),
    hint: 'The token has to be looked up, not only looked at.',
    accepts: 'Any 4xx status: 401 is said of API keys only. LEASE-03.status looks at it.',
  },
  {
    id: 'LEASE-03.status',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 378, quote: '| 401 | unauthorized, invalid or missing API key |' },
    title: 'A heartbeat without a valid runtime token is 401',
    needs: ['LEASE-03'],
    probes: ['lease.refused'],
    judge: ({ of }) => each(of('lease.refused'), NOTHING, is(401)),
    hint: 'What 401 says of API keys fits other credentials too.',
  },
  {
    id: 'LEASE-04',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 181, quote: 'the token is within 7 days of expiry' },
    title: 'A token far from its expiry is not refreshed',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) => check(one('lease'), absent('refreshed_token')),
    hint: 'It has 90 days to go.',
  },
  {
    id: 'LEASE-07',
    level: 'INFO',
    basis: 'inferred',
    clause: { line: 415, quote: 'Lease duration: not shown.' },
    title: 'Whether the next heartbeat is due before the lease ends',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) => {
      const [next, ends] = ['/next_heartbeat_at', '/lease_expires_at'].map(
        (pointer) => utcMs(member(one('lease'), pointer)) ?? Number.NaN,
      )
      return ok((next ?? 0) <= (ends ?? 0) ? 'It is due before.' : 'It is due after.')
    },
    hint: 'Not stated.',
  },
  {
    id: 'LEASE-09',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 236, quote: 'bearer (runtime token)' },
    title: 'The runtime token of another installation is refused with 4xx',
    needs: ['LEASE-03'],
    probes: ['lease.foreign'],
    judge: ({ one }) => check(one('lease.foreign'), refused),
    hint: 'The installation in the path and the one of the token have to be the same.',
  },
]

export const lease: Section = { id: 'lease', title: 'Lease', rules: leaseRules }

const otherRules: readonly Rule[] = [
  {
    id: 'BEAC-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 239,
      quote:
        '| POST | /installations/:id/beacon/register | API key | {platform: string, metadata: object} | |',
    },
    title: 'A beacon is registered with 2xx',
    needs: ['BOOT-01'],
    probes: ['valid.registerBeacon'],
    judge: ({ one, settings }) =>
      openValues(
        one('valid.registerBeacon'),
        settings.extra['platform'] !== undefined,
        '--set platform=VALUE',
      ),
    hint: 'The installation belongs to the organization of the key.',
    accepts: 'Any body, and any values of platform: neither is shown (line 285).',
  },
  {
    id: 'REVO-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 240,
      quote:
        '| POST | /installations/:id/revoke | API key | {reason: string, shutdown_timeout_ms: integer} | |',
    },
    title: 'An installation is revoked with 2xx',
    needs: ['BOOT-01'],
    probes: ['revoke'],
    judge: (seen) => nth(seen, 'revoke', 0, success),
    hint: 'The installation belongs to the organization of the key.',
    accepts: 'Any body: it is not shown.',
  },
  {
    id: 'LEASE-08',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 191,
      quote:
        'Transitions of an installation after `POST /installations/:id/revoke`, and of the lease on expiry: not shown.',
    },
    title: 'How a heartbeat of a revoked installation is answered',
    needs: ['REVO-01', 'LEASE-01'],
    probes: ['revoke'],
    judge: ({ of }) => {
      const outcome = of('revoke')[1]?.outcome
      return ok(outcome?.kind === 'answer' ? `With status ${outcome.status}.` : 'Not at all.')
    },
    hint: 'Not stated.',
  },
]

/** A request in which a value stands that the interface leaves open: who refuses it may have others. */
export function openValues(exchange: Exchange, given: boolean, flag: string) {
  const open = badRequest(exchange) === undefined
  return open && !given
    ? untested(
        `A value that the interface leaves open was refused; give one of the platform's with ${flag}.`,
      )
    : check(exchange, success)
}

export const others: Section = {
  id: 'installations',
  title: 'Beacon and revocation',
  rules: otherRules,
}

/** The bootstrap behind the passing of time, however it passed. */
function attempted({ of }: Seen, probe: string, ...atoms: readonly Atom[]) {
  const [exchange] = of(probe).filter(({ request }) => request.path === '/installations/bootstrap')
  return exchange
    ? check(exchange, ...atoms)
    : untested('The probe was broken off before this was sent.')
}

const isHigher =
  (before: unknown) =>
  (it: unknown): boolean =>
    !Number.isInteger(it) || !Number.isInteger(before) || Number(it) > Number(before)

const clockRules: readonly Rule[] = [
  {
    id: 'BOOT-09',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 61, quote: 'one-time use (invalidated after a successful bootstrap)' },
    title: 'After 60 seconds the same install token is refused with 4xx, and gives no credentials',
    needs: ['BOOT-05', 'BOOT-11'],
    probes: ['clock.window'],
    judge: (seen) => attempted(seen, 'clock.window', refused, credentials),
    hint: 'Line 406: the window of the idempotent bootstrap is 60 seconds.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'BOOT-10',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 180, quote: 'the token can no longer be exchanged' },
    title: 'An install token whose minute is over is refused with 4xx, and gives no credentials',
    needs: ['BOOT-01', 'BOOT-11'],
    probes: ['clock.expired'],
    judge: (seen) => attempted(seen, 'clock.expired', refused, credentials),
    hint: 'expires_at is a promise.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'LEASE-05',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 181, quote: '`refreshed_token` is returned with a new token_version' },
    title:
      'A heartbeat within 7 days of expiry gives a refreshed_token with a higher token_version',
    needs: ['LEASE-01', 'REF-01'],
    probes: ['clock.near'],
    judge: (seen) => {
      const before = member(seen.one('clock.near'), '/token_version')
      return nth(
        seen,
        'clock.near',
        -1,
        success,
        value('/refreshed_token', 'an object', isObject),
        value('/refreshed_token/token_version', 'a higher integer than before', isHigher(before)),
      )
    },
    hint: 'The clock was moved by 84 of 90 days. Line 422: a refreshed token has a higher value than before.',
  },
  {
    id: 'LEASE-06',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 91,
      quote: 'fields: runtime_token (string), expires_at (timestamp), token_version (integer)',
    },
    title: 'refreshed_token, where a heartbeat gives one, has its three members',
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
        notApplicable('No heartbeat gave a refreshed_token.'),
        startsWith(token, 'srt_'),
        timestamp(ends),
        integer(version),
      )
    },
    hint: 'Line 91 lists the three.',
  },
  {
    id: 'REF-05',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 182,
      quote:
        '| Runtime token | valid or expired | `POST /installations/:id/refresh` | a valid refresh token is presented |',
    },
    title: 'A refresh token works after the runtime token expired',
    needs: ['REF-01'],
    probes: ['clock.gone'],
    judge: (seen) => nth(seen, 'clock.gone', -1, success, startsWith('/runtime_token', 'srt_')),
    hint: 'The clock was moved by 91 days; refresh tokens are long-lived (line 69).',
  },
]

/** Last of all: moving the clock changes what everything before would have seen. */
export const clock: Section = { id: 'clock', title: 'What time does', rules: clockRules }
