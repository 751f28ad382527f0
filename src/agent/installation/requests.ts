import type { Request, Setup } from './state.ts'
import type { InstallationOptions } from './options.ts'
import type { PlatformRequest } from './platform-client.ts'

type Settings = Pick<
  InstallationOptions,
  'install_token' | 'api_key' | 'upstream_url' | 'capabilities' | 'health'
>

/** Returns the HTTP request for a request of the state machine, and adds the secrets from the settings. */
export function platformRequestOf(
  request: Request,
  { agent_id, workspace_id }: Setup,
  settings: Settings,
): PlatformRequest {
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
          health_payload: healthPayloadOf(health),
          command_ack: request.ack ?? undefined,
        },
      }
  }
}

const pathOf = (installation_id: string, operation: string) =>
  `/installations/${encodeURIComponent(installation_id)}/${operation}`

/** The maximum size of a health payload. With a larger one, the platform refuses the whole heartbeat. */
const MAX_BYTES = 16_384

/**
 * Returns the health payload, or undefined if `health` throws, or its result is not JSON or too large: the heartbeat must be sent anyway.
 */
function healthPayloadOf(health: Settings['health']): object | undefined {
  try {
    const text = JSON.stringify(health?.())
    return text !== undefined && Buffer.byteLength(text) <= MAX_BYTES
      ? (JSON.parse(text) as object)
      : undefined
  } catch {
    return undefined
  }
}
