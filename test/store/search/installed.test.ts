import { expect, it } from 'vitest'
import { searchQuery } from '../../../src/domain/search/query.ts'
import { searchAgents } from '../../../src/store/transactions/search/agents.ts'
import { newLocationInMemory } from '../stores.ts'
import { newWorld } from '../world.ts'

const SEARCH = {
  categories: [],
  llm_providers: [],
  verified_only: false,
  min_reputation: 0,
  order: 'registered',
  limit: 20,
} as const

/** Adds public agents, with the count that shows in which organizations each of them is installed. */
async function newWorldWith(installed: Readonly<Record<string, readonly number[]>>) {
  const world = await newWorld(newLocationInMemory())
  const { database, home, agent_id } = world
  const all = new Set(Object.values(installed).flat())
  await database.transact(async (tx) => {
    const { organization_id } = home
    const agent = (await tx.agents.get({ svc_id: agent_id, organization_id }))!
    for (const number of all) await tx.agents.insert({ ...agent, svc_id: `agent-${number}` })
    const name = 'installations.current.organization_id.agent_id'
    for (const [organization, numbers] of Object.entries(installed))
      for (const number of numbers)
        await tx.counters.insert({
          name,
          grouping: JSON.stringify([organization]),
          value: `agent-${number}`,
          shard: 0,
          rows: 1,
        })
  })
  return world
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

it('finds all agents that are installed in any of several organizations, even if some are installed in more than one', async () => {
  const installed = { 'org-a': numbers(0, 600), 'org-b': numbers(300, 900) }
  const { database } = await newWorldWith(installed)
  const page = await database.read((tx) =>
    searchAgents(tx, { ...SEARCH, installed: { organizations: ['org-a', 'org-b'] } }),
  )
  expect(page.counts).toMatchObject({ counted: 'exact', total: 900 })
})

it('finds the agents of one owner that are installed in any of several organizations', async () => {
  const installed = { 'org-a': numbers(0, 700), 'org-b': numbers(0, 701) }
  const { database, home } = await newWorldWith(installed)
  const page = await database.read((tx) =>
    searchAgents(tx, {
      ...SEARCH,
      owners: [home.organization_id],
      installed: { organizations: ['org-a', 'org-b'] },
    }),
  )
  expect(page.counts).toMatchObject({ counted: 'exact', total: 701 })
})

it('reports the number of agents whose identifier begins with a query as a lower bound if some of them are not found', async () => {
  const countOf = async (agents: number) => {
    const { database } = await newWorldWith({ 'org-a': numbers(1000, 1000 + agents) })
    const page = await database.read((tx) =>
      searchAgents(tx, { ...SEARCH, query: searchQuery('agent-1') }),
    )
    return page.counts
  }
  expect(await countOf(150)).toMatchObject({ counted: 'exact', total: 150 })
  expect(await countOf(250)).toMatchObject({ counted: 'at_least', total: 200 })
})
