import type { Timestamp } from '../../domain/time.ts'
import type { Snapshot } from '../snapshot.ts'

/** What checks examine. */
export interface Subject {
  readonly snapshot: Snapshot
  readonly now: Timestamp
  /** Undefined where no key was found; `keyPlace` then says where it was expected. */
  readonly masterKey: Uint8Array | undefined
  readonly keyPlace: string
}

/** One property that every store must have. `run` yields a sentence for each place that violates it. */
export interface Check {
  readonly name: string
  /** The property as a sentence; the reader sees it as `says`. */
  readonly says: string
  run(subject: Subject): AsyncIterable<string>
  /** Whether what it finds may be intended; then it is a remark and not damage. */
  readonly mild?: true
}
