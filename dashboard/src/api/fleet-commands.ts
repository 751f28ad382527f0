import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { fleetChanged } from './fleet.ts'
import { LIVE_MS } from './queries.ts'

export type Command = Schemas['InstallationCommand']
/** The contract gives the interval a default, which its types take for a duty. */
export type NewCommand = Omit<Schemas['SendCommandRequest'], 'heartbeat_interval_seconds'> & {
  readonly heartbeat_interval_seconds?: number
}

const COMMANDS = '/installations/{installation_id}/commands'

/** What an installation was told, the newest first, followed until each is acknowledged or given up. */
export const useCommands = (installation_id: string) =>
  useQuery({
    queryKey: ['installation', installation_id, 'commands'],
    queryFn: ({ signal }) =>
      answer(
        api.GET(COMMANDS, { params: { path: { installation_id }, query: { limit: 20 } }, signal }),
      ),
    refetchInterval: LIVE_MS,
  })

/** Puts a command in line for the next heartbeat. */
export const useSendCommand = (installation_id: string) =>
  useMutation({
    mutationFn: (body: NewCommand) =>
      answer(
        api.POST(COMMANDS, {
          params: { path: { installation_id } },
          body: body as Schemas['SendCommandRequest'],
        }),
      ),
    onSuccess: fleetChanged,
  })
