import { REPUTATION_DAYS_MOST } from '../../domain/limits.ts'
import type { Agent, Installation, Task } from '../../domain/records.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { Key, Table, Tx, Where } from '../database.ts'
import { carryForwardRatings } from './agents/reputation-shares.ts'

/** Rows of one rule that are forgotten in one pass: others wait for it. */
const BATCH = 500
const DAY_MS = 24 * 60 * 60_000

type Forget = (tx: Tx, context: CallContext) => Promise<number>

/** Rows whose `field` lies further back than `kept_ms`; with `where` only those of which it holds. */
interface Aged<Row> {
  readonly field: keyof Row & string
  readonly kept_ms: number
  readonly where?: Where<Row>
}

type RowOf<Name extends keyof Tx> = Parameters<Tx[Name]['insert']>[0]

/** A rule: rows of a table that can no longer matter. The query has an index. */
const aged =
  <Name extends keyof Tx>(
    name: Name,
    key: readonly (keyof RowOf<Name> & string)[],
    { field, kept_ms, where }: Aged<RowOf<Name>>,
  ): Forget =>
  async (tx, { now }) => {
    const table = tx[name] as unknown as Table<RowOf<Name>>
    const due = await table.find({
      where: { ...where, [field]: { lt: plus(now, -kept_ms) } } as Where<RowOf<Name>>,
      limit: BATCH,
    })
    for (const row of due)
      await table.delete(
        Object.fromEntries(key.map((each) => [each, row[each]])) as Key<RowOf<Name>>,
      )
    return due.length
  }

/** What is forgotten, and when. Organizations, agents, keys, policies and installations that may come back are kept, and audit records have rules of their own. */
const RULES: Readonly<Record<string, Forget>> = {
  // Refused from their death on; a day to find out what happened.
  runtime_tokens: aged('runtime_tokens', ['hash'], { field: 'dies_at', kept_ms: DAY_MS }),
  nonces: aged('nonces', ['svc_id', 'workspace_id', 'nonce'], { field: 'expires_at', kept_ms: 0 }),
  pin_challenges: aged('pin_challenges', ['challenge_id'], {
    field: 'expires_at',
    kept_ms: DAY_MS,
  }),
  admin_sessions: aged('admin_sessions', ['session_id'], { field: 'expires_at', kept_ms: 0 }),
  outbox_delivered: aged('outbox', ['outbox_id'], {
    field: 'delivered_at',
    kept_ms: DAY_MS,
    where: { ended: { in: ['delivered', 'pointless'] } },
  }),
  // Of these an earlier version did not say how they ended.
  outbox_closed: aged('outbox', ['outbox_id'], {
    field: 'delivered_at',
    kept_ms: DAY_MS,
    where: { ended: null },
  }),
  outbox_failed: aged('outbox', ['outbox_id'], {
    field: 'delivered_at',
    kept_ms: 30 * DAY_MS,
    where: { ended: { in: ['bounced', 'given_up'] } },
  }),
  // They hold what people wrote and where they are reached.
  tickets: aged('tickets', ['ticket_id'], { field: 'created_at', kept_ms: 365 * DAY_MS }),
  install_tokens_unused: aged('install_tokens', ['token_id'], {
    field: 'expires_at',
    kept_ms: 30 * DAY_MS,
    where: { consumed_at: null, expiry_audited: true },
  }),
  commands: aged('commands', ['command_id'], { field: 'expires_at', kept_ms: 30 * DAY_MS }),
  exports: aged('exports', ['export_id'], { field: 'finished_at', kept_ms: 30 * DAY_MS }),
  // As far as histories of reputations go back, and the day before.
  reputation_days: aged('reputation_days', ['svc_id', 'organization_id', 'day'], {
    field: 'day',
    kept_ms: (REPUTATION_DAYS_MOST + 1) * DAY_MS,
  }),
  tasks: (tx, context) => forgetTasks(tx, context),
  installations: (tx, context) => forgetInstallations(tx, context),
}

/** Forgets what can no longer matter, a bounded number of rows of each kind. */
export async function prune(tx: Tx, context: CallContext, _: object): Promise<{ pruned: number }> {
  let pruned = 0
  for (const forget of Object.values(RULES)) pruned += await forget(tx, context)
  return { pruned }
}

/** How long the history of tasks goes back. */
const TASKS_KEPT_MS = 90 * DAY_MS
const ENDED: readonly Task['status'][] = ['completed', 'failed', 'canceled', 'rejected']

/** Forgets tasks that ended long ago, and keeps what they made of reputations (docs/specification/trust.md#reputation). */
async function forgetTasks(tx: Tx, context: CallContext): Promise<number> {
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
  const [counted, others] = [
    due.filter(({ counted_at }) => counted_at !== null),
    due.filter(({ counted_at }) => counted_at === null),
  ]
  let forgotten = others.length
  for (const { task_id } of others) await tx.tasks.delete({ task_id })
  for (const [, same] of Map.groupBy(counted, ({ agent_id, counts_for }) =>
    JSON.stringify([agent_id, counts_for]),
  ))
    forgotten += await forgetCounted(tx, before, same)
  return forgotten
}

/**
 * Forgets the first of the tasks that count for a registration of an agent, in the order in which they were counted: what they made of each
 * organization's share is what the next ones go on from. Tasks that count for a registration that is gone count for nobody.
 */
async function forgetCounted(tx: Tx, before: Timestamp, due: readonly Task[]): Promise<number> {
  const { agent_id: svc_id, counts_for } = due[0]!
  const agent = await tx.agents.get({ svc_id, organization_id: counts_for! })
  const lost = agent ? [] : due
  const first = agent ? await countedFirst(tx, agent, before) : []
  for (const { task_id } of [...lost, ...first]) await tx.tasks.delete({ task_id })
  if (agent) await carryForwardRatings(tx, agent, first)
  return lost.length + first.length
}

const countedFirst = (
  tx: Tx,
  { svc_id, organization_id }: Agent,
  before: Timestamp,
): Promise<readonly Task[]> =>
  // Never null where it is in a range.
  tx.tasks.find({
    where: { agent_id: svc_id, counts_for: organization_id, counted_at: { lt: before } },
    orderBy: ['counted_at' as 'created_at'],
    limit: BATCH,
  })

/** As long as the records of it are kept on every plan. */
const INSTALLATIONS_KEPT_MS = 365 * DAY_MS
/** How many are looked at in one pass, and the pause after all were. */
const LOOKED_AT = 200
const PAUSE_MS = DAY_MS
const WALK = 'prune_installations'
interface Walk {
  readonly after: string
  readonly next_at: Timestamp
}

/**
 * Forgets installations that ended long ago with the tokens that made them, unless one is the last of its agent in its workspace:
 * recovery has to tell `all revoked` from `none`. No index leads to them, since heartbeats would pay for it; so all are looked at, a few in each pass, once a day.
 */
async function forgetInstallations(tx: Tx, { now }: CallContext): Promise<number> {
  const walk = ((await tx.platform_facts.get({ name: WALK }))?.value ?? {
    after: '',
    next_at: now,
  }) as unknown as Walk
  if (walk.next_at > now) return 0
  const looked = await tx.installations.find({
    orderBy: ['installation_id'],
    after: [walk.after],
    limit: LOOKED_AT,
    lock: false,
  })
  const ended = looked.filter(
    (one) => hasEnded(one) && one.last_seen_at < plus(now, -INSTALLATIONS_KEPT_MS),
  )
  let forgotten = 0
  for (const { installation_id, install_token_id, workspace_id, agent_id } of ended) {
    const others = await tx.installations.find({
      where: { workspace_id, agent_id },
      limit: 2,
      lock: false,
    })
    if (others.length < 2) continue
    for (const { hash } of await tx.runtime_tokens.find({ where: { installation_id } }))
      await tx.runtime_tokens.delete({ hash })
    for (const { command_id } of await tx.commands.find({ where: { installation_id } }))
      await tx.commands.delete({ command_id })
    // Until then whoever presents it is told that it was consumed, and by whom.
    await tx.install_tokens.delete({ token_id: install_token_id })
    await tx.installations.delete({ installation_id })
    forgotten += 1
  }
  const last = looked.at(-1)
  const next: Walk =
    looked.length < LOOKED_AT || !last
      ? { after: '', next_at: plus(now, PAUSE_MS) }
      : { after: last.installation_id, next_at: now }
  await tx.platform_facts.put({ name: WALK, value: { ...next } })
  return forgotten
}

const hasEnded = ({ lifecycle, in_flight }: Installation): boolean =>
  (lifecycle === 'revoked' || lifecycle === 'terminated') && (in_flight ?? 0) === 0
