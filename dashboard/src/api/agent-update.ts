import { useMutation } from '@tanstack/preact-query'
import type { Agent } from './agent.ts'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'
import { renew } from './queries.ts'

/** What an organization says of its registration beside the five fields, which make its identity. */
type AgentStatement = Schemas['UpdateAgentRequest']
export type AgentChanges = Partial<AgentStatement>

/** All that is said of an agent now, to be sent back with what has changed: an update takes back whatever it leaves out. */
function statementOf(agent: Agent): AgentStatement {
  const {
    private: hidden,
    deprecated,
    installable_by,
    installers,
    description,
    publisher,
    category,
    llm_provider,
    url,
    card,
  } = agent
  const { capabilities, permissions } = agent
  return {
    private: hidden,
    deprecated,
    installable_by,
    installers: installers ?? [],
    description,
    publisher,
    category,
    llm_provider,
    url,
    card,
    // A profile shows what was never said as empty.
    capabilities: capabilities.length === 0 ? undefined : capabilities,
    permissions: Object.keys(permissions).length === 0 ? undefined : permissions,
  }
}

/** Refusals in the words of this page; those of the API speak of requests. */
const REFUSALS: Readonly<Record<string, string>> = {
  OWNERSHIP_NOT_PROVED:
    'Only an agent whose key has confirmed its owner, and whose identifier follows from its content, can be private or restricted. ' +
    'Nothing was changed.',
  AGENT_OWNER_REQUIRED:
    'Another organization owns this agent: its key has confirmed that meanwhile. Only that organization can change it. ' +
    'Nothing was changed.',
  AGENT_EXISTS:
    'Another organization owns this agent in public, so yours has to stay private. Nothing was changed.',
  AGENT_NOT_FOUND: 'This agent is not registered any more, or its owner has made it private.',
}

function inWords(cause: unknown): never {
  const message = cause instanceof Problem ? REFUSALS[cause.code] : undefined
  if (!(cause instanceof Problem) || message === undefined) throw cause
  throw new Problem(cause.status, { code: cause.code, message, request_id: cause.request_id })
}

const AGENT = '/agents/{svc_id}'

/** Changes some of what is said of an agent, and keeps the rest as it is at that moment, whoever has changed it meanwhile. */
async function update(svc_id: string, changes: AgentChanges): Promise<Schemas['Agent']> {
  const params = { path: { svc_id } }
  const known = await answer(api.GET(AGENT, { params }))
  return answer(api.PUT(AGENT, { params, body: { ...statementOf(known), ...changes } }))
}

export const useUpdateAgent = (svc_id: string) =>
  useMutation({
    mutationFn: (changes: AgentChanges) => update(svc_id, changes).catch(inWords),
    onSuccess: () =>
      Promise.all([renew('agent', svc_id)(), renew('registry')(), renew('agent-search')()]),
  })
