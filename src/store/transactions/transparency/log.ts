import type { Agent } from '../../../domain/records.ts'
import { formatCheckpoint } from '../../../domain/transparency/checkpoint.ts'
import { firstEntry } from '../../../domain/transparency/entries.ts'
import { firstArrival } from '../../../domain/transparency/generation.ts'
import type { LogSigner } from '../../../domain/transparency/log-signer.ts'
import { leafHash } from '../../../domain/transparency/merkle.ts'
import { parseNote } from '../../../domain/transparency/note.ts'
import { formatProof } from '../../../domain/transparency/proof.ts'
import { formatEntries, TILE_WIDTH, type Tile } from '../../../domain/transparency/tiles.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { subjectOf } from './entries.ts'
import { readLogGeneration } from './generation.ts'
import { appendLeaves, proveInclusion, readTile } from './tree.ts'

/** The name of the fact that holds the head of the log. */
export const HEAD_FACT = 'log_head'

/** The head of the log as it is stored: the size of its tree, and the signed checkpoint (C2SP tlog-checkpoint). */
export interface LogHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: string
}

/** The most entries that one transaction gives a place. */
const BATCH = 256

/**
 * Gives the entries that wait a place in the tree, the oldest first, and signs the new head; a bounded number in each call. Processes that
 * share a store wait for one another here, so the log never forks.
 * @returns `more`: whether further entries may wait
 */
export async function sequenceLog(
  tx: Tx,
  context: CallContext,
  { signer }: { readonly signer: LogSigner },
): Promise<{ added: number; more: boolean }> {
  const head = await readSignedHead(tx)
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

/** Adds the entry with which a log begins. */
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

/** Returns whether entries wait for a place, or the log has not begun. */
export async function isLogBehind(tx: ReadTx, _: object): Promise<boolean> {
  return (
    (await readLogHead(tx, {})) === undefined ||
    (await tx.log_entries.first({ where: { leaf_index: null }, lock: false })) !== undefined
  )
}

/** Returns the head of the log, with the cosignatures of its checkpoint; undefined before its first entry. */
export async function readLogHead(tx: ReadTx, _: object): Promise<LogHead | undefined> {
  const head = await readSignedHead(tx)
  const witnessed = (await readWitnessed(tx)).find(({ size }) => size === head?.size)
  return head && witnessed ? { ...head, checkpoint: withCosignatures(witnessed) } : head
}

/** Returns the head of the log as the log itself signed it. */
export async function readSignedHead(tx: ReadTx): Promise<LogHead | undefined> {
  const fact = await tx.platform_facts.get({ name: HEAD_FACT })
  return (fact?.value ?? undefined) as LogHead | undefined
}

/** The name of the fact that holds checkpoints that witnesses cosigned. */
export const WITNESSED_FACT = 'log_witnessed'

/** A checkpoint that witnesses cosigned. */
interface Witnessed {
  readonly size: number
  readonly checkpoint: string
  /** The lines of the signatures. */
  readonly cosignatures: readonly string[]
}

const withCosignatures = ({ checkpoint, cosignatures }: Witnessed): string =>
  checkpoint + cosignatures.join('')

/** Returns the cosigned checkpoints, the earliest first. Each has more cosignatures than all later ones. */
export async function readWitnessed(tx: ReadTx): Promise<readonly Witnessed[]> {
  const fact = await tx.platform_facts.get({ name: WITNESSED_FACT })
  return Array.isArray(fact?.value) ? (fact.value as readonly Witnessed[]) : []
}

/**
 * Stores the cosignature of a witness with its checkpoint. A checkpoint is kept until a later one has as many cosignatures: witnesses that
 * were tried again at different sizes must not take the quorum from what they all had cosigned before.
 */
export async function storeWitnessed(
  tx: Tx,
  { size, checkpoint }: { readonly size: number; readonly checkpoint: string },
  cosignature: string,
): Promise<void> {
  const before = await readWitnessed(tx)
  const name = nameOfSigner(cosignature)
  const same = before.find((one) => one.size === size)?.cosignatures ?? []
  const others = same.filter((line) => nameOfSigner(line) !== name)
  const all = [
    ...before.filter((one) => one.size !== size),
    { size, checkpoint, cosignatures: [...others, cosignature] },
  ].toSorted((one, other) => one.size - other.size)
  const value = all
    .filter(({ cosignatures }, at) =>
      all.slice(at + 1).every((later) => later.cosignatures.length < cosignatures.length),
    )
    .map((one) => ({ ...one }))
  await tx.platform_facts.put({ name: WITNESSED_FACT, value })
}

const nameOfSigner = (line: string): string => line.split(' ')[1] ?? ''

/** Returns a tile or a bundle of entries that the current tree has; undefined for any other. */
export async function readLogTile(tx: ReadTx, tile: Tile): Promise<Buffer | undefined> {
  const { level, index, width } = tile
  if (level !== 'entries') return readTile(tx.log_tiles, { level, index, width })
  const entries = await readLogEntries(tx, { first: index * TILE_WIDTH, limit: width })
  return entries.length === width
    ? formatEntries(entries.map((entry) => Buffer.from(entry, 'utf8')))
    : undefined
}

/** Returns entries in the order of the tree; only those before the first that is missing. */
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

/** An entry that had a place in the log from which this store was restored, and waits for one in its own. */
export interface WaitingEntry {
  readonly arrival: number
  readonly entry: string
}

/** Returns the entries of the log before that wait for their place, in their order. */
export async function readEntriesBefore(
  tx: ReadTx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly WaitingEntry[]> {
  return tx.log_entries.select(['arrival', 'entry'], {
    where: { leaf_index: null, arrival: { gt: after, lt: 0 } },
    orderBy: ['arrival'],
    limit,
  })
}

/** What the log says about a registration last: the entry, and the proof that the log contains it. */
export interface LoggedRegistration {
  readonly entry: string
  /** In the format of C2SP tlog-proof; null until the entry has a place in the tree. */
  readonly proof: string | null
  readonly salt: string | null
}

/** Returns the last entry about a registration, with its proof. */
export async function findLoggedRegistration(
  tx: ReadTx,
  agent: Pick<Agent, 'svc_id' | 'organization_id'>,
): Promise<LoggedRegistration | undefined> {
  const last = await tx.log_entries.first({
    where: { subject: subjectOf(agent) },
    orderBy: ['arrival'],
    descending: true,
  })
  if (!last) return undefined
  const { entry, salt } = last
  return { entry, salt, proof: (await proveEntry(tx, last)) ?? null }
}

/**
 * Returns the proof that the log contains an entry (C2SP tlog-proof); undefined until the entry has a place in it. The checkpoint is the
 * one with the most cosignatures that covers the entry, if a key that signs the log now signed it, too: the others may have ended.
 */
export async function proveEntry(
  tx: ReadTx,
  { leaf_index: index }: { readonly leaf_index: number | null },
  given?: LogHead,
): Promise<string | undefined> {
  if (index === null) return undefined
  const newest = given ?? (await readLogHead(tx, {}))
  if (!newest) return undefined
  const witnessed = given ? [] : await readWitnessed(tx)
  const cosigned = witnessed.find((one) => index < one.size && shareKey(one, newest))
  const head = cosigned ? { size: cosigned.size, checkpoint: withCosignatures(cosigned) } : newest
  const path = await proveInclusion(tx.log_tiles, index, head.size)
  return formatProof({ index, path, checkpoint: head.checkpoint })
}

/** Returns whether one key of the log signed both checkpoints. */
function shareKey(
  { checkpoint }: Pick<Witnessed, 'checkpoint'>,
  { origin, checkpoint: newest }: LogHead,
): boolean {
  const keysOf = (note: string) =>
    parseNote(note)?.signatures.flatMap(({ name, key_id }) => (name === origin ? [key_id] : []))
  const current = keysOf(newest)
  return keysOf(checkpoint)?.some((key_id) => current?.includes(key_id)) === true
}
