import { askedInterval } from '../../../domain/installations/command.ts'
import { isLive, type Lifecycle } from '../../../domain/installations/installation.ts'
import { COMMAND_LIFETIME_MS, UNHEARD_COMMANDS_MOST } from '../../../domain/limits.ts'
import type { Command, Installation, JsonObject } from '../../../domain/records.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'

export interface CommandInput {
  installation_id: string
  type: Command['type']
  reason: string
  params?: JsonObject
  expires_at?: Timestamp
}

/** Commands that were neither acknowledged nor have expired, oldest first. */
export async function waitingCommands(
  tx: ReadTx,
  { now }: Pick<CallContext, 'now'>,
  installation_id: string,
): Promise<readonly Command[]> {
  return (await unacknowledged(tx, installation_id)).filter(({ expires_at }) => expires_at > now)
}

const unacknowledged = (tx: ReadTx, installation_id: string) =>
  tx.commands.find({ where: { installation_id, acknowledged_at: null }, orderBy: ['sequence'] })

/**
 * Lets others take the place of waiting commands. Of what nobody has heard only the latest is kept, because each heartbeat reads past
 * it.
 */
export async function withdrawCommands(
  tx: Tx,
  { now }: CallContext,
  installation_id: string,
  withdrawn: readonly Command[],
): Promise<void> {
  if (withdrawn.length === 0) return
  for (const { command_id } of withdrawn)
    await tx.commands.update({ command_id }, { expires_at: now })
  const unheard = (await unacknowledged(tx, installation_id)).filter(
    ({ expires_at }) => expires_at <= now,
  )
  for (const { command_id } of unheard.slice(0, -UNHEARD_COMMANDS_MOST))
    await tx.commands.delete({ command_id })
}

/** Gives an installation something to do. People move the lifecycle at once; the installation learns of it with its next heartbeat. */
export async function sendCommand(
  tx: Tx,
  context: CallContext,
  input: CommandInput,
): Promise<{ kind: 'not_found' | 'ended' } | { kind: 'sent'; command: Command }> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  if (!installation) return { kind: 'not_found' }
  if (!isLive(installation)) return { kind: 'ended' }
  const command = await queueCommand(tx, context, input)
  const changes = effectOf(command)
  if (changes)
    await tx.installations.update({ installation_id: installation.installation_id }, changes)
  if (changes?.lifecycle)
    await appendAudit(tx, context, lifecycleMoved(installation, changes.lifecycle, input.reason))
  return { kind: 'sent', command }
}

/** Puts a command in line without any effect of its own on the installation. */
export async function queueCommand(
  tx: Tx,
  context: CallContext,
  input: CommandInput,
): Promise<Command> {
  const last = await tx.commands.first({
    where: { installation_id: input.installation_id },
    orderBy: ['sequence'],
    descending: true,
  })
  return insertCommand(tx, context, input, (last?.sequence ?? 0) + 1)
}

/** The same command for several installations, each named once. */
export async function queueCommands(
  tx: Tx,
  context: CallContext,
  installation_ids: readonly string[],
  input: Omit<CommandInput, 'installation_id'>,
): Promise<void> {
  if (installation_ids.length === 0) return
  const queued = await tx.commands.select(['installation_id', 'sequence'], {
    where: { installation_id: { in: installation_ids } },
  })
  const last = new Map<string, number>()
  for (const { installation_id, sequence } of queued)
    last.set(installation_id, Math.max(sequence, last.get(installation_id) ?? 0))
  await Promise.all(
    installation_ids.map((installation_id) =>
      insertCommand(
        tx,
        context,
        { ...input, installation_id },
        (last.get(installation_id) ?? 0) + 1,
      ),
    ),
  )
}

async function insertCommand(
  tx: Tx,
  context: CallContext,
  { installation_id, type, reason, params = {}, expires_at }: CommandInput,
  sequence: number,
): Promise<Command> {
  const command: Command = {
    command_id: `cmd_${newId(context)}`,
    installation_id,
    sequence,
    type,
    reason,
    params,
    issued_at: context.now,
    expires_at: expires_at ?? plus(context.now, COMMAND_LIFETIME_MS),
    token_version: null,
    acknowledged_at: null,
    acknowledgement: null,
  }
  await tx.commands.insert(command)
  return command
}

/** Closes a command. A terminate that is obeyed ends the installation: a revoked one stays revoked, any other is terminated. */
export async function acknowledge(
  tx: Tx,
  context: CallContext,
  command: Command,
  ack?: { status?: string | undefined; message?: string | undefined },
): Promise<void> {
  const acknowledgement = { status: ack?.status ?? 'done', message: ack?.message ?? '' }
  await tx.commands.update(
    { command_id: command.command_id },
    { acknowledged_at: context.now, acknowledgement },
  )
  if (command.type !== 'terminate') return
  const installation = await tx.installations.get({ installation_id: command.installation_id })
  if (!installation || installation.lifecycle === 'terminated') return
  const { installation_id } = installation
  // No deadline rather than one that is now, which a process with a clock behind ours would still wait for.
  if (installation.lifecycle === 'revoked')
    return tx.installations.update(
      { installation_id },
      { shutdown_deadline: null, health: 'stopped' },
    )
  await tx.installations.update({ installation_id }, { lifecycle: 'terminated', health: 'stopped' })
  await appendAudit(tx, context, lifecycleMoved(installation, 'terminated', command.reason))
}

function effectOf(command: Command): Partial<Installation> | undefined {
  switch (command.type) {
    case 'pause':
      return { lifecycle: 'paused' }
    case 'resume':
      return { lifecycle: 'active' }
    case 'set_interval':
      return { heartbeat_interval: askedInterval(command) }
    case 'terminate':
    case 'rotate_token':
    case 'reload_policy':
      return undefined
  }
}

const LIFECYCLE_EVENTS = {
  active: 'installation.resumed',
  paused: 'installation.paused',
  terminated: 'installation.terminated',
  revoked: 'installation.revoked',
} as const

const lifecycleMoved = (
  { organization_id, workspace_id, installation_id }: Installation,
  lifecycle: Lifecycle,
  reason: string,
) => ({
  event_type: LIFECYCLE_EVENTS[lifecycle],
  organization_id,
  workspace_id,
  target: { type: 'installation', id: installation_id },
  metadata: { reason },
})
