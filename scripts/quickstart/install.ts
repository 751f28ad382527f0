import type { NewAgent } from './author.ts'
import type { Scene } from './story.ts'

export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly refresh_token: string
}

/** The agent gets onto its owner's machine: a one-time token there, credentials back. */
export async function install(
  { api, tell, withKey, bearer, workspace_id }: Scene,
  { registration: { svc_id } }: NewAgent,
): Promise<Credentials> {
  const { token: install_token } = await tell({
    title: 'Create an install token',
    call: () =>
      api.POST('/workspaces/{workspace_id}/install-tokens', {
        headers: withKey,
        params: { path: { workspace_id } },
        body: { agent_id: svc_id, expiry_minutes: 15 },
      }),
    status: 201,
    show: ({ token, expires_at }) => ({ token, expires_at }),
    means:
      'Shown once and good once, for this agent in this workspace only, for 15 minutes. It goes to the machine on which the agent will run.',
  })

  const described = {
    upstream_url: 'http://localhost:9000/a2a/tasks',
    capabilities: ['read_invoice'],
    heartbeat_interval_seconds: 30,
  }
  const { installation_id, runtime_token, refresh_token } = await tell({
    title: 'Bootstrap: exchange it for credentials, on that machine',
    call: () => api.POST('/installations/bootstrap', { body: { install_token, ...described } }),
    status: 201,
    show: ({ expires_at, heartbeat_interval, ...made }) => ({
      installation_id: made.installation_id,
      runtime_token: made.runtime_token,
      refresh_token: made.refresh_token,
      expires_at,
      heartbeat_interval,
    }),
    means:
      'The agent is installed. Its runtime token lasts 90 days, the refresh token gets it new ones, and the install token is spent.',
  })

  await tell({
    title: 'Bootstrap again, as if the answer had been lost',
    call: () => api.POST('/installations/bootstrap', { body: { install_token, ...described } }),
    status: 200,
    show: (again) => ({
      installation_id: again.installation_id,
      runtime_token: again.runtime_token,
      refresh_token: again.refresh_token ?? '(none)',
    }),
    means:
      'For 60 seconds a repeated bootstrap finds the same installation, so a dropped connection costs nothing. A second refresh token is never given: who copied the install token gets no lasting access.',
  })

  await tell({
    title: 'Send a heartbeat',
    call: () =>
      api.POST('/installations/{installation_id}/lease', {
        headers: bearer(runtime_token),
        params: { path: { installation_id } },
        body: { status: 'running', health_payload: { queue: 0 } },
      }),
    status: 200,
    show: ({ lease_expires_at, next_heartbeat_at, command }) => ({
      lease_expires_at,
      next_heartbeat_at,
      command,
    }),
    means:
      'The lease holds for three intervals, so two lost heartbeats are forgiven. If somebody wanted something of the agent, it would stand in `command`.',
  })
  return { installation_id, runtime_token, refresh_token: refresh_token! }
}
