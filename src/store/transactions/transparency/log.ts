import { formatCheckpoint } from '../../../domain/transparency/checkpoint.ts'
import { firstEntry } from '../../../domain/transparency/entries.ts'
import { firstArrival } from '../../../domain/transparency/generation.ts'
import type { LogSigner } from '../../../domain/transparency/log-signer.ts'
import { leafHash } from '../../../domain/transparency/merkle.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { readLogGeneration } from './generation.ts'
import { appendLeaves } from './tree.ts'
import { readWitnessed, withCosignatures } from './witnessed.ts'

/** The name of the fact that holds the head of the log. */
export const HEAD_FACT = 'log_head'

/** The head of the log as it is stored: the size of its tree, and the signed checkpoint (C2SP tlog-checkpoint). */
export interface LogHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: string
}

/** The maximum number of entries that one transaction sequences. */
const BATCH = 256

/**
 * Sequences pending entries, the oldest first and a bounded number in each call, and signs the new head. Processes that share a store wait
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
export async function readSignedHead(tx: ReadTx): Promise<LogHead | undefined> {
  const fact = await tx.platform_facts.get({ name: HEAD_FACT })
  return (fact?.value ?? undefined) as LogHead | undefined
}
