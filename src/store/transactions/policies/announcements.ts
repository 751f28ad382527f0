import { isOperative } from '../../../domain/installations/installation.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { queueCommands } from '../installations/commands.ts'

/** Limits the installations that one step of an announcement examines. */
const ANNOUNCEMENT_BATCH = 100

/** Continues the announcement of one policy by one step. `announced` is false if no announcement is unfinished. */
export async function announcePolicy(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ announced: boolean }> {
  const [unfinished] = await tx.policies.select(['workspace_id', 'version'], {
    where: { announcement_cursor: { gte: '' } },
    orderBy: ['announcement_cursor'],
    limit: 1,
  })
  if (!unfinished) return { announced: false }
  // Every transaction that writes the policy or deletes the workspace locks the workspace first, to avoid deadlocks.
  const { workspace_id, version } = unfinished
  await tx.workspaces.get({ workspace_id })
  const [policy] = await tx.policies.getMany([{ workspace_id, version }], {
    columns: ['workspace_id', 'version', 'announcement_cursor'],
  })
  if (typeof policy?.announcement_cursor === 'string')
    await tx.policies.update(
      { workspace_id, version },
      {
        announcement_cursor: await queueReloads(
          tx,
          context,
          workspace_id,
          policy.announcement_cursor,
        ),
      },
    )
  return { announced: true }
}

/**
 * Queues a command to reload the policy for the next installations of the workspace, in the order of their creation. It replaces a pending
 * command of this type, because the installation may have received that one and be loading the earlier policy. Returns a cursor for the
 * next step, or null at the end. A workspace can have very many installations, so a step reads only a few columns, in a fixed number of
 * queries. Each command that it deletes or inserts is one more statement; PostgreSQL receives these without waiting for their results.
 */
export async function queueReloads(
  tx: Tx,
  context: CallContext,
  workspace_id: string,
  from: string = context.now,
): Promise<string | null> {
  const [written_at, ...position] = from.split(' ')
  const after = position.length > 0 ? { after: position } : {}
  const page = await tx.installations.select(['installation_id', 'created_at'], {
    where: { workspace_id },
    orderBy: ['created_at', 'installation_id'],
    limit: ANNOUNCEMENT_BATCH,
    ...after,
  })
  const locked = await tx.installations.getMany(
    page.map(({ installation_id }) => ({ installation_id })),
    { columns: ['installation_id', 'lifecycle'] },
  )
  const ids = locked.flatMap((row) => (row && isOperative(row) ? [row.installation_id] : []))
  const where = {
    installation_id: { in: ids },
    acknowledged_at: null,
    type: 'reload_policy' as const,
    expires_at: { gt: context.now },
  }
  // The replaced commands are deleted rather than expired, because every heartbeat reads all commands that were never acknowledged.
  for (const { command_id } of await tx.commands.select(['command_id'], { where }))
    await tx.commands.delete({ command_id })
  await queueCommands(tx, context, ids, { type: 'reload_policy', reason: 'policy updated' })
  const last = page.at(-1)
  return last && page.length === ANNOUNCEMENT_BATCH
    ? [written_at, last.created_at, last.installation_id].join(' ')
    : null
}
