import type { NewAgent } from './agent.ts'
import type { StepContext } from './steps.ts'

export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly refresh_token: string
}

/** Installs the agent: a one-time token is exchanged for credentials. */
export async function install(
  { api, runStep, withKey, bearer, workspace_id }: StepContext,
  { registration: { svc_id } }: NewAgent,
): Promise<Credentials> {
  const { token: install_token } = await runStep({
    title: 'Create an install token',
    call: () =>
      api.POST('/workspaces/{workspace_id}/install-tokens', {
        headers: withKey,
        params: { path: { workspace_id } },
        body: { agent_id: svc_id, expiry_minutes: 15 },
      }),
    status: 201,
    show: ({ token, expires_at }) => ({ token, expires_at }),
    explanation:
      'It is shown once and valid for one use within 15 minutes, for this agent in this workspace only. Copy it to the machine on which the agent will run.',
  })

  const description = {
    upstream_url: 'http://localhost:9000/a2a/tasks',
    capabilities: ['read_invoice'],
    heartbeat_interval_seconds: 30,
  }
  const { installation_id, runtime_token, refresh_token } = await runStep({
    title: 'Bootstrap: exchange the token for credentials, on the machine of the agent',
    call: () => api.POST('/installations/bootstrap', { body: { install_token, ...description } }),
    status: 201,
    show: ({ expires_at, heartbeat_interval, ...made }) => ({
      installation_id: made.installation_id,
      runtime_token: made.runtime_token,
      refresh_token: made.refresh_token,
      expires_at,
      heartbeat_interval,
    }),
    explanation:
      'The agent is installed. Its runtime token is valid for 90 days, the refresh token renews it, and the install token is used up.',
  })

  await runStep({
    title: 'Bootstrap again, as if the response had been lost',
    call: () => api.POST('/installations/bootstrap', { body: { install_token, ...description } }),
    status: 200,
    show: (again) => ({
      installation_id: again.installation_id,
      runtime_token: again.runtime_token,
      refresh_token: again.refresh_token ?? '(none)',
    }),
    explanation:
      'For 60 seconds a repeated bootstrap returns the same installation and a new runtime token, so a dropped connection does no harm. It never returns a refresh token, and after 60 seconds a copied install token is useless.',
  })

  await runStep({
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
    explanation:
      'The lease lasts three intervals, so two heartbeats may be lost. A command for the agent would be in `command`.',
  })
  return { installation_id, runtime_token, refresh_token: refresh_token! }
}
