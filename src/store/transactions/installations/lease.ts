import { isAcknowledged, nextCommand } from '../../../domain/installations/command.ts'
import {
  nextHeartbeat,
  renew,
  type Heartbeat,
  type Renewal,
} from '../../../domain/installations/lease.ts'
import { HEARTBEAT_SECONDS } from '../../../domain/limits.ts'
import type { Command, Installation, RuntimeToken } from '../../../domain/records.ts'
import { isAlive, wantsSuccessor } from '../../../domain/installations/runtime-token.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { BatchedCall } from '../../context.ts'
import type { Change, Tx } from '../../database.ts'
import { RUN_SEPARATELY } from '../../batch.ts'
import { appendAudit } from '../audit/records.ts'
import { acknowledge } from './commands.ts'
import { issueRuntimeToken, type Issued } from './issue-tokens.ts'

export interface LeaseInput {
  installation_id: string
  /** Hash of the runtime token the heartbeat came with. */
  token_hash: string
  beat: Heartbeat
  ack?: { id: string; status?: string | undefined; message?: string | undefined } | undefined
  /** In [0, 1): spreads a fleet's heartbeats. */
  jitter: number
}
export type LeaseOutcome =
  | { kind: 'dead_token' }
  | { kind: 'refused'; lifecycle: 'revoked' | 'terminated' }
  | {
      kind: 'renewed'
      installation_id: string
      lease_expires_at: Timestamp
      next_heartbeat_at: Timestamp
      command?: Command | undefined
      refreshed?: Issued | undefined
    }

/** What a heartbeat has to know, and no more: a row that is read whole costs more than the renewal. */
const OF_INSTALLATION = [
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
  'seen_on',
  'lease_expires_at',
  'watch_at',
] as const
const OF_TOKEN = ['hash', 'installation_id', 'version', 'expires_at', 'dies_at'] as const
type Leased = Pick<Installation, (typeof OF_INSTALLATION)[number]>
type LeasedBy = Pick<RuntimeToken, (typeof OF_TOKEN)[number]>

/** A heartbeat and what it is about; with the commands that are open to it, neither acknowledged nor expired, oldest first. */
interface Met extends BatchedCall<LeaseInput> {
  readonly installation: Leased
  readonly token: LeasedBy
  readonly renewal: Renewal
}
interface Beat extends Met {
  readonly open: readonly Command[]
}

/**
 * Renews leases, each of another installation, and returns the waiting command and, near expiry or for `rotate_token`, a new runtime token
 * (docs/specification/installations.md#token-renewal). The outcome of a heartbeat does not depend on which others share its transaction
 * (docs/specification/installations.md#heartbeat-order). The transaction locks installations and their tokens only; a heartbeat that does
 * more than renew, or whose rows are locked by another transaction, is decided alone.
 */
export async function renewLeases(
  tx: Tx,
  deeds: readonly BatchedCall<LeaseInput>[],
  { alone }: { alone: boolean },
): Promise<readonly (LeaseOutcome | typeof RUN_SEPARATELY)[]> {
  const outcomes: (LeaseOutcome | typeof RUN_SEPARATELY)[] = deeds.map(() =>
    alone ? { kind: 'dead_token' } : RUN_SEPARATELY,
  )
  const [met, open] = await Promise.all([
    meet(tx, deeds, { skipLocked: !alone }),
    commandsFor(tx, deeds),
  ])
  const beats = met
    .flatMap((beat, at) => (beat ? [{ ...beat, at, open: openTo(beat, open) }] : []))
    .filter((beat) => alone || onlyRenews(beat))
  // The heartbeat counts before its acknowledgements do: the one that obeys a terminate is answered, and the next one is refused.
  for (const some of Map.groupBy(beats.flatMap(changeOf), ({ changes }) =>
    Object.keys(changes).join(),
  ).values())
    await tx.installations.updateMany(some)
  for (const beat of beats) outcomes[beat.at] = await answer(tx, beat)
  return outcomes
}

const keyOf = ({ input: { installation_id } }: BatchedCall<LeaseInput>) => ({ installation_id })

/** What a heartbeat writes: only what differs, since an index is written with each field that it has, changed or not. */
function changeOf(beat: Met): readonly Change<Installation>[] {
  const { installation, renewal } = beat
  if (renewal.kind !== 'renewed') return []
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(renewal.changes))
    if (value !== installation[field as keyof typeof renewal.changes]) changes[field] = value
  return [{ key: keyOf(beat), changes }]
}

/**
 * Each heartbeat with its installation, unless its token is not good for it. Installations before tokens: where rows are held as they
 * are read, everybody takes them in this order.
 */
async function meet(
  tx: Tx,
  deeds: readonly BatchedCall<LeaseInput>[],
  options: { skipLocked: boolean },
): Promise<readonly (Met | undefined)[]> {
  const [installations, tokens] = await Promise.all([
    tx.installations.getMany(deeds.map(keyOf), { ...options, columns: OF_INSTALLATION }),
    tx.runtime_tokens.getMany(
      deeds.map(({ input }) => ({ hash: input.token_hash })),
      { ...options, columns: OF_TOKEN },
    ),
  ])
  return deeds.map(({ context, input }, at) => {
    const [installation, token] = [installations[at], tokens[at]]
    if (
      !installation ||
      token?.installation_id !== input.installation_id ||
      !isAlive(token, context.now)
    )
      return undefined
    return {
      context,
      input,
      installation,
      token,
      renewal: renew(installation, input.beat, context.now),
    }
  })
}

/** The commands nobody has acknowledged, by installation, oldest first. Whoever moves one holds its installation, so these need not be held. */
async function commandsFor(
  tx: Tx,
  deeds: readonly BatchedCall<LeaseInput>[],
): Promise<ReadonlyMap<string, readonly Command[]>> {
  const open = await tx.commands.find({
    where: {
      installation_id: { in: deeds.map(({ input }) => input.installation_id) },
      acknowledged_at: null,
    },
    lock: false,
  })
  return Map.groupBy(
    open.toSorted((a, b) => a.sequence - b.sequence),
    ({ installation_id }) => installation_id,
  )
}

const openTo = (
  { context, input }: Met,
  open: ReadonlyMap<string, readonly Command[]>,
): readonly Command[] =>
  (open.get(input.installation_id) ?? []).filter(({ expires_at }) => expires_at > context.now)

/** Whether this heartbeat changes nothing but the lease, if that. */
function onlyRenews(beat: Beat): boolean {
  const restores = beat.renewal.kind === 'renewed' && beat.renewal.restored
  return (
    beat.renewal.kind === 'refused' ||
    (!restores &&
      settledBy(beat).length === 0 &&
      !(beat.renewal.kind === 'renewed' && wantsToken(beat)))
  )
}

async function answer(tx: Tx, beat: Beat): Promise<LeaseOutcome> {
  const { context, input, installation, renewal, open } = beat
  if (renewal.kind === 'refused') return renewal
  const renewed = renewal.kind === 'renewed'
  if (renewed && renewal.restored)
    await appendAudit(tx, context, happened('installation.lease_restored', installation))

  const settled = await settle(tx, beat)
  const waiting = open.filter((command) => !settled.includes(command))
  const ended = settled.some(({ type }) => type === 'terminate')
  const command = ended ? undefined : nextCommand(waiting, context.now)
  const refreshed = renewed && !ended ? await successor(tx, { ...beat, open: waiting }) : undefined
  const { lease_expires_at, heartbeat_interval } = renewed
    ? renewal.changes
    : { lease_expires_at: renewal.deadline, heartbeat_interval: HEARTBEAT_SECONDS.least }
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

/** The commands this heartbeat answers, in words or by deed. */
function settledBy({ input: { beat, ack }, token, open }: Beat): readonly Command[] {
  const deeds = {
    ack,
    status: beat.status,
    interval: beat.heartbeat_interval_seconds,
    token_version: token.version,
  }
  return open.filter((command) => isAcknowledged(command, deeds))
}

/** Acknowledges the commands this heartbeat answers. */
async function settle(tx: Tx, beat: Beat): Promise<readonly Command[]> {
  const {
    context,
    input: { ack },
  } = beat
  const settled = settledBy(beat)
  for (const command of settled)
    await acknowledge(tx, context, command, ack?.id === command.command_id ? ack : undefined)
  return settled
}

/**
 * Finds a `rotate_token` command whose token has not been issued yet. It is carried out even if another command waits before it, because it
 * needs no action of the client (docs/specification/installations.md#rotate-token).
 */
const rotationIn = (open: readonly Command[]): Command | undefined =>
  open.find(({ type, token_version }) => type === 'rotate_token' && token_version === null)
const wantsToken = ({ context, token, open }: Beat): boolean =>
  rotationIn(open) !== undefined || wantsSuccessor(token, context.now)

/** One successor for each rotate_token command, and one for each heartbeat whose token is about to expire. */
async function successor(tx: Tx, beat: Beat): Promise<Issued | undefined> {
  if (!wantsToken(beat)) return undefined
  const { context, installation, open } = beat
  const rotating = rotationIn(open)
  const issued = await issueRuntimeToken(tx, context, installation)
  if (rotating)
    await tx.commands.update(
      { command_id: rotating.command_id },
      { token_version: issued.token_version },
    )
  await appendAudit(tx, context, {
    ...happened('installation.token_refreshed', installation),
    metadata: { token_version: issued.token_version, by: rotating ? 'rotate_token' : 'lease' },
  })
  return issued
}

const happened = (
  event_type: 'installation.lease_restored' | 'installation.token_refreshed',
  { organization_id, workspace_id, installation_id }: Leased,
) => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'installation', id: installation_id },
})
