import type { SimulatedInstallation } from '../fleet/fleet.ts'
import type { LoadSettings } from '../settings.ts'
import type { ScheduledRequest } from './connections.ts'

/** The workspace and the agent of a run. */
export interface InstallTarget {
  readonly workspace_id: string
  readonly agent_id: string
}

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

const BASE_HEADERS = { Accept: 'application/json', 'User-Agent': 'svc-registry-load' }

const installationPath = (
  { installation_id }: Pick<SimulatedInstallation, 'installation_id'>,
  verb: string,
) => `/installations/${encodeURIComponent(installation_id)}/${verb}`

type Method = ScheduledRequest['method']

/** Builds the requests of a fleet; `due` is the due time of each. */
export class RequestFactory {
  readonly #root: string
  readonly #api_keys: readonly string[]
  readonly #interval: { readonly heartbeat_interval_seconds: number }
  readonly #heartbeat: Buffer
  #next = 0

  constructor({
    api,
    api_keys,
    interval_s,
  }: Pick<LoadSettings, 'api' | 'api_keys' | 'interval_s'>) {
    this.#root = api.pathname
    this.#api_keys = api_keys
    this.#interval = { heartbeat_interval_seconds: interval_s }
    this.#heartbeat = json({ status: 'running', ...this.#interval })
  }

  heartbeat(member: SimulatedInstallation, due: number): ScheduledRequest {
    return {
      method: 'POST',
      path: this.#root + installationPath(member, 'lease'),
      headers: { ...BASE_HEADERS, Authorization: `Bearer ${member.runtime_token}` },
      due,
      body: this.#heartbeat,
    }
  }

  installToken({ workspace_id, agent_id }: InstallTarget, due: number): ScheduledRequest {
    const path = `/workspaces/${encodeURIComponent(workspace_id)}/install-tokens`
    return this.#withKey('POST', path, due, { agent_id })
  }

  bootstrap(install_token: string, due: number): ScheduledRequest {
    return this.#build('POST', '/installations/bootstrap', due, {
      install_token,
      ...this.#interval,
    })
  }

  refresh(member: SimulatedInstallation, due: number): ScheduledRequest {
    const { refresh_token } = member
    return this.#build('POST', installationPath(member, 'refresh'), due, { refresh_token })
  }

  recover(install_target: InstallTarget, due: number): ScheduledRequest {
    const body = { ...install_target, ...this.#interval }
    return this.#withKey('POST', '/installations/recovery', due, body)
  }

  revoke(member: Pick<SimulatedInstallation, 'installation_id'>, due: number): ScheduledRequest {
    const path = installationPath(member, 'revoke')
    return this.#withKey('POST', path, due, { reason: 'load run' })
  }

  register(agent: object, due: number): ScheduledRequest {
    return this.#withKey('POST', '/agents/register', due, agent)
  }

  verify(agent_id: string, due: number): ScheduledRequest {
    return this.#withKey('GET', `/agents/${encodeURIComponent(agent_id)}/verify`, due)
  }

  auditLogs(due: number): ScheduledRequest {
    return this.#withKey('GET', '/audit-logs?limit=1', due)
  }

  createWorkspace(organization_id: string, workspace: object, due: number): ScheduledRequest {
    const path = `/orgs/${encodeURIComponent(organization_id)}/workspaces`
    return this.#withKey('POST', path, due, workspace)
  }

  deleteWorkspace(organization_id: string, workspace_id: string, due: number): ScheduledRequest {
    const path = `/orgs/${encodeURIComponent(organization_id)}/workspaces/${encodeURIComponent(workspace_id)}?force=true`
    return this.#withKey('DELETE', path, due)
  }

  #build(method: Method, path: string, due: number, body?: object): ScheduledRequest {
    return {
      method,
      path: this.#root + path,
      headers: BASE_HEADERS,
      due,
      ...(body && { body: json(body) }),
    }
  }

  /** Builds a request with the next API key. The keys are used in turn, because each has its own rate limit. */
  #withKey(method: Method, path: string, due: number, body?: object): ScheduledRequest {
    this.#next = (this.#next + 1) % this.#api_keys.length
    const request = this.#build(method, path, due, body)
    return { ...request, headers: { ...BASE_HEADERS, 'X-API-Key': this.#api_keys[this.#next]! } }
  }
}
