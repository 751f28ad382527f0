import type { SimulatedInstallation } from '../fleet/fleet.ts'
import type { LoadSettings } from '../settings.ts'
import type { ScheduledRequest } from './connections.ts'

/** The workspace and the agent of a run. */
export interface InstallTarget {
  readonly workspace_id: string
  readonly agent_id: string
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

/** Returns functions that build the requests of a fleet; `due` is the due time of each. */
export function requestFactory({
  target,
  api_keys,
  interval_s,
}: Pick<LoadSettings, 'target' | 'api_keys' | 'interval_s'>) {
  const root = target.api.pathname
  const heartbeatBody = json({ status: 'running', heartbeat_interval_seconds: interval_s })
  let next = 0
  const baseHeaders = { Accept: 'application/json', 'User-Agent': 'svc-registry-load' }
  /** Uses the keys in turn, because each has its own rate limit. */
  const withKey = () => ({
    ...baseHeaders,
    'X-API-Key': api_keys[(next = (next + 1) % api_keys.length)]!,
  })
  const build = (
    method: ScheduledRequest['method'],
    path: string,
    due: number,
    headers: Readonly<Record<string, string>>,
    body?: Buffer,
  ): ScheduledRequest => ({ method, path: root + path, headers, due, ...(body && { body }) })
  const installationPath = (
    { installation_id }: Pick<SimulatedInstallation, 'installation_id'>,
    verb: string,
  ) => `/installations/${encodeURIComponent(installation_id)}/${verb}`

  return {
    heartbeat: (member: SimulatedInstallation, due: number) =>
      build(
        'POST',
        installationPath(member, 'lease'),
        due,
        { ...baseHeaders, Authorization: `Bearer ${member.runtime_token}` },
        heartbeatBody,
      ),
    installToken: ({ workspace_id, agent_id }: InstallTarget, due: number) =>
      build(
        'POST',
        `/workspaces/${encodeURIComponent(workspace_id)}/install-tokens`,
        due,
        withKey(),
        json({ agent_id }),
      ),
    bootstrap: (install_token: string, due: number) =>
      build(
        'POST',
        '/installations/bootstrap',
        due,
        baseHeaders,
        json({ install_token, heartbeat_interval_seconds: interval_s }),
      ),
    refresh: (member: SimulatedInstallation, due: number) =>
      build(
        'POST',
        installationPath(member, 'refresh'),
        due,
        baseHeaders,
        json({ refresh_token: member.refresh_token }),
      ),
    recover: (install_target: InstallTarget, due: number) =>
      build(
        'POST',
        '/installations/recovery',
        due,
        withKey(),
        json({ ...install_target, heartbeat_interval_seconds: interval_s }),
      ),
    revoke: (member: Pick<SimulatedInstallation, 'installation_id'>, due: number) =>
      build(
        'POST',
        installationPath(member, 'revoke'),
        due,
        withKey(),
        json({ reason: 'load run' }),
      ),
    register: (agent: object, due: number) =>
      build('POST', '/agents/register', due, withKey(), json(agent)),
    verify: (agent_id: string, due: number) =>
      build('GET', `/agents/${encodeURIComponent(agent_id)}/verify`, due, withKey()),
    auditLogs: (due: number) => build('GET', '/audit-logs?limit=1', due, withKey()),
    createWorkspace: (organization_id: string, workspace: object, due: number) =>
      build(
        'POST',
        `/orgs/${encodeURIComponent(organization_id)}/workspaces`,
        due,
        withKey(),
        json(workspace),
      ),
    deleteWorkspace: (organization_id: string, workspace_id: string, due: number) =>
      build(
        'DELETE',
        `/orgs/${encodeURIComponent(organization_id)}/workspaces/${encodeURIComponent(workspace_id)}?force=true`,
        due,
        withKey(),
      ),
  }
}
export type RequestFactory = ReturnType<typeof requestFactory>
