import { MINUTE_MS } from '../../domain/time.ts'
import type { LogSigner } from '../../domain/transparency/log-signer.ts'
import type { JobContext } from '../job-loop.ts'
import { withTimeLimit } from '../time-limit.ts'
import { submitToWitnesses, type WitnessServices } from './witnesses.ts'

export interface LogServices extends JobContext {
  readonly log: LogSigner
  /** How often the heads of the audit chains are published, in minutes; 0 if they are not. */
  readonly heads_minutes: number
}

/**
 * Publishes the heads of the audit chains when a publication is due (docs/specification/transparency.md#heads). Returns the number of
 * changed chains.
 */
export async function publishHeadsWhenDue({
  store,
  platformContext,
  heads_minutes,
}: LogServices): Promise<number> {
  if (heads_minutes === 0) return 0
  const pause_ms = heads_minutes * MINUTE_MS
  return (await store.publishHeads(platformContext(), { pause_ms })).changed
}

/** Maximum number of transactions in one pass, so that other jobs have their turn. */
const MAX_BATCHES = 20

/** Sequences pending entries of the log, in a limited number of transactions. Returns how many were sequenced. */
export async function sequenceEntries({
  store,
  log,
  platformContext,
}: LogServices): Promise<number> {
  // Usually no entry is pending, and this check takes no lock.
  if (!(await store.isLogBehind({}))) return 0
  let all = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { added, more } = await store.sequenceLog(platformContext(), { signer: log })
    all += added
    if (!more) break
  }
  return all
}

/** Maximum milliseconds for publishing the last heads when the process stops. */
const LIMIT_MS = 5000

/**
 * Publishes the heads before the process stops, sequences them in the log, and hands them to the witnesses
 * (docs/specification/transparency.md#last-heads). After the deadline no further pass begins, and the result of the running one is ignored.
 * @returns whether it ended in time
 * @throws the error of the store
 */
export async function publishLastHeads(
  services: WitnessServices,
  limit_ms = LIMIT_MS,
): Promise<boolean> {
  const limit = new AbortController()
  const published = publish(services, limit.signal).then(() => true)
  try {
    // A failure after the limit is ignored, because the store may be closed by then.
    return (await withTimeLimit(limit_ms, published)) ?? false
  } finally {
    limit.abort()
  }
}

async function publish(services: WitnessServices, signal: AbortSignal): Promise<void> {
  if (services.heads_minutes > 0)
    await services.store.publishHeads(services.platformContext(), { pause_ms: 0, signal })
  // One pass takes a bounded number of entries.
  while (!signal.aborted && (await sequenceEntries(services)) > 0);
  if (!signal.aborted) await submitToWitnesses(services, signal)
}
