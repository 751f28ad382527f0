import type { Rule, Section } from '../../engine/types.ts'
import {
  check,
  clientError,
  describeStatus,
  integer,
  isSuccess,
  ok,
  present,
  startsWith,
  string,
  success,
  value,
} from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import {
  checkNth,
  ENTRY_POINTS,
  forbiddenOrNotFound,
  noCredentialRequired,
  noCredentials,
  uuid,
} from './assertions.ts'

const refreshRules: readonly Rule[] = [
  {
    id: 'AUTH-04.refresh',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: ENTRY_POINTS,
    title: 'Refresh requires no credential other than the refresh token',
    hint: 'Accept the refresh token in the body as the only credential.',
    accepts: '401 for an unknown refresh token.',
    needs: ['BOOT-02'],
    probes: ['refresh'],
    judge: ({ one }) => check(one('refresh'), noCredentialRequired),
  },
  {
    id: 'REF-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: { line: 237, quote: '{runtime_token, expires_at, token_version}' },
    title: 'Refresh returns a runtime token, its expires_at and an integer token_version',
    hint: 'Send runtime_token, expires_at and token_version.',
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
  },
  {
    id: 'REF-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#runtime-token-lifetime',
    clause: { line: 422, quote: 'a refreshed token has a higher value than before' },
    title: 'token_version increases with every refresh',
    hint: 'Count the runtime tokens of an installation.',
    accepts: 'Steps of any size.',
    needs: ['REF-01'],
    probes: ['refresh'],
    judge: (evidence) => {
      const before = Number(member(evidence.one('refresh'), '/token_version'))
      return checkNth(
        evidence,
        'refresh',
        1,
        success,
        value(
          '/token_version',
          'an integer that is higher than before',
          (it) => Number.isInteger(it) && Number(it) > before,
        ),
      )
    },
  },
  {
    id: 'REF-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: { line: 182, quote: 'a valid refresh token is presented' },
    title: 'An unknown refresh token is refused with 4xx, and the response contains no credentials',
    hint: 'Look the token up; checking its format is not enough.',
    accepts: 'Any 4xx status.',
    needs: ['REF-01'],
    probes: ['refresh.unknown'],
    judge: ({ one }) => check(one('refresh.unknown'), clientError, noCredentials),
  },
  {
    id: 'REF-04',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#runtime-token-overlap',
    clause: { line: 182, quote: 'new runtime_token, expires_at and token_version returned' },
    title: 'Reports whether the previous runtime token is still accepted after a refresh',
    hint: 'The interface does not state this.',
    needs: ['REF-01', 'LEASE-01'],
    probes: ['refresh.old'],
    judge: ({ one }) =>
      ok(
        isSuccess(one('refresh.old'))
          ? 'It is still accepted.'
          : `It is not accepted. ${describeStatus(one('refresh.old'))}`,
      ),
  },
  {
    id: 'REF-06',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#refresh-token',
    clause: { line: 182, quote: 'a valid refresh token is presented' },
    title: 'The refresh token of another installation is refused with 4xx',
    hint: 'Compare the installation of the token with the one in the path.',
    needs: ['REF-03'],
    probes: ['refresh.foreign'],
    judge: ({ one }) => check(one('refresh.foreign'), clientError, noCredentials),
  },
]

export const refresh: Section = { id: 'refresh', title: 'Refresh', rules: refreshRules }

const recoveryRules: readonly Rule[] = [
  {
    id: 'REC-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#recovery-effect',
    clause: { line: 183, quote: 'same response as bootstrap, including refresh_token' },
    title: 'Recovery with an API key returns what bootstrap returns, including a refresh token',
    hint: 'Accept recovery while the old credentials are still valid, too; the interface does not require that they have expired.',
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
  },
  {
    id: 'REC-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/installations.md#recovery-errors',
    clause: { line: 358, quote: 'requires an API key with access to the workspace' },
    title:
      'Recovery with the key of another organization is refused with 4xx, and the response contains no credentials',
    hint: 'Compare the organization of the key with that of the workspace.',
    accepts: 'Any 4xx status; REC-02.status judges which.',
    needs: ['REC-01'],
    probes: ['recovery.foreign'],
    judge: ({ one }) => check(one('recovery.foreign'), clientError, noCredentials),
  },
  {
    id: 'REC-02.status',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/installations.md#recovery-errors',
    clause: { line: 380, quote: '| 403 | forbidden, insufficient permissions |' },
    title: 'Recovery with the key of another organization is refused with 403 or 404',
    hint: 'Return 403 or 404 instead of 401: the key itself is valid.',
    needs: ['REC-02'],
    probes: ['recovery.foreign'],
    judge: ({ one }) => check(one('recovery.foreign'), forbiddenOrNotFound),
  },
]

export const recovery: Section = { id: 'recovery', title: 'Recovery', rules: recoveryRules }
