import { generateKeyPairSync } from 'node:crypto'
import { readAllowance, type Allowance } from './fleet/pace.ts'
import { isSuccess, isObject, outcomeOf, textMember } from './http/answers.ts'
import type { RequestResult, Connections } from './http/connections.ts'
import type { Place, RequestFactory } from './http/requests.ts'
import { LoadError, type LoadSettings } from './settings.ts'

/** Where a run works, and what of it the run made itself. */
export interface Prepared {
  readonly place: Place
  /** The workspace that was made for this run. */
  readonly own: {
    readonly organization_id: string
    readonly workspace_id: string
    readonly name: string
  } | null
  /** What an API key may ask. */
  readonly allowance: Allowance | undefined
}

/** All runs on a platform share one agent, because an agent stays registered. */
export const SHARED_AGENT = 'svc-load'

interface Stage {
  readonly settings: LoadSettings
  readonly ask: RequestFactory
  readonly connections: Connections
  readonly started_at: string
}

/** Finds or makes what installations need. @throws LoadError with the reason and what would help */
export async function prepare(stage: Stage): Promise<Prepared> {
  const { answer, agent_id } = await agentOf(stage)
  const allowance = readAllowance(
    answer.kind === 'answered' ? String(answer.headers['ratelimit-policy'] ?? '') : undefined,
  )
  const { workspace_id } = stage.settings
  if (workspace_id !== undefined) return { place: { workspace_id, agent_id }, own: null, allowance }
  const own = await ownWorkspace(stage)
  return { place: { workspace_id: own.workspace_id, agent_id }, own, allowance }
}

async function agentOf({
  settings,
  ask,
  connections,
}: Stage): Promise<{ readonly answer: RequestResult; readonly agent_id: string }> {
  const { agent_id } = settings
  if (agent_id !== undefined) {
    const answer = expectGood(
      await connections.send(ask.verify(agent_id, performance.now())),
      settings,
      `look up the agent ${agent_id}`,
    )
    return { answer, agent_id }
  }
  const answer = await connections.send(ask.register(sharedAgent(), performance.now()))
  const isThere = answer.kind === 'answered' && answer.status === 409
  return {
    answer: isThere ? answer : expectGood(answer, settings, 'register an agent for the run'),
    agent_id: SHARED_AGENT,
  }
}

/** Nobody keeps its private key, so nobody can sign as it. */
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

async function ownWorkspace(stage: Stage): Promise<NonNullable<Prepared['own']>> {
  const { settings, ask, connections, started_at } = stage
  const organization_id = settings.organization_id ?? (await organizationOf(stage))
  const name = `svc-load ${started_at}`
  const made = expectGood(
    await connections.send(
      ask.createWorkspace(
        organization_id,
        { name, description: 'Made by svc-registry load, which deletes it when it ends.' },
        performance.now(),
      ),
    ),
    settings,
    'make a workspace for the run',
  )
  const workspace_id = textMember(made, 'workspace_id')
  if (workspace_id === undefined)
    throw new LoadError(
      'The platform made a workspace without telling its workspace_id: name one with --workspace.',
    )
  return { organization_id, workspace_id, name }
}

/** Nothing tells whose an API key is, but every record of its organization does. */
async function organizationOf({ ask, connections }: Stage): Promise<string> {
  const answer = await connections.send(ask.auditLogs(performance.now()))
  const items: unknown =
    answer.kind === 'answered' && isObject(answer.body) ? answer.body['items'] : undefined
  const [record] = Array.isArray(items) ? (items as readonly unknown[]) : []
  const found = isObject(record) ? record['organization_id'] : undefined
  if (typeof found === 'string') return found
  throw new LoadError(
    `The platform does not tell whose this API key is (${outcomeOf(answer)}): name the organization with --org, or a workspace with --workspace.`,
  )
}

function expectGood(answer: RequestResult, { target }: LoadSettings, what: string): RequestResult {
  if (isSuccess(answer)) return answer
  const outcome = outcomeOf(answer)
  if (answer.kind === 'lost')
    throw new LoadError(
      `There is no answer from ${target.api.href} (${outcome}): start a platform there, or check the address.`,
    )
  throw new LoadError(
    `The platform refused to ${what} (${outcome})${REMEDIES[answer.status] ?? '.'}`,
  )
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: ': set SVC_API_KEY to an API key of this platform.',
  402: ': the plan of this organization does not allow it; name a workspace that is there with --workspace, or take another organization.',
  403: ': this API key lacks a scope; a run needs agents:write, workspaces:write, tokens:write and installations:write.',
  404: ': check the identifiers that were given, and the address.',
}
