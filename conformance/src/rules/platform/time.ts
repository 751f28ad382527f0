import type { Rule, Section } from '../../engine/types.ts'
import { timestamp } from '../../judge/timestamp.ts'
import { BOOTSTRAP } from '../../probes/platform/fixtures.ts'
import { checkNth } from './assertions.ts'

/** The timestamps of the interface and the exchanges that contain them. */
const TIMESTAMPS: readonly (readonly [
  id: string,
  response: string,
  control: string,
  probe: string,
  position: number,
  pointers: readonly string[],
])[] = [
  ['verification', 'the verification of an agent', 'REG-02', 'agent.verify', 0, ['/registered_at']],
  ['installToken', 'an install token', 'TOK-01', 'token.default', 0, ['/expires_at']],
  ['bootstrap', 'a bootstrap', 'BOOT-01', 'install.first', BOOTSTRAP, ['/expires_at']],
  ['refresh', 'a refresh', 'REF-01', 'refresh', 0, ['/expires_at']],
  ['recovery', 'a recovery', 'REC-01', 'recovery', 0, ['/expires_at']],
  ['lease', 'a lease', 'LEASE-01', 'lease', 0, ['/lease_expires_at', '/next_heartbeat_at']],
  ['challenge', 'a challenge', 'ADM-01', 'admin.request', 0, ['/expires_at']],
  ['adminSession', 'an admin session', 'ADM-03', 'admin.verify', 0, ['/expires_at']],
]

const ADMIN = ['challenge', 'adminSession']
const all: readonly Rule[] = TIMESTAMPS.map(
  ([id, response, control, probe, position, pointers]) => ({
    id: `TIME-01.${id}`,
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#timestamps',
    clause: { line: 21, quote: 'Timestamps are ISO 8601 UTC strings.' },
    title: `${pointers.map((pointer) => pointer.slice(1)).join(' and ')} of ${response} ${pointers.length === 1 ? 'is an ISO 8601 timestamp' : 'are ISO 8601 timestamps'} in UTC`,
    hint: 'Send a string in UTC, not a number or a time in another time zone.',
    accepts:
      'Any precision of a minute or finer, the basic format without separators, and +00:00 instead of Z.',
    needs: [control],
    probes: [probe],
    judge: (evidence) => checkNth(evidence, probe, position, ...pointers.map(timestamp)),
  }),
)

const isAdmin = ({ id }: Rule): boolean => ADMIN.some((name) => id.endsWith(`.${name}`))

export const time: Section = {
  id: 'time',
  title: 'Timestamps',
  rules: all.filter((rule) => !isAdmin(rule)),
}
export const adminTime: Section = {
  id: 'time-admin',
  title: 'Timestamps of the admin session',
  rules: all.filter(isAdmin),
}
