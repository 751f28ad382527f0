import { appendLeaf, edgeRoot, EMPTY_EDGE, type Hash } from '../../domain/transparency/merkle.ts'
import { rootOfHashes, TILE_WIDTH } from '../../domain/transparency/tiles.ts'
import type { ReadTable } from '../database.ts'
import type { TileRow } from '../tables/transparency.ts'

/** Recomputes a tree from its leaves. It keeps only the right edge, so its memory use does not depend on the size of the tree. */
export function recomputeTree() {
  /** The unfinished tile of each level, and the number of tiles before it. */
  const edge: { hashes: Uint8Array[]; before: number }[] = []
  let right = EMPTY_EDGE

  function addToTiles(hash: Uint8Array, level: number): readonly TileRow[] {
    const tile = (edge[level] ??= { hashes: [], before: 0 })
    tile.hashes.push(hash)
    if (tile.hashes.length < TILE_WIDTH) return []
    const full = rowOf(level, tile)
    edge[level] = { hashes: [], before: tile.before + 1 }
    return [full, ...addToTiles(rootOfHashes(Buffer.from(full.hashes, 'base64')), level + 1)]
  }

  return {
    size: () => right.size,
    /** Adds a leaf, and returns the tiles that it completes. */
    add(leaf: Hash): readonly TileRow[] {
      right = appendLeaf(right, leaf)
      return addToTiles(leaf, 0)
    },
    /** Returns the tiles at the right edge that are not full. */
    edge: (): readonly TileRow[] =>
      edge.flatMap((tile, level) => (tile.hashes.length > 0 ? [rowOf(level, tile)] : [])),
    /** Returns the number of all tiles. */
    tiles: (): number =>
      edge.reduce((sum, { hashes, before }) => sum + before + Math.min(1, hashes.length), 0),
    root: (): Hash => edgeRoot(right),
  }
}

const rowOf = (
  level: number,
  { hashes, before }: { readonly hashes: readonly Uint8Array[]; readonly before: number },
): TileRow => ({
  level,
  tile_index: before,
  hashes: Buffer.concat(hashes).toString('base64'),
})

/** Yields a finding for each stored tile that differs from the computed one. */
export async function* wrongTiles(
  table: ReadTable<TileRow>,
  name: string,
  computed: readonly TileRow[],
): AsyncGenerator<string> {
  for (const { level, tile_index, hashes } of computed) {
    const stored = await table.get({ level, tile_index })
    if (stored?.hashes !== hashes)
      yield `${name} ${level} ${tile_index}: its hashes are not those of its ${level === 0 ? 'leaves' : 'tiles'}`
  }
}
