import { keyPairOfSeed, publicJwk } from '../../../domain/crypto/ed25519.ts'
import { originOf } from '../../../domain/transparency/entries.ts'
import {
  earlierEnd,
  parseKeyEntry,
  type LoggedEnd,
} from '../../../domain/transparency/key-entries.ts'
import { createLogSigner, type LogSigner } from '../../../domain/transparency/log-signer.ts'
import { publishedKeys, type PublishedKey } from '../../../domain/trust/published-keys.ts'
import { openedKeys, sealSigningKey, type SigningKey } from '../../../domain/trust/sealed-keys.ts'
import {
  keysAt,
  newKeyContent,
  type OpenedKey,
  type SigningKeyContent,
  type SigningKeyUse,
  createSigner,
  type Signer,
} from '../../../domain/trust/signing-keys.ts'
import { neededKey, openingRing, requireKeyOf } from '../../../domain/trust/master-keys.ts'
import type { CallContext } from '../../context.ts'
import { StoreRefused, type ReadTx, type Tx } from '../../database.ts'
import { acquireLock } from '../facts.ts'
import { logKey, subjectOfKey } from '../transparency/entries.ts'
import { readLoggedEnds } from '../transparency/log-digest.ts'
import { readLogGeneration, readSignedHead } from '../transparency/log.ts'
import { beginLogOf } from '../transparency/renamed-log.ts'
import { resolveIssuer, type IssuerInput } from './issuer.ts'
import {
  establishKey,
  readMasterKeyHistory,
  requireKeyInForce,
  sealingKey,
  wrongMasterKey,
  type KeyRingInput,
} from './master-keys.ts'

export interface SignerInput extends IssuerInput, KeyRingInput {}

/**
 * Loads the signing keys of the platform, and generates the first one on the first startup. They are stored sealed under the master key,
 * and every process on the store uses the same keys. The signer has the keys as of this transaction.
 * @throws StoreRefused if the master keys open none of the stored keys
 * @throws MasterKeyMissing if the master key in force is not among them
 */
export async function loadSigner(
  tx: Tx,
  context: CallContext,
  { master_keys, ...issuerInput }: SignerInput,
): Promise<Signer> {
  const keys = await loadKeys(tx, context, { master_keys, use: 'statements' })
  return createSigner(await resolveIssuer(tx, context, issuerInput), { current: keys })
}

/**
 * Loads the signer of the log, and generates its key on the first startup. The log has a key of its own, separate from the key for
 * statements, because witnesses are configured with it. If the log is named after another issuer, a new one begins, and the result names
 * the log that it replaces.
 */
export async function loadLogSigner(
  tx: Tx,
  context: CallContext,
  { master_keys, issuer }: KeyRingInput & { readonly issuer: string },
): Promise<LogSigner & { readonly replaced_origin: string | undefined }> {
  const keys = await loadKeys(tx, context, { master_keys, use: 'log' })
  const replaced_origin = await beginLogOf(tx, context, issuer)
  const origin = originOf(issuer, await readLogGeneration(tx, {}))
  return { ...createLogSigner(origin, { current: keys }), replaced_origin }
}

/** Lists the published keys of this platform for statements, without compromised ones, newest first (docs/specification/trust.md#keys). */
export const listPlatformKeys = async (
  tx: ReadTx,
  access: KeyRingInput,
): Promise<readonly PublishedKey[]> => publishedKeys(await openCurrentKeys(tx, access))

/**
 * Returns the keys that the master keys open, oldest first. A key that is retired or compromised according to the log is so regardless of
 * its row: restoring a row from before the retirement has no effect (docs/specification/trust.md#restored-keys).
 * @throws MasterKeyMissing if the ring lacks the key in force, or one that a signing key needs
 * @throws StoreRefused if the log was changed in the database
 */
export async function openCurrentKeys(
  tx: ReadTx,
  access: KeyRingInput,
): Promise<readonly OpenedKey[]> {
  const read = await readCurrentKeys(tx, access).catch(ignoreRefusal)
  if (read?.isStale === false) return read.keys
  // In a transaction that writes, each query sees what was committed before it, so another process may have rotated the master key or begun
  // another log between two of the queries. The second read sees these changes.
  return (await readCurrentKeys(tx, access)).keys
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof StoreRefused)) throw error
}

/** Reads the keys in several queries. They are stale if one is sealed under a master key that is not in the history that was read. */
async function readCurrentKeys(
  tx: ReadTx,
  { master_keys }: KeyRingInput,
): Promise<{ readonly keys: readonly OpenedKey[]; readonly isStale: boolean }> {
  const history = await requireKeyInForce(tx, master_keys)
  const rows = await tx.signing_keys.find({ lock: false })
  for (const { sealed } of rows) requireKeyOf(sealed, master_keys, history)
  const ring = openingRing(master_keys, history)
  const opened = openedKeys(ring, rows)
  const ends = await readLoggedEnds(tx, ring, opened)
  // Pending entries are found only by their subject.
  const keys = (await withEndsBySubject(tx, opened)).map((key) => endedBy(key, ends[key.key_id]))
  const used = new Set<string | undefined>(history.map(({ id }) => id))
  return { keys, isStale: rows.some(({ sealed }) => !used.has(neededKey(sealed, history))) }
}

/** Returns a stored signing key without opening it. It is not proven that this platform stored it, so its contents must not be trusted. */
export const findAnySigningKey = (tx: ReadTx, _: object): Promise<SigningKey | undefined> =>
  tx.signing_keys.first({ lock: false })

/**
 * Returns the keys that the master keys open, oldest first, and when each one was retired or compromised according to the log entries
 * stored under it. This function is for the examination of a store: it does not find an entry that somebody stored under another key.
 */
export async function openKeys(
  tx: ReadTx,
  { master_keys }: KeyRingInput,
): Promise<readonly OpenedKey[]> {
  const ring = openingRing(master_keys, await readMasterKeyHistory(tx, {}))
  // Rows are not locked, because the callers read a snapshot.
  return withEndsBySubject(tx, openedKeys(ring, await tx.signing_keys.find({ lock: false })))
}

async function withEndsBySubject(
  tx: ReadTx,
  opened: readonly OpenedKey[],
): Promise<readonly OpenedKey[]> {
  if (opened.length === 0) return opened
  const entries = await tx.log_entries.select(['subject', 'entry'], {
    where: { subject: { in: opened.map(({ key_id }) => subjectOfKey(key_id)) } },
  })
  return opened.map((key) =>
    entries
      .filter(({ subject }) => subject === subjectOfKey(key.key_id))
      .reduce((ended, { entry }) => endedBy(ended, parseKeyEntry(entry)?.end), key),
  )
}

const endedBy = (key: OpenedKey, end: LoggedEnd | undefined): OpenedKey =>
  end ? { ...key, ...earlierEnd(key, end) } : key

/**
 * Returns the keys like `openCurrentKeys`.
 * @throws MasterKeyMissing, and StoreRefused if there are keys and the master keys open none of them
 */
export async function requireKeys(tx: ReadTx, access: KeyRingInput): Promise<readonly OpenedKey[]> {
  // This is read first, because another process may be storing the first key now.
  const stored = await findAnySigningKey(tx, {})
  const opened = await openCurrentKeys(tx, access)
  if (opened.length === 0 && stored) throw wrongMasterKey()
  return opened
}

/** Returns all keys; generates one if no key of this use signs. */
async function loadKeys(
  tx: Tx,
  context: CallContext,
  { use, ...access }: KeyRingInput & { readonly use: SigningKeyUse },
): Promise<readonly OpenedKey[]> {
  await establishKey(tx, context, access)
  const found = await requireKeys(tx, access)
  if (keysAt(found, use, context.now).length > 0) return found
  await lockKeys(tx, context)
  // Another process may have generated a key while this transaction waited for the lock.
  const existing = await openCurrentKeys(tx, access)
  if (keysAt(existing, use, context.now).length > 0) return existing
  const made = await insertKey(tx, context, access, newKeyContent(use, context.now))
  // The first entry of a log names the keys that exist at that time. A key that is made later replaces a key whose row is gone.
  if (await readSignedHead(tx)) await logKey(tx, context, 'key.created', made)
  return [...existing, made]
}

/** Acquires the lock under which signing keys are made and changed. */
export const lockKeys = (tx: Tx, context: CallContext): Promise<void> =>
  acquireLock(tx, context, 'signing_keys')

/** Generates a key and stores it sealed. */
export async function insertKey(
  tx: Tx,
  context: CallContext,
  { master_keys }: KeyRingInput,
  content: SigningKeyContent,
): Promise<OpenedKey> {
  const master_key = await sealingKey(tx, context, master_keys)
  const seed = context.random(32)
  await tx.signing_keys.insert(sealSigningKey(master_key, seed, content, context.random(12)))
  const { publicKey: public_key, privateKey: private_key } = keyPairOfSeed(seed)
  return { ...content, key_id: publicJwk(public_key).kid, public_key, private_key }
}
