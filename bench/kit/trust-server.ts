/** The platform for `bench/trust-verify.ts`, with one agent whose key the bench holds. */
import { randomBytes } from 'node:crypto'
import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { keyPairOfSeed } from '../../src/domain/crypto/ed25519.ts'
import { serveContender } from './contender.ts'
import { newFleet } from './fleet.ts'

export interface TrustServerInfo {
  readonly agent_id: string
  readonly workspace_id: string
  readonly api_key: string
  readonly seed: string
}

const { server, jobs, services } = await createApp({
  ...readConfig({ store: 'memory:' }, {}),
  log_level: 'silent',
  rate_limit_factor: 1e9,
})
const { organization_id, workspace_id, api_key } = await newFleet(jobs, 1)
const seed = randomBytes(32)
const agent_id = 'signing-agent'
await services.store.registerAgent(jobs.platformContext(), {
  svc_id: agent_id,
  name: agent_id,
  version: '1',
  public_key: Buffer.from(keyPairOfSeed(seed).publicKey).toString('base64'),
  manifest_hash: 'm',
  key_sound: true,
  proven: true,
  private: false,
  details: {},
  organization_id,
})
serveContender(server, {
  agent_id,
  workspace_id,
  api_key,
  seed: seed.toString('hex'),
} satisfies TrustServerInfo)
