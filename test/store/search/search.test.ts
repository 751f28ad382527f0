import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentOrder } from '../../../src/domain/search/agents.ts'
import { searchQuery } from '../../../src/domain/search/query.ts'
import { svcId } from '../../../src/domain/crypto/svc-id.ts'
import type { AgentDetails } from '../../../src/domain/agents/agent.ts'
import { nameKey, searchWords, wordsToFind } from '../../../src/domain/search/words.ts'
import type { SearchBounds } from '../../../src/store/transactions/search/agents.ts'
import { DAY } from '../../kit/time.ts'
import { newWorld, type World } from '../world.ts'
import { eachStore } from '../stores.ts'
import { repeatUntilZero } from '../../kit/bounds.ts'

const WORDS = [
  'Invoice',
  'invoices',
  'Straße',
  'ÉCLAIR',
  'reader',
  'Ωμέγα',
  '読む請求書',
  'قارئ',
  'ﬁnder',
  '4',
  'x-ray',
  '\ud83e\udd16',
]
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((words) => words.join(' '))
const agent = fc.record({
  name: text(3),
  skills: fc.subarray(['read', 'write', 'readInvoice', 'é']),
  publisher: fc.constantFrom(null, null, 'Acme', 'ACMÉ', 'Reader House'),
  description: fc.option(text(4), { nil: null }),
  card: fc.option(text(2), { nil: null }),
  category: fc.constantFrom('a', 'b', 'reader', null),
  llm_provider: fc.constantFrom('p', 'q', null),
  verified: fc.boolean(),
  hidden: fc.constantFrom(false, false, false, true),
  foreign: fc.boolean(),
  installed: fc.constantFrom(null, null, 'home', 'other'),
  score: fc.constantFrom(10, 50, 90),
})
type Sample = typeof agent extends fc.Arbitrary<infer A> ? A : never
/** An agent as the test registered it. */
interface ExpectedAgent extends Sample {
  svc_id: string
  registered_at: string
}

const someOf = (...values: string[]): fc.Arbitrary<string[]> =>
  fc.constantFrom<string[]>([], [], ...values.map((value) => [value]), values)
const criteria = fc.record({
  q: fc.constantFrom(
    '',
    '',
    'inv',
    'in',
    'i',
    'x',
    'a',
    'strass',
    'eclair read',
    'reader',
    'read',
    'acme',
    'house inv',
    'ωμ',
    '読',
    '請求',
    'قار',
    'fin',
    'x ray',
    'found-1',
    'none',
  ),
  skill: fc.constantFrom(undefined, undefined, 'read', 'é'),
  publisher_key: fc.constantFrom(undefined, undefined, 'acme', 'nobody'),
  categories: someOf('a', 'none'),
  llm_providers: someOf('p', 'q'),
  verified_only: fc.boolean(),
  min_reputation: fc.constantFrom(0, 0, 50, 60),
  own: fc.constantFrom(false, false, true),
  installed: fc.constantFrom(undefined, undefined, undefined, 'organization', 'workspace'),
})
type Criteria = typeof criteria extends fc.Arbitrary<infer A> ? A : never
const bounds = fc.constantFrom<SearchBounds>(
  { few: 500, page: 1000, counts: 500 },
  { few: 1, page: 3, counts: 500 },
  { few: 0, page: 2, counts: 4 },
)

const detailsOf = ({
  skills,
  publisher,
  description,
  card,
  category,
  llm_provider,
}: Sample): AgentDetails => ({
  capabilities: skills,
  ...(publisher !== null && { publisher }),
  ...(description !== null && { description }),
  ...(card !== null && {
    card: { skills: [{ name: card, tags: ['tagged'], description: 'explained' }, null, 'x'] },
  }),
  ...(category !== null && { category }),
  ...(llm_provider !== null && { llm_provider }),
})

async function registerAgents(
  world: World,
  other: World['home'],
  agents: readonly Sample[],
): Promise<ExpectedAgent[]> {
  const { database, store, context, clock, agentNamed, provedAgent, home } = world
  const expected: ExpectedAgent[] = []
  for (const [at, one] of agents.entries()) {
    clock.advance(at % 2)
    const { name, hidden, verified, score, foreign } = one
    const identity = hidden
      ? { ...provedAgent(name), version: String(at) }
      : agentNamed(`found-${at}`)
    const svc_id = hidden ? svcId({ ...identity, name }) : identity.svc_id
    const { organization_id } = foreign ? other : home
    await store.registerAgent(context(), {
      ...identity,
      name,
      svc_id,
      organization_id,
      private: hidden,
      details: detailsOf(one),
    })
    const verification = verified
      ? {
          verification_status: 'verified' as const,
          ...(!hidden && { listed: 'verified' as const }),
        }
      : {}
    await database.transact((tx) =>
      tx.agents.update({ svc_id, organization_id }, { ...verification, score }),
    )
    expected.push({ ...one, svc_id, registered_at: clock.now })
    const installedBy = one.installed === 'home' ? home : other
    if (one.installed !== null && (!hidden || organization_id === installedBy.organization_id))
      await world.install({}, { ...installedBy, agent_id: svc_id })
  }
  return expected
}

/** Returns the relevance class of an agent, computed from what was registered, or undefined if the agent does not match. */
function relevanceTo(q: string, one: ExpectedAgent): number | undefined {
  const words = searchWords(q)
  if (words.length === 0) return 0
  const begins = (all: readonly string[]) => (word: string) =>
    all.some((own) => own.startsWith(word))
  const contains = (all: readonly string[]) => (word: string) =>
    word.length < 3 ? all.includes(word) : begins(all)(word)
  const names = wordsToFind(one.name)
  const split = one.skills.includes('readInvoice') ? ['read', 'invoice'] : []
  const keywords = [
    ...wordsToFind(one.publisher ?? ''),
    ...wordsToFind(one.category ?? ''),
    ...one.skills.filter((skill) => skill !== 'readInvoice').flatMap((skill) => searchWords(skill)),
    ...split,
    ...wordsToFind(one.card ?? ''),
    ...(one.card === null ? [] : ['tagged']),
  ]
  const described = [
    ...wordsToFind(one.description ?? ''),
    ...(one.card === null ? [] : ['explained']),
  ]
  const isNamed = begins(names)
  const isKeyword = (word: string) => isNamed(word) || contains(keywords)(word)
  const isStated = one.skills.includes(q) || nameKey(one.publisher ?? '') === nameKey(q)
  if (isStated && one.verified) return 0
  if (q.length >= 4 && one.svc_id.startsWith(q)) return one.svc_id === q ? 0 : 1
  if (words.every(isNamed)) {
    const key = nameKey(one.name)
    return key === nameKey(q) ? 0 : key.startsWith(nameKey(q)) ? 1 : 2
  }
  if (isStated || words.every(isKeyword)) return 3
  return words.every((word) => isKeyword(word) || contains(described)(word)) ? 4 : undefined
}

function matches(question: Criteria, one: ExpectedAgent, except = ''): boolean {
  const { skill, publisher_key, categories, llm_providers, own, installed } = question
  return (
    !one.hidden &&
    one.score >= question.min_reputation &&
    (skill === undefined || one.skills.includes(skill)) &&
    (publisher_key === undefined || nameKey(one.publisher ?? '') === publisher_key) &&
    (!own || !one.foreign) &&
    (installed === undefined || one.installed === 'home') &&
    relevanceTo(question.q, one) !== undefined &&
    (except === 'category' || categories.length === 0 || categories.includes(one.category!)) &&
    (except === 'llm_provider' ||
      llm_providers.length === 0 ||
      llm_providers.includes(one.llm_provider!)) &&
    (except === 'verified' || !question.verified_only || one.verified)
  )
}

/** Returns the sort key of an agent in an order. */
function orderKey(order: AgentOrder, q: string, one: ExpectedAgent): readonly string[] {
  const name = [nameKey(one.name), one.svc_id]
  switch (order) {
    case 'relevance':
      return [String(relevanceTo(q, one)), ...name]
    case 'name':
      return name
    case 'reputation':
      return [String(one.score).padStart(3, '0'), one.svc_id]
    case 'registered':
      return [one.registered_at, one.svc_id]
  }
}

function inOrder(order: AgentOrder, q: string, agents: readonly ExpectedAgent[]): string[] {
  const sign = order === 'relevance' || order === 'name' ? 1 : -1
  const compare = (a: readonly string[], b: readonly string[]) => {
    const at = a.findIndex((value, index) => value !== b[index])
    return at < 0 ? 0 : a[at]! < b[at]! ? -sign : sign
  }
  return agents
    .toSorted((a, b) => compare(orderKey(order, q, a), orderKey(order, q, b)))
    .map(({ svc_id }) => svc_id)
}

const NOTHING_CHOSEN = {
  categories: [],
  llm_providers: [],
  verified_only: false,
  min_reputation: 0,
  order: 'relevance',
  limit: 10,
} as const

eachStore((location, kind) => {
  it('returns every matching agent once and in order, and never counts too many, whatever the search bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(agent, { maxLength: 14 }),
        fc.array(criteria, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<AgentOrder>('relevance', 'relevance', 'name', 'reputation', 'registered'),
        bounds,
        fc.integer({ min: 1, max: 4 }),
        async (agents, questions, order, examined, limit) => {
          const world = await newWorld(location())
          const other = await world.tenant('b')
          await world.database.transact(async (tx) => {
            for (const { agent_id, organization_id } of [world, other])
              await tx.agents.update(
                { svc_id: agent_id, organization_id },
                { resolves_publicly: false, listed: 'unlisted' },
              )
          })
          const expected = await registerAgents(world, other, agents)
          const { organization_id, workspace_id } = world.home
          for (const question of questions) {
            const { q, own, installed, ...filters } = question
            const ownFilters = {
              ...(own && { owners: [organization_id] }),
              ...(installed !== undefined && {
                installed: {
                  organizations: [organization_id],
                  ...(installed === 'workspace' && { workspace_id }),
                },
              }),
            }
            const ask = (after?: Parameters<typeof world.store.searchAgents>[0]['after']) =>
              world.store.searchAgents({
                ...filters,
                ...ownFilters,
                query: searchQuery(q),
                order,
                limit,
                after,
                bounds: examined,
              })
            const { counts, ...start } = await ask()
            const found = [...start.items]
            for (let next = start.next; next;) {
              const page = await ask(next)
              expect(page.items.length).toBeLessThanOrEqual(limit)
              expect(page.counts).toBeUndefined()
              found.push(...page.items)
              next = page.next
            }
            const matching = expected.filter((one) => matches(question, one))
            expect(found.map(({ svc_id }) => svc_id)).toEqual(inOrder(order, q, matching))
            const countBy = (option: 'category' | 'llm_provider') =>
              new Map(
                [
                  ...Map.groupBy(
                    expected.filter(
                      (one) => matches(question, one, option) && one[option] !== null,
                    ),
                    (one) => one[option]!,
                  ),
                ].map(([value, { length }]) => [value, length]),
              )
            const exact = {
              total: matching.length,
              verified: expected.filter((one) => one.verified && matches(question, one, 'verified'))
                .length,
              categories: countBy('category'),
              llm_providers: countBy('llm_provider'),
            }
            if (counts!.counted === 'exact') {
              const shown = (options: readonly { name: string; agents: number }[]) =>
                new Map(options.map(({ name: value, agents: many }) => [value, many]))
              expect({
                total: counts!.total,
                verified: counts!.verified,
                categories: shown(counts!.categories),
                llm_providers: shown(counts!.llm_providers),
              }).toEqual(exact)
            } else {
              expect(counts!.total).toBeLessThanOrEqual(exact.total)
              for (const { name: value, agents: many } of counts!.categories)
                expect(many).toBeLessThanOrEqual(exact.categories.get(value as 'a')!)
            }
          }
        },
      ),
      { numRuns: { memory: 150, json: 4, sqlite: 25, postgres: 8 }[kind] },
    )
  })

  it('I-39: finds agents of the previous version by name at once, and by every field after they have been indexed in bounded steps', async () => {
    const world = await newWorld(location())
    const { store, database, context, home } = world
    const { organization_id } = home
    for (let index = 0; index < 201; index += 1)
      await store.registerAgent(context(), {
        ...world.agentNamed(`stale-${index}`),
        name: `Stale ${index}`,
        organization_id,
        details: { publisher: 'Acme', description: 'Sorts letters', capabilities: ['sort'] },
      })
    const terms = () =>
      database.read((tx) =>
        tx.agent_terms.find({ where: { svc_id: 'stale-7' }, orderBy: ['term'], lock: false }),
      )
    const complete = await terms()
    await database.transact(async (tx) => {
      for (const agent of await tx.agents.find({ where: { organization_id } })) {
        const { svc_id, name_key } = agent
        await tx.agents.update(
          { svc_id, organization_id },
          { search_words: null, publisher_key: null, search_version: null },
        )
        for (const term of ['u:acme', 'k:acme', 'k:sort', 'd:sorts', 'd:letters'])
          await tx.agent_terms.delete({ term, name_key, svc_id })
      }
    })
    const found = async (search: { q?: string; skill?: string; publisher_key?: string }) => {
      const { q = '', ...filters } = search
      const { counts } = await store.searchAgents({
        ...NOTHING_CHOSEN,
        ...filters,
        query: searchQuery(q),
        bounds: { few: 500, page: 1000, counts: 500 },
      })
      return counts!.total
    }
    const all = async () => [
      await found({ q: 'stale 7' }),
      await found({ skill: 'sort' }),
      await found({ q: 'letters' }),
      await found({ publisher_key: 'acme' }),
    ]
    expect(await all()).toEqual([11, 201, 0, 0])
    for (let pass = 0; pass < 10; pass += 1)
      expect(await store.relistAgents(context(), {})).toEqual({ relisted: 20 })
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 2 })
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 0 })
    expect(await all()).toEqual([11, 201, 201, 201])
    expect(await terms()).toEqual(complete)
    // An agent without a listing is listed when it is indexed, even if it is not among those that are listed next.
    const unlisted = await database.transact(async (tx) => {
      const key = ({ svc_id }: { svc_id: string }) => ({ svc_id, organization_id })
      for (const agent of await tx.agents.find({ where: { organization_id } }))
        await tx.agents.update(key(agent), { listed: null })
      const next = await tx.agents.find({ where: { listed: null }, limit: 200 })
      const ids = next.map(({ svc_id }) => svc_id)
      const left = await tx.agents.find({ where: { listed: null } })
      const last = left.filter(({ svc_id }) => !ids.includes(svc_id))
      for (const agent of last) await tx.agents.update(key(agent), { search_version: null })
      return last.map(key)
    })
    expect(unlisted).toHaveLength(2)
    await store.relistAgents(context(), {})
    const indexed = await database.read((tx) => tx.agents.getMany(unlisted))
    expect(indexed.map((agent) => agent!.listed)).toEqual(['public', 'public'])
  })

  it('replaces the terms of an earlier version of the index, in which long words were truncated to fewer characters', async () => {
    const world = await newWorld(location())
    const { store, database, context, home } = world
    await store.registerAgent(context(), {
      ...world.agentNamed('a-reader'),
      name: 'Программист',
      organization_id: home.organization_id,
      details: { publisher: 'Министерство обороны' },
    })
    const key = { svc_id: 'a-reader', organization_id: home.organization_id }
    const terms = () =>
      database.read(async (tx) =>
        (await tx.agent_terms.find({ where: { svc_id: key.svc_id }, lock: false })).map(
          ({ term }) => term,
        ),
      )
    const complete = (await terms()).toSorted()
    const cut = (term: string) => term.slice(0, 2 + (term.startsWith('u:') ? 96 : 32))
    await database.transact(async (tx) => {
      const { name_key, search_words } = (await tx.agents.get(key))!
      for (const term of complete)
        await tx.agent_terms.delete({ term, name_key, svc_id: key.svc_id })
      await tx.agent_terms.putMany(
        [...new Set(complete.map(cut))].map((term) => ({ term, name_key, svc_id: key.svc_id })),
      )
      const publisher_key = cut(complete.find((term) => term.startsWith('u:'))!).slice(2)
      await tx.agents.update(key, {
        search_version: 1,
        publisher_key,
        search_words: search_words!.replaceAll(/\S+/g, (word) => word.slice(0, 32)),
      })
    })
    expect((await terms()).toSorted()).not.toEqual(complete)
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 1 })
    expect((await terms()).toSorted()).toEqual(complete)
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 0 })
  })

  it('keeps the terms of an agent in sync with its details, and removes them when it becomes private', async () => {
    const world = await newWorld(location())
    const { store, database, context, home, reach } = world
    const agent = world.provedAgent('Letter Sorter')
    await store.registerAgent(context(), {
      ...agent,
      organization_id: home.organization_id,
      private: false,
      details: { publisher: 'Acme', description: 'Sorts letters' },
    })
    const terms = async () =>
      (
        await database.read((tx) =>
          tx.agent_terms.find({ where: { svc_id: agent.svc_id }, orderBy: ['term'], lock: false }),
        )
      )
        .map(({ term }) => term)
        .filter((term) => /^[kdus]:/.test(term))
    expect(await terms()).toEqual(['d:letters', 'd:sorts', 'k:acme', 'u:acme'])
    const update = (isPrivate: boolean) =>
      store.updateAgent(context(), {
        svc_id: agent.svc_id,
        reach,
        changes: {
          details: { publisher: 'Northwind', capabilities: ['sort'] },
          access: { private: isPrivate, installable_by: 'anyone', installers: [] },
          deprecated: false,
        },
      })
    await update(false)
    expect(await terms()).toEqual(['k:northwind', 'k:sort', 's:sort', 'u:northwind'])
    await update(true)
    expect(await terms()).toEqual([])
  })

  it('suggests queries without typing errors, only from words of public agents', async () => {
    const world = await newWorld(location())
    const { store, context, home } = world
    const register = (name: string, isPrivate: boolean) =>
      store.registerAgent(context(), {
        ...world.provedAgent(name),
        organization_id: home.organization_id,
        private: isPrivate,
        details: { description: 'Translates contracts' },
      })
    await register('Éclair Counter', false)
    await register('Hidden Clerk', true)
    const suggested = async (q: string) =>
      (await store.searchAgents({ ...NOTHING_CHOSEN, query: searchQuery(q) })).suggestions
    expect(await suggested('eclari')).toEqual(['eclair'])
    expect(await suggested('contract countre')).toEqual(['contract counter'])
    expect(await suggested('trasnlatse')).toEqual(['translates'])
    expect(await suggested('hiden')).toBeUndefined()
    expect(await suggested('counter hidden')).toBeUndefined()
    expect(await suggested('countr eclir')).toEqual(['counter eclair'])
    expect(await suggested('countr eclir contrcts')).toBeUndefined()
    expect(await suggested('counterz transllates')).toEqual(['counter translates'])
    expect(await suggested('counter')).toBeUndefined()
    expect(await suggested('読')).toBeUndefined()
  })

  it('recomputes a decaying score when it has changed, and not before', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database, agent_id, organization_id } = world
    const scoreKept = async () =>
      (await database.read((tx) => tx.agents.get({ svc_id: agent_id, organization_id })))!.score
    await world.install({ capabilities: ['read'], upstream_url: 'https://agent.example/' })
    const other = await world.tenant('b')
    await world.install(
      { capabilities: ['read'], upstream_url: 'https://agent.example/' },
      { ...other, agent_id },
    )
    for (let index = 0; index < 3; index += 1) {
      const begun = await store.beginTask(context(), {
        ...other,
        requester_id: other.organization_id,
        skill: 'read',
        timeout_ms: 1000,
      })
      if (begun.kind !== 'begun') expect.unreachable(begun.kind)
      await store.finishTask(context(), {
        task_id: begun.task.task_id,
        outcome: { status: 'completed', result: {}, counts: true, seen: true },
        execution_time_ms: 1,
      })
    }
    expect(await scoreKept()).toBe(53)
    const { score_changes_at } = (await database.read((tx) =>
      tx.agents.get({ svc_id: agent_id, organization_id }),
    ))!
    clock.now = score_changes_at!
    clock.advance(-1)
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 0 })
    clock.advance(1)
    expect(await store.relistAgents(context(), {})).toEqual({ relisted: 1 })
    expect(await scoreKept()).toBe(52)
    for (let month = 0; month < 24; month += 1) {
      clock.advance(30 * DAY)
      await repeatUntilZero(
        async () => (await store.relistAgents(context(), {})).relisted,
        'relisting does not end',
      )
    }
    expect(await scoreKept()).toBe(50)
    expect(
      (await database.read((tx) => tx.agents.get({ svc_id: agent_id, organization_id })))!
        .score_changes_at,
    ).toBeNull()
    expect(await store.correctCount(context(), { name: 'agents.public.score' })).toEqual([])
  })
})
