import type { Column, StoredRow, TableShape } from '../tables.ts'

/** The SQL expressions that are selected in place of missing columns: the values that the columns would have if they were added. */
export const MISSING_VALUES: Readonly<Record<Column, string>> = {
  text: 'null',
  integer: 'null',
  boolean: '0',
  json: "'null'",
}

/** Returns a function that converts a row to the values that SQL stores, in the order of the columns. */
export const packRow = ({ columns }: TableShape): ((row: StoredRow) => unknown[]) => {
  const fields = Object.entries(columns)
  return (row) =>
    fields.map(([field, column]) => {
      const value = row[field]
      return column === 'json'
        ? JSON.stringify(value ?? null)
        : column === 'boolean'
          ? Number(value)
          : (value ?? null)
    })
}

/** Returns a function that converts a stored row to a record. The function throws UnreadableRow if a JSON field is not valid JSON. */
export const unpackRow = (
  table: string,
  { columns, key }: TableShape,
): ((row: Record<string, unknown>) => StoredRow) => {
  const packed = Object.entries(columns).filter(
    ([, column]) => column === 'json' || column === 'boolean',
  )
  return (row) => {
    for (const [field, column] of packed)
      row[field] =
        column === 'boolean'
          ? row[field] === 1
          : parsed(row, field, () => `${table} ${key.map((name) => String(row[name])).join(' ')}`)
    return row
  }
}

function parsed(row: StoredRow, field: string, describeRow: () => string): unknown {
  try {
    return JSON.parse(row[field] as string)
  } catch {
    throw new UnreadableRow(`${field} of ${describeRow()} is not JSON`)
  }
}

/** Thrown for a damaged row, which this program cannot have written. */
class UnreadableRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRow'
  }
}
