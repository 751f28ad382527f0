import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentOrder } from '../../../src/domain/search/agents.ts'
import { svcId } from '../../../src/domain/agents/identity.ts'
import { searchWords } from '../../../src/domain/search/words.ts'
import type { SearchBounds } from '../../../src/store/transactions/search/agents.ts'
import { DAY } from '../../kit/time.ts'
import { newWorld, type World } from '../world.ts'
import { eachStore } from '../stores.ts'
import { repeatUntilZero } from '../../kit/bounds.ts'

/** An agent as the test registered it. */
interface ExpectedAgent {
  svc_id: string
  name: string
  skills: string[]
  category: string | null
  llm_provider: string | null
  verified: boolean
  hidden: boolean
  score: number
  registered_at: string
}

const name = fc
  .array(
    fc.constantFrom(
      'Invoice',
      'invoices',
      'Straße',
      'ÉCLAIR',
      'reader',
      'Ωμέγα',
      '読む',
      '4',
      'x-ray',
      '\ud83e\udd16',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join(' '))
const agent = fc.record({
  name,
  skills: fc.subarray(['read', 'write', 'é']),
  category: fc.constantFrom('a', 'b', null),
  llm_provider: fc.constantFrom('p', 'q', null),
  verified: fc.boolean(),
  hidden: fc.constantFrom(false, false, false, true),
  score: fc.constantFrom(10, 50, 90),
})
const criteria = fc.record({
  words: fc
    .constantFrom('', '', 'inv', 'strass', 'eclair read', 'ωμ', '読', 'x ray', 'none')
    .map(searchWords),
  skill: fc.constantFrom(undefined, undefined, 'read', 'é'),
  category: fc.constantFrom(undefined, undefined, 'a', 'none'),
  llm_provider: fc.constantFrom(undefined, undefined, 'p'),
  verified_only: fc.boolean(),
  min_reputation: fc.constantFrom(0, 0, 50, 60),
})
const bounds = fc.constantFrom<SearchBounds>(
  { few: 500, page: 1000, counts: 500 },
  { few: 1, page: 3, counts: 500 },
  { few: 0, page: 2, counts: 4 },
)

async function registerAgents(
  { database, store, context, clock, agentNamed, provedAgent, home }: World,
  agents: readonly (typeof agent extends fc.Arbitrary<infer A> ? A : never)[],
): Promise<ExpectedAgent[]> {
  const expected: ExpectedAgent[] = []
  for (const [
    at,
    { skills, category, llm_provider, verified, hidden, score, ...one },
  ] of agents.entries()) {
    clock.advance(at % 2)
    const identity = hidden
      ? { ...provedAgent(one.name), version: String(at) }
      : agentNamed(`found-${at}`)
    const svc_id = hidden ? svcId({ ...identity, ...one }) : identity.svc_id
    const details = {
      capabilities: skills,
      ...(category !== null && { category }),
      ...(llm_provider !== null && { llm_provider }),
    }
    await store.registerAgent(context(), {
      ...identity,
      ...one,
      svc_id,
      organization_id: home.organization_id,
      private: hidden,
      details,
    })
    const verification = verified
      ? {
          verification_status: 'verified' as const,
          ...(!hidden && { listed: 'verified' as const }),
        }
      : {}
    await database.transact((tx) =>
      tx.agents.update(
        { svc_id, organization_id: home.organization_id },
        { ...verification, score },
      ),
    )
    expected.push({
      ...one,
      svc_id,
      skills,
      category,
      llm_provider,
      verified,
      hidden,
      score,
      registered_at: clock.now,
    })
  }
  return expected
}

const compareBy =
  (order: AgentOrder) =>
  (a: ExpectedAgent, b: ExpectedAgent): number => {
    const key = (one: ExpectedAgent) =>
      ({ name: '', reputation: String(one.score).padStart(3, '0'), registered: one.registered_at })[
        order
      ] + one.svc_id
    return order === 'name' ? 0 : key(a) < key(b) ? 1 : -1
  }

eachStore((location, kind) => {
  it('returns every matching agent once and in order, and never counts too many, whatever the search bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(agent, { maxLength: 14 }),
        fc.array(criteria, { minLength: 1, maxLength: 6 }),
        fc.constantFrom<AgentOrder>('name', 'reputation', 'registered'),
        bounds,
        fc.integer({ min: 1, max: 4 }),
        async (agents, questions, order, examined, limit) => {
          const world = await newWorld(location())
          await world.database.transact((tx) =>
            tx.agents.update(
              { svc_id: world.agent_id, organization_id: world.organization_id },
              { resolves_publicly: false, listed: 'unlisted' },
            ),
          )
          const expected = await registerAgents(world, agents)
          for (const question of questions) {
            const matches = (one: ExpectedAgent, except = '') =>
              !one.hidden &&
              one.score >= question.min_reputation &&
              (question.skill === undefined || one.skills.includes(question.skill)) &&
              question.words.every((word) =>
                searchWords(one.name).some((own) => own.startsWith(word)),
              ) &&
              (except === 'category' ||
                question.category === undefined ||
                one.category === question.category) &&
              (except === 'llm_provider' ||
                question.llm_provider === undefined ||
                one.llm_provider === question.llm_provider) &&
              (except === 'verified' || !question.verified_only || one.verified)
            const ask = (after?: Parameters<typeof world.store.searchAgents>[0]['after']) =>
              world.store.searchAgents({ ...question, order, limit, after, bounds: examined })
            const { counts, ...start } = await ask()
            const found = [...start.items]
            for (let next = start.next; next;) {
              const page = await ask(next)
              expect(page.items.length).toBeLessThanOrEqual(limit)
              expect(page.counts).toBeUndefined()
              found.push(...page.items)
              next = page.next
            }
            const matching = expected.filter((one) => matches(one))
            expect(found.map(({ svc_id }) => svc_id).toSorted()).toEqual(
              matching.map(({ svc_id }) => svc_id).toSorted(),
            )
            if (order === 'name')
              expect(found.map(({ name_key }) => name_key)).toEqual(
                found.map(({ name_key }) => name_key).toSorted(),
              )
            else
              expect(found.map(({ svc_id }) => svc_id)).toEqual(
                matching.toSorted(compareBy(order)).map(({ svc_id }) => svc_id),
              )
            const countBy = (option: 'category' | 'llm_provider') =>
              new Map(
                [
                  ...Map.groupBy(
                    expected.filter((one) => matches(one, option) && one[option] !== null),
                    (one) => one[option]!,
                  ),
                ].map(([value, { length }]) => [value, length]),
              )
            const exact = {
              total: matching.length,
              verified: expected.filter((one) => one.verified && matches(one, 'verified')).length,
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
                expect(many).toBeLessThanOrEqual(exact.categories.get(value)!)
            }
          }
        },
      ),
      { numRuns: { memory: 150, json: 4, sqlite: 25, postgres: 8 }[kind] },
    )
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
