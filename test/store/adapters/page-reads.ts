import { criteriaOf } from '../../../src/domain/installations/search.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import type { READS } from '../../../src/store/reads.ts'
import type { Store } from '../../../src/store/store.ts'
import type { World } from '../world.ts'

/** The reads that return pages. */
type PageRead = {
  [Read in keyof typeof READS]: Extract<
    Awaited<ReturnType<(typeof READS)[Read]>>,
    { readonly items: readonly unknown[]; readonly limit: number }
  > extends never
    ? never
    : Read
}[keyof typeof READS]
/** The identifiers with which the reads are called. They must exist, because otherwise a read returns `not_found` instead of a page. */
type Place = World['home'] & { readonly installation_id: string }
type Inputs = {
  readonly [Read in PageRead]: (place: Place) => readonly Parameters<Store[Read]>[0][]
}

const page = { limit: 10, offset: 0 }
const now = '2026-01-01T00:00:00.000Z'
const email = 'a@example.com'

const ORDERS = ['relevance', 'name', 'reputation', 'registered'] as const
const AGENT_SEARCH = {
  categories: [],
  llm_providers: [],
  verified_only: false,
  min_reputation: 0,
  limit: 10,
  bounds: { few: 0, page: 10, counts: 10 },
}
const agentFilters = ({ organization_id, workspace_id }: Place) => [
  {},
  { categories: ['x', 'y'] },
  { llm_providers: ['x'] },
  ...['age', 'ag', 'a', 'agent-a', '読', 'nothing'].map((q) => ({ query: searchQuery(q) })),
  { skill: 'x' },
  { publisher_key: 'x' },
  { owners: [organization_id] },
  { installed: { organizations: [organization_id] } },
  { installed: { organizations: [organization_id], workspace_id } },
  { min_reputation: 60 },
]
const installationFilters = ({ workspace_id }: Place) => [
  {},
  { q: '0000' },
  { q: 'agent', versions: ['1'] },
  { workspace_ids: [workspace_id] },
  { workspace_ids: [workspace_id, 'x'], lifecycle: ['active' as const] },
  { agent_id: 'x', health: ['offline' as const] },
  { platforms: ['docker'], label_selector: 'env' },
]

/** The inputs of every read that returns a page: its filters, and those combinations for which there are indexes. */
const PAGE_READS: Inputs = {
  listApiKeys: (place) =>
    [
      {},
      { key_id: 'x' },
      { created_by_key: 'x' },
      { expires_before: '2027-01-01T00:00:00.000Z' },
    ].map((filter) => ({ ...place, ...filter, ...page })),
  listAudit: ({ reach, organization_id, workspace_id }) =>
    [
      {},
      { workspace_id },
      { event_type: 'task.routed' },
      { workspace_id, event_type: 'task.routed' },
    ].map((filter) => ({ reach, organization_id, ...filter, ...page })),
  listCommands: (place) => [{ ...place, ...page }],
  listDisputeCases: () => (['open', 'upheld'] as const).map((state) => ({ email, state, ...page })),
  listDisputes: ({ reach }) =>
    (['made', 'received'] as const).flatMap((side) =>
      [{}, { state: 'open' as const }, { svc_id: 'x' }].map((filter) => ({
        ...{ reach, side },
        ...filter,
        ...page,
      })),
    ),
  listImages: (place) => [{ ...place, ...page }],
  listInstallations: ({ reach, workspace_id }) =>
    [
      {},
      { agent_id: 'x' },
      { lifecycle: 'active' as const },
      { health: 'offline' as const },
      { agent_id: 'x', lifecycle: 'active' as const, health: 'online' as const },
    ].map((filter) => ({ reach, workspace_id, now, ...filter, ...page })),
  listInstallTokens: (place) => [{ ...place, ...page }],
  listInvitations: (place) => [{ ...place, now, ...page }],
  listMembers: (place) => [{ ...place, ...page }],
  listNetworkAgents: () =>
    [{}, { category: 'x' }].flatMap((filter) =>
      [true, false].map((verified_only) => ({ ...filter, verified_only, ...page })),
    ),
  listOwnInvitations: () => [{ email, now, ...page }],
  listPolicyVersions: (place) => [{ ...place, ...page }],
  listTasks: ({ reach, workspace_id }) =>
    [
      {},
      { status: 'failed' as const },
      { skill: 'x' },
      { agent_id: 'x' },
      { skill: 'x', status: 'failed' as const },
    ].map((filter) => ({ reach, workspace_id, ...filter, ...page })),
  listWorkspaceMembers: (place) => [{ ...place, ...page }],
  listWorkspaces: (place) => [{ ...place, ...page }],
  searchAgents: (place) =>
    ORDERS.flatMap((order) => [
      ...agentFilters(place).map((filter) => ({ ...AGENT_SEARCH, ...filter, order })),
      {
        ...AGENT_SEARCH,
        order,
        after:
          order === 'relevance'
            ? ([2, 'x', 'x'] as const)
            : ([order === 'reputation' ? 60 : 'x', 'x'] as const),
      },
    ]),
  searchAudit: ({ reach, organization_id, workspace_id }) =>
    [
      {},
      { workspace_id },
      { event_type: 'task.routed' },
      { text: 'x', since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' },
    ].map((filter) => ({ reach, organization_id, ...filter, limit: 10 })),
  searchInstallations: (place) =>
    installationFilters(place).flatMap((filter) =>
      [undefined, ['2026-01-01T00:00:00.000Z', 'x'] as const].map((after) => ({
        ...{ reach: place.reach, organization_id: place.organization_id, now, limit: 10, after },
        criteria: criteriaOf(filter),
        counts: after === undefined,
      })),
    ),
}

/** Calls every read with each of its inputs. Returns the names of the reads that returned `not_found`. */
export async function readPages(store: Store, place: Place): Promise<readonly string[]> {
  const missed: string[] = []
  for (const name of Object.keys(PAGE_READS) as PageRead[]) {
    const read = store[name] as (input: never) => Promise<{ readonly kind?: string }>
    for (const input of PAGE_READS[name](place))
      if ((await read(input as never)).kind === 'not_found') missed.push(name)
  }
  return missed
}
