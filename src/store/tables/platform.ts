import type { Json } from '../../domain/json.ts'
import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

/** A fact about the platform itself, such as when it was last alive. */
export interface PlatformFact {
  name: string
  value: Json
}

/** A number of rows, or a sum of stored bytes, that is maintained with every change, so that reading it does not scan the table. */
interface Counter {
  /** The name of a count in `src/store/counts.ts`, or `complete` for a row that marks the count named in `value` as complete. */
  name: string
  /** The values that the counted rows share, as JSON, without the last one; empty if there is at most one value. */
  grouping: string
  /** The last shared value as text; empty if there is none. */
  value: string
  /**
   * The index of one shard of a count. A count that many transactions change at the same time is split into shards and equals their sum.
   */
  shard: number
  rows: number
}

export interface PlatformRows {
  platform_facts: PlatformFact
  rates: records.RateBucket
  counters: Counter
}

/** The tables that belong to no module: facts about the platform, rate limits and aggregates. */
export const PLATFORM_TABLES: Shapes<PlatformRows> = {
  platform_facts: { columns: { name: 'text', value: 'json' }, key: ['name'], indexes: [] },
  rates: {
    columns: { bucket: 'text', full_us: 'integer', drawn_us: 'integer' },
    key: ['bucket'],
    indexes: [by([], 'full_us')],
  },
  counters: {
    columns: { name: 'text', grouping: 'text', value: 'text', shard: 'integer', rows: 'integer' },
    key: ['name', 'grouping', 'value', 'shard'],
    indexes: [by(['name', 'grouping'], 'rows', 'value')],
  },
}
