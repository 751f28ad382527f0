import { DAY } from '../kit/time.ts'
import type { StoreLocation } from './stores.ts'
import { ISSUER, MASTER_KEYS, newWorld, type World } from './world.ts'

const WITNESS = 'witness.example/w1'

/** Publishes the heads of the audit chains in the log, which a witness cosigns before it grows further. */
async function publishToWitness({
  store,
  context,
  provedAgent,
  organization_id,
}: World): Promise<void> {
  const signer = await store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
  await store.publishHeads(context(), { pause_ms: 0 })
  while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
  const evidence = (await store.readEvidence({}))!
  const result = { kind: 'delivered', evidence, cosignature: `\u2014 ${WITNESS} AAAA\n` } as const
  await store.recordWitness(context(), { name: WITNESS, result })
  await store.registerAgent(context(), { ...provedAgent('later'), private: true, organization_id })
  while (await store.isLogBehind({})) await store.sequenceLog(context(), { signer })
}

export interface PopulatedWorld extends World {
  /** The tokens of the active installations, by identifier. */
  readonly tokens: Readonly<
    Record<string, { readonly runtime_token: string; readonly refresh_token: string }>
  >
  readonly api_key: string
}

/** Creates a store with installations, tasks (one in progress), a policy, API keys and a member. */
export async function newPopulatedWorld(location: StoreLocation): Promise<PopulatedWorld> {
  const world = await newWorld(location)
  const { store, context, signer, workspace_id } = world
  const first = await world.install({ upstream_url: 'https://agent.example/a2a/tasks' })
  const other = await world.tenant('b')
  const second = await world.install(
    { capabilities: ['read'], upstream_url: 'https://agent.example/' },
    { ...other, agent_id: 'agent-a' },
  )
  for (let sent = 0; sent < 3; sent += 1) {
    const begun = await store.beginTask(context(), {
      ...other,
      requester_id: 'org_b',
      skill: 'read',
      timeout_ms: 1000,
    })
    if (begun.kind !== 'begun') throw new Error(begun.kind)
    if (sent < 2)
      await store.finishTask(context(), {
        task_id: begun.task.task_id,
        outcome: { status: 'completed', counts: true, seen: true } as never,
        execution_time_ms: 1,
      })
    world.clock.advance(DAY)
  }
  await store.setPolicy(context(), {
    workspace_id,
    content: (await world.database.read((tx) => tx.policies.first({ where: { workspace_id } })))!
      .content,
    signer,
  })
  const key = await store.createApiKey(context(), { organization_id: 'org_a', name: 'one' })
  await store.createApiKey(context(), { organization_id: 'org_a', name: 'two' })
  await store.addMember(context(), {
    organization_id: 'org_a',
    email: 'owner@example.com',
    role: 'owner',
  })
  await store.requestPin(context(), { email: 'owner@example.com' })
  await world.send(first.installation.installation_id, 'reload_policy')
  await world.installToken()
  if (key.kind === 'created')
    await store.touchApiKey(context(), {
      key_id: key.key.key_id,
      range: '192.0.2.0/24',
      scope: 'agents:read',
    })
  await publishToWitness(world)
  const tokens = Object.fromEntries(
    [first, second].map(({ installation, runtime_token, refresh_token }) => [
      installation.installation_id,
      { runtime_token, refresh_token },
    ]),
  )
  return { ...world, tokens, api_key: key.kind === 'created' ? key.token : '' }
}
