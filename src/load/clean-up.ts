import { setTimeout as wait } from 'node:timers/promises'
import type { Fleet, SimulatedInstallation } from './fleet/fleet.ts'
import { minSeconds } from './fleet/pace.ts'
import type { Ending, Operation } from './histogram/request-statistics.ts'
import { endingOf, isSuccess, outcomeOf, retryAfterMs } from './http/responses.ts'
import type { RequestResult, ScheduledRequest, Connections } from './http/connections.ts'
import type { RequestFactory } from './http/requests.ts'
import type { Prepared } from './prepare.ts'
import type { LoadSettings } from './settings.ts'

/** The result of cleaning up after a run. */
export interface CleanUpResult {
  /** Installations that were revoked one by one. */
  readonly revoked: number
  /** Installations that were revoked by deleting their workspace. */
  readonly revoked_with_workspace: number
  /** Installations that remain. */
  readonly left: number
  /** The run's own workspace, if it remains. */
  readonly workspace_left: string | null
  /** Why something remains. */
  readonly reason: string | null
}

interface CleanUpOptions {
  readonly settings: LoadSettings
  readonly prepared: Prepared
  readonly fleet: Fleet
  readonly requests: RequestFactory
  readonly connections: Connections
  record(operation: Operation, due: number, ending: Ending): void
}

/**
 * Number of installations that the deletion of the workspace may revoke; all others are revoked one by one beforehand, if that is fast
 * enough.
 */
const MAX_WITH_WORKSPACE = 1000
/** Seconds that revoking installations one by one may take, as estimated from the rate limits; if longer, the deletion revokes all. */
const MAX_REVOKING_S = 60
const MAX_ATTEMPTS = 5
const WORKERS = 16
/** Timeout for deleting a workspace, which revokes everything in it and can take longer than a heartbeat. */
const DELETION_MS = 60_000

/** Revokes the run's installations and deletes its workspace, unless `keep` is set. */
export async function cleanUp(options: CleanUpOptions): Promise<CleanUpResult> {
  const { settings, fleet } = options
  const { own } = options.prepared
  const members = settings.keep ? [] : fleet.members.slice(0, countOneByOne(fleet.size, options))
  const { revoked, reason } = await revokeMembers(options, members)
  const remaining = {
    revoked,
    revoked_with_workspace: 0,
    left: fleet.size,
    workspace_left: own?.workspace_id ?? null,
  }
  if (!own || settings.keep) return { ...remaining, reason: fleet.size > 0 ? reason : null }
  const deleted = await deleteWorkspace(options, own)
  if (!isSuccess(deleted)) return { ...remaining, reason: outcomeOf(deleted) }
  const revoked_with_workspace = fleet.size
  return { revoked, revoked_with_workspace, left: 0, workspace_left: null, reason: null }
}

/**
 * Returns how many installations to revoke one by one before deleting the workspace: all but MAX_WITH_WORKSPACE, unless rate limits make
 * that too slow.
 */
function countOneByOne(size: number, { settings, prepared }: CleanUpOptions): number {
  if (!prepared.own) return size
  const count = Math.max(0, size - MAX_WITH_WORKSPACE)
  return minSeconds(count, prepared.allowance, settings.api_keys.length) > MAX_REVOKING_S
    ? 0
    : count
}

async function revokeMembers(
  { fleet, requests, connections, record }: CleanUpOptions,
  members: readonly SimulatedInstallation[],
): Promise<{ readonly revoked: number; readonly reason: string | null }> {
  let reason: string | null = null
  let revoked = 0
  const waiting = [...members]
  const worker = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) {
      const result = await sendWithRetries(
        () => requests.revoke(member!, performance.now()),
        connections,
        (due, ending) => record('revokeInstallation', due, ending),
      )
      if (isSuccess(result)) fleet.remove(member)
      if (isSuccess(result)) revoked += 1
      else reason = outcomeOf(result)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  return { revoked, reason }
}

/** Sends a request, up to MAX_ATTEMPTS times as long as the platform responds with Retry-After. */
async function sendWithRetries(
  createRequest: () => ScheduledRequest,
  connections: Connections,
  record: (due: number, ending: Ending) => void,
): Promise<RequestResult> {
  for (let attempts = 1; ; attempts += 1) {
    const request = createRequest()
    const result = await connections.send(request)
    record(request.due, endingOf(result))
    const pause_ms = retryAfterMs(result)
    if (pause_ms === undefined || attempts === MAX_ATTEMPTS) return result
    await wait(pause_ms)
  }
}

const deleteWorkspace = (
  { requests, connections, settings }: CleanUpOptions,
  { organization_id, workspace_id }: NonNullable<Prepared['own']>,
): Promise<RequestResult> =>
  // The timeout is measured from the due time, so a later due time gives the request more time.
  sendWithRetries(
    () =>
      requests.deleteWorkspace(
        organization_id,
        workspace_id,
        performance.now() + DELETION_MS - settings.timeout_ms,
      ),
    connections,
    () => undefined,
  )
