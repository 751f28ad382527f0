import type { StoredRow } from '../tables.ts'

/** A column that earlier versions stored under another name. */
export interface RenamedColumn {
  readonly table: string
  readonly from: string
  readonly to: string
}

/**
 * The columns that had other names in previews of version 0.1.0. An SQL store renames them when it is opened for writing; snapshots, JSON
 * files and backups may contain either name. An earlier version cannot use a store after its columns have been renamed.
 */
export const RENAMED_COLUMNS: readonly RenamedColumn[] = [
  { table: 'installations', from: 'watch_at', to: 'lease_check_at' },
  { table: 'installations', from: 'seen_on', to: 'last_seen_date' },
  { table: 'runtime_tokens', from: 'dies_at', to: 'effective_expires_at' },
  { table: 'policies', from: 'announced_to', to: 'announcement_cursor' },
  { table: 'counters', from: 'share', to: 'shard' },
]

/** Returns the current name of a column from any version. */
export const currentName = (table: string, column: string): string =>
  RENAMED_COLUMNS.find((renaming) => renaming.table === table && renaming.from === column)?.to ??
  column

/** Returns rows from any version with the current names of their columns. */
export const withCurrentNames = (table: string, rows: readonly StoredRow[]): readonly StoredRow[] =>
  RENAMED_COLUMNS.some((renaming) => renaming.table === table)
    ? rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [currentName(table, column), value]),
        ),
      )
    : rows
