type Part = string | number

/** Returns the cursor that names the last item of a page. Its content is opaque to clients. */
export const writeCursor = (...parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * Returns the position that a cursor names. `end` is a position of the same shape after all items. An invalid cursor stands for it, so that
 * the page is empty and a client does not start again at the first one.
 */
export function readCursor<Position extends readonly Part[]>(
  cursor: string | undefined,
  end: Position,
): Position | undefined {
  if (cursor === undefined) return undefined
  const parts = partsOf(cursor)
  const fits =
    parts.length === end.length && parts.every((part, index) => typeof part === typeof end[index])
  return fits ? (parts as readonly Part[] as Position) : end
}

/** A page of rows from the store; `next` is the position of the last row if more follow. */
interface PageOfRows<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly limit: number
  readonly next?: readonly Part[]
}

/** Returns a page in the schema of the contract's lists. */
export const presentPage = <Row, Shown>(
  { items, total, limit, next }: PageOfRows<Row>,
  offset: number,
  present: (row: Row) => Shown,
) => ({
  items: items.map((row) => present(row)),
  total,
  limit,
  offset,
  ...(next && { next_cursor: writeCursor(...next) }),
})

function partsOf(cursor: string): readonly Part[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) &&
      parts.every((part) => typeof part === 'string' || Number.isSafeInteger(part))
      ? parts
      : []
  } catch {
    return []
  }
}
