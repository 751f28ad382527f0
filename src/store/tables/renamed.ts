import type { StoredRow } from '../tables.ts'

/** A column that earlier versions stored under another name. */
export interface RenamedColumn {
  readonly table: string
  readonly from: string
  readonly to: string
}

/**
 * The columns that were renamed since 0.1.0. A SQL store renames them when it is opened for writing; snapshots, JSON files and backups are
 * read by either name. An earlier version cannot use a store afterwards.
 */
export const RENAMED_COLUMNS: readonly RenamedColumn[] = [
  { table: 'installations', from: 'watch_at', to: 'lease_check_at' },
  { table: 'installations', from: 'seen_on', to: 'last_seen_date' },
  { table: 'runtime_tokens', from: 'dies_at', to: 'effective_expires_at' },
  { table: 'policies', from: 'announced_to', to: 'announcement_cursor' },
]

/** Returns the present name of a column that any version wrote. */
export const currentName = (table: string, column: string): string =>
  RENAMED_COLUMNS.find((one) => one.table === table && one.from === column)?.to ?? column

/** Returns rows that any version wrote with the present names of their columns. */
export const withCurrentNames = (
  table: string,
  rows: readonly StoredRow[],
): readonly StoredRow[] =>
  RENAMED_COLUMNS.some((one) => one.table === table)
    ? rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [currentName(table, column), value]),
        ),
      )
    : rows
