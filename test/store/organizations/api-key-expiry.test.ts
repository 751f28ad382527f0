import { expect, it } from 'vitest'
import { DAY } from '../../kit/time.ts'
import { eachStore } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

const MINUTES_PER_DAY = 24 * 60
const create = async (
  { store, context }: World,
  organization_id: string,
  name: string,
  days: number,
) => {
  const made = await store.createApiKey(context(), {
    organization_id,
    name,
    expiry_minutes: days * MINUTES_PER_DAY,
  })
  if (made.kind !== 'created') throw new Error(made.kind)
  return made.key
}
/** Runs the job until nothing is left. */
const warnAll = async ({ store, context }: World) => {
  while ((await store.warnExpiringKeys(context(), {})).examined > 0);
}
const mailsOf = async ({ database }: World) =>
  (await database.read((tx) => tx.outbox.find({ where: { kind: 'api_key_expiring' } }))).map(
    ({ payload, party }) => ({ ...payload, party }),
  )
/** Returns the recorded warnings, each as the name of the key and the number of days. */
const recordedIn = async ({ store }: World, chain: string) =>
  (await store.readChain({ chain, above: 0, limit: 1000 }))
    .filter(({ event_type }) => event_type === 'api_key.expiring')
    .map(({ metadata }) => `${String(metadata['name'])} ${String(metadata['days'])}`)

eachStore((location) => {
  it('warns the owners and admins of the organization once 14 days and once 3 days before a key expires', async () => {
    const world = await newWorld(location())
    const { store, context, clock, organization_id } = world
    const other = await world.tenant('b')
    const add = async (name: string, role: 'owner' | 'admin' | 'viewer', organization: string) =>
      (await store.addMember(context(), {
        organization_id: organization,
        email: `${name}@example.com`,
        role,
      }))!.user_id
    const ada = await add('ada', 'owner', organization_id)
    const bob = await add('bob', 'admin', organization_id)
    await add('eve', 'viewer', organization_id)
    await add('mallory', 'owner', other.organization_id)
    const { key_id } = await create(world, organization_id, 'ci', 30)
    await create(world, organization_id, 'long', 400)
    clock.advance(16 * DAY - 1)
    await warnAll(world)
    expect([await mailsOf(world), await recordedIn(world, organization_id)]).toEqual([[], []])
    clock.advance(1)
    // Two processes that run the job at the same time give the warning once.
    await Promise.all([warnAll(world), warnAll(world)])
    await warnAll(world)
    const mail = (user_id: string, days: number) => ({
      organization_id,
      user_id,
      days,
      keys: [key_id],
      party: organization_id,
    })
    expect(await mailsOf(world)).toEqual(expect.arrayContaining([mail(ada, 14), mail(bob, 14)]))
    expect(await mailsOf(world)).toHaveLength(2)
    clock.advance(11 * DAY)
    await warnAll(world)
    expect(await mailsOf(world)).toHaveLength(4)
    expect(await mailsOf(world)).toEqual(
      expect.arrayContaining([mail(ada, 14), mail(bob, 14), mail(ada, 3), mail(bob, 3)]),
    )
    expect(await recordedIn(world, organization_id)).toEqual(['ci 14', 'ci 3'])
    expect(await recordedIn(world, other.organization_id)).toEqual([])
    clock.advance(30 * DAY)
    await warnAll(world)
    expect(await mailsOf(world)).toHaveLength(4)
  })

  it('gives no warning about keys that were revoked or renewed, and none that was already due when the key was created', async () => {
    const world = await newWorld(location())
    const { store, context, clock, organization_id } = world
    await store.addMember(context(), { organization_id, email: 'ada@example.com', role: 'owner' })
    const revoked = await create(world, organization_id, 'revoked', 20)
    await create(world, organization_id, 'renewed', 20)
    await create(world, organization_id, 'short', 10)
    await create(world, organization_id, 'shorter', 2)
    await store.revokeApiKey(context(), { key_id: revoked.key_id })
    clock.advance(DAY)
    await create(world, organization_id, 'renewed', 90)
    await warnAll(world)
    expect(await recordedIn(world, organization_id)).toEqual([])
    clock.advance(5 * DAY)
    await warnAll(world)
    expect(await recordedIn(world, organization_id)).toEqual([])
    clock.advance(DAY)
    await warnAll(world)
    expect(await recordedIn(world, organization_id)).toEqual(['short 3'])
  })

  it('leaves keys that have since been revoked out of the e-mail, and sends none to a person who is no longer an admin', async () => {
    const world = await newWorld(location())
    const { store, context, clock, organization_id } = world
    const { user_id } = (await store.addMember(context(), {
      organization_id,
      email: 'ada@example.com',
      role: 'admin',
    }))!
    const other = await world.tenant('b')
    const [first, second] = [
      await create(world, organization_id, 'first', 20),
      await create(world, organization_id, 'second', 20),
    ]
    const foreign = await create(world, other.organization_id, 'foreign', 20)
    clock.advance(10 * DAY)
    const keys = [first, second, foreign].map(({ key_id }) => key_id)
    const notice = () =>
      store.findExpiryNotice({ organization_id, user_id, keys, now: context().now })
    expect((await notice())!.keys.map(({ name }) => name)).toEqual(['first', 'second'])
    await store.revokeApiKey(context(), { key_id: first.key_id })
    expect((await notice())!.keys.map(({ name }) => name)).toEqual(['second'])
    clock.advance(10 * DAY)
    expect(await notice()).toBeUndefined()
    clock.advance(-10 * DAY)
    await store.addMember(context(), { organization_id, email: 'ada@example.com', role: 'viewer' })
    expect(await notice()).toBeUndefined()
  })
})
