import { isAcknowledged, nextCommand } from '../../domain/command.ts'
import { nextHeartbeat, renew, type Heartbeat } from '../../domain/lease.ts'
import { HEARTBEAT_SECONDS } from '../../domain/limits.ts'
import type { Command, Installation, RuntimeToken } from '../../domain/records.ts'
import { wantsSuccessor } from '../../domain/runtime-token.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Act } from '../act.ts'
import type { Tx } from '../database.ts'
import { appendAudit } from './audit.ts'
import { acknowledge, waitingCommands } from './commands.ts'
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
  | { kind: 'renewed'; installation_id: string; lease_expires_at: Timestamp; next_heartbeat_at: Timestamp; command?: Command | undefined; refreshed?: Issued | undefined }

/** Renews a lease; hands out the command that waits and, near expiry or for rotate_token, a successor token (Interface, States). */
export async function renewLease(tx: Tx, act: Act, input: LeaseInput): Promise<LeaseOutcome> {
  const { installation_id, beat } = input
  // The installation before its tokens: where rows are held as they are read, everybody takes them in this order.
  const installation = await tx.installations.get({ installation_id })
  const token = await tx.runtime_tokens.get({ hash: input.token_hash })
  if (!installation || token?.installation_id !== installation_id || token.dies_at <= act.now) return { kind: 'dead_token' }

  // The heartbeat counts before its acknowledgements do: the one that obeys a terminate is answered, and the next one is refused.
  const outcome = renew(installation, beat, act.now)
  if (outcome.kind === 'refused') return outcome
  const renewed = outcome.kind === 'renewed'
  if (renewed) await tx.installations.update({ installation_id }, outcome.changes)
  if (renewed && outcome.restored) await appendAudit(tx, act, happened('installation.lease_restored', installation))

  const { waiting, ended } = await settle(tx, act, input, token)
  const command = ended ? undefined : nextCommand(waiting, act.now)
  const refreshed = renewed && !ended ? await successor(tx, act, installation, token, waiting) : undefined
  const { lease_expires_at, heartbeat_interval } = renewed ? outcome.changes : { lease_expires_at: outcome.deadline, heartbeat_interval: HEARTBEAT_SECONDS.least }
  const next_heartbeat_at = nextHeartbeat(heartbeat_interval, lease_expires_at, act.now, input.jitter)
  return { kind: 'renewed', installation_id, lease_expires_at, next_heartbeat_at, command, refreshed }
}

/** Acknowledges the commands this heartbeat answers, in words or by deed; returns those that still wait, and whether one ended the installation. */
async function settle(tx: Tx, act: Act, { installation_id, beat, ack }: LeaseInput, token: RuntimeToken): Promise<{ waiting: readonly Command[]; ended: boolean }> {
  const open = await waitingCommands(tx, act, installation_id)
  const deeds = { ack, status: beat.status, interval: beat.heartbeat_interval_seconds, token_version: token.version }
  const settled = open.filter((command) => isAcknowledged(command, deeds))
  for (const command of settled) await acknowledge(tx, act, command, ack?.id === command.command_id ? ack : undefined)
  return { waiting: open.filter((command) => !settled.includes(command)), ended: settled.some(({ type }) => type === 'terminate') }
}

/**
 * One successor for each rotate_token command, and one for each heartbeat whose token is about to expire. A rotation needs no answer
 * of the client's, so it does not queue behind commands that a client of the bare interface never acknowledges.
 */
async function successor(tx: Tx, act: Act, installation: Installation, token: RuntimeToken, waiting: readonly Command[]): Promise<Issued | undefined> {
  const rotating = waiting.find(({ type, token_version }) => type === 'rotate_token' && token_version === null)
  if (!rotating && !wantsSuccessor(token, act.now)) return undefined
  const issued = await issueRuntimeToken(tx, act, installation)
  if (rotating) await tx.commands.update({ command_id: rotating.command_id }, { token_version: issued.token_version })
  await appendAudit(tx, act, { ...happened('installation.token_refreshed', installation), metadata: { token_version: issued.token_version, by: rotating ? 'rotate_token' : 'lease' } })
  return issued
}

const happened = (event_type: 'installation.lease_restored' | 'installation.token_refreshed', { organization_id, workspace_id, installation_id }: Installation) => ({
  event_type, organization_id, workspace_id, target: { type: 'installation', id: installation_id },
})
