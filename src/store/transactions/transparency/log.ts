import { formatCheckpoint } from '../../../domain/transparency/checkpoint.ts'
import { firstEntry } from '../../../domain/transparency/entries.ts'
import { firstArrival, type LogGeneration } from '../../../domain/transparency/generation.ts'
import type { LogSigner } from '../../../domain/transparency/log-signer.ts'
import { leafHash } from '../../../domain/transparency/merkle.ts'
import { formatEntries, TILE_WIDTH, type Tile } from '../../../domain/transparency/tiles.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { readFact, type LockOption } from '../facts.ts'
import { appendLeaves, readTile } from './tree.ts'
import { readWitnessed, withCosignatures } from './witnessed.ts'

/** The name of the fact that holds the head of the log. */
export const HEAD_FACT = 'log_head'

/** The name of the platform fact with the generation of this store's log. */
export const GENERATION_FACT = 'log_generation'

/** The head of the log as it is stored: the size of its tree, and the signed checkpoint (C2SP tlog-checkpoint). */
export interface LogHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: string
}

/** The maximum number of entries that one transaction sequences. */
const BATCH = 256

/**
 * Sequences pending entries, oldest first and a bounded number in each call, and signs the new head. Processes that share a store wait
 * for one another here, so the log never forks.
 * @returns `more`: whether further entries may be pending
 */
export async function sequenceLog(
  tx: Tx,
  context: CallContext,
  { signer }: { readonly signer: LogSigner },
): Promise<{ added: number; more: boolean }> {
  const head = await readSignedHead(tx)
  if (!(await isNamedBy(tx, signer, head))) return { added: 0, more: false }
  if (!head) await insertFirstEntry(tx, context, signer)
  const waiting = await tx.log_entries.select(['subject', 'arrival', 'entry'], {
    where: { leaf_index: null },
    orderBy: ['arrival'],
    limit: BATCH,
  })
  if (waiting.length === 0) return { added: 0, more: false }
  const size = head?.size ?? 0
  await tx.log_entries.updateMany(
    waiting.map(({ subject, arrival }, at) => ({
      key: { subject, arrival },
      changes: { leaf_index: size + at },
    })),
  )
  const root = await appendLeaves(
    tx.log_tiles,
    size,
    waiting.map(({ entry }) => leafHash(Buffer.from(entry, 'utf8'))),
  )
  const after = { origin: signer.origin, size: size + waiting.length, root }
  const value = {
    origin: after.origin,
    size: after.size,
    checkpoint: signer.sign(formatCheckpoint(after), context.now),
  }
  await tx.platform_facts.put({ name: HEAD_FACT, value })
  return { added: waiting.length, more: waiting.length === BATCH }
}

/** Returns whether a signer has the name of the log. A process that was started with another issuer signs nothing. */
async function isNamedBy(
  tx: Tx,
  { origin }: LogSigner,
  head: LogHead | undefined,
): Promise<boolean> {
  if (head) return head.origin === origin
  const generation = await readLogGeneration(tx, {})
  return !generation || origin.endsWith(`/${generation.name}`)
}

/** Adds the first entry of a log. */
async function insertFirstEntry(
  tx: Tx,
  context: CallContext,
  { origin, platformKeys }: LogSigner,
): Promise<void> {
  await tx.platform_facts.put({ name: HEAD_FACT, value: null })
  const generation = await readLogGeneration(tx, {})
  await tx.log_entries.insert({
    arrival: firstArrival(generation),
    leaf_index: null,
    entry: firstEntry(context.now, origin, platformKeys(), generation?.previous ?? null),
    subject: 'log',
    salt: null,
    created_at: context.now,
  })
}

/** Returns whether entries are pending, or the log has not begun. */
export async function isLogBehind(tx: ReadTx, _: object): Promise<boolean> {
  return (
    (await readLogHead(tx, {})) === undefined ||
    (await tx.log_entries.first({ where: { leaf_index: null }, lock: false })) !== undefined
  )
}

/** Returns the head of the log, with the cosignatures of its checkpoint; undefined before its first entry. */
export async function readLogHead(tx: ReadTx, _: object): Promise<LogHead | undefined> {
  const head = await readSignedHead(tx)
  // Witnesses may have cosigned a log of this size that had another name.
  const witnessed = (await readWitnessed(tx)).find(
    ({ checkpoint }) => checkpoint === head?.checkpoint,
  )
  return head && witnessed ? { ...head, checkpoint: withCosignatures(witnessed) } : head
}

/** Returns the head of the log as the log itself signed it. */
export const readSignedHead = async (tx: ReadTx, lock?: LockOption): Promise<LogHead | undefined> =>
  (await readFact(tx, HEAD_FACT, lock)) as LogHead | undefined

/** Returns the generation of this store's log; undefined for the first one. */
export const readLogGeneration = async (
  tx: ReadTx,
  _: object,
): Promise<LogGeneration | undefined> =>
  (await readFact(tx, GENERATION_FACT)) as LogGeneration | undefined

/** Returns a tile or a bundle of entries that the current tree has; undefined for any other. */
export async function readLogTile(tx: ReadTx, tile: Tile): Promise<Buffer | undefined> {
  const { level, index, width } = tile
  if (level !== 'entries') return readTile(tx.log_tiles, { level, index, width })
  const entries = await readLogEntries(tx, { first: index * TILE_WIDTH, limit: width })
  return entries.length === width
    ? formatEntries(entries.map((entry) => Buffer.from(entry, 'utf8')))
    : undefined
}

/** Returns entries in the order of the tree, up to the first missing one. */
export async function readLogEntries(
  tx: ReadTx,
  { first, limit }: { readonly first: number; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tx.log_entries.find({
    where: { leaf_index: { gte: first, lt: first + limit } },
    orderBy: ['leaf_index'],
    lock: false,
  })
  const missing = rows.findIndex(({ leaf_index }, at) => leaf_index !== first + at)
  return rows.slice(0, missing < 0 ? rows.length : missing).map(({ entry }) => entry)
}

/**
 * An entry of the previous log that is pending in the store's own log, because the store was restored, copied or served with another
 * issuer.
 */
export interface PendingEntry {
  readonly arrival: number
  readonly entry: string
}

/** Returns the next pending entries of the previous log after an arrival, in order. */
export async function readPendingOfPreviousLog(
  tx: ReadTx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly PendingEntry[]> {
  return tx.log_entries.select(['arrival', 'entry'], {
    where: { leaf_index: null, arrival: { gt: after, lt: 0 } },
    orderBy: ['arrival'],
    limit,
  })
}
