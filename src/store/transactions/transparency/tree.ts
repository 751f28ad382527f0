import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  treeRoot,
  type Hash,
} from '../../../domain/transparency/merkle.ts'
import {
  nodesInTiles,
  rootOfHashes,
  TILE_WIDTH,
  type ReadTiles,
} from '../../../domain/transparency/tiles.ts'
import type { ReadTable, Table } from '../../database.ts'
import type { TileRow } from '../../tables/transparency.ts'

/** The table with the tiles of one tree. */
type ReadTree = ReadTable<TileRow>
type Tree = Table<TileRow>

const storedTiles =
  (tree: ReadTree): ReadTiles =>
  async (tiles) => {
    const rows = await tree.getMany(tiles.map(({ level, index }) => ({ level, tile_index: index })))
    return rows.map((row) => Buffer.from(row?.hashes ?? '', 'base64'))
  }

/** Returns the root of the first `size` leaves. */
const readRoot = (tree: ReadTree, size: number): Promise<Hash> =>
  treeRoot(size, nodesInTiles(storedTiles(tree)))

/** Returns the proof that the first `size` leaves contain the leaf at `index`. */
export const proveInclusion = (
  tree: ReadTree,
  index: number,
  size: number,
): Promise<readonly Hash[]> => inclusionProof(index, size, nodesInTiles(storedTiles(tree)))

/** Returns the proof that the first `size` leaves begin with the first `old` leaves. */
export const proveConsistency = (
  tree: ReadTree,
  old: number,
  size: number,
): Promise<readonly Hash[]> => consistencyProof(old, size, nodesInTiles(storedTiles(tree)))

/** Returns the first `width` hashes of a stored tile; undefined if it has fewer. */
export async function readTile(
  tree: ReadTree,
  { level, index, width }: { level: number; index: number; width: number },
): Promise<Buffer | undefined> {
  const [hashes] = await storedTiles(tree)([{ level, index }])
  return hashes!.length >= width * HASH_BYTES
    ? Buffer.from(hashes!.subarray(0, width * HASH_BYTES))
    : undefined
}

/**
 * Appends leaves to a tree of `size` leaves, and stores the tiles that change. The caller has locked the tree.
 * @returns the root of the larger tree
 */
export async function appendLeaves(
  tree: Tree,
  size: number,
  leaves: readonly Uint8Array[],
): Promise<Hash> {
  let added = leaves
  for (let level = 0, before = size; added.length > 0; level += 1) {
    added = await appendToLevel(tree, level, before, added)
    before = Math.floor(before / TILE_WIDTH)
  }
  return readRoot(tree, size + leaves.length)
}

/** Appends hashes to the tiles of one level, which had `before` hashes. Returns the hashes of the tiles that became full. */
async function appendToLevel(
  tree: Tree,
  level: number,
  before: number,
  added: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const full: Uint8Array[] = []
  const first = Math.floor(before / TILE_WIDTH)
  const last = Math.floor((before + added.length - 1) / TILE_WIDTH)
  for (let index = first; index <= last; index += 1) {
    const start = index * TILE_WIDTH - before
    const stored = index === first ? await tree.get({ level, tile_index: index }) : undefined
    const hashes = Buffer.concat([
      Buffer.from(stored?.hashes ?? '', 'base64'),
      ...added.slice(Math.max(0, start), start + TILE_WIDTH),
    ])
    await tree.put({ level, tile_index: index, hashes: hashes.toString('base64') })
    if (hashes.length === TILE_WIDTH * HASH_BYTES) full.push(rootOfHashes(hashes))
  }
  return full
}

/**
 * Stores the tiles of a tree that have changed, and deletes those that a tree of `size` leaves does not have. The caller has locked the
 * tree.
 * @returns the root
 */
export async function replaceTiles(
  tree: Tree,
  size: number,
  tiles: readonly TileRow[],
): Promise<Hash> {
  for (const tile of tiles) await tree.put(tile)
  for (const key of await tree.select(['level', 'tile_index'], {}))
    if (key.tile_index >= tilesAt(key.level, size)) await tree.delete(key)
  return readRoot(tree, size)
}

/** Returns how many tiles a tree has at a level. */
const tilesAt = (level: number, size: number): number =>
  Math.ceil(Math.floor(size / TILE_WIDTH ** level) / TILE_WIDTH)

/** Returns the tiles of a tree from the level `lowest` upwards. `hashes` are the hashes of that level. */
export function tilesOf(hashes: readonly Uint8Array[], lowest: number): readonly TileRow[] {
  const all: TileRow[] = []
  for (let [level, row] = [lowest, hashes]; row.length > 0; level += 1) {
    const tiles = Array.from({ length: Math.ceil(row.length / TILE_WIDTH) }, (_, index) =>
      Buffer.concat(row.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)),
    )
    all.push(
      ...tiles.map((tile, tile_index) => ({
        level,
        tile_index,
        hashes: tile.toString('base64'),
      })),
    )
    row = tiles.filter(({ length }) => length === TILE_WIDTH * HASH_BYTES).map(rootOfHashes)
  }
  return all
}
