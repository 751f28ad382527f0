import type { Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  clientError,
  each,
  NOTHING_SENT,
  success,
} from '../../judge/assertions.ts'
import { validRequestRule } from './assertions.ts'

const QUERY = { line: 270, quote: 'query: organization_id, workspace_id, limit (integer)' }
const RANGE = {
  line: 309,
  quote: '{audit_log_retention_days: integer}, greater than 365 and at most 3650',
}

export const audit: Section = {
  id: 'audit',
  title: 'Audit logs',
  rules: [
    validRequestRule('listAuditLogs', {
      id: 'AUD-01',
      specification: 'docs/specification/audit.md#listing',
      clause: QUERY,
      title: 'The audit log is returned with 2xx for the documented query',
    }),
    {
      id: 'AUD-01.limit',
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/http.md#parameters',
      clause: { line: 270, quote: 'query: organization_id, workspace_id, limit (integer)' },
      title: 'A limit that is not an integer is refused with 400 or 422',
      hint: 'Validate the query: the suite sends limit=abc. The interface states the status for invalid bodies and not for invalid queries, so a violation is only a warning.',
      needs: ['AUD-01'],
      probes: ['audit.limit'],
      judge: ({ one }) => check(one('audit.limit'), badRequest),
    },
  ],
}

export const retention: Section = {
  id: 'retention',
  title: 'Retention',
  rules: [
    {
      id: 'RET-01',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/audit.md#retention-period',
      clause: RANGE,
      title: 'A retention of 366 or 3650 days is accepted with 2xx',
      hint: 'Accept more than 365 days, up to and including 3650.',
      needs: [],
      probes: ['retention.right'],
      judge: ({ of }) => each(of('retention.right'), NOTHING_SENT, success),
    },
    {
      id: 'RET-02',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/audit.md#retention-period',
      clause: RANGE,
      title: 'A retention of 365, 3651, 0 or -1 days is refused with 4xx',
      hint: 'Check both limits: 365 is not greater than 365.',
      accepts: 'Any 4xx status, because the interface states none.',
      needs: ['RET-01'],
      probes: ['retention.wrong'],
      judge: ({ of }) => each(of('retention.wrong'), NOTHING_SENT, clientError),
    },
    {
      id: 'RET-03',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/http.md#error-codes',
      clause: { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' },
      title: 'A retention of "400" or 400.5 days is refused with 400 or 422',
      hint: 'Require an integer; do not convert text or fractions.',
      needs: ['RET-01'],
      probes: ['retention.mistyped'],
      judge: ({ of }) => each(of('retention.mistyped'), NOTHING_SENT, badRequest),
    },
  ],
}
