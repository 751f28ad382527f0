type Row = Readonly<Record<string, unknown>>
type Scalar = string | number | boolean | null

/** Compares two values of one field. Null sorts first, as in SQLite. */
export function compare(a: Scalar, b: Scalar): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

/** Compares rows by some fields. */
export function compareBy(fields: readonly string[], a: Row, b: Row): number {
  for (const field of fields) {
    const order = compare(a[field] as Scalar, b[field] as Scalar)
    if (order !== 0) return order
  }
  return 0
}
