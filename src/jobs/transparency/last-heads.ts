import { setTimeout as delay } from 'node:timers/promises'
import { sequenceEntries } from './sequencer.ts'
import { submitToWitnesses, type WitnessServices } from './witnesses.ts'

/** Milliseconds that the last heads may take when the process stops. */
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
  // A failure after the limit is ignored, because the store may be closed by then.
  published.catch(() => undefined)
  const timer = new AbortController()
  try {
    return await Promise.race([
      published,
      delay(limit_ms, false, { signal: timer.signal }).catch(() => false),
    ])
  } finally {
    limit.abort()
    timer.abort()
  }
}

async function publish(services: WitnessServices, limit: AbortSignal): Promise<void> {
  if (services.heads_minutes > 0)
    await services.store.publishHeads(services.platformContext(), { pause_ms: 0, limit })
  // One pass takes a bounded number of entries.
  while (!limit.aborted && (await sequenceEntries(services)) > 0);
  if (!limit.aborted) await submitToWitnesses(services, limit)
}
