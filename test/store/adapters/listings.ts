import type { AgentOrder } from '../../../src/domain/search/agents.ts'
import { criteriaOf } from '../../../src/domain/installations/search.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import type { ListOrder } from '../../../src/handlers/cursor.ts'
import type { World } from '../world.ts'
import * as rows from './listed-rows.ts'

/** Functions that add and remove the rows of a list, and one that reads a page. */
interface PagedList extends rows.Changes {
  readonly read: (paging: {
    readonly limit: number
    readonly offset: number
    readonly after: never
  }) => Promise<
    { readonly items: readonly unknown[]; readonly next?: unknown } | { readonly kind: 'not_found' }
  >
}
type Listing = (world: World) => PagedList | Promise<PagedList>

const casesOf =
  (state: 'open' | 'upheld'): Listing =>
  async (world) => ({
    ...(await rows.disputes(world, state)),
    read: (paging) => world.store.listDisputeCases({ email: 'a@b.example', state, ...paging }),
  })

const searchIn =
  (order: AgentOrder): Listing =>
  (world) => ({
    ...rows.agents(world),
    read: ({ limit, after }) =>
      world.store.searchAgents({
        ...{ order, limit, after },
        ...(order === 'relevance' && { query: searchQuery('paged') }),
        ...{ categories: ['paged'], llm_providers: [], verified_only: false, min_reputation: 0 },
        bounds: { few: 0, page: 10, counts: 10 },
      }),
  })

const event_type = 'image.scan_requested'

/**
 * Every list with cursors, in each of its orders. An action on installations is left out, because its pages always have the same size,
 * which exceeds the number of rows of these tests.
 */
export const LISTINGS: Readonly<
  Record<Exclude<ListOrder, 'updateInstallations~created'>, Listing>
> = {
  'listApiKeys~created': async (world) => ({
    ...(await rows.apiKeys(world)),
    read: (paging) => world.store.listApiKeys({ ...world.home, ...paging }),
  }),
  'listAuditLogs~sequence': (world) => ({
    ...rows.scans(world),
    read: (paging) => {
      const { reach, organization_id } = world
      return world.store.listAudit({ reach, organization_id, event_type, ...paging })
    },
  }),
  'listDisputeCases~undecided': casesOf('open'),
  'listDisputeCases~decided': casesOf('upheld'),
  'listDisputes~opened': async (world) => ({
    ...(await rows.disputes(world, 'open')),
    read: (paging) => world.store.listDisputes({ reach: world.reach, side: 'made', ...paging }),
  }),
  'listImages~reference': (world) => ({
    ...rows.scans(world),
    read: (paging) => world.store.listImages({ ...world.home, ...paging }),
  }),
  'listInstallationCommands~sequence': async (world) => {
    const { installation_id } = (await world.install()).installation
    await world.send(installation_id, 'reload_policy')
    const original = await world.database.read((tx) => tx.commands.first({ where: {} }))
    return {
      ...rows.copiesOf(original, world, {
        ...{ table: 'commands', key: 'command_id', time: 'created_at' },
        changed: (row) => ({ sequence: 100 + row }),
      }),
      read: (paging) =>
        world.store.listCommands({ reach: world.reach, installation_id, ...paging }),
    }
  },
  'listInstallations~created': async (world) => ({
    ...(await rows.installations(world)),
    read: (paging) => {
      const { store, reach, workspace_id, clock } = world
      return store.listInstallations({ reach, workspace_id, now: clock.now, ...paging })
    },
  }),
  'listInstallTokens~created': async (world) => ({
    ...(await rows.installTokens(world)),
    read: (paging) => world.store.listInstallTokens({ ...world.home, ...paging }),
  }),
  'listInvitations~created': async (world) => ({
    ...(await rows.invitations(world)),
    read: (paging) =>
      world.store.listInvitations({ ...world.home, now: world.clock.now, ...paging }),
  }),
  'listMembers~joined': async (world) => ({
    ...(await rows.members(world)),
    read: (paging) => world.store.listMembers({ ...world.home, ...paging }),
  }),
  'listNetworkAgents~id': (world) => ({
    ...rows.agents(world),
    read: (paging) =>
      world.store.listNetworkAgents({ category: 'paged', verified_only: false, ...paging }),
  }),
  'listOwnInvitations~created': async (world) => ({
    ...(await rows.invitations(world)),
    read: (paging) =>
      world.store.listOwnInvitations({ email: rows.email, now: world.clock.now, ...paging }),
  }),
  'listPolicyVersions~version': (world) => ({
    ...rows.versions(world),
    read: (paging) => world.store.listPolicyVersions({ ...world.home, ...paging }),
  }),
  'listTasks~created': (world) => ({
    add: (row) => world.database.transact((tx) => tx.tasks.put(rows.taskOf(world, row))),
    remove: (row) =>
      world.database.transact((tx) => tx.tasks.delete({ task_id: rows.nameOf(row) })),
    read: (paging) => {
      const { store, reach, workspace_id } = world
      return store.listTasks({ reach, workspace_id, ...paging })
    },
  }),
  'searchAgents~name': searchIn('name'),
  'searchAgents~reputation': searchIn('reputation'),
  'searchAgents~registered': searchIn('registered'),
  'searchAgents~relevance': searchIn('relevance'),
  'searchAuditLogs~sequence': (world) => ({
    ...rows.scans(world),
    read: async ({ limit, after }) => {
      const { store, reach, organization_id } = world
      const search = { reach, organization_id, event_type, limit, before: after }
      const found = await store.searchAudit(search)
      return found.kind === 'found' ? { ...found, next: found.next?.before } : found
    },
  }),
  'searchInstallations~created': async (world) => ({
    ...(await rows.installations(world)),
    read: (paging) => {
      const { store, reach, organization_id, clock } = world
      const search = { criteria: criteriaOf({}), counts: false, now: clock.now }
      return store.searchInstallations({ reach, organization_id, ...search, ...paging })
    },
  }),
}
