import { expect, it, vi } from 'vitest'
import { countFor } from '../../../src/store/counts.ts'
import type { ReadTx } from '../../../src/store/database.ts'
import { searchAgents } from '../../../src/store/transactions/search/agents.ts'
import { suggestQueries } from '../../../src/store/transactions/search/suggestions.ts'
import { newLocationInMemory } from '../stores.ts'
import { newWorld } from '../world.ts'

/** Returns a transaction that counts the agents that are read and the starts of seeks. */
function counting(tx: ReadTx) {
  const counts = { agents: 0, starts: 0 }
  const counted: ReadTx = {
    ...tx,
    agents: {
      ...tx.agents,
      select: async (columns, query) => {
        const found = await tx.agents.select(columns, query)
        counts.agents += found.length
        return found
      },
    },
    agent_terms: {
      ...tx.agent_terms,
      seek: async (starts) => {
        counts.starts += starts.length
        return tx.agent_terms.seek(starts)
      },
    },
  }
  return { counted, counts }
}

it('suggestions for the worst queries take at most 1,368 seeks', async () => {
  const world = await newWorld(newLocationInMemory())
  const { store, context, home } = world
  // These names contain all but the last letter of the unknown words, so that a typing error is possible at every position.
  const nonsense = ['abcdefghijklmnopqrstuvwx', 'zyxwvutsrqponmlkjihgfedc']
  for (const word of nonsense)
    await store.registerAgent(context(), {
      ...world.provedAgent(word.slice(0, -1)),
      organization_id: home.organization_id,
    })
  const seeks = (words: readonly string[]) =>
    world.database.read(async (tx) => {
      const { counted, counts } = counting(tx)
      await suggestQueries(counted, words)
      return counts.starts
    })
  const many = Array.from({ length: 8 }, (_, at) => `${'qwertyuiopasdfghjklzxcv'}${at}`)
  expect(await seeks(many)).toBe(24)
  expect(await seeks(nonsense.slice(0, 1))).toBe(3 + 72 + 1200)
  expect(await seeks(nonsense)).toBe(6 + 144 + 1200)
  const known = Array.from({ length: 6 }, () => 'abcdefghijklmnopqrstuvw')
  expect(await seeks([...known, ...nonsense])).toBe(24 + 144 + 1200)
  // The second word is not corrected if the first one cannot be.
  expect(await seeks(['qqqqqq', 'wwwwww'])).toBeLessThan(6 + 18 + 601)
})

it('the store in memory sorts the index once for many seeks, and again after a write', async () => {
  const world = await newWorld(newLocationInMemory())
  const seek = () => world.database.read((tx) => tx.agent_terms.seek(['w:', 'w:zebra']))
  const before = await seek()
  const sort = vi.spyOn(Array.prototype, 'toSorted')
  for (let index = 0; index < 10; index += 1) expect(await seek()).toEqual(before)
  expect(sort).not.toHaveBeenCalled()
  sort.mockRestore()
  await world.store.registerAgent(world.context(), {
    ...world.provedAgent('Zebra'),
    organization_id: world.home.organization_id,
  })
  expect(before[1]).not.toBe('w:zebra')
  expect((await seek())[1]).toBe('w:zebra')
})

it('reads only slightly more agents than it examines, however many values are chosen', async () => {
  const world = await newWorld(newLocationInMemory())
  const { database, home, agent_id } = world
  const categories = Array.from({ length: 10 }, (_, at) => `c${at}`)
  await database.transact(async (tx) => {
    const { organization_id } = home
    const agent = (await tx.agents.get({ svc_id: agent_id, organization_id }))!
    for (const category of categories)
      for (let index = 0; index < 260; index += 1)
        await tx.agents.insert({
          ...agent,
          svc_id: `${index}-${category}`,
          category,
          listed: index % 2 === 0 ? 'verified' : 'public',
          score: 10,
        })
  })
  const read = await database.read(async (tx) => {
    const { counted, counts } = counting(tx)
    const page = await searchAgents(counted, {
      categories,
      llm_providers: [],
      verified_only: false,
      min_reputation: 50,
      order: 'registered',
      limit: 20,
      after: ['2100-01-01T00:00:00.000Z', ''],
    })
    expect([page.items.length, page.next === undefined]).toEqual([0, false])
    return counts.agents
  })
  expect(read).toBeGreaterThanOrEqual(1000)
  expect(read).toBeLessThanOrEqual(1000 + 20 * 16)
})

const CHOSEN = [[], ['one'], ['one', 'two']]

it.each(
  CHOSEN.flatMap((categories) =>
    CHOSEN.flatMap((llm_providers) =>
      [false, true].map((verified_only) => ({ categories, llm_providers, verified_only })),
    ),
  ),
)('reads only counts that the store maintains: %j', async (options) => {
  const world = await newWorld(newLocationInMemory())
  const unmaintained = await world.database.read(async (tx) => {
    const scans: unknown[] = []
    const agents: ReadTx['agents'] = {
      ...tx.agents,
      count: (where = {}, limit) => {
        if (limit === undefined && !countFor('agents', where)) scans.push(where)
        return tx.agents.count(where, limit)
      },
    }
    const search = { ...options, min_reputation: 0, order: 'name' as const, limit: 20 }
    // Without `few`, a small registry is searched like a large one.
    const bounds = { few: 0, page: 1000, counts: 100 }
    const { counts } = await searchAgents(
      { ...tx, agents, counters: tx.counters },
      { ...search, bounds },
    )
    expect(counts).toBeDefined()
    return scans
  })
  expect(unmaintained).toEqual([])
})
