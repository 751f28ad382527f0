import type { AuditRecord } from '../../api/audit.ts'

export type DownloadFormat = 'csv' | 'json'

const COLUMNS: readonly (readonly [string, (record: AuditRecord) => unknown])[] = [
  ['sequence', ({ sequence }) => sequence],
  ['occurred_at', ({ occurred_at }) => occurred_at],
  ['event_type', ({ event_type }) => event_type],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
  ['actor_type', ({ actor }) => actor.type],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_ip', ({ actor }) => actor.ip],
  ['target_type', ({ target }) => target?.type],
  ['target_id', ({ target }) => target?.id],
  ['workspace_id', ({ workspace_id }) => workspace_id],
  ['request_id', ({ request_id }) => request_id],
  ['metadata', ({ metadata }) => metadata],
  ['hash', ({ hash }) => hash],
]

/** Matches a cell that a spreadsheet would treat as a formula. */
const FORMULA = /^\s*[=+\-@\t\r]/

/**
 * Returns a cell of a CSV file (RFC 4180). Text that a spreadsheet would execute is prefixed with an apostrophe, because some of it comes
 * from outside the organization.
 */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Returns records as CSV, with a byte order mark so that spreadsheets read UTF-8. */
export const csvOf = (records: readonly AuditRecord[]): string =>
  '\uFEFF' +
  [
    COLUMNS.map(([name]) => name).join(','),
    ...records.map((record) => COLUMNS.map(([, read]) => cellOf(read(record))).join(',')),
    '',
  ].join('\r\n')

/** Returns the name, the type and the text of a file. */
export const fileOf = (format: DownloadFormat, records: readonly AuditRecord[], day: string) =>
  format === 'csv'
    ? { name: `audit-log-${day}.csv`, type: 'text/csv', text: csvOf(records) }
    : {
        name: `audit-log-${day}.json`,
        type: 'application/json',
        text: JSON.stringify(records, null, 2),
      }
