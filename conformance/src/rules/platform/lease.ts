import type { Rule, Section } from '../../engine/types.ts'
import {
  check,
  clientError,
  each,
  hasStatus,
  isObject,
  NOTHING_SENT,
  ok,
  present,
  success,
  value,
  describeStatus,
} from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { utcMs } from '../../judge/timestamp.ts'
import { checkNth, judgeOpenValues, noSecrets, uuid } from './assertions.ts'

const leaseRules: readonly Rule[] = [
  {
    id: 'LEASE-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#lease-duration',
    clause: {
      line: 236,
      quote:
        '{status: string, heartbeat_interval_seconds: integer, health_payload: object} | lease response |',
    },
    title: 'The heartbeat response has installation_id, lease_expires_at and next_heartbeat_at',
    hint: 'Return 2xx with the three members. The suite sends the runtime token as the bearer token, and the status running.',
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
  },
  {
    id: 'LEASE-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#commands',
    clause: { line: 90, quote: '| command | null or object | null when there is no command |' },
    title: 'The heartbeat response has a command, which is null or an object',
    hint: 'Send null if there is no command.',
    accepts: 'An object of any shape, because the interface shows none.',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) =>
      check(
        one('lease'),
        value('/command', 'null or an object', (it) => it === null || isObject(it)),
      ),
  },
  {
    id: 'LEASE-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#credentials',
    clause: {
      line: 355,
      quote: 'The runtime token is the bearer credential for the lease endpoint.',
    },
    title: 'A heartbeat with no token, an unknown token or an API key is refused with 4xx',
    hint: 'Look the runtime token up; checking its format is not enough.',
    accepts:
      'Any 4xx status, because the interface states 401 for API keys only; LEASE-03.status judges which.',
    needs: ['LEASE-01'],
    probes: ['lease.refused'],
    judge: ({ of }) => each(of('lease.refused'), NOTHING_SENT, clientError),
  },
  {
    id: 'LEASE-03.status',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/http.md#credentials',
    clause: { line: 378, quote: '| 401 | unauthorized, invalid or missing API key |' },
    title: 'A heartbeat without a valid runtime token gets 401',
    hint: 'Return 401, as for API keys.',
    needs: ['LEASE-03'],
    probes: ['lease.refused'],
    judge: ({ of }) => each(of('lease.refused'), NOTHING_SENT, hasStatus(401)),
  },
  {
    id: 'LEASE-04',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#token-renewal',
    clause: { line: 181, quote: 'the token is within 7 days of expiry' },
    title: 'The heartbeat response has no refreshed_token while the token is far from its expiry',
    hint: 'Renew the token only when it has 7 days or less to live; this one has 90.',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) => check(one('lease'), noSecrets('refreshed_token')),
  },
  {
    id: 'LEASE-07',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#lease-duration',
    clause: { line: 415, quote: 'Lease duration: not shown.' },
    title: 'Reports whether the next heartbeat is due before the lease expires',
    hint: 'The interface does not state this.',
    needs: ['LEASE-01'],
    probes: ['lease'],
    judge: ({ one }) => {
      const [next, expires] = ['/next_heartbeat_at', '/lease_expires_at'].map((pointer) =>
        utcMs(member(one('lease'), pointer)),
      )
      if (next === undefined || expires === undefined)
        return ok('A time is not an ISO 8601 timestamp in UTC.')
      return ok(next < expires ? 'It is due earlier.' : 'It is not due earlier.')
    },
  },
  {
    id: 'LEASE-09',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/http.md#bound-credentials',
    clause: { line: 236, quote: 'bearer (runtime token)' },
    title: 'A heartbeat with the runtime token of another installation is refused with 4xx',
    hint: 'Compare the installation of the token with the one in the path.',
    needs: ['LEASE-03'],
    probes: ['lease.foreign'],
    judge: ({ one }) => check(one('lease.foreign'), clientError),
  },
]

export const lease: Section = { id: 'lease', title: 'Lease', rules: leaseRules }

const revocationRules: readonly Rule[] = [
  {
    id: 'BEAC-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#beacon',
    clause: {
      line: 239,
      quote:
        '| POST | /installations/:id/beacon/register | API key | {platform: string, metadata: object} | |',
    },
    title: 'Registering a beacon returns 2xx',
    hint: 'Accept beacons for installations of the organization that owns the key.',
    accepts:
      'Any response body, because the interface shows none, and any value of platform, because it lists none.',
    needs: ['BOOT-01'],
    probes: ['valid.registerBeacon'],
    judge: ({ one, settings }) =>
      judgeOpenValues(
        one('valid.registerBeacon'),
        settings.extra['platform'] !== undefined,
        '--set platform=VALUE',
      ),
  },
  {
    id: 'REVO-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#revoke',
    clause: {
      line: 240,
      quote:
        '| POST | /installations/:id/revoke | API key | {reason: string, shutdown_timeout_ms: integer} | |',
    },
    title: 'Revoking an installation returns 2xx',
    hint: 'Accept the revocation of installations of the organization that owns the key.',
    accepts: 'Any response body, because the interface shows none.',
    needs: ['BOOT-01'],
    probes: ['revoke'],
    judge: (evidence) => checkNth(evidence, 'revoke', 0, success),
  },
  {
    id: 'LEASE-08',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#revoke-leases',
    clause: {
      line: 191,
      quote:
        'Transitions of an installation after `POST /installations/:id/revoke`, and of the lease on expiry: not shown.',
    },
    title: 'Reports the response to a heartbeat from a revoked installation',
    hint: 'The interface does not state this.',
    needs: ['REVO-01', 'LEASE-01'],
    probes: ['revoke'],
    judge: ({ of }) => {
      return ok(describeStatus(of('revoke')[1]))
    },
  },
]

export const revocation: Section = {
  id: 'installations',
  title: 'Beacon and revocation',
  rules: revocationRules,
}
