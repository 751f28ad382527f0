import { expect, it } from 'vitest'
import type { Tx } from '../../../src/store/database.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import { MINUTE } from '../../kit/time.ts'
import { newLocationInMemory } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** Returns the store of a world, and the chains that each of its transactions locks, in the order of the first lock. */
function recordingStore({ database }: World) {
  const orders: string[][] = []
  const recorded = (tx: Tx): Tx => {
    const order: string[] = []
    orders.push(order)
    const audit_heads = new Proxy(tx.audit_heads, {
      get: (table, method: keyof Tx['audit_heads']) =>
        method !== 'get'
          ? table[method]
          : (key: { readonly chain: string }) => {
              if (!order.includes(key.chain)) order.push(key.chain)
              return table.get(key)
            },
    })
    return new Proxy(tx, {
      get: (tables, name: keyof Tx) => (name === 'audit_heads' ? audit_heads : tables[name]),
    })
  }
  const store = createStore({
    ...database,
    transact: (body) => database.transact((tx) => body(recorded(tx))),
  })
  return { store, orders }
}

type Tenant = Awaited<ReturnType<World['tenant']>>
interface Actors {
  readonly world: World
  readonly store: Store
  readonly first: Tenant
  readonly last: Tenant
}

const disputeAndComment = async ({ world, store }: Actors, opener: Tenant, respondent: Tenant) => {
  const { context, agentNamed } = world
  const { organization_id } = respondent
  const svc_id = `of-${organization_id}`
  await store.registerAgent(context(), { ...agentNamed(svc_id), organization_id })
  const opened = await store.openDispute(context(), {
    reach: opener.reach,
    organization_id: opener.organization_id,
    svc_id,
    issue_type: 'security_concern',
    description: 'x',
    task_id: 't',
    logs: 'x',
  })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  const { dispute_id } = opened.dispute
  await store.commentOnDispute(context(), { reach: respondent.reach, dispute_id, text: 'x' })
}
const claimAndProve = async ({ world, store }: Actors, claimant: Tenant, owner: Tenant) => {
  const agent = world.provedAgent(`claimed-by-${claimant.organization_id}`)
  const { organization_id } = claimant
  await store.registerAgent(world.context(), { ...agent, organization_id, proven: false })
  await store.registerAgent(world.context(), { ...agent, organization_id: owner.organization_id })
}
const replaceOpaque = async ({ world, store }: Actors, before: Tenant, after: Tenant) => {
  const agent = world.provedAgent(`replaced-by-${after.organization_id}`)
  const { organization_id } = before
  await store.registerAgent(world.context(), {
    ...agent,
    name: 'other fields',
    organization_id,
    proven: false,
  })
  await store.registerAgent(world.context(), { ...agent, organization_id: after.organization_id })
}
const suspendBoth = async ({ world, store }: Actors, claimant: Tenant, owner: Tenant) => {
  const agent = { ...world.provedAgent(`both-${owner.organization_id}`), proven: false }
  await store.registerAgent(world.context(), { ...agent, organization_id: owner.organization_id })
  await store.registerAgent(world.context(), {
    ...agent,
    organization_id: claimant.organization_id,
  })
  const { svc_id } = agent
  for (const suspended of [true, false])
    await store.setSuspended(world.context(), { svc_id, suspended, reason: 'x' })
}
const expireTokens = async ({ world, store }: Actors, late: Tenant, early: Tenant) => {
  for (const [at, { reach, organization_id, workspace_id }] of [early, late].entries()) {
    const agent = world.agentNamed(`token-${organization_id}-${late.organization_id}`)
    await store.registerAgent(world.context(), { ...agent, organization_id })
    const created = await store.createInstallToken(world.context(), {
      reach,
      workspace_id,
      agent_id: agent.svc_id,
      expiry_minutes: 5 + at,
    })
    if (created.kind !== 'created') throw new Error(created.kind)
  }
  world.clock.advance(10 * MINUTE)
  await store.expireInstallTokens(world.context(), {})
}

it.each([
  ['disputes', disputeAndComment],
  ['proofs of claimed agents', claimAndProve],
  ['replacements of registrations', replaceOpaque],
  ['suspensions', suspendBoth],
  ['expiries of install tokens', expireTokens],
])(
  'locks the audit chains of several organizations in alphabetical order, so that no two transactions deadlock: %s',
  async (_, act) => {
    const world = await newWorld(newLocationInMemory())
    const { store, orders } = recordingStore(world)
    const [first, last] = [await world.tenant('first'), await world.tenant('last')]
    expect(first.organization_id < last.organization_id).toBe(true)
    const actors = { world, store, first, last }
    await act(actors, first, last)
    await act(actors, last, first)
    const several = orders.filter((order) => order.length > 1)
    expect(several.length).toBeGreaterThanOrEqual(2)
    expect(several).toEqual(several.map((order) => order.toSorted()))
  },
)
