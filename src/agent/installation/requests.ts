import type { Request, Setup } from './machine.ts'
import type { InstallationOptions } from './options.ts'
import type { Ask } from './platform-client.ts'

type Settings = Pick<
  InstallationOptions,
  'install_token' | 'api_key' | 'upstream_url' | 'capabilities' | 'health'
>

/** A request of the machine as it goes over the wire; secrets of the settings enter here. */
export function wireRequest(
  request: Request,
  { agent_id, workspace_id }: Setup,
  settings: Settings,
): Ask {
  const { install_token, api_key, upstream_url, capabilities, health } = settings
  switch (request.goal) {
    case 'bootstrap':
      return {
        path: '/installations/bootstrap',
        body: {
          install_token,
          upstream_url,
          capabilities,
          heartbeat_interval_seconds: request.interval_s ?? undefined,
        },
      }
    case 'recover':
      return {
        path: '/installations/recovery',
        headers: { 'X-API-Key': api_key! },
        body: {
          agent_id,
          workspace_id,
          upstream_url,
          capabilities,
          heartbeat_interval_seconds: request.interval_s ?? undefined,
        },
      }
    case 'refresh':
      return {
        path: pathOf(request.installation_id, 'refresh'),
        body: { refresh_token: request.refresh_token },
      }
    case 'lease':
      return {
        path: pathOf(request.installation_id, 'lease'),
        headers: { Authorization: `Bearer ${request.runtime_token}` },
        body: {
          status: request.status,
          heartbeat_interval_seconds: request.interval_s,
          health_payload: payloadOf(health),
          command_ack: request.ack ?? undefined,
        },
      }
  }
}

const pathOf = (installation_id: string, verb: string) =>
  `/installations/${encodeURIComponent(installation_id)}/${verb}`

/** What the platform takes of an agent's measurements (contract, HealthPayload); with more it would refuse the whole heartbeat. */
const MOST_BYTES = 16_384

/** A heartbeat goes out even when what it would tell cannot be found out, written down, or is too much. */
function payloadOf(health: Settings['health']): object | undefined {
  try {
    const text = JSON.stringify(health?.())
    return text !== undefined && Buffer.byteLength(text) <= MOST_BYTES
      ? (JSON.parse(text) as object)
      : undefined
  } catch {
    return undefined
  }
}
