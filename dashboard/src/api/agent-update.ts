import { useMutation } from '@tanstack/preact-query'
import type { Agent } from './agents.ts'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'
import { invalidate } from './query-client.ts'

/** What an organization says of its registration beside the five fields, which make its identity. */
type AgentUpdate = Schemas['UpdateAgentRequest']
export type AgentChanges = Partial<AgentUpdate>

/** All that is said of an agent now, to be sent back with what has changed: an update takes back whatever it leaves out. */
function updateOf(agent: Agent): AgentUpdate {
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
const MESSAGES: Readonly<Record<string, string>> = {
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

function rethrowReadable(cause: unknown): never {
  const message = cause instanceof Problem ? MESSAGES[cause.code] : undefined
  if (!(cause instanceof Problem) || message === undefined) throw cause
  throw new Problem(cause.status, { code: cause.code, message, request_id: cause.request_id })
}

const AGENT = '/agents/{svc_id}'

/** Changes some of what is said of an agent, and keeps the rest as it is at that moment, whoever has changed it meanwhile. */
async function update(svc_id: string, changes: AgentChanges): Promise<Schemas['Agent']> {
  const params = { path: { svc_id } }
  const known = await unwrap(api.GET(AGENT, { params }))
  return unwrap(api.PUT(AGENT, { params, body: { ...updateOf(known), ...changes } }))
}

export const useUpdateAgent = (svc_id: string) =>
  useMutation({
    mutationFn: (changes: AgentChanges) => update(svc_id, changes).catch(rethrowReadable),
    onSuccess: () =>
      Promise.all([
        invalidate('agent', svc_id)(),
        invalidate('registry')(),
        invalidate('agent-search')(),
      ]),
  })
