import type { Fleet, SimulatedInstallation } from './fleet/fleet.ts'
import { leastSeconds } from './fleet/pace.ts'
import type { Ending, Operation } from './histogram/tally.ts'
import { endingOf, isSuccess, outcomeOf, retryAfterMs } from './http/answers.ts'
import type { RequestResult, ScheduledRequest, Connections } from './http/connections.ts'
import type { RequestFactory } from './http/requests.ts'
import type { Prepared } from './prepare.ts'
import type { LoadSettings } from './settings.ts'

/** What became of what a run made. */
export interface CleanedUp {
  /** Revoked one by one, and with their workspace. */
  readonly revoked: number
  readonly revoked_with_workspace: number
  /** Installations that are still there. */
  readonly left: number
  /** The run's own workspace, when it is still there. */
  readonly workspace_left: string | null
  /** What stood in the way. */
  readonly reason: string | null
}

interface Stage {
  readonly settings: LoadSettings
  readonly prepared: Prepared
  readonly fleet: Fleet
  readonly ask: RequestFactory
  readonly connections: Connections
  record(operation: Operation, due: number, ending: Ending): void
}

/** So many a platform may revoke in one step, with their workspace. */
const AT_ONCE = 1000
/** Nobody waits longer than this for politeness. */
const PATIENCE_S = 60
const MOST_TRIES = 5
const WORKERS = 16
/** Deleting a workspace revokes all that is in it, which may take longer than a heartbeat. */
const DELETION_MS = 60_000

/** Revokes the run's installations and deletes its workspace, unless it is to be kept. */
export async function cleanUp(stage: Stage): Promise<CleanedUp> {
  const { settings, prepared, fleet } = stage
  if (settings.keep)
    return {
      revoked: 0,
      revoked_with_workspace: 0,
      left: fleet.size,
      workspace_left: prepared.own?.workspace_id ?? null,
      reason: null,
    }
  const { own } = prepared
  const alone = oneByOne(fleet.size, stage)
  const { revoked, reason } = await revokeMembers(stage, fleet.members.slice(0, alone))
  if (!own)
    return {
      revoked,
      revoked_with_workspace: 0,
      left: fleet.size,
      workspace_left: null,
      reason: fleet.size > 0 ? reason : null,
    }
  const deleted = await deleteWorkspace(stage, own)
  if (!isSuccess(deleted))
    return {
      revoked,
      revoked_with_workspace: 0,
      left: fleet.size,
      workspace_left: own.workspace_id,
      reason: outcomeOf(deleted),
    }
  return {
    revoked,
    revoked_with_workspace: fleet.size,
    left: 0,
    workspace_left: null,
    reason: null,
  }
}

/** How many to revoke before the workspace goes with the rest: all but a thousand, unless the API keys would take too long for it. */
function oneByOne(size: number, { settings, prepared }: Stage): number {
  if (!prepared.own) return size
  const many = Math.max(0, size - AT_ONCE)
  return leastSeconds(many, prepared.allowance, settings.api_keys.length) > PATIENCE_S ? 0 : many
}

async function revokeMembers(
  { fleet, ask, connections, record }: Stage,
  members: readonly SimulatedInstallation[],
): Promise<{ readonly revoked: number; readonly reason: string | null }> {
  let reason: string | null = null
  let revoked = 0
  const waiting = [...members]
  const worker = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) {
      const answer = await patiently(
        () => ask.revoke(member!, performance.now()),
        connections,
        (due, ending) => record('revokeInstallation', due, ending),
      )
      if (isSuccess(answer)) fleet.remove(member)
      if (isSuccess(answer)) revoked += 1
      else reason = outcomeOf(answer)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  return { revoked, reason }
}

/** Asks again as often as a platform asks for patience, within reason. */
async function patiently(
  make: () => ScheduledRequest,
  connections: Connections,
  record: (due: number, ending: Ending) => void,
): Promise<RequestResult> {
  for (let tries = 1; ; tries += 1) {
    const ask = make()
    const answer = await connections.send(ask)
    record(ask.due, endingOf(answer))
    const wait = retryAfterMs(answer)
    if (wait === undefined || tries === MOST_TRIES) return answer
    await new Promise((resolve) => {
      setTimeout(resolve, wait)
    })
  }
}

const deleteWorkspace = (
  { ask, connections, settings }: Stage,
  { organization_id, workspace_id }: NonNullable<Prepared['own']>,
): Promise<RequestResult> =>
  // The time to live counts from when a request is due, so this one is due later.
  patiently(
    () =>
      ask.deleteWorkspace(
        organization_id,
        workspace_id,
        performance.now() + DELETION_MS - settings.timeout_ms,
      ),
    connections,
    () => undefined,
  )
