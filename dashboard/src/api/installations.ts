import { useMutation, useQueries, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type Installation = Schemas['Installation']
type Lifecycle = Schemas['InstallationLifecycle']
export type Health = Schemas['InstallationHealth']
/** States in which an installation can still be commanded and revoked. */
export const OPERATIVE: readonly Lifecycle[] = ['active', 'paused']

const listInstallations = (workspace_id: string, query: object, signal: AbortSignal) =>
  unwrap(
    api.GET('/workspaces/{workspace_id}/installations', {
      params: { path: { workspace_id }, query },
      signal,
    }),
  )

/** Lists the newest active installations of an agent in a workspace. */
export const useActiveInstallations = (workspace_id: string, agent_id: string) =>
  useQuery({
    queryKey: ['installation-list', workspace_id, 'active', agent_id],
    queryFn: ({ signal }) =>
      listInstallations(workspace_id, { agent_id, lifecycle: 'active', limit: 50 }, signal),
    refetchInterval: DEFAULT_POLL_MS,
  })

/** The interval in milliseconds at which a list of agents is checked for installations, with one request for each agent. */
const INSTALLED_POLL_MS = 4 * DEFAULT_POLL_MS

/**
 * Returns which of the given agents have never been installed in a workspace. An agent is returned only after the registry has responded
 * that it has no installation, not even an ended one.
 */
export const useNeverInstalled = (
  workspace_id: string,
  agent_ids: readonly string[],
): ReadonlySet<string> =>
  useQueries({
    queries: agent_ids.map((agent_id) => ({
      queryKey: ['installation-list', workspace_id, 'newest', agent_id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listInstallations(workspace_id, { agent_id, limit: 1 }, signal),
      refetchInterval: INSTALLED_POLL_MS,
    })),
    combine: (newest) =>
      new Set(agent_ids.filter((_, index) => newest[index]?.data?.items.length === 0)),
  })

const readInstallation = (installation_id: string, signal: AbortSignal) =>
  unwrap(
    api.GET('/installations/{installation_id}', { params: { path: { installation_id } }, signal }),
  )

/** Reads an installation for lists that only show the name of its agent. */
export const useCachedInstallation = (installation_id: string, enabled = true) =>
  useQuery({
    queryKey: ['installation-name', installation_id],
    queryFn: ({ signal }) => readInstallation(installation_id, signal),
    staleTime: 5 * 60_000,
    enabled,
  })

/** Reads an installation and polls it while it is shown. */
export const useInstallation = (installation_id: string) =>
  useQuery({
    queryKey: ['installation', installation_id],
    queryFn: ({ signal }) => readInstallation(installation_id, signal),
    refetchInterval: DEFAULT_POLL_MS,
  })

/** Invalidates all lists and details of installations, so that they are read again. */
export const invalidateInstallations = async (): Promise<void> => {
  await Promise.all([invalidate('installation-list')(), invalidate('installation')()])
}

export type RevocationOptions = Schemas['RevokeInstallationRequest']

/** Revokes an installation. Repeating it has no effect. */
export const useRevokeInstallation = (installation_id: string) =>
  useMutation({
    mutationFn: (body: RevocationOptions) =>
      unwrap(
        api.POST('/installations/{installation_id}/revoke', {
          params: { path: { installation_id } },
          body: { ...body },
        }),
      ),
    onSuccess: invalidateInstallations,
  })

export type Command = Schemas['InstallationCommand']
/** The generated type requires the interval, because the contract has a default for it. */
export type CommandRequest = Omit<Schemas['SendCommandRequest'], 'heartbeat_interval_seconds'> & {
  readonly heartbeat_interval_seconds?: number
}

const COMMANDS = '/installations/{installation_id}/commands'

/** Lists the commands of an installation, newest first, and polls their status. */
export const useCommands = (installation_id: string) =>
  useQuery({
    queryKey: ['installation', installation_id, 'commands'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(COMMANDS, { params: { path: { installation_id }, query: { limit: 20 } }, signal }),
      ),
    refetchInterval: DEFAULT_POLL_MS,
  })

/** Sends a command, which the next heartbeat delivers. */
export const useSendCommand = (installation_id: string) =>
  useMutation({
    mutationFn: (body: CommandRequest) =>
      unwrap(
        api.POST(COMMANDS, {
          params: { path: { installation_id } },
          body: body as Schemas['SendCommandRequest'],
        }),
      ),
    onSuccess: invalidateInstallations,
  })
