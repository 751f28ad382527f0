import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { fleetChanged, type Ending, type FleetFilter, type Lifecycle } from './fleet.ts'
import { revokeAll, type Course, type Progress } from './revoke-all.ts'

/** What one confirmation can end. */
export const MOST = 5000
/** What one answer lists. */
const PAGE = 200
const LIVING: readonly Lifecycle[] = ['active', 'paused']

/** What can be ended of a look at a fleet, by identifier, at most `MOST`; it is read once, and stays what somebody has agreed to. */
export const useEndable = (workspace_id: string, filter: FleetFilter) =>
  useQuery({
    queryKey: ['endable', workspace_id, filter],
    queryFn: ({ signal }) => readEndable(workspace_id, filter, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

async function readEndable(
  workspace_id: string,
  { lifecycle, ...filter }: FleetFilter,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const stage of lifecycle === undefined ? LIVING : [lifecycle]) {
    ids.push(
      ...(await readIds(workspace_id, { ...filter, lifecycle: stage }, MOST - ids.length, signal)),
    )
  }
  return ids
}

async function readIds(
  workspace_id: string,
  filter: FleetFilter,
  most: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ids.length < most;) {
    const query = { ...filter, limit: PAGE, cursor }
    const page = await answer(
      api.GET('/workspaces/{workspace_id}/installations', {
        params: { path: { workspace_id }, query },
        signal,
      }),
    )
    ids.push(...page.items.map(({ installation_id }) => installation_id))
    if (page.next_cursor === undefined) break
    cursor = page.next_cursor
  }
  return ids.slice(0, most)
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

/** Ends installations step by step, as far as they still fit the look that they were found with. Leaving the page stops it. */
export function useRevokeAll(workspace_id: string, filter: FleetFilter) {
  const [course, setCourse] = useState<Course>()
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const start = async (from: Progress, ending: Ending) => {
    running.current = new AbortController()
    const send = (installation_ids: string[]) =>
      answer(
        api.POST('/workspaces/{workspace_id}/installations/revocations', {
          params: { path: { workspace_id } },
          body: {
            select: { ...filter, installation_ids } as Schemas['InstallationSelection'],
            ...ending,
          },
        }),
      )
    await revokeAll(from, { send, wait, stop: running.current.signal, tell: setCourse })
    await fleetChanged()
  }
  return { course, start, stop }
}
