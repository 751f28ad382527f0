import { isJsonObject, type Json } from '../../domain/json.ts'
import { TRENDS_KEPT_MS } from '../../domain/installations/trends.ts'
import { MAX_REPUTATION_DAYS } from '../../domain/limits.ts'
import type { Agent, Installation, Task } from '../../domain/records.ts'
import { DAY_MS, plus, type Timestamp } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import { tableOf, type Tx, type Where } from '../database.ts'
import { TABLES, type Rows, type TableName } from '../tables.ts'
import { carryForwardRatings } from './agents/reputation.ts'
import { readFact } from './facts.ts'

/** Limits how many rows one query of a rule selects for deletion, because other transactions wait for the pass. */
const BATCH = 500

type PruneRule = (tx: Tx, context: CallContext) => Promise<number>

/** Returns a rule that deletes rows whose `field` is older than `kept_ms` and that match `where`. The query must have an index. */
const deleteOlder =
  <Name extends TableName>(
    name: Name,
    field: keyof Rows[Name] & string,
    kept_ms: number,
    where?: Where<Rows[Name]>,
  ): PruneRule =>
  async (tx, { now }) => {
    const table = tableOf(tx, name)
    const due = await table.find({
      where: { ...where, [field]: { lt: plus(now, -kept_ms) } },
      limit: BATCH,
    })
    for (const row of due)
      await table.delete(
        Object.fromEntries(TABLES[name].key.map((column) => [column, row[column]])),
      )
    return due.length
  }

/**
 * The rules by which rows are deleted. Organizations, agents, keys, policies, and installations that have not ended are kept. Audit records
 * have their own retention.
 */
const PRUNE_RULES: readonly PruneRule[] = [
  // Runtime tokens are refused from `effective_expires_at` on, and kept for another day for diagnosis.
  deleteOlder('runtime_tokens', 'effective_expires_at', DAY_MS),
  deleteOlder('nonces', 'expires_at', 0),
  deleteOlder('pin_challenges', 'expires_at', DAY_MS),
  deleteOlder('admin_sessions', 'expires_at', 0),
  // These rows contain personal data: the address ranges from which sessions and API keys were used.
  deleteOlder('credential_uses', 'last_used_at', 365 * DAY_MS),
  deleteOlder('outbox', 'delivered_at', DAY_MS, { ended: { in: ['delivered', 'skipped'] } }),
  // These are items for which an earlier version did not record how they ended.
  deleteOlder('outbox', 'delivered_at', DAY_MS, { ended: null }),
  // All other items that have ended: those whose delivery failed, and any with a final state that this version does not know.
  deleteOlder('outbox', 'delivered_at', 30 * DAY_MS),
  // Tickets contain personal data: messages and addresses.
  deleteOlder('tickets', 'created_at', 365 * DAY_MS),
  deleteOlder('install_tokens', 'expires_at', 30 * DAY_MS, {
    consumed_at: null,
    expiry_audited: true,
  }),
  deleteOlder('commands', 'expires_at', 30 * DAY_MS),
  deleteOlder('exports', 'finished_at', 30 * DAY_MS),
  // Reputation histories go back MAX_REPUTATION_DAYS and also need the day before.
  deleteOlder('reputation_days', 'day', (MAX_REPUTATION_DAYS + 1) * DAY_MS),
  deleteOlder('fleet_hours', 'hour', TRENDS_KEPT_MS),
  pruneTasks,
  pruneInstallations,
]

/** Deletes rows that are no longer needed, a bounded number for each rule. */
export async function prune(tx: Tx, context: CallContext, _: object): Promise<{ pruned: number }> {
  let pruned = 0
  for (const rule of PRUNE_RULES) pruned += await rule(tx, context)
  return { pruned }
}

/** How long tasks are kept after their deadline. */
const TASKS_KEPT_MS = 90 * DAY_MS
const ENDED: readonly Task['status'][] = ['completed', 'failed', 'canceled', 'rejected']

/** Deletes tasks that ended long ago, but keeps their effect on reputations (docs/specification/trust.md#reputation). */
async function pruneTasks(tx: Tx, context: CallContext): Promise<number> {
  const before = plus(context.now, -TASKS_KEPT_MS)
  const due: Task[] = []
  for (const status of ENDED)
    due.push(
      ...(await tx.tasks.find({
        where: { status, deadline: { lt: before } },
        orderBy: ['deadline'],
        limit: BATCH,
      })),
    )
  const [counted, uncounted] = [
    due.filter(({ counted_at }) => counted_at !== null),
    due.filter(({ counted_at }) => counted_at === null),
  ]
  let deleted = uncounted.length
  for (const { task_id } of uncounted) await tx.tasks.delete({ task_id })
  for (const [, group] of Map.groupBy(counted, ({ agent_id, counts_for }) =>
    JSON.stringify([agent_id, counts_for]),
  ))
    deleted += await pruneRatedTasks(tx, before, group)
  return deleted
}

/**
 * Deletes the oldest tasks that count for a registration of an agent, in the order in which they were counted, because each organization's
 * share is computed in this order. If the registration no longer exists, its tasks are deleted in any order.
 */
async function pruneRatedTasks(tx: Tx, before: Timestamp, due: readonly Task[]): Promise<number> {
  const { agent_id: svc_id, counts_for } = due[0]!
  const agent = await tx.agents.get({ svc_id, organization_id: counts_for! })
  const withoutAgent = agent ? [] : due
  const first = agent ? await oldestRatedTasks(tx, agent, before) : []
  for (const { task_id } of [...withoutAgent, ...first]) await tx.tasks.delete({ task_id })
  if (agent) await carryForwardRatings(tx, agent, first)
  return withoutAgent.length + first.length
}

const oldestRatedTasks = (
  tx: Tx,
  { svc_id, organization_id }: Agent,
  before: Timestamp,
): Promise<readonly Task[]> =>
  tx.tasks.find({
    where: { agent_id: svc_id, counts_for: organization_id, counted_at: { lt: before } },
    orderBy: ['counted_at'],
    limit: BATCH,
  })

/** How long ended installations are kept after they were last seen: as long as audit records are kept by default. */
const INSTALLATIONS_KEPT_MS = 365 * DAY_MS
/** Limits how many installations one pass examines. */
const EXAMINED_PER_PASS = 200
const SCAN_PAUSE_MS = DAY_MS
const SCAN_FACT = 'prune_installations'
/** The position and the time at which the next pass begins. */
interface ScanPosition {
  readonly after: string
  readonly next_at: Timestamp
}

/**
 * Deletes ended installations that were last seen long ago, with their runtime tokens, commands and install tokens. The last installation
 * of an agent in a workspace is kept, because recovery distinguishes `all_revoked` from `not_found`. An index to find them would slow down
 * heartbeats, so all are examined once a day, a bounded number in each pass.
 */
async function pruneInstallations(tx: Tx, { now }: CallContext): Promise<number> {
  const { after, next_at } = scanPositionOf(await readFact(tx, SCAN_FACT))
  if (next_at > now) return 0
  const examined = await tx.installations.find({
    orderBy: ['installation_id'],
    after: [after],
    limit: EXAMINED_PER_PASS,
    lock: false,
  })
  const ended = examined.filter((installation) => isPrunable(installation, now))
  let deleted = 0
  for (const { installation_id, install_token_id, workspace_id, agent_id } of ended) {
    const siblings = await tx.installations.find({
      where: { workspace_id, agent_id },
      limit: 2,
      lock: false,
    })
    if (siblings.length < 2) continue
    // The rows are deleted in the order in which other transactions lock them, to avoid deadlocks. Until now the install token was refused
    // as consumed; after its deletion it is refused as unknown.
    await tx.install_tokens.delete({ token_id: install_token_id })
    await tx.installations.delete({ installation_id })
    for (const { hash } of await tx.runtime_tokens.find({ where: { installation_id } }))
      await tx.runtime_tokens.delete({ hash })
    for (const { command_id } of await tx.commands.find({ where: { installation_id } }))
      await tx.commands.delete({ command_id })
    deleted += 1
  }
  const last = examined.at(-1)
  const next: ScanPosition =
    examined.length < EXAMINED_PER_PASS || !last
      ? { after: '', next_at: plus(now, SCAN_PAUSE_MS) }
      : { after: last.installation_id, next_at: now }
  await tx.platform_facts.put({ name: SCAN_FACT, value: { ...next } })
  return deleted
}

/** Reads a stored position. If there is none, the scan begins now. */
function scanPositionOf(value: Json | undefined): ScanPosition {
  const { after, next_at } = isJsonObject(value) ? value : {}
  return {
    after: typeof after === 'string' ? after : '',
    next_at: typeof next_at === 'string' ? next_at : '',
  }
}

/** Returns whether an installation has ended, has no tasks in flight and was last seen long ago. */
const isPrunable = (
  { lifecycle, in_flight, last_seen_at }: Installation,
  now: Timestamp,
): boolean =>
  (lifecycle === 'revoked' || lifecycle === 'terminated') &&
  (in_flight ?? 0) === 0 &&
  last_seen_at < plus(now, -INSTALLATIONS_KEPT_MS)
