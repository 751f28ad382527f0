import { healthCondition, nextCommand } from '../../../domain/installations/lease.ts'
import {
  OPERATIVE_LIFECYCLES,
  type Health,
  type Lifecycle,
} from '../../../domain/installations/installation.ts'
import { MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Command, Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { revokeInstallation } from './installations.ts'
import { findInstalledAgents, type InstalledAgent } from '../agents/registrations.ts'

/** An installation with its agent and the command that its next heartbeat receives. */
export interface FleetMember {
  readonly installation: Installation
  readonly agent: InstalledAgent | undefined
  readonly command: Command | undefined
}
type NotFound = { kind: 'not_found' }
type Position = readonly [created_at: string, id: string]

export interface FleetQuery extends Paging<Position> {
  readonly reach: Reach
  readonly workspace_id: string
  readonly lifecycle?: Lifecycle | undefined
  readonly health?: Health | undefined
  readonly agent_id?: string | undefined
  readonly now: Timestamp
}

/** Lists the installations of a workspace, newest first. */
export async function listInstallations(
  tx: ReadTx,
  { reach, workspace_id, lifecycle, health, agent_id, now, ...paging }: FleetQuery,
): Promise<NotFound | Page<FleetMember, Position>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const where = {
    workspace_id,
    ...(lifecycle && { lifecycle }),
    ...(agent_id !== undefined && { agent_id }),
    ...(health && healthCondition(health, now)),
  }
  const page = await pageOf<Installation, Position>(
    tx.installations,
    { where, orderBy: ['created_at', 'installation_id'], descending: true },
    paging,
  )
  return { ...page, items: await withAgentsAndCommands(tx, page.items, now) }
}

/** Returns one installation within the caller's reach. */
export async function getInstallation(
  tx: ReadTx,
  { reach, installation_id, now }: { reach: Reach; installation_id: string; now: Timestamp },
): Promise<NotFound | { kind: 'found'; member: FleetMember }> {
  const installation = await tx.installations.get({ installation_id })
  if (!installation || !reaches(reach, installation)) return { kind: 'not_found' }
  const [member] = await withAgentsAndCommands(tx, [installation], now)
  return { kind: 'found', member: member! }
}

/** Returns installations with their agents and the commands that their next heartbeats receive. */
export async function withAgentsAndCommands(
  tx: ReadTx,
  installations: readonly Installation[],
  now: Timestamp,
): Promise<readonly FleetMember[]> {
  if (installations.length === 0) return []
  const ids = installations.map(({ installation_id }) => installation_id)
  const agentOf = await findInstalledAgents(tx, installations)
  const open = await tx.commands.find({
    where: { installation_id: { in: ids }, acknowledged_at: null, expires_at: { gt: now } },
    orderBy: ['sequence'],
  })
  return installations.map((installation) => ({
    installation,
    agent: agentOf(installation),
    command: nextCommand(
      open.filter(({ installation_id }) => installation_id === installation.installation_id),
      now,
    ),
  }))
}

/** Lists the commands of an installation, newest first. */
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

/** Revokes the selected installations that have not ended, up to one page of them, oldest first. */
export async function revokeInstallations(
  tx: Tx,
  context: CallContext,
  { reach, workspace_id, select, ...options }: BatchInput,
): Promise<NotFound | { kind: 'revoked'; items: readonly Installation[]; complete: boolean }> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const { installation_ids, agent_id, lifecycle, health } = select
  const where = {
    workspace_id,
    lifecycle: lifecycle ?? { in: OPERATIVE_LIFECYCLES },
    ...(agent_id !== undefined && { agent_id }),
    ...(installation_ids && { installation_id: { in: installation_ids } }),
    ...(health && healthCondition(health, context.now)),
  }
  const page = await pageOf<Installation, Position>(
    tx.installations,
    { where, orderBy: ['created_at', 'installation_id'] },
    { limit: MAX_PAGE_SIZE, offset: 0 },
  )
  const items = []
  for (const { installation_id } of page.items) {
    const outcome = await revokeInstallation(tx, context, { reach, installation_id, ...options })
    if (outcome.kind === 'revoked') items.push(outcome.installation)
  }
  return { kind: 'revoked', items, complete: page.next === undefined }
}
