import { isAcknowledged } from '../../../domain/installations/command.ts'
import {
  currentInterval,
  nextCommand,
  nextHeartbeat,
  renew,
  type Heartbeat,
  type Renewal,
} from '../../../domain/installations/lease.ts'
import type { Command, Installation, RuntimeToken } from '../../../domain/records.ts'
import { isAccepted, needsRenewal } from '../../../domain/installations/runtime-token.ts'
import type { Timestamp } from '../../../domain/time.ts'
import { RUN_SEPARATELY, type BatchedCall } from '../../context.ts'
import type { Change, Tx } from '../../database.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'
import { acknowledgeCommand } from './commands.ts'
import { issueRuntimeToken, type IssuedToken } from './issue-tokens.ts'

export interface LeaseInput {
  installation_id: string
  /** The hash of the runtime token that authenticated the heartbeat. */
  token_hash: string
  heartbeat: Heartbeat
  ack?: { id: string; status?: string | undefined; message?: string | undefined } | undefined
  /** In [0, 1); spreads the heartbeats of a fleet. */
  jitter: number
}
export type LeaseOutcome =
  | { kind: 'invalid_token' }
  | { kind: 'refused'; lifecycle: 'revoked' | 'terminated' }
  | {
      kind: 'renewed'
      installation_id: string
      lease_expires_at: Timestamp
      next_heartbeat_at: Timestamp
      command?: Command | undefined
      refreshed?: IssuedToken | undefined
    }

/** The columns that a heartbeat needs. Reading whole rows would take longer than the renewal itself. */
const INSTALLATION_COLUMNS = [
  'installation_id',
  'organization_id',
  'workspace_id',
  'lifecycle',
  'shutdown_deadline',
  'token_version',
  'heartbeat_interval',
  'health',
  'status',
  'health_payload',
  'last_seen_at',
  'last_seen_date',
  'lease_expires_at',
  'lease_check_at',
] as const
const TOKEN_COLUMNS = [
  'hash',
  'installation_id',
  'version',
  'expires_at',
  'effective_expires_at',
] as const
type LeasedInstallation = Pick<Installation, (typeof INSTALLATION_COLUMNS)[number]>
type PresentedToken = Pick<RuntimeToken, (typeof TOKEN_COLUMNS)[number]>

/** A heartbeat whose token is valid for its installation. */
interface CheckedHeartbeat extends BatchedCall<LeaseInput> {
  readonly installation: LeasedInstallation
  readonly token: PresentedToken
  readonly renewal: Renewal
}
/** A heartbeat with the open commands of its installation, neither acknowledged nor expired, oldest first. */
interface LeaseUpdate extends CheckedHeartbeat {
  readonly open: readonly Command[]
}

/**
 * Renews the leases of several different installations. Each outcome has the next open command and, near expiry or for `rotate_token`, a
 * new runtime token (docs/specification/installations.md#token-renewal). The outcome of a heartbeat does not depend on which others share
 * its transaction (docs/specification/installations.md#heartbeat-order). A shared transaction locks only installations and their tokens. A
 * heartbeat that does more than renew, or whose rows are locked by another transaction, is processed in a separate transaction.
 * @param separately whether this is such a separate transaction
 */
export async function renewLeases(
  tx: Tx,
  calls: readonly BatchedCall<LeaseInput>[],
  { separately }: { separately: boolean },
): Promise<readonly (LeaseOutcome | typeof RUN_SEPARATELY)[]> {
  const outcomes: (LeaseOutcome | typeof RUN_SEPARATELY)[] = calls.map(() =>
    separately ? { kind: 'invalid_token' } : RUN_SEPARATELY,
  )
  const [checked, unacknowledged] = await Promise.all([
    readLeases(tx, calls, { skipLocked: !separately }),
    findUnacknowledgedCommands(tx, calls),
  ])
  const updates = checked
    .flatMap((heartbeat, at) =>
      heartbeat ? [{ ...heartbeat, at, open: openCommandsFor(heartbeat, unacknowledged) }] : [],
    )
    .filter((update) => separately || onlyRenews(update))
  // The lease is renewed before commands are acknowledged, so the heartbeat that acknowledges `terminate` succeeds and the next one is
  // refused.
  for (const group of Map.groupBy(updates.flatMap(changeOf), ({ changes }) =>
    Object.keys(changes).join(),
  ).values())
    await tx.installations.updateMany(group)
  for (const update of updates) outcomes[update.at] = await applyHeartbeat(tx, update)
  return outcomes
}

const keyOf = ({ input: { installation_id } }: BatchedCall<LeaseInput>) => ({ installation_id })

/** Returns only the fields that differ, because writing an indexed field updates its index even if the value is the same. */
function changeOf(heartbeat: CheckedHeartbeat): readonly Change<Installation>[] {
  const { installation, renewal } = heartbeat
  if (renewal.kind !== 'renewed') return []
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(renewal.changes))
    if (value !== installation[field as keyof typeof renewal.changes]) changes[field] = value
  return [{ key: keyOf(heartbeat), changes }]
}

/**
 * Reads the installation and the token of each heartbeat; an element is undefined if the token is not valid for the installation or, with
 * `skipLocked`, if another transaction has locked one of the two rows. Every transaction locks installations before tokens, to avoid
 * deadlocks.
 */
async function readLeases(
  tx: Tx,
  calls: readonly BatchedCall<LeaseInput>[],
  options: { skipLocked: boolean },
): Promise<readonly (CheckedHeartbeat | undefined)[]> {
  const [installations, tokens] = await Promise.all([
    tx.installations.getMany(calls.map(keyOf), { ...options, columns: INSTALLATION_COLUMNS }),
    tx.runtime_tokens.getMany(
      calls.map(({ input }) => ({ hash: input.token_hash })),
      { ...options, columns: TOKEN_COLUMNS },
    ),
  ])
  return calls.map(({ context, input }, at) => {
    const [installation, token] = [installations[at], tokens[at]]
    if (
      !installation ||
      token?.installation_id !== input.installation_id ||
      !isAccepted(token, context.now)
    )
      return undefined
    return {
      context,
      input,
      installation,
      token,
      renewal: renew(installation, input.heartbeat, context.now),
    }
  })
}

/**
 * Returns the unacknowledged commands by installation, oldest first. They need no lock, because every transaction that changes a command
 * locks its installation.
 */
async function findUnacknowledgedCommands(
  tx: Tx,
  calls: readonly BatchedCall<LeaseInput>[],
): Promise<ReadonlyMap<string, readonly Command[]>> {
  const commands = await tx.commands.find({
    where: {
      installation_id: { in: calls.map(({ input }) => input.installation_id) },
      acknowledged_at: null,
    },
    lock: false,
  })
  return Map.groupBy(
    commands.toSorted((a, b) => a.sequence - b.sequence),
    ({ installation_id }) => installation_id,
  )
}

const openCommandsFor = (
  { context, input }: CheckedHeartbeat,
  unacknowledged: ReadonlyMap<string, readonly Command[]>,
): readonly Command[] =>
  (unacknowledged.get(input.installation_id) ?? []).filter(
    ({ expires_at }) => expires_at > context.now,
  )

/** Returns whether this heartbeat changes nothing beyond the lease. */
function onlyRenews(update: LeaseUpdate): boolean {
  const { renewal } = update
  if (renewal.kind === 'refused') return true
  if (acknowledgedBy(update).length > 0) return false
  return renewal.kind !== 'renewed' || !(renewal.restored || needsToken(update))
}

async function applyHeartbeat(tx: Tx, update: LeaseUpdate): Promise<LeaseOutcome> {
  const { context, input, installation, renewal, open } = update
  if (renewal.kind === 'refused') return renewal
  const renewed = renewal.kind === 'renewed'
  if (renewed && renewal.restored)
    await appendAudit(tx, context, installationEvent('installation.lease_restored', installation))

  const acknowledged = await acknowledgeCommands(tx, update)
  const remaining = open.filter((command) => !acknowledged.includes(command))
  const ended = acknowledged.some(({ type }) => type === 'terminate')
  const command = ended ? undefined : nextCommand(remaining, context.now)
  const refreshed =
    renewed && !ended ? await issueSuccessor(tx, { ...update, open: remaining }) : undefined
  const { lease_expires_at, heartbeat_interval } = renewed
    ? renewal.changes
    : { lease_expires_at: renewal.deadline, heartbeat_interval: currentInterval(installation) }
  const next_heartbeat_at = nextHeartbeat(
    heartbeat_interval,
    lease_expires_at,
    context.now,
    input.jitter,
  )
  return {
    kind: 'renewed',
    installation_id: input.installation_id,
    lease_expires_at,
    next_heartbeat_at,
    command,
    refreshed,
  }
}

/** Returns the commands that this heartbeat acknowledges, explicitly or by what it reports. */
function acknowledgedBy({
  input: { heartbeat, ack },
  token,
  open,
}: LeaseUpdate): readonly Command[] {
  const report = {
    ack,
    status: heartbeat.status,
    interval: heartbeat.heartbeat_interval_seconds,
    token_version: token.version,
  }
  return open.filter((command) => isAcknowledged(command, report))
}

/** Records the acknowledgements of this heartbeat, and returns the acknowledged commands. */
async function acknowledgeCommands(tx: Tx, update: LeaseUpdate): Promise<readonly Command[]> {
  const {
    context,
    input: { ack },
  } = update
  const acknowledged = acknowledgedBy(update)
  for (const command of acknowledged)
    await acknowledgeCommand(tx, context, command, ack?.id === command.command_id ? ack : undefined)
  return acknowledged
}

/**
 * Finds a `rotate_token` command whose token has not been issued yet. It is executed even if other commands precede it, because it requires
 * no action by the client (docs/specification/installations.md#rotate-token).
 */
const pendingRotation = (open: readonly Command[]): Command | undefined =>
  open.find(({ type, token_version }) => type === 'rotate_token' && token_version === null)
const needsToken = ({ context, token, open }: LeaseUpdate): boolean =>
  pendingRotation(open) !== undefined || needsRenewal(token, context.now)

/** Issues a new token if a `rotate_token` command requests one or the token of the heartbeat is about to expire. */
async function issueSuccessor(tx: Tx, update: LeaseUpdate): Promise<IssuedToken | undefined> {
  if (!needsToken(update)) return undefined
  const { context, installation, open } = update
  const rotation = pendingRotation(open)
  const issued = await issueRuntimeToken(tx, context, installation)
  if (rotation)
    await tx.commands.update(
      { command_id: rotation.command_id },
      { token_version: issued.token_version },
    )
  await appendAudit(
    tx,
    context,
    installationEvent('installation.token_refreshed', installation, {
      token_version: issued.token_version,
      by: rotation ? 'rotate_token' : 'lease',
    }),
  )
  return issued
}
