import { useMutation } from '@tanstack/preact-query'
import type { Agent } from './agents.ts'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'
import { invalidate } from './query-client.ts'

/** The parts of a registration that can be changed: all but the five fields of the identity. */
type AgentUpdate = Schemas['UpdateAgentRequest']
export type AgentChanges = Partial<AgentUpdate>

/** Returns the complete current registration. An update removes whatever it omits, so it has to contain all of it. */
function updateOf(agent: Agent): AgentUpdate {
  const {
    private: isPrivate,
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
    private: isPrivate,
    deprecated,
    installable_by,
    installers: installers ?? [],
    description,
    publisher,
    category,
    llm_provider,
    url,
    card,
    // A profile shows members that were never set as empty.
    capabilities: capabilities.length === 0 ? undefined : capabilities,
    permissions: Object.keys(permissions).length === 0 ? undefined : permissions,
  }
}

/** Messages for users. Those of the API describe the request instead. */
const MESSAGES: Readonly<Record<string, string>> = {
  OWNERSHIP_NOT_PROVED:
    'Only an agent with proved ownership, and an identifier that matches its content, can be private or restricted. ' +
    'Nothing was changed.',
  AGENT_OWNER_REQUIRED:
    'Another organization has proved its ownership of this agent in the meantime. Only that organization can change it. ' +
    'Nothing was changed.',
  AGENT_EXISTS:
    'Another organization owns this agent publicly, so yours must stay private. Nothing was changed.',
  AGENT_NOT_FOUND: 'This agent is no longer registered, or its owner has made it private.',
}

function rethrowReadable(cause: unknown): never {
  const message = cause instanceof Problem ? MESSAGES[cause.code] : undefined
  if (!(cause instanceof Problem) || message === undefined) throw cause
  throw new Problem(cause.status, { code: cause.code, message, request_id: cause.request_id })
}

const AGENT = '/agents/{svc_id}'

/** Changes parts of a registration. It is read again first, so that concurrent changes of other parts are kept. */
async function update(svc_id: string, changes: AgentChanges): Promise<Schemas['Agent']> {
  const params = { path: { svc_id } }
  const current = await unwrap(api.GET(AGENT, { params }))
  return unwrap(api.PUT(AGENT, { params, body: { ...updateOf(current), ...changes } }))
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
