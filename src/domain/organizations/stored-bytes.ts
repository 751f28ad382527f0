/** The bytes that are counted for every row in addition to its content, for identifiers, times and index entries. */
const ROW_OVERHEAD_BYTES = 256

type Row = Readonly<Record<string, unknown>>

/** A table whose rows an organization creates, and the fields whose content it determines. */
interface CountedTable {
  readonly table: string
  readonly fields: readonly string[]
}

/**
 * Lists the tables and fields that count toward the stored bytes of an organization (docs/specification/trust.md#quotas). Audit records do
 * not count, because they are never refused. Tasks and heartbeats do not count either, because their number is bounded and they are pruned.
 */
export const STORED = [
  { table: 'agents', fields: ['name', 'version', 'public_key', 'manifest_hash', 'details'] },
  { table: 'api_keys', fields: ['name', 'scopes'] },
  { table: 'workspaces', fields: ['name', 'description'] },
  { table: 'policies', fields: ['content'] },
  { table: 'install_tokens', fields: [] },
  { table: 'installations', fields: ['upstream_url', 'capabilities', 'beacon', 'labels'] },
  { table: 'disputes', fields: ['description', 'logs', 'comments'] },
  { table: 'tickets', fields: ['subject', 'message', 'contact_email', 'category'] },
  { table: 'images', fields: ['ref'] },
  { table: 'image_scans', fields: ['ref'] },
  { table: 'image_reports', fields: ['report', 'sbom'] },
  { table: 'exports', fields: ['options', 'rejected'] },
] as const satisfies readonly CountedTable[]

/** Returns the number of bytes that are counted for a row: strings in UTF-8, and everything else as JSON. */
export const storedBytesOf = (row: Row, fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + bytesOf(countedValue(row, field)), ROW_OVERHEAD_BYTES)

const bytesOf = (value: unknown): number =>
  value === null || value === undefined
    ? 0
    : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the part of a field that counts. Of the comments on a dispute, only those of the organization that opened it count. */
function countedValue(row: Row, field: string): unknown {
  const value = row[field]
  return field === 'comments' && Array.isArray(value)
    ? value.filter((comment: Row | null) => comment?.['organization_id'] === row['organization_id'])
    : value
}
