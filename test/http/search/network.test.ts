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

  it('searches by the beginnings of words, filters, sorts, and counts the agents per option', async () => {
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
    expect(typed.items).toContainEqual({ ...one, matched: expect.any(Array) })
    expect((await searched('?q=nobody')).items).toEqual([])
    expect((await searched('?skill=nothing')).items).toEqual([])
    expect((await searched('?sort=reputation&cursor=WzFd')).code).toBe('INVALID_CURSOR')
    expect((await searched(`?sort=reputation&cursor=${rest.next_cursor}`)).code).toBe(
      'CURSOR_MISMATCH',
    )
  })

  it('finds words in every field, states which field matched, suggests queries, and combines several values of a filter', async () => {
    const searched = async (query: string) =>
      (await org.api.get(`/registry/network/search?${query}`)).body
    const owner = await platform.organization()
    const sorter = agentIdentity(77, 'Letter Sorter')
    await register(owner, sorter, {
      publisher: 'Müller & Söhne',
      category: 'post',
      llm_provider: 'one',
      capabilities: ['sortLetters', 'frank'],
      description: `Opens parcels.\n${'It waits. '.repeat(40)}Weighs Briefe für alle.`,
      card: { skills: [{ id: 'x', name: 'Frankieren', tags: ['stamps'], description: 'Pays.' }] },
    })
    const matched = async (q: string) =>
      (await searched(`q=${encodeURIComponent(q)}`)).items.map(
        (one: { matched: object }) => one.matched,
      )
    expect(await matched('letter')).toEqual([
      [
        { field: 'name', text: 'Letter Sorter', words: ['Letter'] },
        { field: 'skill', text: 'sort Letters', words: ['Letters'] },
      ],
    ])
    expect(await matched('muller')).toEqual([
      [{ field: 'publisher', text: 'Müller & Söhne', words: ['Müller'] }],
    ])
    expect(await matched('stamp')).toEqual([
      [{ field: 'skill', text: 'stamps', words: ['stamps'] }],
    ])
    expect(await matched(sorter.registration.svc_id.slice(0, 12))).toEqual([
      [
        {
          field: 'id',
          text: sorter.registration.svc_id,
          words: [sorter.registration.svc_id.slice(0, 12)],
        },
      ],
    ])
    const [[described]] = await matched('briefe parcels')
    expect(described).toMatchObject({ field: 'description', words: ['parcels'] })
    expect(described.text).toMatch(/^Opens parcels. It waits/)
    expect(described.text.length).toBeLessThanOrEqual(202)
    expect(await searched('q=lettre')).toMatchObject({ items: [], suggestions: ['letter'] })
    const several = await searched(
      'categories=data&categories=post&llm_providers=one&llm_provider=two',
    )
    expect([several.counts.total, several.counts.counted]).toEqual([3, 'exact'])
    expect(several.counts.llm_providers).toEqual([
      { name: 'one', agents: 2 },
      { name: 'two', agents: 1 },
    ])
    expect((await searched('publisher=muller+%26+sohne')).counts.total).toBe(1)
    expect((await searched('skill=frank')).counts.total).toBe(1)
    const tooMany = Array.from({ length: 11 }, (_, index) => `categories=${index}`).join('&')
    expect((await searched(tooMany)).code).toBe('INVALID_PARAMETER')
    const byName = await searched('q=a&sort=name&limit=1')
    expect((await searched(`q=a&sort=relevance&limit=1&cursor=${byName.next_cursor}`)).code).toBe(
      'CURSOR_MISMATCH',
    )
  })

  it('limits the filters for own and installed agents to the organization of the credential, and never finds private agents', async () => {
    const [ours, theirs] = [
      await platform.organization('professional'),
      await platform.organization('professional'),
    ]
    const mine = agentIdentity(81, 'Ours in public')
    await register(ours, mine)
    await registerPrivately(platform, ours.organization_id)
    await register(theirs, agentIdentity(82, 'Theirs in public'))
    await registerPrivately(platform, theirs.organization_id)
    await install(platform, theirs)
    const { workspace_id } = theirs
    const totals = async (who: TestOrganization, query: string) => {
      const { body } = await who.api.get(`/registry/network/search?${query}`)
      return [body.items.map(({ name }: { name: string }) => name).toSorted(), body.counts.total]
    }
    expect(await totals(ours, 'own=true')).toEqual([['Ours in public'], 1])
    expect(await totals(ours, 'installed=true')).toEqual([[], 0])
    for (const query of [
      `installed_in=${workspace_id}`,
      `installed_in=${workspace_id}&organization_id=${ours.organization_id}`,
      'installed_in=ws_unknown',
    ])
      expect([query, await totals(ours, query)]).toEqual([query, [[], 0]])
    for (const filter of ['own=true', 'installed=true', `installed_in=${workspace_id}`])
      for (const organization_id of [theirs.organization_id, 'org_unknown']) {
        const { status, body } = await ours.api.get(
          `/registry/network/search?${filter}&organization_id=${organization_id}`,
        )
        expect([status, body.code]).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
      }
    const [installed] = await totals(theirs, 'installed=true')
    expect(installed).toHaveLength(1)
    expect(await totals(theirs, `installed_in=${workspace_id}`)).toEqual([installed, 1])
    expect(await totals(ours, 'q=nothing-of-this')).toEqual([[], 0])
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
