import type { SimulatedInstallation } from '../fleet/fleet.ts'
import type { LoadSettings } from '../settings.ts'
import type { ScheduledRequest } from './connections.ts'

/** Where a run installs what. */
export interface Place {
  readonly workspace_id: string
  readonly agent_id: string
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

/** The requests of a fleet, as they go over the wire; `due` is given to each. */
export function requestFactory({
  target,
  api_keys,
  interval_s,
}: Pick<LoadSettings, 'target' | 'api_keys' | 'interval_s'>) {
  const root = target.api.pathname
  const beat = json({ status: 'running', heartbeat_interval_seconds: interval_s })
  let turn = 0
  const headers = { Accept: 'application/json', 'User-Agent': 'svc-registry-load' }
  /** The keys take turns, because each has an allowance of its own. */
  const withKey = () => ({
    ...headers,
    'X-API-Key': api_keys[(turn = (turn + 1) % api_keys.length)]!,
  })
  const ask = (
    method: ScheduledRequest['method'],
    path: string,
    due: number,
    given: Readonly<Record<string, string>>,
    body?: Buffer,
  ): ScheduledRequest => ({ method, path: root + path, headers: given, due, ...(body && { body }) })
  const of = ({ installation_id }: Pick<SimulatedInstallation, 'installation_id'>, verb: string) =>
    `/installations/${encodeURIComponent(installation_id)}/${verb}`

  return {
    heartbeat: (member: SimulatedInstallation, due: number) =>
      ask(
        'POST',
        of(member, 'lease'),
        due,
        { ...headers, Authorization: `Bearer ${member.runtime_token}` },
        beat,
      ),
    installToken: ({ workspace_id, agent_id }: Place, due: number) =>
      ask(
        'POST',
        `/workspaces/${encodeURIComponent(workspace_id)}/install-tokens`,
        due,
        withKey(),
        json({ agent_id }),
      ),
    bootstrap: (install_token: string, due: number) =>
      ask(
        'POST',
        '/installations/bootstrap',
        due,
        headers,
        json({ install_token, heartbeat_interval_seconds: interval_s }),
      ),
    refresh: (member: SimulatedInstallation, due: number) =>
      ask(
        'POST',
        of(member, 'refresh'),
        due,
        headers,
        json({ refresh_token: member.refresh_token }),
      ),
    recover: (place: Place, due: number) =>
      ask(
        'POST',
        '/installations/recovery',
        due,
        withKey(),
        json({ ...place, heartbeat_interval_seconds: interval_s }),
      ),
    revoke: (member: Pick<SimulatedInstallation, 'installation_id'>, due: number) =>
      ask('POST', of(member, 'revoke'), due, withKey(), json({ reason: 'load run' })),
    register: (agent: object, due: number) =>
      ask('POST', '/agents/register', due, withKey(), json(agent)),
    verify: (agent_id: string, due: number) =>
      ask('GET', `/agents/${encodeURIComponent(agent_id)}/verify`, due, withKey()),
    auditLogs: (due: number) => ask('GET', '/audit-logs?limit=1', due, withKey()),
    createWorkspace: (organization_id: string, workspace: object, due: number) =>
      ask(
        'POST',
        `/orgs/${encodeURIComponent(organization_id)}/workspaces`,
        due,
        withKey(),
        json(workspace),
      ),
    deleteWorkspace: (organization_id: string, workspace_id: string, due: number) =>
      ask(
        'DELETE',
        `/orgs/${encodeURIComponent(organization_id)}/workspaces/${encodeURIComponent(workspace_id)}?force=true`,
        due,
        withKey(),
      ),
  }
}
export type RequestFactory = ReturnType<typeof requestFactory>
