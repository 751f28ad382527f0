/** What every row counts beside what was sent for it: its identifiers, times and places in indexes. */
export const ROW_OVERHEAD_BYTES = 256

type Row = Readonly<Record<string, unknown>>

/** A table of which an organization makes the rows, and the fields of them that it fills. */
interface Stored {
  readonly table: string
  readonly fields: readonly string[]
}

/**
 * What counts against the stored bytes of an organization (docs/specification/trust.md#quotas): what it sent and the platform keeps.
 * Audit records do not count, since they are never refused; nor do tasks and heartbeats, which are bounded in number and pruned.
 */
export const STORED = [
  { table: 'agents', fields: ['name', 'version', 'public_key', 'manifest_hash', 'details'] },
  { table: 'api_keys', fields: ['name', 'scopes'] },
  { table: 'workspaces', fields: ['name', 'description'] },
  { table: 'policies', fields: ['content'] },
  { table: 'install_tokens', fields: [] },
  { table: 'installations', fields: ['upstream_url', 'capabilities', 'beacon'] },
  { table: 'disputes', fields: ['description', 'logs', 'comments'] },
  { table: 'tickets', fields: ['subject', 'message', 'contact_email', 'category'] },
  { table: 'images', fields: ['ref'] },
  { table: 'image_scans', fields: ['ref'] },
  { table: 'image_reports', fields: ['report', 'sbom'] },
  { table: 'exports', fields: ['options', 'rejected'] },
] as const satisfies readonly Stored[]

/** Bytes that a row counts: of texts as UTF-8, of everything else as JSON. */
export const storedBytesOf = (row: Row, fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + bytesOf(countedValue(row, field)), ROW_OVERHEAD_BYTES)

const bytesOf = (value: unknown): number =>
  value === null || value === undefined
    ? 0
    : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))

/** Of the comments on a dispute those of whoever opened it: what the other side says is not the opener's. */
function countedValue(row: Row, field: string): unknown {
  const value = row[field]
  return field === 'comments' && Array.isArray(value)
    ? value.filter((comment: Row | null) => comment?.['organization_id'] === row['organization_id'])
    : value
}
