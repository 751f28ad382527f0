import type { Timestamp } from '../../domain/time.ts'
import type { Snapshot } from '../snapshot.ts'

/** What checks look at. */
export interface Subject {
  readonly snapshot: Snapshot
  readonly now: Timestamp
  /** Undefined where there is none, and `keyPlace` says where it was looked for. */
  readonly masterKey: Uint8Array | undefined
  readonly keyPlace: string
}

/** One thing that must be true of a store. It yields a sentence for each place where it is not. */
export interface Check {
  readonly name: string
  readonly says: string
  run(subject: Subject): AsyncIterable<string>
  /** What it finds may be meant, and is no damage. */
  readonly mild?: true
}
