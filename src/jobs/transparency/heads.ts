import { MINUTE_MS } from '../../domain/time.ts'
import type { SequencerServices } from './sequencer.ts'

export interface HeadsServices extends SequencerServices {
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
}: HeadsServices): Promise<number> {
  if (heads_minutes === 0) return 0
  const pause_ms = heads_minutes * MINUTE_MS
  return (await store.publishHeads(platformContext(), { pause_ms })).changed
}
