import type { Agent } from '../../../domain/records.ts'
import { parseNote } from '../../../domain/transparency/note.ts'
import { formatProof } from '../../../domain/transparency/proof.ts'
import type { ReadTx } from '../../database.ts'
import { lastEntryAbout, subjectOf } from './entries.ts'
import { readLogHead, type LogHead } from './log.ts'
import { proveInclusion } from './tree.ts'
import { readWitnessed, withCosignatures, type Witnessed } from './witnessed.ts'

/** The last entry of the log about a registration, and the proof that the log contains it. */
export interface LoggedRegistration {
  readonly entry: string
  /** In the format of C2SP tlog-proof; null while the entry is pending. */
  readonly proof: string | null
  readonly salt: string | null
}

/** Returns the last entry about a registration, with its proof. */
export async function findLoggedRegistration(
  tx: ReadTx,
  agent: Pick<Agent, 'svc_id' | 'organization_id'>,
): Promise<LoggedRegistration | undefined> {
  const last = await lastEntryAbout(tx, subjectOf(agent))
  if (!last) return undefined
  const { entry, salt } = last
  return { entry, salt, proof: (await proveEntry(tx, last)) ?? null }
}

/**
 * Returns the proof that the log contains an entry (C2SP tlog-proof); undefined while the entry is pending. The checkpoint is the one with
 * the most cosignatures that covers the entry, provided that a current key of the log signed it, because other keys may have been retired
 * or compromised.
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
