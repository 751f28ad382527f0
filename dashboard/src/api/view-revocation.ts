import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import {
  invalidateInstallations,
  OPERATIVE,
  type InstallationFilter,
  type RevocationOptions,
} from './installations.ts'
import { revokeAll, type RevocationProgress, type RevocationCounts } from './revoke-all.ts'

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
