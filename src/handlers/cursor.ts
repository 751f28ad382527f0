type Part = string | number

/** Cursors name the last thing of a page; what is inside is nobody's business but ours. */
export const writeCursor = (...parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * The position a cursor names. `end` is a position behind everything, of the same shape: one that no page gave out starts there,
 * so that it answers an empty page, never the first one again.
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

/** What a page of rows was read as: `next` names the last of them where more follow. */
interface Read<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly limit: number
  readonly next?: readonly Part[]
}

/** A page as the contract's lists answer it, its rows shown one by one. */
export const presentPage = <Row, Shown>(
  { items, total, limit, next }: Read<Row>,
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
