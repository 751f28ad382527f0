import { healthCondition, replacedBy } from '../../../domain/installations/health.ts'
import {
  isLive,
  LIVE,
  type Health,
  type Lifecycle,
} from '../../../domain/installations/installation.ts'
import { PAGE_MOST } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Command, Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import {
  queueCommand,
  sendCommand,
  waitingCommands,
  withdrawCommands,
  type CommandInput,
} from './commands.ts'
import { revokeInstallation } from './installations.ts'
import { findInstalledAgents, type InstalledAgent } from '../agents/registrations.ts'

/** An installation with what stands beside it: its agent, and the command under way. */
export interface FleetMember {
  readonly installation: Installation
  readonly agent: InstalledAgent | undefined
  readonly command: Command | undefined
}
type NotFound = { kind: 'not_found' }
type Moment = readonly [at: string, id: string]

export interface FleetQuery extends Paging<Moment> {
  readonly reach: Reach
  readonly workspace_id: string
  readonly lifecycle?: Lifecycle | undefined
  readonly health?: Health | undefined
  readonly agent_id?: string | undefined
  readonly now: Timestamp
}

/** The installations of a workspace, newest first. */
export async function listFleet(
  tx: ReadTx,
  { reach, workspace_id, lifecycle, health, agent_id, now, ...paging }: FleetQuery,
): Promise<NotFound | Page<FleetMember, Moment>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const where = {
    workspace_id,
    ...(lifecycle && { lifecycle }),
    ...(agent_id !== undefined && { agent_id }),
    ...(health && healthCondition(health, now)),
  }
  const page = await pageOf<Installation, Moment>(
    tx.installations,
    { where, orderBy: ['created_at', 'installation_id'], descending: true },
    paging,
  )
  return { ...page, items: await accompanied(tx, page.items, now) }
}

/** One installation. */
export async function getInstallation(
  tx: ReadTx,
  { reach, installation_id, now }: { reach: Reach; installation_id: string; now: Timestamp },
): Promise<NotFound | { kind: 'found'; member: FleetMember }> {
  const installation = await tx.installations.get({ installation_id })
  if (!installation || !reaches(reach, installation)) return { kind: 'not_found' }
  const [member] = await accompanied(tx, [installation], now)
  return { kind: 'found', member: member! }
}

async function accompanied(
  tx: ReadTx,
  installations: readonly Installation[],
  now: Timestamp,
): Promise<readonly FleetMember[]> {
  if (installations.length === 0) return []
  const ids = installations.map(({ installation_id }) => installation_id)
  const agents = await findInstalledAgents(tx, installations)
  const waiting = await tx.commands.find({
    where: { installation_id: { in: ids }, acknowledged_at: null, expires_at: { gt: now } },
    orderBy: ['sequence'],
  })
  return installations.map((installation) => ({
    installation,
    agent: agents(installation),
    command: waiting.find(
      ({ installation_id }) => installation_id === installation.installation_id,
    ),
  }))
}

/** What an installation was told, newest first. */
export async function listCommands(
  tx: ReadTx,
  {
    reach,
    installation_id,
    ...paging
  }: Paging<readonly [number]> & { reach: Reach; installation_id: string },
): Promise<NotFound | Page<Command, readonly [number]>> {
  const installation = await tx.installations.get({ installation_id })
  if (!installation || !reaches(reach, installation)) return { kind: 'not_found' }
  return pageOf<Command, readonly [number]>(
    tx.commands,
    { where: { installation_id }, orderBy: ['sequence'], descending: true },
    paging,
  )
}

export type OrderOutcome =
  NotFound | { kind: 'ended'; lifecycle: Lifecycle } | { kind: 'sent'; command: Command }

/** Sends a command to an installation within the caller's reach. */
export async function orderInstallation(
  tx: Tx,
  context: CallContext,
  { reach, ...input }: CommandInput & { reach: Reach },
): Promise<OrderOutcome> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  return installation && reaches(reach, installation)
    ? order(tx, context, installation, input)
    : { kind: 'not_found' }
}

/** Sends a command to any installation, as the operator of the platform may. */
export async function orderAnyInstallation(
  tx: Tx,
  context: CallContext,
  input: CommandInput,
): Promise<OrderOutcome> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  return installation ? order(tx, context, installation, input) : { kind: 'not_found' }
}

/**
 * Of commands that would undo or repeat each other only the latest waits, so an installation never has more waiting commands than
 * there are types. Each command that is sent is on record.
 */
async function order(
  tx: Tx,
  context: CallContext,
  installation: Installation,
  input: CommandInput,
): Promise<OrderOutcome> {
  const { installation_id, type } = input
  if (!isLive(installation)) return { kind: 'ended', lifecycle: installation.lifecycle }
  const replaced = replacedBy(type, await waitingCommands(tx, context, installation_id))
  const same = replaced.find(
    (command) =>
      command.type === type &&
      JSON.stringify(command.params) === JSON.stringify(input.params ?? {}),
  )
  if (same) return { kind: 'sent', command: same }
  await withdrawCommands(tx, context, installation_id, replaced)
  const moves =
    (type === 'pause' && installation.lifecycle !== 'paused') ||
    (type === 'resume' && installation.lifecycle !== 'active')
  const sent =
    moves || type === 'set_interval'
      ? await sendCommand(tx, context, input)
      : ({ kind: 'sent', command: await queueCommand(tx, context, input) } as const)
  if (sent.kind !== 'sent')
    throw new Error(`an installation that is live takes no command: ${sent.kind}`)
  if (!moves) await appendAudit(tx, context, commanded(installation, sent.command))
  return sent
}

const commanded = (
  { organization_id, workspace_id, installation_id }: Installation,
  { command_id, type, reason }: Command,
) => ({
  event_type: 'installation.commanded' as const,
  organization_id,
  workspace_id,
  target: { type: 'installation', id: installation_id },
  metadata: { command_id, type, reason },
})

export interface BatchInput {
  readonly reach: Reach
  readonly workspace_id: string
  readonly select: {
    readonly installation_ids?: readonly string[] | undefined
    readonly agent_id?: string | undefined
    readonly lifecycle?: 'active' | 'paused' | undefined
    readonly health?: Health | undefined
  }
  readonly reason?: string | undefined
  readonly shutdown_timeout_ms?: number | undefined
}

/** Revokes what is live and selected, in one step up to a page of it, the longest installed first. */
export async function revokeInstallations(
  tx: Tx,
  context: CallContext,
  { reach, workspace_id, select, ...how }: BatchInput,
): Promise<NotFound | { kind: 'revoked'; items: readonly Installation[]; complete: boolean }> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const { installation_ids, agent_id, lifecycle, health } = select
  const where = {
    workspace_id,
    lifecycle: lifecycle ?? { in: LIVE },
    ...(agent_id !== undefined && { agent_id }),
    ...(installation_ids && { installation_id: { in: installation_ids } }),
    ...(health && healthCondition(health, context.now)),
  }
  const page = await pageOf<Installation, Moment>(
    tx.installations,
    { where, orderBy: ['created_at', 'installation_id'] },
    { limit: PAGE_MOST, offset: 0 },
  )
  const items = []
  for (const { installation_id } of page.items) {
    const outcome = await revokeInstallation(tx, context, { reach, installation_id, ...how })
    if (outcome.kind === 'revoked') items.push(outcome.installation)
  }
  return { kind: 'revoked', items, complete: page.next === undefined }
}
