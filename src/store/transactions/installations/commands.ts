import { requestedInterval, replacedBy } from '../../../domain/installations/command.ts'
import { isOperative, type Lifecycle } from '../../../domain/installations/installation.ts'
import { COMMAND_LIFETIME_MS, MAX_UNACKNOWLEDGED_COMMANDS } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Command, Installation, JsonObject } from '../../../domain/records.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'

export interface CommandInput {
  installation_id: string
  type: Command['type']
  reason: string
  params?: JsonObject
  expires_at?: Timestamp
}

/** Returns the commands that are neither acknowledged nor expired, oldest first. */
async function findOpenCommands(
  tx: ReadTx,
  { now }: Pick<CallContext, 'now'>,
  installation_id: string,
): Promise<readonly Command[]> {
  return (await findUnacknowledged(tx, installation_id)).filter(
    ({ expires_at }) => expires_at > now,
  )
}

/**
 * Expires all open commands of an installation, because its revocation supersedes them
 * (docs/specification/installations.md#revoke-commands).
 */
export const withdrawOpenCommands = async (
  tx: Tx,
  context: CallContext,
  installation_id: string,
): Promise<void> =>
  withdrawCommands(
    tx,
    context,
    installation_id,
    await findOpenCommands(tx, context, installation_id),
  )

const findUnacknowledged = (tx: ReadTx, installation_id: string) =>
  tx.commands.find({ where: { installation_id, acknowledged_at: null }, orderBy: ['sequence'] })

/**
 * Expires open commands that are replaced by others. Of the unacknowledged commands that have expired, only the latest are kept, because
 * every heartbeat reads all of them.
 */
async function withdrawCommands(
  tx: Tx,
  { now }: CallContext,
  installation_id: string,
  withdrawn: readonly Command[],
): Promise<void> {
  if (withdrawn.length === 0) return
  for (const { command_id } of withdrawn)
    await tx.commands.update({ command_id }, { expires_at: now })
  const expired = (await findUnacknowledged(tx, installation_id)).filter(
    ({ expires_at }) => expires_at <= now,
  )
  for (const { command_id } of expired.slice(0, -MAX_UNACKNOWLEDGED_COMMANDS))
    await tx.commands.delete({ command_id })
}

export type SendOutcome =
  | { kind: 'not_found' }
  | { kind: 'ended'; lifecycle: Lifecycle }
  | { kind: 'sent'; command: Command }

/** Sends a command to an installation within the caller's reach. */
export async function sendCommand(
  tx: Tx,
  context: CallContext,
  { reach, ...input }: CommandInput & { reach: Reach },
): Promise<SendOutcome> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  return installation && reaches(reach, installation)
    ? commandInstallation(tx, context, installation, input)
    : { kind: 'not_found' }
}

/** Sends a command to any installation, on behalf of the operator. */
export async function sendCommandAsOperator(
  tx: Tx,
  context: CallContext,
  input: CommandInput,
): Promise<SendOutcome> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  return installation
    ? commandInstallation(tx, context, installation, input)
    : { kind: 'not_found' }
}

/**
 * Queues a command for an installation that is locked, and applies its effect; if an open command has the same type and parameters, returns
 * that one instead. A new command replaces open ones of the same type and those that it would undo, so an installation never has more open
 * commands than there are command types. Every new command is recorded in the audit log.
 */
export async function commandInstallation(
  tx: Tx,
  context: CallContext,
  installation: Installation,
  input: CommandInput,
): Promise<SendOutcome> {
  const { installation_id, type } = input
  if (!isOperative(installation)) return { kind: 'ended', lifecycle: installation.lifecycle }
  const replaced = replacedBy(type, await findOpenCommands(tx, context, installation_id))
  const duplicate = replaced.find(
    (command) =>
      command.type === type &&
      JSON.stringify(command.params) === JSON.stringify(input.params ?? {}),
  )
  if (duplicate) return { kind: 'sent', command: duplicate }
  await withdrawCommands(tx, context, installation_id, replaced)
  const command = await queueCommand(tx, context, input)
  const changes = effectOf(command, installation)
  if (changes) await tx.installations.update({ installation_id }, changes)
  await appendAudit(
    tx,
    context,
    changes?.lifecycle
      ? installationEvent(LIFECYCLE_EVENTS[changes.lifecycle], installation, {
          reason: input.reason,
        })
      : installationEvent('installation.commanded', installation, {
          command_id: command.command_id,
          type: command.type,
          reason: command.reason,
        }),
  )
  return { kind: 'sent', command }
}

/** Queues a command without changing the installation. */
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

/** Queues the same command for several installations, none of which may occur twice. */
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

/** Acknowledges a command. Acknowledging `terminate` ends the installation: a revoked one stays revoked, any other is terminated. */
export async function acknowledgeCommand(
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
  // The deadline is removed rather than set to now, because a process with a clock that lags behind would still wait for it.
  if (installation.lifecycle === 'revoked')
    return tx.installations.update(
      { installation_id },
      { shutdown_deadline: null, health: 'stopped' },
    )
  await tx.installations.update({ installation_id }, { lifecycle: 'terminated', health: 'stopped' })
  await appendAudit(
    tx,
    context,
    installationEvent('installation.terminated', installation, { reason: command.reason }),
  )
}

/** Returns what a command changes in its installation as soon as it is sent. */
function effectOf(
  command: Command,
  { lifecycle }: Installation,
): Partial<Installation> | undefined {
  switch (command.type) {
    case 'pause':
      return lifecycle === 'paused' ? undefined : { lifecycle: 'paused' }
    case 'resume':
      return lifecycle === 'active' ? undefined : { lifecycle: 'active' }
    case 'set_interval':
      return { heartbeat_interval: requestedInterval(command) }
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
