import { parseHeadsEntry } from '../../../domain/transparency/heads.ts'
import {
  CLAIM_MS,
  isDeliveryDue,
  retryDelay,
  type WitnessState,
} from '../../../domain/transparency/delivery.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { HEADS_SUBJECT, lastEntryAbout } from './entries.ts'
import { readLogHead, readSignedHead } from './log.ts'
import { proveEntry } from './log-proofs.ts'
import { readPublications } from './publication.ts'
import { proveConsistency } from './tree.ts'
import { storeWitnessed } from './witnessed.ts'

/** The data that a witness receives: the latest publication that is in the log, with the latest checkpoint. */
export interface Evidence {
  readonly origin: string
  readonly size: number
  /** The checkpoint as the log itself signed it. */
  readonly checkpoint: string
  /** The leaf index of the publication in the log. */
  readonly publication: number
  /** The entry of the publication, and the proof that the checkpoint covers it. */
  readonly entry: string
  readonly proof: string
  /** The number of the publication, by which its heads are read. */
  readonly number: number
}

/**
 * Returns the leaf index of the latest publication if its delivery to one of these witnesses is due; undefined otherwise. It reads no
 * heads, because there is one for each chain and usually no delivery is due.
 */
export async function findDuePublication(
  tx: ReadTx,
  { names, now }: { readonly names: readonly string[]; readonly now: Timestamp },
): Promise<number | undefined> {
  const publication = (await lastEntryAbout(tx, HEADS_SUBJECT))?.leaf_index ?? null
  if (publication === null) return undefined
  const states = new Map((await listWitnesses(tx, {})).map((state) => [state.name, state]))
  const isDue = names.some((name) => {
    const state = states.get(name)
    return !state || isDeliveryDue(state, { publication }, now)
  })
  return isDue ? publication : undefined
}

/** Returns the evidence to send to witnesses; undefined while the latest publication is pending. */
export async function readEvidence(tx: ReadTx, _: object): Promise<Evidence | undefined> {
  const [head, signed] = [await readLogHead(tx, {}), await readSignedHead(tx)]
  const last = await lastEntryAbout(tx, HEADS_SUBJECT)
  if (!head || !signed || !last || last.leaf_index === null || !parseHeadsEntry(last.entry))
    return undefined
  return {
    ...signed,
    publication: last.leaf_index,
    entry: last.entry,
    proof: (await proveEntry(tx, last, head))!,
    number: (await readPublications(tx)).visible,
  }
}

/**
 * Claims the witnesses that get the latest checkpoint now, so that no other process serves them at the same time
 * (docs/specification/transparency.md#delivery).
 */
export async function claimWitnesses(
  tx: Tx,
  context: CallContext,
  { names, publication }: { readonly names: readonly string[]; readonly publication: number },
): Promise<readonly WitnessState[]> {
  const claimed: WitnessState[] = []
  for (const name of names.toSorted()) {
    const state = (await tx.witnesses.get({ name })) ?? newState(name, context)
    if (!isDeliveryDue(state, { publication }, context.now)) continue
    const next_attempt_at = plus(context.now, CLAIM_MS)
    await tx.witnesses.put({ ...state, next_attempt_at })
    claimed.push(state)
  }
  return claimed
}

const newState = (name: string, { now }: CallContext): WitnessState => ({
  name,
  publication: null,
  size: 0,
  last_success_at: null,
  failures: 0,
  next_attempt_at: now,
  last_error: null,
})

/** How an attempt ended. */
export type WitnessResult =
  | {
      readonly kind: 'delivered'
      readonly evidence: Pick<Evidence, 'publication' | 'size' | 'checkpoint'>
      /** The line of its signature, if it cosigns. */
      readonly cosignature?: string
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly size?: number }

/** Records the result of an attempt. A cosignature is kept with its checkpoint. */
export async function recordWitness(
  tx: Tx,
  context: CallContext,
  { name, result }: { readonly name: string; readonly result: WitnessResult },
): Promise<void> {
  const state = (await tx.witnesses.get({ name })) ?? newState(name, context)
  if (result.kind === 'failed') {
    const failures = state.failures + 1
    await tx.witnesses.put({
      ...state,
      failures,
      size: result.size ?? state.size,
      last_error: result.reason,
      next_attempt_at: plus(context.now, retryDelay(failures)),
    })
    return
  }
  const { evidence, cosignature } = result
  if (cosignature !== undefined) await storeWitnessed(tx, evidence, cosignature)
  await tx.witnesses.put({
    name,
    publication: evidence.publication,
    size: evidence.size,
    last_success_at: context.now,
    failures: 0,
    next_attempt_at: context.now,
    last_error: null,
  })
}

/** Returns the proof that the log of `size` entries begins with that of `old` entries. */
export async function readConsistencyProof(
  tx: ReadTx,
  { old, size }: { readonly old: number; readonly size: number },
): Promise<readonly Buffer[]> {
  return proveConsistency(tx.log_tiles, old, size)
}

/** Returns the delivery state of all witnesses, including former ones. */
export const listWitnesses = (tx: ReadTx, _: object): Promise<readonly WitnessState[]> =>
  tx.witnesses.find({ orderBy: ['name'] })
