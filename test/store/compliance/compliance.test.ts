import { expect, it } from 'vitest'
import { contentOf, signReport } from '../../../src/domain/compliance/report.ts'
import { hashToken } from '../../../src/domain/tokens.ts'
import { plus } from '../../../src/domain/time.ts'
import { DAY } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const read = ({ store, home, signer, clock }: World, svc_id = home.agent_id) =>
  store.readComplianceFacts({ ...home, svc_id, now: clock.now, signer })

async function reportHash(world: World): Promise<string> {
  const found = await read(world)
  if (found.kind !== 'found') throw new Error(found.kind)
  return signReport(
    contentOf(found.facts, { frameworks: [], now: world.clock.now, platform_version: '0' }),
    world.signer,
  ).hash
}

/** The report hashes of the stores tested so far, by kind of store. */
const hashes = new Map<string, string[]>()

eachStore((location, kind) => {
  it('gives the same report for the same history on every store, and another one, again the same on every store, after a purge', async () => {
    const world = await newWorld(location())
    const { store, context, clock, install, lease, revoke, organization_id, signer } = world
    const installed = await install()
    const retired = await install()
    await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
    await store.createApiKey(context(), { organization_id, name: 'x', scopes: ['audit:read'] })
    await revoke(retired.installation.installation_id)
    clock.advance(DAY)
    await lease(installed.runtime_token, { status: 'degraded' })
    const before = await reportHash(world)
    clock.advance(366 * DAY)
    await store.setPlan(context(), { organization_id, plan: 'enterprise' })
    await store.purgeAudit(context(), { signer })
    hashes.set(kind, [before, await reportHash(world)])
    const [first] = hashes.values()
    expect(hashes.get(kind)).toEqual(first)
    expect(new Set(first).size).toBe(2)
  })

  it('does not count an API key that has expired', async () => {
    const world = await newWorld(location())
    const { store, context, clock, organization_id } = world
    const names = async () => {
      const found = await read(world)
      return found.kind === 'found' ? found.facts.keys.items.map(({ name }) => name) : []
    }
    await store.createApiKey(context(), { organization_id, name: 'lasting' })
    const created = await store.createApiKey(context(), { organization_id, name: 'short' })
    if (!('key' in created)) return expect.unreachable()
    await world.database.transact((tx) =>
      tx.api_keys.update({ key_id: created.key.key_id }, { expires_at: plus(clock.now, DAY) }),
    )
    const before = await names()
    expect(before).toContain('short')
    clock.advance(DAY)
    expect(await names()).toEqual(before.filter((name) => name !== 'short'))
  })

  it('states whether an installation has more accepted runtime tokens than the report reads', async () => {
    const world = await newWorld(location())
    const { runtime_token, installation } = await world.install()
    const { installation_id } = installation
    const tokens = async () => {
      const found = await read(world)
      return found.kind === 'found' ? found.facts.tokens : undefined
    }
    /** Issues versions up to 21, of which those up to `ended` are no longer accepted. */
    const issueUpTo21 = (ended: number) =>
      world.database.transact(async (tx) => {
        const [first] = await tx.runtime_tokens.find({ where: { hash: hashToken(runtime_token) } })
        for (let version = 1; version <= 21; version++)
          await tx.runtime_tokens.put({
            ...first!,
            hash: version === 1 ? first!.hash : hashToken(`${installation_id} ${version}`),
            version,
            effective_expires_at: version <= ended ? world.clock.now : first!.expires_at,
          })
      })
    await issueUpTo21(1)
    expect(await tokens()).toMatchObject({ items: { length: 20 }, truncated: false })
    await issueUpTo21(0)
    expect(await tokens()).toMatchObject({ items: { length: 20 }, truncated: true })
  })

  it('reads no data of another organization, and reports only on agents that are owned or were installed', async () => {
    const world = await newWorld(location())
    const other = await world.tenant('b')
    expect(await read(world, other.agent_id)).toEqual({ kind: 'agent_not_found' })
    expect(
      await world.store.readComplianceFacts({
        ...other,
        reach: world.reach,
        svc_id: other.agent_id,
        now: world.clock.now,
        signer: world.signer,
      }),
    ).toEqual({ kind: 'workspace_not_found' })
    const { installation } = await world.install({}, { agent_id: other.agent_id })
    await world.revoke(installation.installation_id)
    const found = await read(world, other.agent_id)
    expect(found.kind).toBe('found')
    expect(JSON.stringify(found).split('org_b').length).toBe(3)
  })
})
