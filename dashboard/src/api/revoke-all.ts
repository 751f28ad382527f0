import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'

/** What one request ends: few enough that progress shows, and that stopping saves something. */
export const STEP = 100

/** How far it has come. `passed` had ended before, or fitted no longer; `left` is what nothing has happened to yet. */
export interface Progress {
  readonly revoked: number
  readonly passed: number
  readonly left: readonly string[]
}
export type Course = Progress &
  (
    | { readonly state: 'running' | 'stopped' | 'done' }
    /** The registry has asked for a pause, in seconds. */
    | { readonly state: 'waiting'; readonly seconds: number }
    | { readonly state: 'failed'; readonly error: unknown }
  )

interface Ways {
  /** Ends what it is given and tells what that ended. */
  readonly send: (installation_ids: string[]) => Promise<Pick<Schemas['RevocationBatch'], 'items'>>
  /** Resolves after so many seconds, or when `stop` aborts. */
  readonly wait: (seconds: number, stop: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  readonly tell: (course: Course) => void
}

/**
 * Ends one step after the other. A step is one transaction: it happens whole or not at all, so what is `left` can be sent again. A busy
 * registry is waited for as long as it says; any other refusal ends it, because nothing is sent later than somebody meant it.
 */
export async function revokeAll(from: Progress, { send, wait, stop, tell }: Ways): Promise<void> {
  let so_far = from
  while (so_far.left.length > 0) {
    if (stop.aborted) return tell({ ...so_far, state: 'stopped' })
    tell({ ...so_far, state: 'running' })
    const course = await send(so_far.left.slice(0, STEP)).then(
      (ended) => after(so_far, ended),
      (error: unknown) => refused(so_far, error),
    )
    if (course.state === 'failed') return tell(course)
    if (course.state === 'waiting' && !stop.aborted) {
      tell(course)
      await wait(course.seconds, stop)
    }
    so_far = { revoked: course.revoked, passed: course.passed, left: course.left }
  }
  tell({ ...so_far, state: 'done' })
}

function after(
  { revoked, passed, left }: Progress,
  { items }: Pick<Schemas['RevocationBatch'], 'items'>,
): Course {
  const sent = Math.min(STEP, left.length)
  return {
    state: 'running',
    revoked: revoked + items.length,
    passed: passed + sent - items.length,
    left: left.slice(sent),
  }
}

function refused(so_far: Progress, error: unknown): Course {
  const seconds = error instanceof Problem && error.status === 429 ? error.retry_after : undefined
  return seconds === undefined
    ? { ...so_far, state: 'failed', error }
    : { ...so_far, state: 'waiting', seconds }
}
