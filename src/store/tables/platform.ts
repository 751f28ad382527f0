import type { RateBucket } from '../../domain/rate.ts'
import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface PlatformRows {
  platform_facts: records.PlatformFact
  rates: RateBucket
  counters: records.Counter
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
    columns: { name: 'text', grouping: 'text', value: 'text', share: 'integer', rows: 'integer' },
    key: ['name', 'grouping', 'value', 'share'],
    indexes: [by(['name', 'grouping'], 'rows', 'value')],
  },
}
