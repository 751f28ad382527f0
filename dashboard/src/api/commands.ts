import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { invalidateInstallations } from './installations.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

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
