import { keyOf, MasterKeyMissing, type KeyRing, type MasterKey } from '../../../domain/secrets.ts'
import {
  idInForce,
  withoutRetired,
  type MasterKeyHistory,
} from '../../../domain/trust/master-keys.ts'
import { isOpenedBy } from '../../../domain/trust/sealed-keys.ts'
import type { CallContext } from '../../context.ts'
import { StoreRefused, type ReadTx, type Tx } from '../../database.ts'
import { readFact } from '../facts.ts'

/** The name of the platform fact with the history of the master keys. */
export const MASTER_KEYS = 'master_keys'

export interface KeyRingInput {
  readonly master_keys: KeyRing
}

/** Reads which master keys the store has used. With `lock`, no other transaction can change the history until this transaction ends. */
export async function readMasterKeyHistory(
  tx: ReadTx,
  { lock = false }: { readonly lock?: boolean },
): Promise<MasterKeyHistory> {
  return historyOf(await readFact(tx, MASTER_KEYS, { lock }))
}

/** Returns the history that the platform fact contains. */
export function historyOf(value: unknown): MasterKeyHistory {
  return Array.isArray(value) ? (value as MasterKeyHistory) : []
}

/** Returns the id of the key under which secrets are sealed now; null for a store that has sealed none. */
export const readKeyIdInForce = async (tx: ReadTx): Promise<string | null> =>
  idInForce(await readMasterKeyHistory(tx, {})) ?? null

/**
 * Returns the key under which a transaction seals, and keeps it in force until the transaction ends, so that nothing is sealed under an
 * earlier key after a rotation (docs/specification/storage.md#key-in-force). It is called before the rows that will be sealed are locked.
 * @throws MasterKeyMissing if the ring lacks the key in force
 * @throws StoreRefused if the store has no history, and the ring does not hold exactly one key or opens none of the signing keys
 */
export async function sealingKey(tx: Tx, context: CallContext, keys: KeyRing): Promise<MasterKey> {
  const id = idInForce(await readMasterKeyHistory(tx, { lock: true }))
  if (id !== undefined) return keyOf(keys, id)
  const first = await firstKey(tx, keys)
  await writeMasterKeyHistory(tx, [
    { id: first.id, in_force_from: context.now, sealed_again_at: context.now, retired_at: null },
  ])
  return first
}

/**
 * Returns the key that is in force in a store without a history, which is new or was last used by an earlier version: the only key in the
 * ring. Several keys are refused, because otherwise somebody with an earlier key could delete the history and put that key into force
 * again.
 */
async function firstKey(tx: Tx, keys: KeyRing): Promise<MasterKey> {
  const [key, ...others] = keys
  if (!key || others.length > 0)
    throw new StoreRefused(
      'The store does not say which master key is in force. If the store is new or was last used by an earlier version, start with only the master key that is to be in force, and add the others afterwards. Otherwise its record of the master keys was deleted: restore a backup.',
    )
  const rows = await tx.signing_keys.find({ lock: false })
  if (rows.length === 0 || rows.some((row) => isOpenedBy(keys, row))) return key
  throw wrongMasterKey()
}

/** Returns the error for master keys that open none of the signing keys. The message is for the operator. */
export const wrongMasterKey = (): StoreRefused =>
  new StoreRefused(
    'The master key does not open this store: it was created with a different one. Set the correct SVC_MASTER_KEY, or restore the key file next to the store.',
  )

/**
 * Returns which master keys the store has used.
 * @throws MasterKeyMissing if the ring lacks the key in force, because the ring is then older than the store
 */
export async function requireKeyInForce(tx: ReadTx, keys: KeyRing): Promise<MasterKeyHistory> {
  const history = await readMasterKeyHistory(tx, {})
  const id = idInForce(history)
  if (id !== undefined && !keys.some((key) => key.id === id)) throw new MasterKeyMissing(id)
  return history
}

/**
 * Returns the keys of a ring that have not been retired; a sign-in in progress may have begun under any of them.
 * @throws MasterKeyMissing like `requireKeyInForce`
 */
export const readOpeningKeys = async (
  tx: ReadTx,
  { master_keys }: KeyRingInput,
): Promise<KeyRing> => withoutRetired(master_keys, await requireKeyInForce(tx, master_keys))

/** Decides on the first startup which key is in force. */
export async function establishKey(
  tx: Tx,
  context: CallContext,
  { master_keys }: KeyRingInput,
): Promise<void> {
  if ((await readKeyIdInForce(tx)) === null) await sealingKey(tx, context, master_keys)
}

/** Records which master keys the store has used. */
export const writeMasterKeyHistory = (tx: Tx, history: MasterKeyHistory): Promise<void> =>
  tx.platform_facts.put({
    name: MASTER_KEYS,
    value: history.map((record) => ({ ...record })),
  })
