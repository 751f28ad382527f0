import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { unwrap, api, type Schemas } from './client.ts'
import { Problem } from './problem.ts'
import {
  invalidateInstallations,
  OPERATIVE,
  type InstallationFilter,
  type RevocationOptions,
} from './installations.ts'

/** Installations per request: few enough to show progress and to make stopping useful. */
export const BATCH_SIZE = 100

/** `skipped` counts installations that had already ended or no longer match the filter; `remaining` lists those not sent yet. */
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

interface RevocationDependencies {
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
  { send, wait, stop, onProgress }: RevocationDependencies,
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

/** The maximum number of installations that one confirmation revokes. */
export const MAX_REVOCATIONS = 5000
/** Installations per response. */
const PAGE_SIZE = 200

/** Reads the identifiers of all revocable installations of a view, at most `MAX_REVOCATIONS`. They are read once, so that the user confirms a fixed set. */
export const useRevocableIds = (workspace_id: string, filter: InstallationFilter) =>
  useQuery({
    queryKey: ['revocable-ids', workspace_id, filter],
    queryFn: ({ signal }) => readRevocableIds(workspace_id, filter, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

async function readRevocableIds(
  workspace_id: string,
  { lifecycle, ...filter }: InstallationFilter,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const state of lifecycle === undefined ? OPERATIVE : [lifecycle]) {
    ids.push(
      ...(await readIds(
        workspace_id,
        { ...filter, lifecycle: state },
        MAX_REVOCATIONS - ids.length,
        signal,
      )),
    )
  }
  return ids
}

async function readIds(
  workspace_id: string,
  filter: InstallationFilter,
  limit: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ids.length < limit;) {
    const query = { ...filter, limit: PAGE_SIZE, cursor }
    const page = await unwrap(
      api.GET('/workspaces/{workspace_id}/installations', {
        params: { path: { workspace_id }, query },
        signal,
      }),
    )
    ids.push(...page.items.map(({ installation_id }) => installation_id))
    if (page.next_cursor === undefined) break
    cursor = page.next_cursor
  }
  return ids.slice(0, limit)
}

const wait = (seconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    stop.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** Revokes installations in batches, as far as they still match the filter. Leaving the page stops it. */
export function useRevokeAll(workspace_id: string, filter: InstallationFilter) {
  const [progress, setProgress] = useState<RevocationProgress>()
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const start = async (from: RevocationCounts, options: RevocationOptions) => {
    running.current = new AbortController()
    const send = (installation_ids: string[]) =>
      unwrap(
        api.POST('/workspaces/{workspace_id}/installations/revocations', {
          params: { path: { workspace_id } },
          body: {
            select: { ...filter, installation_ids } as Schemas['InstallationSelection'],
            ...options,
          },
        }),
      )
    await revokeAll(from, { send, wait, stop: running.current.signal, onProgress: setProgress })
    await invalidateInstallations()
  }
  return { progress, start, stop }
}
