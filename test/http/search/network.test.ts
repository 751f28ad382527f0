import { beforeAll, describe, expect, it } from 'vitest'
import { agentIdentity, install, register, registerPrivately } from '../agents.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

interface Item {
  svc_id: string
  category?: string
  verification_status: string
}
interface Page {
  items: Item[]
  total: number
  limit: number
  offset: number
  next_cursor?: string
}

describe('the registry network', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization('professional')
    const other = await platform.organization('free')
    for (const [category, llm_provider] of [
      ['data', 'one'],
      ['data', 'two'],
      ['productivity', 'one'],
    ])
      await register(other, agentIdentity(), { category, llm_provider, publisher: 'Acme' })
    await org.api.post('/agents/register', { ...agentIdentity().registration, category: 'data' })
    await registerPrivately(platform, other.organization_id)
    await install(platform, org)
    await install(platform, other)
  })
  const list = async (query = ''): Promise<Page> => {
    const { status, body } = await org.api.get(`/registry/network/agents${query}`)
    expect(status).toBe(200)
    return body
  }

  async function listAll(limit: number): Promise<Item[]> {
    const first = await list(`?limit=${limit}`)
    const seen = [...first.items]
    for (let { next_cursor } = first; next_cursor;) {
      const page = await list(`?limit=${limit}&cursor=${next_cursor}`)
      expect(page.limit).toBe(limit)
      seen.push(...page.items)
      next_cursor = page.next_cursor
    }
    return seen
  }

  it('lists the public agents of all organizations', async () => {
    const { items, total, limit, offset } = await list()
    expect([items.length, total, limit, offset]).toEqual([6, 6, 20, 0])
    expect(items.find(({ category }) => category === 'productivity')).toEqual({
      svc_id: expect.any(String),
      did: expect.stringMatching(/^did:svc:/),
      name: expect.any(String),
      version: '1.0.0',
      publisher: 'Acme',
      category: 'productivity',
      llm_provider: 'one',
      verification_status: 'verified',
      ownership: 'proved',
      deprecated: false,
      reputation_score: 50,
      capabilities: [],
      registered_at: platform.clock.now(),
    })
  })

  it.each([
    ['?category=data', 3],
    ['?verified_only=true', 5],
    ['?verified_only=false', 6],
    ['?category=data&verified_only=true', 2],
    ['?category=nothing', 0],
  ])('filters: %s returns %i', async (query, total) => {
    const page = await list(query)
    expect([page.total, page.items.length]).toEqual([total, total])
  })

  it('pages by offset and by cursor without repeating or missing an agent', async () => {
    const all = (await list()).items
    for (const limit of [1, 2, 4]) expect(await listAll(limit)).toEqual(all)
    expect((await list('?limit=2&offset=3')).items).toEqual(all.slice(3, 5))
    for (const cursor of ['x', 'WzFd', 'W10'])
      expect((await org.api.get(`/registry/network/agents?cursor=${cursor}`)).body.code).toBe(
        'INVALID_CURSOR',
      )
  })

  it('summarizes the network, with the installations of the calling organization', async () => {
    expect((await org.api.get('/registry/network/summary')).body).toEqual({
      total_agents: 6,
      verified_agents: 5,
      categories: [
        { name: 'data', agents: 3 },
        { name: 'productivity', agents: 1 },
      ],
      llm_providers: [
        { name: 'one', agents: 2 },
        { name: 'two', agents: 1 },
      ],
      average_reputation: 50,
      active_installations: 1,
      updated_at: platform.clock.now(),
    })
  })

  it('summarizes a network without agents as zeros', async () => {
    const empty = await (await startPlatform()).organization()
    expect((await empty.api.get('/registry/network/summary')).body).toMatchObject({
      total_agents: 0,
      verified_agents: 0,
      categories: [],
      llm_providers: [],
      average_reputation: 0,
      active_installations: 0,
    })
  })

  it('searches by beginnings of words, filters, sorts, and counts the agents of each option', async () => {
    const searched = async (query: string) =>
      (await org.api.get(`/registry/network/search${query}`)).body
    const { items, counts, ...rest } = await searched('?limit=4')
    expect([items.length, rest.limit, counts]).toEqual([
      4,
      4,
      {
        counted: 'exact',
        total: 6,
        verified: 5,
        categories: [
          { name: 'data', agents: 3 },
          { name: 'productivity', agents: 1 },
        ],
        llm_providers: [
          { name: 'one', agents: 2 },
          { name: 'two', agents: 1 },
        ],
      },
    ])
    const next = await searched(`?limit=4&cursor=${rest.next_cursor}`)
    expect([next.items.length, next.counts, next.next_cursor]).toEqual([2, undefined, undefined])
    const data = await searched('?category=data&verified_only=true')
    expect(data.counts).toMatchObject({
      total: 2,
      verified: 2,
      categories: [
        { name: 'data', agents: 2 },
        { name: 'productivity', agents: 1 },
      ],
    })
    const [one] = items
    const typed = await searched(
      `?q=${encodeURIComponent(one.name.toUpperCase().slice(0, 4))}&sort=reputation&min_reputation=50`,
    )
    expect(typed.items).toContainEqual(one)
    expect((await searched('?q=nobody')).items).toEqual([])
    expect((await searched('?skill=nothing')).items).toEqual([])
    expect((await searched('?sort=reputation&cursor=WzFd')).code).toBe('INVALID_CURSOR')
    expect((await searched(`?sort=reputation&cursor=${rest.next_cursor}`)).code).toBe(
      'CURSOR_MISMATCH',
    )
  })

  it('counts categories that are named like members of Object.prototype', async () => {
    const other = await platform.organization()
    for (const category of ['__proto__', 'constructor', 'toString'])
      await register(other, agentIdentity(), { category })
    const { categories } = (await org.api.get('/registry/network/summary')).body
    expect(categories).toEqual(
      expect.arrayContaining([
        { name: '__proto__', agents: 1 },
        { name: 'constructor', agents: 1 },
        { name: 'toString', agents: 1 },
      ]),
    )
    expect((await list('?category=__proto__')).total).toBe(1)
  })
})

it('pages through agents whose ids have the maximum length', async () => {
  const { api } = await (await startPlatform()).organization('professional')
  const ids = ['a', 'b'].map((letter) => letter.repeat(256))
  for (const svc_id of ids)
    expect(
      (await api.post('/agents/register', { ...agentIdentity().registration, svc_id })).status,
    ).toBe(201)
  const {
    body: { next_cursor },
  } = await api.get('/registry/network/agents?limit=1')
  expect(
    (await api.get(`/registry/network/agents?limit=1&cursor=${next_cursor}`)).body.items,
  ).toMatchObject([{ svc_id: ids[1] }])
})
