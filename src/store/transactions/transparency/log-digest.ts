import { checkpointOfNote } from '../../../domain/transparency/checkpoint.ts'
import {
  digestEntries,
  emptyDigest,
  openDigest,
  storeDigest,
  type LogDigest,
  type StoredDigest,
} from '../../../domain/transparency/log-digest.ts'
import { edgeRoot } from '../../../domain/transparency/merkle.ts'
import { ED25519, verifyNote } from '../../../domain/transparency/note.ts'
import { keyOf, type KeyRing } from '../../../domain/secrets.ts'
import { idInForce, openingRing } from '../../../domain/trust/master-keys.ts'
import { openedKeys } from '../../../domain/trust/sealed-keys.ts'
import type { OpenedKey } from '../../../domain/trust/signing-keys.ts'
import type { CallContext } from '../../context.ts'
import { StoreRefused, type ReadTx, type Tx } from '../../database.ts'
import { requireKeyInForce, type KeyRingInput } from '../trust/master-keys.ts'
import { readFact, type LockOption } from '../facts.ts'
import { readLogEntries, readSignedHead, type LogHead } from './log.ts'

/** The name of the fact that holds the digest of the log. */
export const DIGEST_FACT = 'log_digest'
/** The maximum number of entries that one step reads, in one query. */
const PAGE = 1000

/** Returns the error for a log that was changed in the database or damaged in storage. The message is for the operator. */
export const logDamaged = (): StoreRefused =>
  new StoreRefused(
    'The transparency log does not match the checkpoint that this store signed, so it may conceal that a signing key was retired or compromised. Run `svc-registry verify`, and restore a backup that passes it. If only the key of the log is lost, `svc-registry copy` starts a new log.',
  )

/**
 * Returns when keys were retired or compromised according to the log: as recorded in its stored digest, and in the entries since then. The
 * entries are recognized by their contents, all of which the root that the log signed covers (docs/specification/trust.md#log-digest).
 * @param keys the opened keys of the platform
 * @throws StoreRefused if entries are not those that the log signed
 */
export async function readLoggedEnds(
  tx: ReadTx,
  ring: KeyRing,
  keys: readonly OpenedKey[],
): Promise<LogDigest['ends']> {
  // The digest is read before the head, because the log may grow in between.
  const stored = openDigest(ring, await readDigest(tx, { lock: false }))
  const head = await readHead(tx, stored)
  if (!head) return {}
  let digest = startOf(head, stored)
  while (digest.edge.size < head.size) digest = await digestNext(tx, digest, head.size)
  if (!isSigned(digest, head, keys)) throw logDamaged()
  return digest.ends
}

/** How a step ended. A digest that turned out to be wrong was deleted. */
export interface DigestStep {
  readonly kind: 'more' | 'current' | 'damaged'
}

/** Adds the next entries to the stored digest, a bounded number in each call. */
export async function advanceLogDigest(
  tx: Tx,
  _: CallContext,
  { master_keys }: KeyRingInput,
): Promise<DigestStep> {
  const history = await requireKeyInForce(tx, master_keys)
  const id = idInForce(history)
  const value = await readDigest(tx)
  const ring = openingRing(master_keys, history)
  const stored = openDigest(ring, value)
  const head = await readHead(tx, stored)
  if (id === undefined || !head) return { kind: 'current' }
  const before = startOf(head, stored)
  const digest = before.edge.size < head.size ? await digestNext(tx, before, head.size) : before
  const isComplete = digest.edge.size === head.size
  const keys = isComplete ? openedKeys(ring, await tx.signing_keys.find({ lock: false })) : []
  if (isComplete && !isSigned(digest, head, keys)) {
    await tx.platform_facts.put({ name: DIGEST_FACT, value: null })
    return { kind: 'damaged' }
  }
  if (digest !== stored || value.master_key_id !== id) {
    const changed = { ...storeDigest(keyOf(master_keys, id), digest) }
    await tx.platform_facts.put({ name: DIGEST_FACT, value: changed })
  }
  return { kind: isComplete ? 'current' : 'more' }
}

const readDigest = async (tx: ReadTx, lock?: LockOption): Promise<Partial<StoredDigest>> =>
  ((await readFact(tx, DIGEST_FACT, lock)) ?? {}) as Partial<StoredDigest>

/** Returns the head of the log; undefined if the log has not begun. @throws StoreRefused if it has begun, but has no head */
async function readHead(tx: ReadTx, stored: LogDigest | undefined): Promise<LogHead | undefined> {
  const head = await readSignedHead(tx, { lock: false })
  if (head) return head
  const placed = await tx.log_entries.first({ where: { leaf_index: { gte: 0 } }, lock: false })
  if (!stored && !placed) return undefined
  // Another process may have begun the log since the head was read: it writes the head together with the first entries.
  const begun = await readSignedHead(tx, { lock: false })
  if (!begun) throw logDamaged()
  return begun
}

/**
 * Returns the digest to continue with. A store that begins another log has another origin.
 * @throws StoreRefused if the log was truncated
 */
function startOf({ origin, size }: LogHead, stored: LogDigest | undefined): LogDigest {
  if (stored?.origin !== origin) return emptyDigest(origin)
  if (stored.edge.size > size) throw logDamaged()
  return stored
}

async function digestNext(tx: ReadTx, digest: LogDigest, size: number): Promise<LogDigest> {
  const first = digest.edge.size
  const limit = Math.min(PAGE, size - first)
  const entries = await readLogEntries(tx, { first, limit })
  if (entries.length < limit) throw logDamaged()
  return digestEntries(digest, entries)
}

/**
 * Returns whether the log signed the tree over all entries that were read. A signature of a key that was retired or compromised since then
 * counts as well.
 */
function isSigned(
  { edge }: LogDigest,
  { origin, size, checkpoint }: LogHead,
  keys: readonly OpenedKey[],
): boolean {
  const stated = checkpointOfNote(checkpoint)
  return (
    edge.size === size &&
    stated?.origin === origin &&
    stated.size === size &&
    stated.root.equals(edgeRoot(edge)) &&
    isSignedByLog(checkpoint, origin, keys)
  )
}

/** Returns whether a key of the log, which may have been retired or compromised, signed a checkpoint. */
export function isSignedByLog(
  checkpoint: string,
  origin: string,
  keys: readonly OpenedKey[],
): boolean {
  const verifiers = keys
    .filter(({ use }) => use === 'log')
    .map(({ public_key }) => ({ name: origin, type: ED25519, public_key }) as const)
  return (verifyNote(checkpoint, verifiers)?.verified.length ?? 0) > 0
}
