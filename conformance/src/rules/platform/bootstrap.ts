import type { Rule, Section } from '../../engine/types.ts'
import { integer, jsonObject, ok, startsWith, success } from '../../judge/assertions.ts'
import { formatValue, member } from '../../judge/json.ts'
import { BOOTSTRAP } from '../../probes/platform/fixtures.ts'
import { requestJson } from '../../probes/platform/target.ts'
import {
  checkNth,
  CLOCK_PROBE,
  DAY_MS,
  ENTRY_POINTS,
  laterThanResponse,
  MINUTE_MS,
  noCredentialRequired,
  uuid,
} from './assertions.ts'
import { repeatedBootstrapRules } from './bootstrap-repeated.ts'

const rules: readonly Rule[] = [
  {
    id: 'BOOT-13',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#bootstrap',
    clause: ENTRY_POINTS,
    title: 'Bootstrap with a new install token requires no other credential',
    hint: 'Accept the install token in the body as the only credential; an installing agent has no key.',
    accepts: '401 for an unknown install token.',
    needs: ['TOK-01'],
    probes: ['install.first'],
    judge: (evidence) => checkNth(evidence, 'install.first', BOOTSTRAP, noCredentialRequired),
  },
  {
    id: 'BOOT-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#bootstrap',
    clause: { line: 77, quote: '| installation_id | string (uuid) | |' },
    title: 'Bootstrap with a new install token returns 2xx and a UUID as installation_id',
    hint: 'Accept install_token, upstream_url, capabilities and heartbeat_interval_seconds, and return a UUID as installation_id.',
    accepts: 'Any 2xx status, and a UUID of any version.',
    needs: ['BOOT-13'],
    probes: ['install.first'],
    judge: (evidence) =>
      checkNth(evidence, 'install.first', BOOTSTRAP, success, jsonObject, uuid('/installation_id')),
  },
  {
    id: 'BOOT-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#token-format',
    clause: {
      line: 355,
      quote:
        'is exchanged at bootstrap for a runtime token (`srt_`, 90 days) and a refresh token (`srf_`)',
    },
    title: 'The first bootstrap returns a runtime token srt_… and a refresh token srf_…',
    hint: 'Add the prefixes; people and secret scanners recognize leaked tokens by them.',
    accepts: 'Any length.',
    needs: ['BOOT-01'],
    probes: ['install.first'],
    judge: (evidence) =>
      checkNth(
        evidence,
        'install.first',
        BOOTSTRAP,
        startsWith('/runtime_token', 'srt_'),
        startsWith('/refresh_token', 'srf_'),
      ),
  },
  {
    id: 'BOOT-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#runtime-token-lifetime',
    clause: { line: 407, quote: '| Runtime token lifetime | 90 days | runtime token |' },
    title: 'expires_at of a runtime token is 90 days after the response',
    hint: 'Set expires_at to 90 days after the time of the response. The suite compares it with the Date header and allows a difference of 5 minutes.',
    accepts:
      'A further difference of up to the precision of the timestamp, such as a minute if it has no seconds.',
    needs: ['TIME-01.bootstrap'],
    probes: ['install.first'],
    observes: [CLOCK_PROBE],
    judge: (evidence) =>
      checkNth(
        evidence,
        'install.first',
        BOOTSTRAP,
        laterThanResponse(evidence, '/expires_at', 90 * DAY_MS, 5 * MINUTE_MS, '90 days'),
      ),
  },
  {
    id: 'BOOT-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#heartbeat-interval',
    clause: { line: 81, quote: '| heartbeat_interval | integer | seconds |' },
    title: 'heartbeat_interval is an integer',
    hint: 'Send the number of seconds as a JSON integer.',
    accepts: 'An interval other than the requested one.',
    needs: ['BOOT-01'],
    probes: ['install.first'],
    judge: (evidence) =>
      checkNth(evidence, 'install.first', BOOTSTRAP, integer('/heartbeat_interval')),
  },
  {
    id: 'BOOT-04.requested',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#heartbeat-interval',
    clause: {
      line: 414,
      quote:
        'Maximum and default values of `limit`, `offset` and `heartbeat_interval_seconds`: not shown.',
    },
    title: 'Reports whether heartbeat_interval equals the requested interval',
    hint: 'The interface does not state this; a platform may limit the interval.',
    needs: ['BOOT-04'],
    probes: ['install.first'],
    judge: ({ of }) => {
      const exchange = of('install.first')[BOOTSTRAP]
      const requested = requestJson(exchange)['heartbeat_interval_seconds']
      const effective = exchange && member(exchange, '/heartbeat_interval')
      return ok(
        requested === effective
          ? 'The interval is the requested one.'
          : `The interval is ${formatValue(effective)} instead of ${formatValue(requested)}.`,
      )
    },
  },
  ...repeatedBootstrapRules,
]

export const bootstrap: Section = { id: 'bootstrap', title: 'Bootstrap', rules }
