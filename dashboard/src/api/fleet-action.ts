import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { unwrap, api, type Schemas } from './client.ts'
import { searchFleet, type FleetFilter } from './fleet.ts'
import { Problem } from './problem.ts'
import { invalidateInstallations, OPERATIVE } from './installations.ts'

/** Installations per request: few enough to show progress and to make stopping useful. */
export const BATCH_SIZE = 100

/** What is done to each installation, without the selection. */
export type FleetAction = Omit<Schemas['UpdateInstallationsRequest'], 'select'>
export type ActionResult = Schemas['InstallationActionResult']

/** The progress of a run: the outcomes so far, and the remaining installations. */
export interface ActionCounts {
  readonly results: readonly ActionResult[]
  readonly remaining: readonly string[]
}
export type ActionProgress = ActionCounts &
  (
    | { readonly state: 'running' | 'stopped' | 'done' }
    /** The registry has requested a pause of this many seconds. */
    | { readonly state: 'waiting'; readonly seconds: number }
    | { readonly state: 'failed'; readonly error: unknown }
  )

interface ActionDependencies {
  /** Applies the action to a batch and resolves to the outcomes. */
  readonly send: (
    installation_ids: string[],
  ) => Promise<Pick<Schemas['InstallationActionResults'], 'items'>>
  /** Resolves after a number of seconds, or when `stop` aborts. */
  readonly wait: (seconds: number, stop: AbortSignal) => Promise<void>
  readonly stop: AbortSignal
  readonly onProgress: (progress: ActionProgress) => void
}

/**
 * Applies an action to installations in batches. Each batch is one transaction, so after an error the run can be continued with
 * `remaining`. If the registry is busy or a rate limit is reached, the run waits for as long as the registry says. Any other error ends the
 * run, because a later retry might surprise the user.
 */
export async function applyToAll(
  from: ActionCounts,
  { send, wait, stop, onProgress }: ActionDependencies,
): Promise<void> {
  let counts = from
  while (counts.remaining.length > 0) {
    if (stop.aborted) return onProgress({ ...counts, state: 'stopped' })
    onProgress({ ...counts, state: 'running' })
    const next = await send(counts.remaining.slice(0, BATCH_SIZE)).then(
      ({ items }): ActionProgress => ({
        state: 'running',
        results: [...counts.results, ...items],
        remaining: counts.remaining.slice(BATCH_SIZE),
      }),
      (error: unknown) => afterError(counts, error),
    )
    if (next.state === 'failed') return onProgress(next)
    if (next.state === 'waiting' && !stop.aborted) {
      onProgress(next)
      await wait(next.seconds, stop)
    }
    counts = { results: next.results, remaining: next.remaining }
  }
  onProgress({ ...counts, state: 'done' })
}

function afterError(counts: ActionCounts, error: unknown): ActionProgress {
  const isThrottled =
    error instanceof Problem && (error.status === 429 || error.code === 'SERVER_BUSY')
  const seconds = isThrottled ? error.retry_after : undefined
  return seconds === undefined
    ? { ...counts, state: 'failed', error }
    : { ...counts, state: 'waiting', seconds }
}

/** The maximum number of installations to which one confirmation applies an action. */
export const MAX_TARGETS = 5000
/** Installations per response. */
const PAGE_SIZE = 200

/** Limits a filter to installations that have not ended. */
export const operativeOnly = (filter: FleetFilter): FleetFilter => ({
  ...filter,
  lifecycle: (filter.lifecycle ?? OPERATIVE).filter((one) => OPERATIVE.includes(one)),
})

/**
 * Reads the identifiers of all installations that match and have not ended, at most `MAX_TARGETS`. They are read once, so that the user
 * confirms a fixed set.
 */
export const useTargetIds = (org_id: string, filter: FleetFilter, enabled: boolean) =>
  useQuery({
    queryKey: ['target-ids', org_id, filter],
    queryFn: ({ signal }) => readTargetIds(org_id, operativeOnly(filter), signal),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
  })

async function readTargetIds(
  org_id: string,
  filter: FleetFilter,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  if (filter.lifecycle?.length === 0) return ids
  for (let cursor: string | undefined; ids.length < MAX_TARGETS;) {
    const page = await searchFleet(org_id, { ...filter, limit: PAGE_SIZE, cursor }, signal)
    ids.push(...page.items.map(({ installation_id }) => installation_id))
    if (page.next_cursor === undefined) break
    cursor = page.next_cursor
  }
  return ids.slice(0, MAX_TARGETS)
}

const wait = (seconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    AbortSignal.any([stop, AbortSignal.timeout(seconds * 1000)]).addEventListener('abort', () =>
      resolve(),
    ),
  )

/** Applies actions, in batches, to the installations that still match the filter. Leaving the page stops the run. */
export function useFleetAction(org_id: string, filter: FleetFilter) {
  const [progress, setProgress] = useState<ActionProgress>()
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const start = async (from: ActionCounts, action: FleetAction) => {
    running.current = new AbortController()
    const send = (installation_ids: string[]) =>
      unwrap(
        api.POST('/orgs/{org_id}/installations/actions', {
          params: { path: { org_id } },
          body: { ...action, select: { ...filter, installation_ids } },
        }),
      )
    await applyToAll(from, { send, wait, stop: running.current.signal, onProgress: setProgress })
    await invalidateInstallations()
  }
  return { progress, start, stop }
}
