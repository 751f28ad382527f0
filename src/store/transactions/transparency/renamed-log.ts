import { originOf } from '../../../domain/transparency/entries.ts'
import {
  reorderedArrival,
  GENERATION_BYTES,
  nextGeneration,
  type LogGeneration,
} from '../../../domain/transparency/generation.ts'
import { parseKeyEntry } from '../../../domain/transparency/key-entries.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { subjectOfKey } from './entries.ts'
import { DIGEST_FACT } from './log-digest.ts'
import { GENERATION_FACT, HEAD_FACT, readLogGeneration, readSignedHead } from './log.ts'
import { WITNESSED_FACT } from './witnessed.ts'

/** The facts about a log that are not carried over to the next log. */
export const LOG_FACTS: readonly string[] = [
  HEAD_FACT,
  WITNESSED_FACT,
  DIGEST_FACT,
  GENERATION_FACT,
]
const PAGE = 1000

/**
 * Begins a new log if the one that this store has is named after another issuer, because a log must not change its name
 * (docs/specification/transparency.md#renamed-log). It is one transaction, in which all entries become pending again. Returns the name of
 * the log that this one replaces, if it began one.
 */
export async function beginLogOf(
  tx: Tx,
  context: CallContext,
  issuer: string,
): Promise<string | undefined> {
  // The head is locked, so no other process assigns leaf indexes at the same time.
  const head = await readSignedHead(tx)
  const generation = await readLogGeneration(tx, {})
  if (!head || head.origin === originOf(issuer, generation)) return undefined
  const next = nextGeneration(generation, head.checkpoint, context.random(GENERATION_BYTES))
  await clearLeafIndexes(tx, next)
  for (const key of await tx.log_tiles.select(['level', 'tile_index'], {}))
    await tx.log_tiles.delete(key)
  for (const { name } of await tx.witnesses.find({})) await tx.witnesses.delete({ name })
  for (const name of LOG_FACTS) await tx.platform_facts.delete({ name })
  await tx.platform_facts.put({
    name: GENERATION_FACT,
    value: { ...next, previous: next.previous && { ...next.previous } },
  })
  return head.origin
}

async function clearLeafIndexes(tx: Tx, generation: LogGeneration): Promise<void> {
  for (;;) {
    const page = await tx.log_entries.find({
      where: { leaf_index: { gte: 0 } },
      orderBy: ['leaf_index'],
      limit: PAGE,
    })
    for (const row of page) {
      await tx.log_entries.delete({ subject: row.subject, arrival: row.arrival })
      const changes = asPending(generation, { ...row, leaf_index: row.leaf_index! })
      await tx.log_entries.insert({ ...row, ...changes })
    }
    if (page.length < PAGE) return
  }
}

interface PlacedEntry {
  readonly leaf_index: number
  readonly subject: string
  readonly entry: string
}

/** Returns the changes that make an entry of the previous log pending in the next one, in the order of its old leaf indexes. */
export function asPending(generation: LogGeneration, { leaf_index, subject, entry }: PlacedEntry) {
  const about = parseKeyEntry(entry)
  return {
    // Pending entries are found by their subject, which somebody may have changed.
    subject: about ? subjectOfKey(about.key_id) : subject,
    leaf_index: null,
    arrival: reorderedArrival(generation, leaf_index),
  }
}
