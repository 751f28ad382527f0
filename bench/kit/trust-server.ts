/** The platform for `bench/trust-verify.ts`, with one agent whose key the benchmark has. */
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { serveContender } from './contender.ts'
import { newFleet, registerSigningAgent } from './fleet.ts'

export interface TrustServerInfo {
  readonly agent_id: string
  readonly workspace_id: string
  readonly api_key: string
  readonly seed: string
}

const { server, jobs } = await createApp({
  ...readConfig({ store: 'memory:' }, {}),
  log_level: 'silent',
  rate_limit_factor: 1e9,
})
const { organization_id, workspace_id, api_key } = await newFleet(jobs, 1)
const agent_id = 'signing-agent'
const seed = await registerSigningAgent(jobs, agent_id, organization_id)
serveContender(server, {
  agent_id,
  workspace_id,
  api_key,
  seed,
} satisfies TrustServerInfo)
