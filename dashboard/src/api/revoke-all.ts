import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'

/** Installations per request: few enough to show progress and to make stopping useful. */
export const BATCH_SIZE = 100

/** `skipped` had ended before or no longer match the filter; `remaining` have not been sent yet. */
export interface RevocationCounts {
  readonly revoked: number
  readonly skipped: number
  readonly remaining: readonly string[]
}
export type RevocationProgress = RevocationCounts &
  (
    | { readonly state: 'running' | 'stopped' | 'done' }
    /** The registry has requested a pause of so many seconds. */
    | { readonly state: 'waiting'; readonly seconds: number }
    | { readonly state: 'failed'; readonly error: unknown }
  )

interface Dependencies {
  /** Revokes a batch and resolves to the installations that were revoked by it. */
  readonly send: (installation_ids: string[]) => Promise<Pick<Schemas['RevocationBatch'], 'items'>>
  /** Resolves after a number of seconds, or when `stop` aborts. */
  readonly wait: (seconds: number, stop: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  readonly onProgress: (progress: RevocationProgress) => void
}

/**
 * Revokes installations in batches. Each batch is one transaction, so `remaining` can be sent again after an error. If the registry is
 * busy, it waits for as long as the registry says. Any other error ends the run, because a later retry might surprise the user.
 */
export async function revokeAll(
  from: RevocationCounts,
  { send, wait, stop, onProgress }: Dependencies,
): Promise<void> {
  let counts = from
  while (counts.remaining.length > 0) {
    if (stop.aborted) return onProgress({ ...counts, state: 'stopped' })
    onProgress({ ...counts, state: 'running' })
    const next = await send(counts.remaining.slice(0, BATCH_SIZE)).then(
      (batch) => afterBatch(counts, batch),
      (error: unknown) => afterError(counts, error),
    )
    if (next.state === 'failed') return onProgress(next)
    if (next.state === 'waiting' && !stop.aborted) {
      onProgress(next)
      await wait(next.seconds, stop)
    }
    counts = { revoked: next.revoked, skipped: next.skipped, remaining: next.remaining }
  }
  onProgress({ ...counts, state: 'done' })
}

function afterBatch(
  { revoked, skipped, remaining }: RevocationCounts,
  { items }: Pick<Schemas['RevocationBatch'], 'items'>,
): RevocationProgress {
  const sent = Math.min(BATCH_SIZE, remaining.length)
  return {
    state: 'running',
    revoked: revoked + items.length,
    skipped: skipped + sent - items.length,
    remaining: remaining.slice(sent),
  }
}

function afterError(counts: RevocationCounts, error: unknown): RevocationProgress {
  const seconds = error instanceof Problem && error.status === 429 ? error.retry_after : undefined
  return seconds === undefined
    ? { ...counts, state: 'failed', error }
    : { ...counts, state: 'waiting', seconds }
}
