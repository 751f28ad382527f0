import { HASH_BYTES, nodeHash, type Node, type ReadNodes } from './merkle.ts'

/** A tile holds the hashes of a subtree of this height, at most `TILE_WIDTH` of them. */
const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT
const MAX_LEVEL = 63

/** A tile of a log: hashes at level `8 * level`, or the entries below the hashes of a tile of level 0 (C2SP tlog-tiles). */
export interface Tile {
  readonly level: number | 'entries'
  readonly index: number
  /** How many hashes or entries it has: 256, or fewer for a tile at the right edge. */
  readonly width: number
}

/** Returns the address of a tile under the address of its log, such as `tile/0/x001/x234/067.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const parts = digits.match(/\d{3}/g)!
  const name = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** Parses the address of a tile; returns undefined unless it has the form that `tilePath` returns. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level, name, width] =
    /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  if (level === undefined || name === undefined) return undefined
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  const isInRange =
    (tile.level === 'entries' || tile.level <= MAX_LEVEL) &&
    tile.width >= 1 &&
    (width === undefined || tile.width < TILE_WIDTH)
  return isInRange && tilePath(tile) === path ? tile : undefined
}

/** Returns the hashes of each of these tiles, in the same order: at least those that the requested nodes need. */
export type ReadTiles = (
  tiles: readonly { readonly level: number; readonly index: number }[],
) => Promise<readonly Uint8Array[]>

/** Returns the function that reads nodes of a tree from its tiles. Each call reads a tile at most once. */
export function nodesInTiles(readTiles: ReadTiles): ReadNodes {
  return async (nodes) => {
    const names = new Map(nodes.map((node) => [nameOf(tileOf(node)), tileOf(node)]))
    const contents = await readTiles([...names.values()])
    const byName = new Map([...names.keys()].map((name, at) => [name, contents[at]!]))
    return nodes.map((node) => nodeInTile(node, byName.get(nameOf(tileOf(node)))!))
  }
}

interface TilePosition {
  readonly level: number
  readonly index: number
}
const nameOf = ({ level, index }: TilePosition): string => `${level}/${index}`

/** Returns the tile from whose hashes a node is computed. */
function tileOf({ level, index }: Node): TilePosition {
  const above = level % TILE_HEIGHT
  return {
    level: (level - above) / TILE_HEIGHT,
    index: Math.floor((index * 2 ** above) / TILE_WIDTH),
  }
}

function nodeInTile({ level, index }: Node, hashes: Uint8Array): Uint8Array {
  const count = 2 ** (level % TILE_HEIGHT)
  const first = (index * count) % TILE_WIDTH
  if (hashes.length < (first + count) * HASH_BYTES)
    throw new RangeError(`the tile has no node ${index} of level ${level}`)
  return rootOfHashes(hashes.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES))
}

/** Returns the root of the subtree above concatenated hashes, the number of which is a power of two. */
export function rootOfHashes(hashes: Uint8Array): Uint8Array {
  let row = Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
    hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  )
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, index) =>
      nodeHash(row[2 * index]!, row[2 * index + 1]!),
    )
  return row[0]!
}

/** The longest entry that a bundle can hold, in bytes. */
const MAX_ENTRY_BYTES = 0xffff

/** Returns the contents of a bundle of entries: each after its length, as a big-endian integer of two bytes. */
export function formatEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES)
        throw new RangeError(`an entry of ${entry.length} bytes does not fit in a bundle`)
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )
}

/** Parses a bundle of entries; returns undefined if it is truncated. */
export function parseEntries(bundle: Uint8Array): readonly Uint8Array[] | undefined {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length;) {
    if (at + 2 > bundle.length) return undefined
    const end = at + 2 + bundle[at]! * 256 + bundle[at + 1]!
    if (end > bundle.length) return undefined
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}
