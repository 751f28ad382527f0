/** Fleets of any size on a database, for `bench/growth.ts`. */
import { randomBytes } from 'node:crypto'
import { masterKey } from '../../src/domain/secrets.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import type { Signer } from '../../src/domain/trust/signing-keys.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { callContext } from '../../test/kit/context.ts'
import { registrationOf } from '../kit/fleet.ts'
import { installationId, installationRows } from './installations.ts'
import { dropIndexStatements, type BenchStore } from './stores.ts'

export const AGENT = 'agent-bench'
export const ORGANIZATION = 'org_bench'
/** The workspace of the fleet. */
export const WORKSPACE = 'ws_bench'
const OTHER_WORKSPACE = 'ws_other'
export const REACH = { organizations: [ORGANIZATION], workspace_id: null }
/** The number of installations that send heartbeats, in each workspace. */
const SENDERS = 100
const FAR = '2999-01-01T00:00:00.000Z'

/** An installation that sends heartbeats. */
interface Sender {
  readonly installation_id: string
  readonly token_hash: string
}
export interface Fleet {
  readonly benchStore: BenchStore
  readonly database: Database
  readonly store: Store
  readonly signer: Signer
  /** The number of installations in the workspace of the fleet. */
  readonly size: number
  /** A hundred installations, spread over the fleet. */
  readonly senders: readonly Sender[]
  /** A hundred installations of another workspace. */
  readonly others: readonly Sender[]
}

/** Inserts a fleet with SQL statements. */
export async function fillFleet(benchStore: BenchStore, size: number): Promise<Fleet> {
  const setup = createStore(await benchStore.open())
  const signer = await createWorkspaces(setup)
  await setup.registerAgent(callContext(), {
    ...registrationOf(AGENT, ORGANIZATION),
    proven: false,
  })
  await setup.close()
  const rowsIn = (workspace_id: string, first: number, count: number) =>
    installationRows(
      benchStore.kind,
      { first, count },
      {
        organization_id: `'${ORGANIZATION}'`,
        workspace_id: `'${workspace_id}'`,
        agent_id: `'${AGENT}'`,
        agent_organization_id: `'${ORGANIZATION}'`,
      },
    )
  await benchStore.run([
    ...dropIndexStatements(['installations']),
    'delete from counters',
    rowsIn(WORKSPACE, 1, size),
    rowsIn(OTHER_WORKSPACE, size + 1, SENDERS),
  ])
  const database = await benchStore.open()
  const sender = (number: number): Sender => ({
    installation_id: installationId(number),
    token_hash: hashToken(`srt_${number}`),
  })
  const numbers = Array.from({ length: SENDERS }, (_, index) => index)
  const senders = numbers.map((index) => sender(1 + index * Math.floor(size / SENDERS)))
  const others = numbers.map((index) => sender(size + 1 + index))
  await insertTokens(database, [...senders, ...others])
  return { benchStore, database, store: createStore(database), signer, size, senders, others }
}

/** Creates the organization and its workspaces. Returns the signer of their policies. */
async function createWorkspaces(store: Store): Promise<Signer> {
  await store.createOrganization(callContext(), {
    name: 'bench',
    plan: 'enterprise',
    organization_id: ORGANIZATION,
  })
  const signer = await store.loadSigner(callContext(), {
    master_keys: [masterKey(randomBytes(32))],
  })
  for (const workspace_id of [WORKSPACE, OTHER_WORKSPACE])
    await store.createWorkspace(callContext(), {
      reach: REACH,
      organization_id: ORGANIZATION,
      name: workspace_id,
      signer,
      workspace_id,
    })
  return signer
}

const insertTokens = (database: Database, senders: readonly Sender[]): Promise<void> =>
  database.transact(async (tx) => {
    const { now } = callContext()
    for (const { installation_id, token_hash } of senders)
      await tx.runtime_tokens.insert({
        hash: token_hash,
        installation_id,
        version: 1,
        issued_at: now,
        expires_at: FAR,
        first_used_at: now,
        effective_expires_at: FAR,
      })
  })
