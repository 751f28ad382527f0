import type { Column, StoredRow, TableShape } from '../tables.ts'

/** What is selected in place of a missing column: the value that it would hold if it were added. */
export const ABSENT: Readonly<Record<Column, string>> = {
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

/** Returns a function that converts a stored row to a record. That function throws UnreadableRow where a field is not JSON. */
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

function parsed(row: StoredRow, field: string, where: () => string): unknown {
  try {
    return JSON.parse(row[field] as string)
  } catch {
    throw new UnreadableRow(`${field} of ${where()} is not JSON`)
  }
}

/** A row that this program cannot have written. */
class UnreadableRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRow'
  }
}
