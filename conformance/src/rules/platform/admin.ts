import type { Rule, Section } from '../../engine/types.ts'
import {
  check,
  clientError,
  jsonObject,
  ok,
  startsWith,
  string,
  success,
  describeStatus,
} from '../../judge/assertions.ts'
import {
  noSecrets,
  laterThanResponse,
  CLOCK_PROBE,
  ENTRY_POINTS,
  MINUTE_MS,
  noCredentialRequired,
  checkNth,
  uuid,
} from './assertions.ts'

const noSession = noSecrets('session_token')

const rules: readonly Rule[] = [
  {
    id: 'AUTH-04.requestPin',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in',
    clause: ENTRY_POINTS,
    title: 'Requesting a PIN requires no credential',
    hint: 'Do not require a credential; a person who requests a PIN has none yet.',
    needs: [],
    probes: ['admin.request'],
    judge: ({ one }) => check(one('admin.request'), noCredentialRequired),
  },
  {
    id: 'AUTH-04.verifyPin',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in',
    clause: ENTRY_POINTS,
    title: 'Verifying a correct PIN requires no credential',
    hint: 'Do not require a credential; the PIN from the e-mail is the credential.',
    accepts: '401 for a wrong PIN.',
    needs: ['ADM-01'],
    probes: ['admin.verify'],
    judge: (evidence) => checkNth(evidence, 'admin.verify', 0, noCredentialRequired),
  },
  {
    id: 'ADM-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in',
    clause: {
      line: 97,
      quote:
        '| challenge | challenge_id (string, uuid), expires_at (timestamp), delivery (string, the delivery channel; `email`) |',
    },
    title: 'request-pin returns 2xx, a UUID as challenge_id, expires_at and the string delivery',
    hint: 'Send the three members, and send the PIN itself by e-mail only.',
    needs: ['AUTH-04.requestPin'],
    probes: ['admin.request'],
    judge: ({ one }) =>
      check(
        one('admin.request'),
        success,
        jsonObject,
        uuid('/challenge_id'),
        string('/expires_at'),
        string('/delivery'),
      ),
  },
  {
    id: 'ADM-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sessions',
    clause: {
      line: 98,
      quote:
        '| session | session_token (string, prefix `adm_`), expires_at (timestamp), email (string) |',
    },
    title:
      'Verifying a correct PIN returns email, expires_at and a session_token that begins with adm_',
    hint: 'Accept the number in the newest e-mail to the address as the PIN, and return the three members.',
    needs: ['AUTH-04.verifyPin'],
    probes: ['admin.verify'],
    judge: (evidence) =>
      checkNth(
        evidence,
        'admin.verify',
        0,
        success,
        startsWith('/session_token', 'adm_'),
        string('/expires_at'),
        string('/email'),
      ),
  },
  {
    id: 'ADM-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in',
    clause: { line: 354, quote: '`request-pin` creates a one-time PIN delivered by e-mail' },
    title: 'A PIN that was used is refused with 4xx, and the response contains no session',
    hint: 'Mark the PIN as used on the first sign-in.',
    accepts: 'Any 4xx status.',
    needs: ['ADM-03'],
    probes: ['admin.verify'],
    judge: (evidence) => checkNth(evidence, 'admin.verify', 1, clientError, noSession),
  },
  {
    id: 'ADM-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in-failures',
    clause: {
      line: 203,
      quote:
        '| POST | /admin/auth/verify-pin | none | {email: string, challenge_id: string, pin: string} | session object |',
    },
    title: 'A wrong PIN is refused with 4xx, and the response contains no session',
    hint: 'Compare the PIN with that of the challenge. The suite sends other digits of the same length for a new challenge.',
    accepts: 'Any 4xx status.',
    needs: ['ADM-03'],
    probes: ['admin.wrong'],
    judge: (evidence) => checkNth(evidence, 'admin.wrong', 1, clientError, noSession),
  },
  {
    id: 'ADM-06',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/organizations.md#sign-in',
    clause: { line: 409, quote: '| Admin PIN lifetime | 5 minutes | admin login |' },
    title: 'expires_at of a challenge is 5 minutes after the response',
    hint: 'Set expires_at to 5 minutes after the time of the response. The suite compares it with the Date header and allows a difference of 15 seconds.',
    accepts:
      'A further difference of up to the precision of the timestamp, such as a minute if it has no seconds.',
    needs: ['TIME-01.challenge'],
    probes: ['admin.request'],
    observes: [CLOCK_PROBE],
    judge: (evidence) =>
      check(
        evidence.one('admin.request'),
        laterThanResponse(evidence, '/expires_at', 5 * MINUTE_MS, 15_000, '5 minutes'),
      ),
  },
  {
    id: 'ADM-05',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/organizations.md#unknown-addresses',
    clause: {
      line: 202,
      quote: '| POST | /admin/auth/request-pin | none | {email: string} | challenge object |',
    },
    title: 'Reports the response to an unknown e-mail address',
    hint: 'The interface does not state this. The same response for every address does not disclose who is an administrator.',
    needs: ['ADM-01'],
    probes: ['admin.stranger'],
    judge: ({ one }) => {
      return ok(describeStatus(one('admin.stranger')))
    },
  },
]

export const admin: Section = { id: 'admin', title: 'Admin session', rules }
