import {
  inclusionProof,
  leafHash,
  treeRoot,
  type Hash,
} from '../../../domain/transparency/merkle.ts'
import {
  nodesInTiles,
  rootOfHashes,
  TILE_WIDTH,
  type ReadTiles,
} from '../../../domain/transparency/tiles.ts'
import type { ReadTx, Tx } from '../../database.ts'

const HASH_BYTES = 32

const storedTiles =
  (tx: ReadTx): ReadTiles =>
  async (tiles) => {
    const rows = await tx.log_tiles.getMany(
      tiles.map(({ level, index }) => ({ level, tile_index: index })),
    )
    return rows.map((row) => Buffer.from(row?.hashes ?? '', 'base64'))
  }

/** Returns the root of the first `size` leaves. */
const readRoot = (tx: ReadTx, size: number): Promise<Hash> =>
  treeRoot(size, nodesInTiles(storedTiles(tx)))

/** Returns the proof that the first `size` leaves contain the leaf at `index`. */
export const proveInclusion = (tx: ReadTx, index: number, size: number): Promise<readonly Hash[]> =>
  inclusionProof(index, size, nodesInTiles(storedTiles(tx)))

/** Returns the hashes of a stored tile, at most `width`; undefined if it has fewer. */
export async function readTile(
  tx: ReadTx,
  { level, index, width }: { level: number; index: number; width: number },
): Promise<Buffer | undefined> {
  const [hashes] = await storedTiles(tx)([{ level, index }])
  return hashes!.length >= width * HASH_BYTES
    ? Buffer.from(hashes!.subarray(0, width * HASH_BYTES))
    : undefined
}

/**
 * Appends leaves to a tree of `size` leaves, and stores the tiles that change. The caller has locked the tree.
 * @returns the root of the larger tree
 */
export async function appendLeaves(
  tx: Tx,
  size: number,
  entries: readonly string[],
): Promise<Hash> {
  let added: readonly Uint8Array[] = entries.map((entry) => leafHash(Buffer.from(entry, 'utf8')))
  for (let level = 0, before = size; added.length > 0; level += 1) {
    added = await appendToLevel(tx, level, before, added)
    before = Math.floor(before / TILE_WIDTH)
  }
  return readRoot(tx, size + entries.length)
}

/** Appends hashes to the tiles of one level, which had `before` hashes. Returns the hashes of the tiles that became full. */
async function appendToLevel(
  tx: Tx,
  level: number,
  before: number,
  added: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const full: Uint8Array[] = []
  const first = Math.floor(before / TILE_WIDTH)
  const last = Math.floor((before + added.length - 1) / TILE_WIDTH)
  for (let index = first; index <= last; index += 1) {
    const start = index * TILE_WIDTH - before
    const stored =
      index === first ? await tx.log_tiles.get({ level, tile_index: index }) : undefined
    const hashes = Buffer.concat([
      Buffer.from(stored?.hashes ?? '', 'base64'),
      ...added.slice(Math.max(0, start), start + TILE_WIDTH),
    ])
    await tx.log_tiles.put({ level, tile_index: index, hashes: hashes.toString('base64') })
    if (hashes.length === TILE_WIDTH * HASH_BYTES) full.push(rootOfHashes(hashes))
  }
  return full
}
