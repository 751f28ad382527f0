import type { Json } from './json.ts'

/** A fact about the platform itself, such as when it was last alive. */
export interface PlatformFact {
  name: string
  value: Json
}

/** A row count that is maintained with every change, so that reading it does not scan the table. */
export interface Counter {
  /** The name of a count in `src/store/counts.ts`. */
  name: string
  /** The values that the counted rows share, as JSON, without the last one; empty if there is at most one value. */
  grouping: string
  /** The last shared value as text; empty if there is none. */
  value: string
  /** The number of one part of a count. A count that many transactions change at the same time is split into parts and equals their sum. */
  share: number
  rows: number
}
