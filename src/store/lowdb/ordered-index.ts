import { compareBy } from '../database.ts'
import type { Index, StoredRow } from '../tables.ts'

/** Returns a function that returns the identity of a row in these fields: the value of a single field, or a string for several fields. */
export const identityBy = (fields: readonly string[]): ((row: StoredRow) => unknown) => {
  const [singleField] = fields
  return singleField !== undefined && fields.length === 1
    ? (row) => row[singleField]
    : (row) => JSON.stringify(fields.map((field) => row[field]))
}

/** Returns the position of the first sorted item that is not before the one sought (binary search). */
export function firstNotBefore<Item>(
  items: readonly Item[],
  isBefore: (item: Item) => boolean,
): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(items[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Creates an empty index in memory: it groups rows by its `eq` fields, and sorts each group in its order, then by key. */
export function orderedIndex(index: Index, key: readonly string[]) {
  const groups = new Map<unknown, StoredRow[]>()
  const order = [...index.order, ...key.filter((field) => !index.order.includes(field))]
  const groupOf = identityBy(index.eq)
  const positionFields = [...index.eq, ...order]
  const position = (rows: readonly StoredRow[], row: StoredRow) =>
    firstNotBefore(rows, (other) => compareBy(order, other, row) < 0)
  const add = (row: StoredRow) => {
    const group = groupOf(row)
    const rows = groups.get(group)
    if (!rows) groups.set(group, [row])
    // Most rows are added in order.
    else if (compareBy(order, rows.at(-1)!, row) < 0) rows.push(row)
    else rows.splice(position(rows, row), 0, row)
  }
  const remove = (row: StoredRow) => {
    const group = groupOf(row)
    const rows = groups.get(group)!
    rows.splice(position(rows, row), 1)
    if (rows.length === 0) groups.delete(group)
  }
  return {
    index,
    /** Inserts (`before` is missing), deletes (`after` is missing) or replaces a row. */
    replace(before: StoredRow | undefined, after: StoredRow | undefined): void {
      if (before && after && positionFields.every((field) => before[field] === after[field])) {
        const rows = groups.get(groupOf(before))!
        rows[position(rows, before)] = after
        return
      }
      if (before) remove(before)
      if (after) add(after)
    },
    /** Returns the rows whose `eq` fields equal those of `where`, in order, without copying them. */
    rows: (where: StoredRow): readonly StoredRow[] => groups.get(groupOf(where)) ?? [],
  }
}
