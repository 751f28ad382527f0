import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { dayOf, plus } from '../../../src/domain/time.ts'
import { newId } from '../../../src/domain/uuid.ts'
import { DAY, SECOND } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld } from '../world.ts'

const LIVE = 1300

eachStore((location) => {
  it('routes a task to the few installations that offer its skill, and spreads tasks among those that do', async () => {
    const world = await newWorld(location())
    const { store, context, clock, database, reach, organization_id, workspace_id } = world
    const { installation } = await world.install({
      capabilities: ['read'],
      upstream_url: 'https://agent.example/',
    })
    await database.transact(async (tx) => {
      for (let index = 1; index < LIVE; index += 1) {
        clock.advance(SECOND / 10)
        const capabilities = index === 700 ? ['read', 'rare'] : index === 900 ? ['weak'] : ['read']
        const health = index === 900 ? ('unhealthy' as const) : ('online' as const)
        await tx.installations.insert({
          ...installation,
          installation_id: newId(context()),
          capabilities,
          health,
        })
      }
    })
    const chosen = async (skill: string): Promise<string> => {
      const begun = await store.beginTask(context(), {
        reach,
        organization_id,
        workspace_id,
        requester_id: organization_id,
        skill,
        timeout_ms: 1000,
      })
      return begun.kind === 'begun' ? begun.task.agent.installation_id : begun.kind
    }
    const holderOf = async (skill: string) =>
      (await database.read((tx) => tx.installations.find({ where: { workspace_id } })))
        .filter(({ capabilities }) => capabilities.includes(skill))
        .map((one) => one.installation_id)
    expect([await chosen('rare')]).toEqual(await holderOf('rare'))
    expect([await chosen('weak')]).toEqual(await holderOf('weak'))
    expect(await chosen('none')).toBe('no_agent')
    const many = []
    for (let index = 0; index < 20; index += 1) many.push(await chosen('read'))
    expect(new Set(many).size).toBeGreaterThan(15)
  })

  it('chooses the best of 200 installations that respond, however many others do not', async () => {
    const world = await newWorld(location())
    const { store, context, database, reach, organization_id, workspace_id } = world
    const { installation } = await world.install({
      capabilities: ['read'],
      upstream_url: 'https://agent.example/',
    })
    const responsive = [installation.installation_id]
    await database.transact(async (tx) => {
      for (let index = 1; index < 300; index += 1) {
        const installation_id = newId(context())
        const health = index < 200 ? ('online' as const) : ('offline' as const)
        await tx.installations.insert({ ...installation, installation_id, health })
        if (index < 200) responsive.push(installation_id)
      }
    })
    const chosen = []
    for (let index = 0; index < 5; index += 1) {
      const begun = await store.beginTask(context(), {
        reach,
        organization_id,
        workspace_id,
        requester_id: organization_id,
        skill: 'read',
        timeout_ms: 1000,
      })
      chosen.push(begun.kind === 'begun' ? begun.task.agent.installation_id : begun.kind)
    }
    expect(chosen).toEqual(responsive.toSorted().slice(0, 5))
  })

  it.each([
    ['online', 'online'],
    ['unhealthy', 'online'],
    ['unhealthy', 'unhealthy'],
  ] as const)(
    'routes every task to the few %s installations that can take it among many %s ones of a suspended agent',
    async (healthy, suspended) => {
      const world = await newWorld(location())
      const { store, context, database, home, reach, organization_id, workspace_id } = world
      const { agent_id } = await world.tenant('b')
      const offer = { capabilities: ['read'], upstream_url: 'https://agent.example/' }
      const { installation } = await world.install(offer)
      const good = (await world.install(offer, { ...home, agent_id })).installation
      const able = new Set<string>([good.installation_id])
      await database.transact(async (tx) => {
        for (const { installation_id } of [installation, good])
          await tx.installations.update(
            { installation_id },
            { health: installation_id === good.installation_id ? healthy : suspended },
          )
        for (let index = 1; index < 250; index += 1) {
          const installation_id = newId(context())
          await tx.installations.insert({ ...installation, installation_id, health: suspended })
          if (index % 50 !== 0) continue
          const another = newId(context())
          await tx.installations.insert({ ...good, installation_id: another, health: healthy })
          able.add(another)
        }
      })
      await store.setSuspended(context(), { svc_id: home.agent_id, suspended: true, reason: 'x' })
      const chosen = new Set<string>()
      for (let index = 0; index < 20; index += 1) {
        const begun = await store.beginTask(context(), {
          reach,
          organization_id,
          workspace_id,
          requester_id: organization_id,
          skill: 'read',
          timeout_ms: 1000,
        })
        chosen.add(begun.kind === 'begun' ? begun.task.agent.installation_id : begun.kind)
      }
      expect(chosen).toEqual(able)
    },
  )

  it('sends one reload_policy command to each running installation of a large workspace', async () => {
    const { store, context, database, signer, workspace_id, install } = await newWorld(location())
    const { installation } = await install()
    await database.transact(async (tx) => {
      for (let index = 1; index < 600; index += 1)
        await tx.installations.insert({
          ...installation,
          installation_id: newId(context()),
          lifecycle: (['active', 'paused', 'revoked'] as const)[index % 3]!,
        })
    })
    for (const _ of ['first', 'second'])
      await store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer })
    await store.announcePolicies(context(), {})
    const [installations, commands] = await database.read((tx) =>
      Promise.all([tx.installations.find({ where: { workspace_id } }), tx.commands.find({})]),
    )
    const running = installations
      .filter(({ lifecycle }) => lifecycle !== 'revoked')
      .map(({ installation_id }) => installation_id)
    expect(commands.map(({ installation_id }) => installation_id).toSorted()).toEqual(
      running.toSorted(),
    )
    expect(new Set(commands.map(({ type }) => type))).toEqual(new Set(['reload_policy']))
  })

  it('recovers installations with expired credentials first, then offline ones and then all others, each group beginning with the one that has been silent the longest', async () => {
    const world = await newWorld(location())
    const { context, clock, database, install, recover, workspace_id } = world
    const { installation } = await install()
    clock.advance(10 * DAY)
    const silent = { a: 2, b: 5, c: 1 }
    const addInstallation = (
      installation_id: string,
      health: 'online' | 'offline',
      days: number,
      expires_in_ms = DAY,
    ) =>
      database.transact(async (tx) => {
        const last_seen_at = plus(clock.now, -days * DAY)
        await tx.installations.insert({
          ...installation,
          installation_id,
          health,
          last_seen_at,
          last_seen_date: dayOf(last_seen_at),
          refresh_hash: installation_id,
        })
        await tx.runtime_tokens.insert({
          hash: installation_id,
          installation_id,
          version: 1,
          issued_at: last_seen_at,
          expires_at: plus(clock.now, expires_in_ms),
          first_used_at: last_seen_at,
          effective_expires_at: plus(clock.now, expires_in_ms),
        })
      })
    await database.transact((tx) =>
      tx.installations.update(
        { installation_id: installation.installation_id },
        { last_seen_at: clock.now, last_seen_date: dayOf(clock.now) },
      ),
    )
    for (let index = 0; index < 400; index += 1)
      await addInstallation(newId(context()), 'online', 0)
    for (const [id, days] of Object.entries(silent)) await addInstallation(id, 'offline', days)
    await addInstallation('expired', 'offline', 1, -1)
    await addInstallation('online', 'online', 3)

    const picked = async () => {
      const outcome = await recover()
      return outcome.kind === 'recovered' ? outcome.installation.installation_id : outcome.kind
    }
    expect([
      await picked(),
      await picked(),
      await picked(),
      await picked(),
      await picked(),
    ]).toEqual(['expired', 'b', 'a', 'c', 'online'])
    expect(
      await database.read((tx) =>
        tx.installations.count({ workspace_id, lifecycle: 'active', health: 'offline' }),
      ),
    ).toBe(0)
  })
})
