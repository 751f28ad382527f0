import { sha256Hex } from '../../domain/crypto/hash.ts'
import { TASK_LIFETIME_MS } from '../../domain/limits.ts'
import {
  type AgentAudience,
  type TaskClaims,
  readStatement,
} from '../../domain/signatures/signature.ts'
import { ms, SECOND_MS } from '../../domain/time.ts'
import type { InstallationIdentity, PlatformLink } from '../platform/link.ts'
import {
  CLOCK_TOLERANCE_MS,
  invalid,
  namesOtherWorkspace,
  type Admission,
  type Rejection,
  type RequestBody,
  type TaskStatement,
} from './admission.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { createReplayCache } from './replay-cache.ts'

export interface TaskReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'installation'>
  readonly keys: PlatformKeys
  /** The platform's time, milliseconds since 1970. */
  readonly platform_now_ms: () => number
  /** Milliseconds since this agent was created, by a monotonic clock. */
  readonly uptime_ms: () => number
}

/** Tasks are remembered this much longer than they are valid, so that setting a clock back does not make a forgotten task valid again. */
const REPLAY_MARGIN_MS = 300_000
/** Only the platform can sign a task again, which it does for each task that it forwards. */
const SEND_AGAIN = 'Send the task again through the platform on which this agent is installed.'

/** Creates the receiver of tasks that the platform forwards (docs/specification/trust.md#task). */
export function createTaskReceiver(options: TaskReceiverOptions) {
  const { platform, keys, platform_now_ms } = options
  const replays = createReplayCache()

  async function examine(header: string): Promise<TaskStatement | Rejection> {
    const statement = readStatement<'task'>(header)
    if (!statement) return invalid('X-Svc-Task is malformed.', SEND_AGAIN)
    const installation = platform.installation()
    if (!installation) return { kind: 'unavailable' }
    const audienceFault = audienceFaultOf(statement.claims, installation, options)
    if (audienceFault !== undefined) return invalid(audienceFault, SEND_AGAIN)
    switch (await keys.verify('task', statement)) {
      case 'unknown':
        return { kind: 'unavailable' }
      case 'wrong':
        return invalid(
          'The task statement was not signed with a key that the platform publishes and that was valid when the statement was issued.',
          SEND_AGAIN,
        )
      case 'verified':
        break
    }
    const timeFault = timeFaultOf(statement.claims, options)
    return timeFault === undefined
      ? { kind: 'task', claims: statement.claims }
      : invalid(timeFault, SEND_AGAIN)
  }

  function admit({ claims }: TaskStatement, body: RequestBody): Admission {
    // The body may have arrived long after the headers, so the time is checked again.
    const fault = bodyFaultOf(claims, body) ?? timeFaultOf(claims, options)
    if (fault !== undefined) return invalid(fault, SEND_AGAIN)
    const remembered_until = ms(claims.expires_at) + REPLAY_MARGIN_MS
    switch (replays.add(claims.task_id, remembered_until, platform_now_ms())) {
      case 'replayed':
        return invalid('The task was already accepted.', 'Send a new task through the platform.')
      case 'full':
        return { kind: 'unavailable' }
      case 'fresh':
        break
    }
    const { issuer, requester, task_id: request_nonce, request_body_hash } = claims
    return {
      kind: 'admitted',
      caller: { kind: 'platform', requester },
      workspace_id: claims.workspace_id,
      answer_binding: { issuer, audience: issuer, request_nonce, request_body_hash },
    }
  }

  return { examine, admit }
}

/** Returns why a statement is not for this installation. The claims are not verified yet and may have any shape. */
function audienceFaultOf(
  { issuer, audience, upstream_url }: Partial<TaskClaims>,
  installation: InstallationIdentity,
  { svc_id: receiver_id, platform }: TaskReceiverOptions,
): string | undefined {
  const { svc_id, installation_id } = (audience ?? {}) as Partial<AgentAudience>
  if (issuer !== platform.issuer)
    return 'The task statement is from a platform other than the one this agent is configured for.'
  if (svc_id !== receiver_id) return 'The platform signed this task for another agent.'
  if (installation_id !== installation.installation_id)
    return 'The platform signed this task for another installation.'
  return upstream_url === installation.upstream_url
    ? undefined
    : 'The platform signed this task for another address.'
}

function timeFaultOf(
  { issued_at, expires_at }: TaskClaims,
  { platform_now_ms, uptime_ms }: TaskReceiverOptions,
): string | undefined {
  const now = platform_now_ms()
  const [issued, expires] = [ms(issued_at), ms(expires_at)]
  if (expires - issued > TASK_LIFETIME_MS)
    return `The task statement is valid for more than ${TASK_LIFETIME_MS / SECOND_MS} seconds.`
  if (issued > now + CLOCK_TOLERANCE_MS) return 'The task statement was issued in the future.'
  if (expires < now - CLOCK_TOLERANCE_MS) return 'The task statement has expired.'
  // The replay cache is empty at startup, so a task from before could run a second time.
  return issued < now - uptime_ms()
    ? 'The task statement was issued before this agent started.'
    : undefined
}

function bodyFaultOf(
  claims: TaskClaims,
  { body, skill, task_id, workspace_id }: RequestBody,
): string | undefined {
  if (sha256Hex(body) !== claims.request_body_hash)
    return 'The body is not the one whose hash the platform signed.'
  if (task_id !== claims.task_id)
    return 'The platform signed a task_id other than the one in the body.'
  if (skill !== claims.skill) return 'The platform signed a skill other than the one in the body.'
  return namesOtherWorkspace(workspace_id, claims.workspace_id)
    ? 'The platform signed a workspace other than the one in the body.'
    : undefined
}
