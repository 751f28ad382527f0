import { MasterKeyMissing, namesNoKey, open, sealKeyId, type KeyRing } from '../secrets.ts'
import type { Timestamp } from '../time.ts'

/** The master keys of a process, which the process reads again when one is missing. */
export interface MasterKeys {
  readonly ring: () => KeyRing
  /** Names the source of the keys in messages. */
  readonly where: string
  /** The key file beside the store, if this program writes the keys itself. */
  readonly keyFile: string | undefined
  /**
   * Runs `body` with the keys. If a key is missing, the source is read again, at most once a second, and `body` runs once more.
   * @throws MasterKeyMissing
   */
  use<Result>(body: (keys: KeyRing) => Promise<Result>): Promise<Result>
  /** Reads the source again. @throws StoreRefused */
  reload(): Promise<KeyRing>
}

/** What a store records about a master key. The key itself is never in the store. */
interface MasterKeyRecord {
  readonly id: string
  /** When new secrets began to be sealed under it. */
  readonly in_force_from: Timestamp
  /** When everything that was sealed before was sealed under this key; null while the rotation to it is incomplete. */
  readonly sealed_again_at: Timestamp | null
  /** When it was withdrawn; from then on it decrypts nothing, even if a process still has it. */
  readonly retired_at: Timestamp | null
}

/** The master keys that a store has used, in the order in which they came into force. The last one is in force. */
export type MasterKeyHistory = readonly MasterKeyRecord[]

/** Returns the id of the key under which secrets are sealed; `undefined` for a store that has sealed none yet. */
export const idInForce = (history: MasterKeyHistory): string | undefined => history.at(-1)?.id

/** Returns the keys of a ring that have not been retired; a sign-in in progress may have begun under any of them. */
export function withoutRetired(keys: KeyRing, history: MasterKeyHistory): KeyRing {
  const retired = new Set(history.filter(({ retired_at }) => retired_at).map(({ id }) => id))
  return retired.size === 0 ? keys : keys.filter(({ id }) => !retired.has(id))
}

/**
 * Returns the master keys under which a valid seal can have been made: the one in force and, until everything has been sealed again, the
 * one before it. The platform therefore does not open a seal that someone with an earlier key has written into the database
 * (docs/specification/storage.md#key-in-force).
 */
const currentSealingKeys = (history: MasterKeyHistory): MasterKeyHistory =>
  history.slice(history.at(-1)?.sealed_again_at === null ? -2 : -1)

/**
 * Returns the keys of a ring that may open seals; in a store without a history, which is new or was last used by an earlier version, the
 * only key in the ring.
 */
export const openingRing = (keys: KeyRing, history: MasterKeyHistory): KeyRing =>
  history.length === 0 && keys.length === 1
    ? keys
    : keys.filter((key) => currentSealingKeys(history).some(({ id }) => id === key.id))

/**
 * Returns the id of the key that a seal needs. Seals of version 1 name none; they were all made under the first key of the store, because a
 * store that knows a second one makes no such seals.
 */
export const neededKey = (sealed: string, history: MasterKeyHistory): string | undefined =>
  namesNoKey(sealed) ? history[0]?.id : sealKeyId(sealed)

/**
 * Returns whether a seal needs a certain key of the store and can be valid. A seal under any other key was inserted by someone else, and no
 * key has to be kept for it.
 */
export const needsKey = (sealed: string, key_id: string, history: MasterKeyHistory): boolean =>
  neededKey(sealed, history) === key_id &&
  currentSealingKeys(history).some(({ id }) => id === key_id)

/**
 * Checks that a ring has the key that a seal needs, if the seal can be valid (docs/specification/storage.md#key-in-force).
 * @throws MasterKeyMissing
 */
export function requireKeyOf(sealed: string, keys: KeyRing, history: MasterKeyHistory): void {
  const needed = currentSealingKeys(history).find(({ id }) => needsKey(sealed, id, history))
  if (needed && !keys.some(({ id }) => id === needed.id)) throw new MasterKeyMissing(needed.id)
}

/**
 * Decrypts a secret of a store with the keys that may open it; returns `undefined` if none of them sealed it.
 * @throws MasterKeyMissing if the ring lacks the key that the seal needs
 */
export function openSealed(
  keys: KeyRing,
  history: MasterKeyHistory,
  { purpose, sealed }: { readonly purpose: string; readonly sealed: string },
): Buffer | undefined {
  requireKeyOf(sealed, keys, history)
  return open(openingRing(keys, history), purpose, sealed)
}

/** The next step of a rotation (docs/specification/storage.md#master-rotation). */
export type RotationStart =
  /** The ring has a key that was never in force. */
  | { readonly kind: 'put_in_force'; readonly id: string }
  /** An earlier rotation was interrupted, and something may still be sealed under a key other than the one in force. */
  | { readonly kind: 'continue'; readonly id: string }
  /** The ring has no key for a rotation. */
  | { readonly kind: 'new_key_needed'; readonly id: string }

/**
 * Decides how a rotation begins. An interrupted rotation is completed before another key comes into force, and a key that was once in force
 * never comes into force again.
 */
export function startRotation(keys: KeyRing, history: MasterKeyHistory): RotationStart {
  const current = history.at(-1)
  if (current?.sealed_again_at === null) return { kind: 'continue', id: current.id }
  const unused = keys.find(({ id }) => !history.some((record) => record.id === id))
  return unused
    ? { kind: 'put_in_force', id: unused.id }
    : { kind: 'new_key_needed', id: current?.id ?? '' }
}

/** A master key as operators see it. */
export interface MasterKeyState {
  readonly id: string
  readonly state: 'in_force' | 'previous' | 'retired' | 'unused'
  readonly in_force_from: Timestamp | null
  readonly retired_at: Timestamp | null
  /** Whether the process that lists the keys has it. */
  readonly present: boolean
}

/** Lists the keys that a store has used, the newest first, after those of a ring that it has not used. */
export function listMasterKeys(
  keys: KeyRing,
  history: MasterKeyHistory,
): readonly MasterKeyState[] {
  const unused = keys.filter(({ id }) => !history.some((record) => record.id === id))
  const used = history.map(({ id, in_force_from, retired_at }) => ({
    id,
    state:
      retired_at !== null
        ? ('retired' as const)
        : id === idInForce(history)
          ? ('in_force' as const)
          : ('previous' as const),
    in_force_from,
    retired_at,
    present: keys.some((key) => key.id === id),
  }))
  return [
    ...unused.map(({ id }) => ({
      id,
      state: 'unused' as const,
      in_force_from: null,
      retired_at: null,
      present: true,
    })),
    ...used.toReversed(),
  ]
}
