import type { KeyRing } from '../secrets.ts'
import type { Timestamp } from '../time.ts'

/** What a store records about a master key. The key itself is never in the store. */
export interface MasterKeyRecord {
  readonly id: string
  /** Since when new secrets were sealed under it. */
  readonly in_force_from: Timestamp
  /** When it was withdrawn: since then it opens nothing, even if a process still has it. */
  readonly retired_at: Timestamp | null
}

/** The master keys that a store has used, in the order in which they came into force. The last one is in force. */
export type MasterKeyHistory = readonly MasterKeyRecord[]

/** Returns the id of the key under which secrets are sealed; `undefined` for a store that has sealed none yet. */
export const inForce = (history: MasterKeyHistory): string | undefined => history.at(-1)?.id

/** Returns the keys of a ring that may open seals: all except retired ones. */
export function withoutRetired(keys: KeyRing, history: MasterKeyHistory): KeyRing {
  const retired = new Set(history.filter(({ retired_at }) => retired_at).map(({ id }) => id))
  return retired.size === 0 ? keys : keys.filter(({ id }) => !retired.has(id))
}
