import { keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type Installation = Schemas['Installation']
type Lifecycle = Schemas['InstallationLifecycle']
export type Health = Schemas['InstallationHealth']
/** States in which an installation can still be commanded and revoked. */
export const OPERATIVE: readonly Lifecycle[] = ['active', 'paused']
interface InstallationFilter {
  readonly lifecycle?: Lifecycle
  readonly health?: Health
  readonly agent_id?: string
}

const PAGE_SIZE = 50

const listInstallations = (workspace_id: string, query: object, signal: AbortSignal) =>
  unwrap(
    api.GET('/workspaces/{workspace_id}/installations', {
      params: { path: { workspace_id }, query },
      signal,
    }),
  )

/** Lists a page of installations and polls it while the tab is visible. */
export const useInstallations = (
  workspace_id: string,
  filter: InstallationFilter,
  cursor: string | undefined,
) =>
  useQuery({
    queryKey: ['installation-list', workspace_id, 'page', filter, cursor],
    queryFn: ({ signal }) =>
      listInstallations(workspace_id, { ...filter, limit: PAGE_SIZE, cursor }, signal),
    refetchInterval: DEFAULT_POLL_MS,
    placeholderData: keepPreviousData,
  })

/** The interval in milliseconds at which a list of agents is checked for installations, with one request for each agent. */
const INSTALLED_POLL_MS = 4 * DEFAULT_POLL_MS

/**
 * Returns which of the given agents have never been installed in a workspace. An agent is returned only after the registry has responded that
 * it has no installation, not even an ended one.
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

/** Reads an installation for lists that only show the name of its agent. */
export const useCachedInstallation = (installation_id: string, enabled = true) =>
  useQuery({
    queryKey: ['installation-name', installation_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/installations/{installation_id}', {
          params: { path: { installation_id } },
          signal,
        }),
      ),
    staleTime: 5 * 60_000,
    enabled,
  })

/** Reads an installation and polls it while it is shown. */
export const useInstallation = (installation_id: string) =>
  useQuery({
    queryKey: ['installation', installation_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/installations/{installation_id}', {
          params: { path: { installation_id } },
          signal,
        }),
      ),
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

export type InstallToken = Schemas['InstallToken']
export type TokenRecord = Schemas['InstallTokenRecord']

const TOKENS = '/workspaces/{workspace_id}/install-tokens'
const TOKEN = '/workspaces/{workspace_id}/install-tokens/{token_id}'

/** Lists the records of install tokens in a workspace, newest first. The tokens themselves are shown only once. */
export const useInstallTokens = (workspace_id: string, cursor: string | undefined, limit = 50) =>
  useQuery({
    queryKey: ['install-tokens', workspace_id, cursor, limit],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(TOKENS, { params: { path: { workspace_id }, query: { limit, cursor } }, signal }),
      ),
    refetchInterval: DEFAULT_POLL_MS,
    placeholderData: keepPreviousData,
  })

export const useCreateInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (body: Schemas['CreateInstallTokenRequest']) =>
      unwrap(api.POST(TOKENS, { params: { path: { workspace_id } }, body })),
    onSuccess: invalidate('install-tokens'),
  })

/** Revokes an unused token. The list is read again even after an error, because the token may have been used since. */
export const useRevokeInstallToken = (workspace_id: string) =>
  useMutation({
    mutationFn: (token_id: string) =>
      unwrap(api.DELETE(TOKEN, { params: { path: { workspace_id, token_id } } })),
    onSettled: invalidate('install-tokens'),
  })
