import type { Rule, Section } from '../../engine/types.ts'
import { check, jsonObject, ok, startsWith, string, success } from '../../judge/atoms.ts'
import { absent, after, CLOCK, ENTRY, MINUTE, noKeyAsked, nth, refused, uuid } from './judges.ts'

const noSession = absent('session_token')

const rules: readonly Rule[] = [
  {
    id: 'AUTH-04.requestPin',
    level: 'MUST',
    basis: 'quoted',
    clause: ENTRY,
    title: 'A PIN is asked for without any credential',
    needs: [],
    probes: ['admin.request'],
    judge: ({ one }) => check(one('admin.request'), noKeyAsked),
    hint: 'Whoever asks for a PIN has no credential yet.',
  },
  {
    id: 'AUTH-04.verifyPin',
    level: 'MUST',
    basis: 'quoted',
    clause: ENTRY,
    title: 'The right PIN is taken without any credential',
    needs: ['ADM-01'],
    probes: ['admin.verify'],
    judge: (seen) => nth(seen, 'admin.verify', 0, noKeyAsked),
    hint: 'The PIN of the mail is the credential.',
    accepts: 'A wrong PIN may be 401.',
  },
  {
    id: 'ADM-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 97,
      quote:
        '| challenge | challenge_id (string, uuid), expires_at (timestamp), delivery (string, the delivery channel; `email`) |',
    },
    title:
      'request-pin is answered with 2xx, a challenge_id that is a UUID, expires_at and delivery, a string',
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
    hint: 'The PIN itself goes by e-mail and nowhere else.',
  },
  {
    id: 'ADM-03',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 98,
      quote:
        '| session | session_token (string, prefix `adm_`), expires_at (timestamp), email (string) |',
    },
    title: 'The PIN of the mail gives a session with session_token adm_, expires_at and email',
    needs: ['AUTH-04.verifyPin'],
    probes: ['admin.verify'],
    judge: (seen) =>
      nth(
        seen,
        'admin.verify',
        0,
        success,
        startsWith('/session_token', 'adm_'),
        string('/expires_at'),
        string('/email'),
      ),
    hint: 'The PIN is the number in the newest mail to the address.',
  },
  {
    id: 'ADM-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 354, quote: '`request-pin` creates a one-time PIN delivered by e-mail' },
    title: 'The same PIN a second time is refused with 4xx, and gives no session',
    needs: ['ADM-03'],
    probes: ['admin.verify'],
    judge: (seen) => nth(seen, 'admin.verify', 1, refused, noSession),
    hint: 'One-time: a PIN that was used is over.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'ADM-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 203,
      quote:
        '| POST | /admin/auth/verify-pin | none | {email: string, challenge_id: string, pin: string} | session object |',
    },
    title: 'A wrong PIN is refused with 4xx, and gives no session',
    needs: ['ADM-03'],
    probes: ['admin.wrong'],
    judge: (seen) => nth(seen, 'admin.wrong', 1, refused, noSession),
    hint: 'A PIN of the same kind, with other digits, for a new challenge.',
    accepts: 'Any 4xx status.',
  },
  {
    id: 'ADM-06',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 409, quote: '| Admin PIN lifetime | 5 minutes | admin login |' },
    title: 'A PIN lives for 5 minutes',
    needs: ['TIME-01.challenge'],
    probes: ['admin.request'],
    observes: [CLOCK],
    judge: (seen) =>
      check(seen.one('admin.request'), after(seen, '/expires_at', 5 * MINUTE, 15_000, '5 minutes')),
    hint: 'Compared with the Date of the answer, give or take 15 seconds.',
  },
  {
    id: 'ADM-05',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 202,
      quote: '| POST | /admin/auth/request-pin | none | {email: string} | challenge object |',
    },
    title: 'How an address that nobody knows is answered',
    needs: ['ADM-01'],
    probes: ['admin.stranger'],
    judge: ({ one }) => {
      const { outcome } = one('admin.stranger')
      return ok(outcome.kind === 'answer' ? `With status ${outcome.status}.` : 'Not at all.')
    },
    hint: 'Not stated. An answer like any other tells nobody who is an administrator.',
  },
]

export const admin: Section = { id: 'admin', title: 'Admin session', rules }
