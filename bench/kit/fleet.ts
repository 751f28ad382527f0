import { randomBytes } from 'node:crypto'
import { keyPairOfSeed } from '../../src/domain/crypto/ed25519.ts'
import type { InstallationDetails } from '../../src/store/transactions/installations/bootstrap.ts'
import type { JobServices } from '../../src/jobs/jobs.ts'
import { hashToken } from '../../src/domain/tokens.ts'

export interface InstalledAgent {
  readonly installation_id: string
  readonly runtime_token: string
}
/** An organization with one agent and many installations. */
export interface Fleet {
  readonly organization_id: string
  readonly workspace_id: string
  readonly agent_id: string
  readonly api_key: string
  readonly installations: readonly InstalledAgent[]
}

const BATCH = 32

/** Creates install tokens. */
export async function installTokens(
  { store, platformContext }: Pick<JobServices, 'store' | 'platformContext'>,
  {
    organization_id,
    workspace_id,
    agent_id,
  }: Pick<Fleet, 'organization_id' | 'workspace_id' | 'agent_id'>,
  count: number,
): Promise<readonly string[]> {
  const reach = { organizations: [organization_id], workspace_id: null }
  return inBatches(Array.from({ length: count }), async () => {
    const outcome = await store.createInstallToken(platformContext(), {
      reach,
      workspace_id,
      agent_id,
      expiry_minutes: 1440,
    })
    if (outcome.kind !== 'created') throw new Error(outcome.kind)
    return outcome.token
  })
}

/** Calls a function for each item, a few at a time, because a store refuses calls that wait too long for a connection. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += BATCH)
    results.push(...(await Promise.all(items.slice(from, from + BATCH).map(work))))
  return results
}

/** Creates a fleet in a store through its regular transactions. */
export async function newFleet(
  services: Pick<JobServices, 'store' | 'platformContext' | 'signer'>,
  count: number,
  details: InstallationDetails = {
    upstream_url: 'http://127.0.0.1:1/a2a/tasks',
    capabilities: ['echo'],
  },
): Promise<Fleet> {
  const { store, platformContext, signer } = services
  const { organization_id } = await store.createOrganization(platformContext(), {
    name: 'Bench',
    plan: 'enterprise',
  })
  const workspace = await store.createWorkspace(platformContext(), {
    reach: { organizations: [organization_id], workspace_id: null },
    organization_id,
    name: 'Main',
    signer,
  })
  const key = await store.createApiKey(platformContext(), { organization_id, name: 'bench' })
  if (workspace.kind !== 'created' || key.kind !== 'created')
    throw new Error('no workspace or no key')
  const { workspace_id } = workspace.workspace
  const agent_id = 'bench-agent'
  await store.registerAgent(platformContext(), registrationOf(agent_id, organization_id))
  const fleet = { organization_id, workspace_id, agent_id, api_key: key.token }
  const tokens = await installTokens(services, fleet, count)
  const installations = await inBatches(tokens, async (token): Promise<InstalledAgent> => {
    const outcome = await store.bootstrapInstallation(platformContext(), {
      token_hash: hashToken(token),
      body_hash: 'x',
      details,
    })
    if (outcome.kind !== 'first') throw new Error(outcome.kind)
    return {
      installation_id: outcome.installation.installation_id,
      runtime_token: outcome.issued.runtime_token,
    }
  })
  return { ...fleet, installations }
}

/** Returns the registration of an agent. By default its public key is one without a known private key. */
export const registrationOf = (
  svc_id: string,
  organization_id: string,
  public_key = `${'A'.repeat(43)}=`,
) => ({
  svc_id,
  name: svc_id,
  version: '1',
  public_key,
  manifest_hash: 'm',
  key_sound: true,
  proven: true,
  private: false,
  details: {},
  organization_id,
})

/** Registers an agent that can sign. Returns the seed of its key, in hexadecimal. */
export async function registerSigningAgent(
  { store, platformContext }: Pick<JobServices, 'store' | 'platformContext'>,
  svc_id: string,
  organization_id: string,
): Promise<string> {
  const seed = randomBytes(32)
  const public_key = Buffer.from(keyPairOfSeed(seed).publicKey).toString('base64')
  await store.registerAgent(platformContext(), registrationOf(svc_id, organization_id, public_key))
  return seed.toString('hex')
}
