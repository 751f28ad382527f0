import { OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import {
  effectiveInterval,
  leaseEnd,
  nextLeaseCheck,
  statusOnceRunning,
} from '../../../domain/installations/lease.ts'
import { pickForRecovery } from '../../../domain/installations/recovery.ts'
import { MAX_RECOVERY_CANDIDATES } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Installation } from '../../../domain/records.ts'
import { dayOf, elapsed, later } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findInstallable, type NotInstallable } from '../agents/registrations.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'
import type { InstallationDetails } from './bootstrap.ts'
import {
  issueRuntimeToken,
  deleteRuntimeTokens,
  mintRefreshToken,
  type IssuedToken,
} from './issue-tokens.ts'

export interface RecoveryInput {
  reach: Reach
  workspace_id: string
  agent_id: string
  details: InstallationDetails
}
export type RecoveryOutcome =
  | { kind: 'workspace_not_found' | 'not_found' | NotInstallable | 'all_revoked' }
  | { kind: 'recovered'; installation: Installation; issued: IssuedToken; refresh_token: string }

/**
 * Issues new tokens for an installation that has lost its own, and invalidates all its old credentials. If there are more installations
 * than one recovery examines, it examines those that are stored as offline or stopped or, if there are none, the others, and of these the
 * ones last seen on the earliest day (docs/specification/installations.md#recovery-choice).
 */
export async function recoverInstallation(
  tx: Tx,
  context: CallContext,
  { reach, workspace_id, agent_id, details }: RecoveryInput,
): Promise<RecoveryOutcome> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'workspace_not_found' }
  if (!(await tx.installations.first({ where: { workspace_id, agent_id }, lock: false })))
    return { kind: 'not_found' }
  const found = await findInstallable(tx, agent_id, workspace.organization_id)
  if (found.kind !== 'installable') return found
  const chosen = await chooseForRecovery(tx, context, { workspace_id, agent_id })
  if (!chosen) return { kind: 'all_revoked' }

  const { installation_id } = chosen
  const refresh = mintRefreshToken(context)
  const heartbeat_interval =
    details.heartbeat_interval_seconds === undefined
      ? chosen.heartbeat_interval
      : effectiveInterval(details.heartbeat_interval_seconds)
  const [lease_expires_at, last_seen_at] = [
    later(chosen.lease_expires_at, leaseEnd(heartbeat_interval, context.now)),
    later(chosen.last_seen_at, context.now),
  ]
  const changes: Partial<Installation> = {
    refresh_hash: refresh.hash,
    epoch: chosen.epoch + 1,
    recovered_at: context.now,
    health: 'online',
    status: statusOnceRunning(chosen),
    heartbeat_interval,
    lease_expires_at,
    lease_check_at: nextLeaseCheck(
      chosen.lease_check_at,
      heartbeat_interval,
      context.now,
      lease_expires_at,
    ),
    last_seen_at,
    last_seen_date: dayOf(last_seen_at),
    upstream_url: details.upstream_url ?? chosen.upstream_url,
    capabilities: details.capabilities ?? chosen.capabilities,
  }
  await deleteRuntimeTokens(tx, installation_id)
  await tx.installations.update({ installation_id }, changes)
  const issued = await issueRuntimeToken(tx, context, chosen)
  await appendAudit(tx, context, installationEvent('installation.recovered', chosen))
  return {
    kind: 'recovered',
    installation: { ...chosen, ...changes, token_version: issued.token_version },
    issued,
    refresh_token: refresh.token,
  }
}

interface RecoveryScope {
  readonly workspace_id: string
  readonly agent_id: string
}
const CANDIDATE_COLUMNS = ['installation_id', 'last_seen_at'] as const
type RecoveryCandidate = Pick<Installation, (typeof CANDIDATE_COLUMNS)[number]>

/**
 * The health states in the order in which a recovery in a large workspace examines them; those of the second group are examined only if no
 * installation is in one of the first.
 */
const RECOVERY_ORDER = [
  ['offline', 'stopped'],
  ['unhealthy', 'online'],
] as const

/**
 * Locks and returns the installation to recover; undefined if all have ended (docs/specification/installations.md#recovery-choice).
 * Choosing takes no locks, so the chosen installation is then locked and the choice is repeated until its result is the same.
 */
async function chooseForRecovery(
  tx: Tx,
  context: CallContext,
  scope: RecoveryScope,
): Promise<Installation | undefined> {
  let locked: Installation | undefined
  for (;;) {
    const chosen = pickForRecovery(
      await withTokens(tx, await findLeastRecentlySeen(tx, scope)),
      context.now,
    )
    if (chosen?.installation_id === locked?.installation_id) return locked
    locked = chosen && (await tx.installations.get({ installation_id: chosen.installation_id }))
  }
}

async function findLeastRecentlySeen(
  tx: ReadTx,
  scope: RecoveryScope,
): Promise<readonly RecoveryCandidate[]> {
  const candidates = await tx.installations.select(CANDIDATE_COLUMNS, {
    where: { ...scope, lifecycle: { in: OPERATIVE_LIFECYCLES } },
    limit: MAX_RECOVERY_CANDIDATES + 1,
  })
  if (candidates.length <= MAX_RECOVERY_CANDIDATES) return leastRecentFirst(candidates)
  const notRunning = leastRecentFirst(await findEarliestSeen(tx, scope, RECOVERY_ORDER[0]))
  return notRunning.length > 0
    ? notRunning
    : leastRecentFirst(await findEarliestSeen(tx, scope, RECOVERY_ORDER[1]))
}

const leastRecentFirst = (candidates: readonly RecoveryCandidate[]): readonly RecoveryCandidate[] =>
  candidates
    .toSorted((a, b) => elapsed(b.last_seen_at, a.last_seen_at))
    .slice(0, MAX_RECOVERY_CANDIDATES)

/**
 * Returns the installations that were last seen on the earliest days, for each lifecycle and health; they are not sorted. An earlier
 * version did not store the day.
 */
async function findEarliestSeen(
  tx: ReadTx,
  scope: RecoveryScope,
  healthStates: (typeof RECOVERY_ORDER)[number],
): Promise<readonly RecoveryCandidate[]> {
  const conditions = OPERATIVE_LIFECYCLES.flatMap((lifecycle) =>
    healthStates.map((health) => ({ ...scope, lifecycle, health })),
  )
  const found = await Promise.all(
    conditions.flatMap((condition) => [
      tx.installations.select(CANDIDATE_COLUMNS, {
        where: { ...condition, last_seen_date: null },
        limit: MAX_RECOVERY_CANDIDATES,
      }),
      tx.installations.select(CANDIDATE_COLUMNS, {
        where: { ...condition, last_seen_date: { gt: '' } },
        orderBy: ['last_seen_date'],
        limit: MAX_RECOVERY_CANDIDATES,
      }),
    ]),
  )
  return found.flat()
}

async function withTokens(tx: ReadTx, installations: readonly RecoveryCandidate[]) {
  if (installations.length === 0) return []
  const ids = installations.map(({ installation_id }) => installation_id)
  const tokens = Map.groupBy(
    await tx.runtime_tokens.select(['installation_id', 'effective_expires_at'], {
      where: { installation_id: { in: ids } },
    }),
    ({ installation_id }) => installation_id,
  )
  return installations.map((installation) => ({
    installation,
    tokens: tokens.get(installation.installation_id) ?? [],
  }))
}
