import { formatEntries, TILE_WIDTH, type Tile } from '../../../domain/transparency/tiles.ts'
import type { ReadTx } from '../../database.ts'
import { readTile } from './tree.ts'

/** Returns a tile or a bundle of entries that the current tree has; undefined for any other. */
export async function readLogTile(tx: ReadTx, tile: Tile): Promise<Buffer | undefined> {
  const { level, index, width } = tile
  if (level !== 'entries') return readTile(tx.log_tiles, { level, index, width })
  const entries = await readLogEntries(tx, { first: index * TILE_WIDTH, limit: width })
  return entries.length === width
    ? formatEntries(entries.map((entry) => Buffer.from(entry, 'utf8')))
    : undefined
}

/** Returns entries in the order of the tree, up to the first missing one. */
export async function readLogEntries(
  tx: ReadTx,
  { first, limit }: { readonly first: number; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tx.log_entries.find({
    where: { leaf_index: { gte: first, lt: first + limit } },
    orderBy: ['leaf_index'],
    lock: false,
  })
  const missing = rows.findIndex(({ leaf_index }, at) => leaf_index !== first + at)
  return rows.slice(0, missing < 0 ? rows.length : missing).map(({ entry }) => entry)
}

/** An entry of the previous log, from before this store was restored or copied, that is pending in the store's own log. */
export interface PendingEntry {
  readonly arrival: number
  readonly entry: string
}

/** Returns the pending entries of the previous log, in their order. */
export async function readEntriesBefore(
  tx: ReadTx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly PendingEntry[]> {
  return tx.log_entries.select(['arrival', 'entry'], {
    where: { leaf_index: null, arrival: { gt: after, lt: 0 } },
    orderBy: ['arrival'],
    limit,
  })
}
