import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { Problem } from './problem.ts'
import { invalidate } from './query-client.ts'

export type Agent = Schemas['AgentProfile']
export type Verdict = Schemas['TrustVerification']
export const RANGES_DAYS = [30, 90, 365] as const

const AGENT = '/agents/{svc_id}'
const pathOf = (svc_id: string) => ({ path: { svc_id } })
const readAgent = (svc_id: string, signal: AbortSignal) =>
  unwrap(api.GET(AGENT, { params: pathOf(svc_id), signal }))

/** Reads the profile of an agent. */
export const useAgent = (svc_id: string) =>
  useQuery({ queryKey: ['agent', svc_id], queryFn: ({ signal }) => readAgent(svc_id, signal) })

/** Lists the versions of an agent, newest first. */
export const useAgentVersions = (svc_id: string) =>
  useQuery({
    queryKey: ['agent', svc_id, 'versions'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/agents/{svc_id}/versions', { params: pathOf(svc_id), signal })),
    staleTime: 60_000,
  })

/** Reads an agent for pages that only show its name, which rarely changes. */
export const useCachedAgent = (svc_id: string, enabled = true) =>
  useQuery({
    queryKey: ['agent', svc_id],
    queryFn: ({ signal }) => readAgent(svc_id, signal),
    staleTime: 5 * 60_000,
    enabled,
  })

/** Reads the agent that a dispute is about. It is read again when the state changes, because a decision changes the reputation. */
export const useDisputedAgent = (svc_id: string, state: Schemas['DisputeState']) =>
  useQuery({
    queryKey: ['agent', svc_id, 'dispute', state],
    queryFn: ({ signal }) => readAgent(svc_id, signal),
  })

/** Searches public agents, highest reputation first, because names are not unique. */
export const useAgentSuggestions = (q: string) =>
  useQuery({
    queryKey: ['agent-search', q],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/registry/network/search', {
          params: { query: { q: q || undefined, sort: 'reputation', limit: 8 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Reads the reputation of an agent on each of the last `days` days, oldest first. */
export const useReputation = (svc_id: string, days: number) =>
  useQuery({
    queryKey: ['agent', svc_id, 'reputation', days],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/agents/{svc_id}/reputation', {
          params: { ...pathOf(svc_id), query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Has the registry verify a signature. */
export const useVerifySignature = () =>
  useMutation({
    mutationFn: (body: Schemas['VerifyTrustRequest']) =>
      unwrap(api.POST('/trust/verify', { body })),
  })

/** The part of a registration that can be changed: everything but the five fields of the identity and `bridge`. */
type AgentUpdate = Schemas['UpdateAgentRequest']
export type AgentChanges = Partial<AgentUpdate>

/** An update that states every member of the contract, with `undefined` for those that are not set. */
type CompleteUpdate = { [Name in keyof Required<AgentUpdate>]: AgentUpdate[Name] }

/** Returns the complete current registration. An update removes whatever it omits, so it has to contain all of it. */
function updateOf(agent: Agent): CompleteUpdate {
  const { capabilities, permissions } = agent
  return {
    private: agent.private,
    deprecated: agent.deprecated,
    installable_by: agent.installable_by,
    // Earlier versions stored the installers of a claim, which only a proven owner may name.
    installers: agent.ownership === 'claimed' ? [] : (agent.installers ?? []),
    description: agent.description,
    publisher: agent.publisher,
    category: agent.category,
    llm_provider: agent.llm_provider,
    url: agent.url,
    card: agent.card,
    // A profile contains empty lists and objects for members that were never set.
    capabilities: capabilities.length === 0 ? undefined : capabilities,
    permissions: Object.keys(permissions).length === 0 ? undefined : permissions,
  }
}

/** Messages for users. Those of the API describe the request instead. */
const MESSAGES: Readonly<Record<string, string>> = {
  OWNERSHIP_NOT_PROVED:
    'Access can be restricted only once ownership is proved and the identifier matches the agent’s content. ' +
    'Nothing was changed.',
  AGENT_OWNER_REQUIRED:
    'Another organization has since proved that it owns this agent. Only that organization can change it. ' +
    'Nothing was changed.',
  AGENT_EXISTS:
    'Another organization’s registration of this agent is public, so yours must stay private. Nothing was changed.',
  AGENT_NOT_FOUND: 'This agent is no longer registered, or its owner has made it private.',
}

function rethrowReadable(cause: unknown): never {
  const message = cause instanceof Problem ? MESSAGES[cause.code] : undefined
  if (!(cause instanceof Problem) || message === undefined) throw cause
  throw new Problem(cause.status, { code: cause.code, message, request_id: cause.request_id })
}

/** Changes parts of a registration. It is read again first, so that concurrent changes to other parts are kept. */
async function update(svc_id: string, changes: AgentChanges): Promise<Schemas['Agent']> {
  const params = pathOf(svc_id)
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
