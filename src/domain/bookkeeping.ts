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
  /** All values that the counted rows share except the last, as JSON; empty if there is at most one. */
  grouping: string
  /** The last shared value as text; empty if there is none. */
  value: string
  /** Numbers the parts of a count that many transactions change at the same time; the count is the sum of its parts. */
  share: number
  rows: number
}
