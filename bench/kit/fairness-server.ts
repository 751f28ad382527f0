/**
 * The platform for `bench/fairness.ts`, on SQLite and with raised rate limits: `node bench/kit/fairness-server.ts AGENT`, where AGENT is
 * the address of the hostile organization's agent.
 */
import { join } from 'node:path'
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { serveContender } from './contender.ts'
import { newFleet, registrationOf } from './fleet.ts'
import { benchFolder } from './resources.ts'

/** API keys of the hostile organization, public agents that a search finds, and records in its audit log. */
const [KEYS, AGENTS, RECORDS] = [50, 250, 3000]

const { server, services, jobs, setReady } = await createApp({
  ...readConfig({ store: `sqlite:${join(benchFolder(), 'registry.db')}` }, {}),
  log_level: 'silent',
  rate_limit_factor: 1e9,
  outgoing: { http: true, allow: ['127.0.0.1'] },
})
const { store } = services
const { platformContext } = jobs
setReady(true)

async function createKey(organization_id: string): Promise<string> {
  const key = await store.createApiKey(platformContext(), { organization_id, name: 'bench' })
  if (key.kind !== 'created') throw new Error(key.kind)
  return key.token
}

const victim = await store.createOrganization(platformContext(), {
  name: 'victim',
  plan: 'enterprise',
})
const hostile = await newFleet(jobs, 1, {
  upstream_url: process.argv[2]!,
  capabilities: ['small', 'large'],
  heartbeat_interval_seconds: 3600,
})
const { organization_id, workspace_id } = hostile
for (let at = 0; at < AGENTS; at += 1) {
  const { kind } = await store.registerAgent(platformContext(), {
    ...registrationOf(`agent-${at}`, organization_id),
    name: `Common Alpha ${at}`,
    details: { description: 'A common agent of the alpha kind. '.repeat(10) },
  })
  if (kind !== 'registered') throw new Error(kind)
}
for (let at = 0; at < RECORDS; at += 1) {
  const { kind } = await store.updateWorkspace(platformContext(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    workspace_id,
    name: 'Main',
  })
  if (kind !== 'found') throw new Error(kind)
}
const keys = [hostile.api_key]
while (keys.length < KEYS) keys.push(await createKey(organization_id))

serveContender(
  server,
  {
    victim: {
      organization_id: victim.organization_id,
      keys: [await createKey(victim.organization_id)],
    },
    hostile: { ...hostile, keys },
  },
  () => store.close(),
)
