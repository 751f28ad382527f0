import type { Timestamp } from '../../domain/time.ts'
import type { PublishedHead } from '../../domain/transparency/heads.ts'
import type { WitnessState } from '../../domain/transparency/delivery.ts'
import { by, type Shapes } from './shape.ts'

/** An entry of the transparency log. */
interface LogEntry {
  /** What it is about (a registration, a key, the audit heads or the log), so that the last entry about it can be found. Not in the log. */
  readonly subject: string
  /**
   * Orders the entries: the time in quarters of a millisecond since 1970, or a negative number for the first entry of a log and for entries
   * that an earlier log contained. No two entries about one subject have the same number, but entries about different subjects may.
   */
  readonly arrival: number
  /** Its leaf index in the tree; null while it is pending. */
  readonly leaf_index: number | null
  /** Canonical JSON. */
  readonly entry: string
  /** The salt in hexadecimal, with which the owner of a private agent can recognize the entry; null for a public one. */
  readonly salt: string | null
  readonly created_at: Timestamp
}

/** A tile of a tree, with the hashes that exist so far. */
export interface TileRow {
  readonly level: number
  readonly tile_index: number
  /** Base64. */
  readonly hashes: string
}

/**
 * A version of a published head. A publication is prepared in several transactions, and readers see its versions once it has ended, so a
 * head that has changed has two versions until then. The next publication deletes the older one.
 */
export interface PublishedLeaf extends PublishedHead {
  /** The number of the first publication with this version. Later publications also have it, until one has a newer version. */
  readonly publication: number
  /** The index of the leaf, so that it need not be computed by counting the preceding heads; null if the chain is gone. */
  readonly leaf_index: number | null
}

export interface TransparencyRows {
  log_entries: LogEntry
  log_tiles: TileRow
  /** The heads of the audit chains as they were published last, and the tiles of the tree over them. */
  published_heads: PublishedLeaf
  published_tiles: TileRow
  /** The delivery state of each witness. */
  witnesses: WitnessState
}

const TILES = {
  columns: { level: 'integer', tile_index: 'integer', hashes: 'text' },
  key: ['level', 'tile_index'],
  indexes: [],
} as const

/** The tables of the transparency log. Retention never removes their rows. */
export const TRANSPARENCY_TABLES: Shapes<TransparencyRows> = {
  log_entries: {
    columns: {
      subject: 'text',
      arrival: 'integer',
      leaf_index: 'integer',
      entry: 'text',
      salt: 'text',
      created_at: 'text',
    },
    // There is no index on an identifier of the entry, because every registration would have to update it.
    key: ['subject', 'arrival'],
    indexes: [by(['leaf_index'], 'arrival')],
  },
  log_tiles: TILES,
  published_heads: {
    columns: {
      chain: 'text',
      publication: 'integer',
      sequence: 'integer',
      hash: 'text',
      leaf_index: 'integer',
    },
    key: ['chain', 'publication'],
    indexes: [],
  },
  published_tiles: TILES,
  witnesses: {
    columns: {
      name: 'text',
      publication: 'integer',
      size: 'integer',
      last_success_at: 'text',
      failures: 'integer',
      next_attempt_at: 'text',
      last_error: 'text',
    },
    key: ['name'],
    indexes: [],
  },
}
