import { isAcknowledged, nextCommand } from '../../domain/command.ts'
import { nextHeartbeat, renew, type Heartbeat, type Renewal } from '../../domain/lease.ts'
import { HEARTBEAT_SECONDS } from '../../domain/limits.ts'
import type { Command, Installation, RuntimeToken } from '../../domain/records.ts'
import { isAlive, wantsSuccessor } from '../../domain/runtime-token.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Act, Deed } from '../act.ts'
import type { Tx } from '../database.ts'
import { ALONE } from '../together.ts'
import { appendAudit } from './audit.ts'
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
  | { kind: 'renewed'; installation_id: string; lease_expires_at: Timestamp; next_heartbeat_at: Timestamp; command?: Command | undefined; refreshed?: Issued | undefined }

/** A heartbeat and what it is about. */
interface Beat extends Deed<LeaseInput> { readonly installation: Installation; readonly token: RuntimeToken; readonly renewal: Renewal }

/**
 * Renews leases, each of another installation; hands out the command that waits and, near expiry or for rotate_token, a successor token
 * (Interface, States). What a heartbeat does and is told does not depend on who shares its transaction. One whose rows somebody else
 * holds, or that are not there, is decided alone: heartbeats of different installations do not wait for one another.
 */
export async function renewLeases(tx: Tx, deeds: readonly Deed<LeaseInput>[], { alone }: { alone: boolean }): Promise<readonly (LeaseOutcome | typeof ALONE)[]> {
  const outcomes: (LeaseOutcome | typeof ALONE)[] = deeds.map(() => (alone ? { kind: 'dead_token' } : ALONE))
  const met = await meet(tx, deeds, { free: !alone })
  const beats = met.flatMap((beat, at) => (beat ? [{ ...beat, at }] : []))
  // The heartbeat counts before its acknowledgements do: the one that obeys a terminate is answered, and the next one is refused.
  await tx.installations.updateMany(beats.flatMap((beat) => (beat.renewal.kind === 'renewed' ? [{ key: keyOf(beat), changes: beat.renewal.changes }] : [])))
  const waiting = await commandsFor(tx, beats)
  // Records go to the audit chains of several organizations: everybody takes them in this order.
  for (const beat of beats.toSorted(byOrganization)) outcomes[beat.at] = await answer(tx, beat, waiting.get(beat.input.installation_id) ?? [])
  return outcomes
}

const keyOf = ({ input: { installation_id } }: Deed<LeaseInput>) => ({ installation_id })
const byOrganization = ({ installation: { organization_id: a } }: Beat, { installation: { organization_id: b } }: Beat): number => Number(a > b) - Number(a < b)

/**
 * Each heartbeat with its installation, unless its token is not good for it. Installations before tokens: where rows are held as they
 * are read, everybody takes them in this order.
 */
async function meet(tx: Tx, deeds: readonly Deed<LeaseInput>[], which: { free: boolean }): Promise<readonly (Beat | undefined)[]> {
  const installations = await tx.installations.getMany(deeds.map(keyOf), which)
  const tokens = await tx.runtime_tokens.getMany(deeds.map(({ input }) => ({ hash: input.token_hash })), which)
  return deeds.map(({ act, input }, at) => {
    const [installation, token] = [installations[at], tokens[at]]
    if (!installation || token?.installation_id !== input.installation_id || !isAlive(token, act.now)) return undefined
    return { act, input, installation, token, renewal: renew(installation, input.beat, act.now) }
  })
}

/** The commands that wait for those whose lease is not refused, by installation, oldest first. */
async function commandsFor(tx: Tx, beats: readonly Beat[]): Promise<ReadonlyMap<string, readonly Command[]>> {
  const among = beats.filter(({ renewal }) => renewal.kind !== 'refused').map(({ input }) => input.installation_id)
  const open = among.length === 0 ? [] : await tx.commands.find({ where: { installation_id: { in: among }, acknowledged_at: null } })
  return Map.groupBy(open.toSorted((a, b) => a.sequence - b.sequence), ({ installation_id }) => installation_id)
}

async function answer(tx: Tx, beat: Beat, open: readonly Command[]): Promise<LeaseOutcome> {
  const { act, input, installation, token, renewal } = beat
  if (renewal.kind === 'refused') return renewal
  const renewed = renewal.kind === 'renewed'
  if (renewed && renewal.restored) await appendAudit(tx, act, happened('installation.lease_restored', installation))

  const { waiting, ended } = await settle(tx, beat, open.filter(({ expires_at }) => expires_at > act.now))
  const command = ended ? undefined : nextCommand(waiting, act.now)
  const refreshed = renewed && !ended ? await successor(tx, act, installation, token, waiting) : undefined
  const { lease_expires_at, heartbeat_interval } = renewed ? renewal.changes : { lease_expires_at: renewal.deadline, heartbeat_interval: HEARTBEAT_SECONDS.least }
  const next_heartbeat_at = nextHeartbeat(heartbeat_interval, lease_expires_at, act.now, input.jitter)
  return { kind: 'renewed', installation_id: input.installation_id, lease_expires_at, next_heartbeat_at, command, refreshed }
}

/** Acknowledges the commands this heartbeat answers, in words or by deed; returns those that still wait, and whether one ended the installation. */
async function settle(tx: Tx, { act, input: { beat, ack }, token }: Beat, open: readonly Command[]): Promise<{ waiting: readonly Command[]; ended: boolean }> {
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
