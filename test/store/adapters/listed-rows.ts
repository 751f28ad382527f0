import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import type { Task } from '../../../src/domain/records.ts'
import { plus } from '../../../src/domain/time.ts'
import { tableOf } from '../../../src/store/database.ts'
import type { TableName } from '../../../src/store/tables.ts'
import type { World } from '../world.ts'

/** Functions that add and remove the rows of a list. Each row has a number. */
export interface Changes {
  readonly add: (row: number) => Promise<unknown>
  readonly remove?: (row: number) => Promise<unknown>
}

/** Returns a name by which `rowOf` finds the number of a row. */
export const nameOf = (row: number): string => `paged-${row}`
/** Returns the number of the row that a list shows as this item; undefined if the test has not added it. */
export const rowOf = (item: unknown): number | undefined => {
  const found = /\bpaged-(\d+)\b/.exec(JSON.stringify(item))
  return found ? Number(found[1]) : undefined
}
/** Returns the time of a row. Many rows have the same time, so that only their ids order them. */
const timeOf = ({ clock }: World, row: number) => plus(clock.now, row % 3)

interface Copied {
  readonly table: TableName
  readonly key: string
  readonly time: string
  /** Other members in which a copy differs from the original. */
  readonly changed?: (row: number) => object
}
/** Returns functions that add and remove copies of a stored row, which differ in their key and their time. */
export const copiesOf = (
  original: object | null | undefined,
  world: World,
  { table, key, time, changed = () => ({}) }: Copied,
): Changes => ({
  add: (row) =>
    world.database.transact((tx) =>
      tableOf(tx, table).put({
        ...original!,
        [time]: timeOf(world, row),
        ...changed(row),
        [key]: nameOf(row),
      }),
    ),
  remove: (row) =>
    world.database.transact((tx) => tableOf(tx, table).delete({ [key]: nameOf(row) })),
})

export async function apiKeys(world: World): Promise<Changes> {
  const { store, context, organization_id } = world
  const created = await store.createApiKey(context(), { organization_id, name: 'x' })
  const original = created.kind === 'created' ? created.key : undefined
  return copiesOf(original, world, { table: 'api_keys', key: 'key_id', time: 'created_at' })
}

export async function disputes(world: World, state: 'open' | 'upheld'): Promise<Changes> {
  const { store, context, reach, organization_id, tenant } = world
  const opened = await store.openDispute(context(), {
    ...{ reach, organization_id, svc_id: (await tenant('b')).agent_id },
    issue_type: 'security_concern',
    description: 'x',
    task_id: 't',
    logs: 'x',
  })
  const original = opened.kind === 'opened' ? opened.dispute : undefined
  return copiesOf(original, world, {
    ...{ table: 'disputes', key: 'dispute_id', time: 'opened_at' },
    changed: () => ({ state }),
  })
}
export async function installations(world: World): Promise<Changes> {
  const { installation } = await world.install()
  return copiesOf(installation, world, {
    ...{ table: 'installations', key: 'installation_id', time: 'created_at' },
  })
}

export async function installTokens(world: World): Promise<Changes> {
  await world.installToken()
  const original = await world.database.read((tx) => tx.install_tokens.first({ where: {} }))
  return copiesOf(original, world, { table: 'install_tokens', key: 'token_id', time: 'created_at' })
}

export const email = 'b@example.com'
export async function invitations(world: World): Promise<Changes> {
  const { store, context, organization_id } = world
  const made = await store.inviteAsOperator(context(), { organization_id, email, role: 'viewer' })
  const original = made.kind === 'created' ? made.invitation : undefined
  return copiesOf(original, world, {
    ...{ table: 'invitations', key: 'invitation_id', time: 'created_at' },
  })
}

export async function members(world: World): Promise<Changes> {
  const { store, context, organization_id } = world
  const original = await store.addMember(context(), { organization_id, email, role: 'viewer' })
  return copiesOf(original, world, {
    ...{ table: 'members', key: 'user_id', time: 'joined_at' },
    changed: (row) => ({ email: `${row}@example.com` }),
  })
}

export const agents = ({
  store,
  database,
  agentNamed,
  organization_id,
  ...world
}: World): Changes => ({
  add: (row) =>
    store.registerAgent(world.context(), {
      ...agentNamed(nameOf(row)),
      organization_id,
      details: { category: 'paged' },
    }),
  remove: (row) =>
    database.transact((tx) => tx.agents.delete({ svc_id: nameOf(row), organization_id })),
})
/** Adds scans of images, each with an audit record. */
export const scans = ({ store, context, organization_id }: World): Changes => ({
  add: (row) =>
    store.requestImageScan(context(), {
      ...{ organization_id, ref: `acme/agent:${nameOf(row)}`, digest: null },
    }),
})
/** Adds versions of a policy. Their numbers have no gaps, so the author contains the number of the row. */
export const versions = ({ store, context, workspace_id, signer }: World): Changes => ({
  add: (row) =>
    store.setPolicy(context({ actor: { type: 'member', id: nameOf(row), ip: null } }), {
      workspace_id,
      content: { ...DEFAULT_POLICY, filesystem: { allowed_paths: [nameOf(row)] } },
      signer,
    }),
})

export const taskOf = (world: World, row: number): Task => ({
  task_id: nameOf(row),
  organization_id: world.organization_id,
  workspace_id: world.workspace_id,
  skill: 'read',
  requester_id: 'me',
  requester: { organization_id: world.organization_id },
  agent: { svc_id: world.agent_id, installation_id: 'i' },
  agent_id: world.agent_id,
  attested: false,
  counts_for: null,
  counted_at: null,
  trace_id: null,
  status: 'completed',
  created_at: timeOf(world, row),
  execution_time_ms: 1,
  error: null,
  deadline: world.clock.now,
  finished_at: world.clock.now,
})
