import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'

/** What one request ends: few enough that progress shows, and that stopping saves something. */
export const BATCH_SIZE = 100

/** How far it has come. `passed` had ended before, or fitted no longer; `left` is what nothing has happened to yet. */
export interface RevocationCounts {
  readonly revoked: number
  readonly skipped: number
  readonly remaining: readonly string[]
}
export type RevocationProgress = RevocationCounts &
  (
    | { readonly state: 'running' | 'stopped' | 'done' }
    /** The registry has asked for a pause, in seconds. */
    | { readonly state: 'waiting'; readonly seconds: number }
    | { readonly state: 'failed'; readonly error: unknown }
  )

interface Dependencies {
  /** Ends what it is given and tells what that ended. */
  readonly send: (installation_ids: string[]) => Promise<Pick<Schemas['RevocationBatch'], 'items'>>
  /** Resolves after so many seconds, or when `stop` aborts. */
  readonly wait: (seconds: number, stop: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  readonly onProgress: (course: RevocationProgress) => void
}

/**
 * Ends one step after the other. A step is one transaction: it happens whole or not at all, so what is `left` can be sent again. A busy
 * registry is waited for as long as it says; any other refusal ends it, because nothing is sent later than somebody meant it.
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
      (ended) => afterBatch(counts, ended),
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

function afterError(so_far: RevocationCounts, error: unknown): RevocationProgress {
  const seconds = error instanceof Problem && error.status === 429 ? error.retry_after : undefined
  return seconds === undefined
    ? { ...so_far, state: 'failed', error }
    : { ...so_far, state: 'waiting', seconds }
}
