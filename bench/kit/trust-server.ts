/** The platform for `bench/trust-verify.ts`, with one agent whose key the benchmark has. */
import { serveContender } from './contender.ts'
import { newFleet, registerSigningAgent } from './fleet.ts'
import { benchApp } from './platform.ts'

export interface TrustServerInfo {
  readonly agent_id: string
  readonly workspace_id: string
  readonly api_key: string
  readonly seed: string
}

const { server, jobs } = await benchApp()
const { organization_id, workspace_id, api_key } = await newFleet(jobs, 1)
const agent_id = 'signing-agent'
const seed = await registerSigningAgent(jobs, agent_id, organization_id)
serveContender(server, {
  agent_id,
  workspace_id,
  api_key,
  seed,
} satisfies TrustServerInfo)
