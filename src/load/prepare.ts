import { generateKeyPairSync } from 'node:crypto'
import { readAllowance, type Allowance } from './fleet/pace.ts'
import { isSuccess, isObject, outcomeOf, textMember } from './http/responses.ts'
import type { RequestResult, Connections } from './http/connections.ts'
import type { InstallTarget, RequestFactory } from './http/requests.ts'
import { LoadError, type LoadSettings } from './settings.ts'

/** The agent and the workspace of a run, and what the run created for itself. */
export interface Prepared {
  readonly install_target: InstallTarget
  /** The workspace that was created for this run, if there is one. */
  readonly own: {
    readonly organization_id: string
    readonly workspace_id: string
    readonly name: string
  } | null
  /** The rate limit of an API key. */
  readonly allowance: Allowance | undefined
}

/** The agent that all runs on a platform share, because an agent stays registered. */
const SHARED_AGENT = 'svc-load'

interface PrepareOptions {
  readonly settings: LoadSettings
  readonly requests: RequestFactory
  readonly connections: Connections
  readonly started_at: string
}

/** Finds or creates the agent and the workspace of a run. @throws LoadError */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { result, agent_id } = await agentOf(options)
  const allowance = readAllowance(
    result.kind === 'responded' ? String(result.headers['ratelimit-policy'] ?? '') : undefined,
  )
  const { workspace_id } = options.settings
  if (workspace_id !== undefined)
    return { install_target: { workspace_id, agent_id }, own: null, allowance }
  const workspace = await createWorkspace(options)
  return {
    install_target: { workspace_id: workspace.workspace_id, agent_id },
    own: workspace,
    allowance,
  }
}

async function agentOf({
  settings,
  requests,
  connections,
}: PrepareOptions): Promise<{ readonly result: RequestResult; readonly agent_id: string }> {
  const { agent_id } = settings
  if (agent_id !== undefined) {
    const result = requireSuccess(
      await connections.send(requests.verify(agent_id, performance.now())),
      settings,
      `look up the agent ${agent_id}`,
    )
    return { result, agent_id }
  }
  const result = await connections.send(requests.register(sharedAgent(), performance.now()))
  const exists = result.kind === 'responded' && result.status === 409
  return {
    result: exists ? result : requireSuccess(result, settings, 'register an agent for the run'),
    agent_id: SHARED_AGENT,
  }
}

/** Returns the registration of the shared agent. Its private key is discarded, so nobody can sign as this agent. */
const sharedAgent = () => ({
  svc_id: SHARED_AGENT,
  name: 'Simulated by svc-registry load',
  version: '1.0.0',
  manifest_hash: 'none',
  public_key: generateKeyPairSync('ed25519')
    .publicKey.export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64'),
})

async function createWorkspace(options: PrepareOptions): Promise<NonNullable<Prepared['own']>> {
  const { settings, requests, connections, started_at } = options
  const organization_id = settings.organization_id ?? (await organizationOf(options))
  const name = `svc-load ${started_at}`
  const created = requireSuccess(
    await connections.send(
      requests.createWorkspace(
        organization_id,
        {
          name,
          description: 'Created by svc-registry load, which deletes it at the end of the run.',
        },
        performance.now(),
      ),
    ),
    settings,
    'create a workspace for the run',
  )
  const workspace_id = textMember(created, 'workspace_id')
  if (workspace_id === undefined)
    throw new LoadError(
      'The platform created a workspace without returning its workspace_id: name one with --workspace.',
    )
  return { organization_id, workspace_id, name }
}

/** Finds the organization of the API key in its audit log, because no operation returns it directly. */
async function organizationOf({ requests, connections }: PrepareOptions): Promise<string> {
  const result = await connections.send(requests.auditLogs(performance.now()))
  const items: unknown =
    result.kind === 'responded' && isObject(result.body) ? result.body['items'] : undefined
  const [record] = Array.isArray(items) ? (items as readonly unknown[]) : []
  const found = isObject(record) ? record['organization_id'] : undefined
  if (typeof found === 'string') return found
  throw new LoadError(
    `The organization of this API key cannot be determined (${outcomeOf(result)}): name it with --org, or a workspace with --workspace.`,
  )
}

function requireSuccess(
  result: RequestResult,
  { api }: LoadSettings,
  action: string,
): RequestResult {
  if (isSuccess(result)) return result
  const outcome = outcomeOf(result)
  if (result.kind === 'lost')
    throw new LoadError(
      `${api.href} does not respond (${outcome}): start a platform there, or check the address.`,
    )
  throw new LoadError(
    `The platform refused to ${action} (${outcome})${REMEDIES[result.status] ?? '.'}`,
  )
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: ': set SVC_API_KEY to an API key of this platform.',
  402: ': the plan of this organization does not allow it; name an existing one with --agent or --workspace, or use another organization.',
  403: ': this API key lacks a scope; a run needs tokens:write, installations:write, agents:write (with --agent: agents:read) and, without --workspace, workspaces:write.',
  404: ': check the identifiers and the address.',
}
