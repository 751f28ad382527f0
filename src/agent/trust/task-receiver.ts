import { sha256Hex } from '../../domain/crypto/hash.ts'
import { TASK_LIFETIME_MS } from '../../domain/limits.ts'
import type { AgentAudience, TaskClaims } from '../../domain/signatures/signature.ts'
import { readStatement } from '../../domain/signatures/statement.ts'
import { ms } from '../../domain/time.ts'
import type { Place, PlatformLink } from '../platform-link.ts'
import {
  invalid,
  isElsewhere,
  type Admission,
  type Arrival,
  type Rejection,
  type TaskStatement,
} from './admission.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { createSpentTasks } from './spent-tasks.ts'

export interface TaskReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'place'>
  readonly keys: PlatformKeys
  /** The platform's time, milliseconds since 1970. */
  readonly platform_now_ms: () => number
  /** Milliseconds since this process began, by a clock that nobody sets. */
  readonly uptime_ms: () => number
}

/** How far two clocks may be apart where both are the platform's or follow it. */
const TOLERANCE_MS = 30_000
/** A clock that is corrected backwards makes no spent task fresh again. */
const REMEMBERED_MS = 300_000

/** Receives the tasks that the platform forwards (docs/specification/trust.md#task). */
export function createTaskReceiver({
  svc_id: own,
  platform,
  keys,
  platform_now_ms,
  uptime_ms,
}: TaskReceiverOptions) {
  const spent = createSpentTasks()

  async function examine(header: string): Promise<TaskStatement | Rejection> {
    const statement = readStatement<'task'>(header)
    if (!statement) return invalid('X-Svc-Task cannot be read.')
    const place = platform.place()
    if (!place) return { kind: 'unavailable' }
    const fault = misdirected(statement.claims, place)
    if (fault !== undefined) return invalid(fault)
    switch (await keys.verify('task', statement)) {
      case 'unknown':
        return { kind: 'unavailable' }
      case 'wrong':
        return invalid('The task statement was not signed with a published key of the platform.')
      case 'verified':
        break
    }
    const untimely = untimelyFault(statement.claims)
    return untimely === undefined ? { kind: 'task', claims: statement.claims } : invalid(untimely)
  }

  /** Whether the task is for this very runtime. The claims come from a stranger still, and need not have the shape that they should. */
  function misdirected(
    { issuer, audience, upstream_url }: Partial<TaskClaims>,
    place: Place,
  ): string | undefined {
    const { svc_id, installation_id } = (audience ?? {}) as Partial<AgentAudience>
    if (issuer !== platform.issuer)
      return 'The task statement is of another platform than this agent is configured for.'
    if (svc_id !== own) return 'The platform signed this task for another agent.'
    if (installation_id !== place.installation_id)
      return 'The platform signed this task for another installation.'
    return upstream_url === place.upstream_url
      ? undefined
      : 'The platform signed this task for another address.'
  }

  function untimelyFault({ issued_at, expires_at }: TaskClaims): string | undefined {
    const now = platform_now_ms()
    const [issued, expires] = [ms(issued_at), ms(expires_at)]
    if (expires - issued > TASK_LIFETIME_MS)
      return 'The task statement is valid for more than 60 seconds.'
    if (issued > now + TOLERANCE_MS) return 'The task statement was issued in the future.'
    if (expires < now - TOLERANCE_MS) return 'The task statement has expired.'
    // What ran before the start is not remembered, so it could run again.
    return issued < now - uptime_ms()
      ? 'The task statement was issued before this agent started.'
      : undefined
  }

  function admit(
    { claims }: TaskStatement,
    { bytes, skill, task_id, workspace_id }: Arrival,
  ): Admission {
    if (sha256Hex(bytes) !== claims.request_body_hash)
      return invalid('The body is not the one whose hash the platform signed.')
    if (task_id !== claims.task_id)
      return invalid('The platform signed another task_id than the body has.')
    if (skill !== claims.skill)
      return invalid('The platform signed another skill than the body names.')
    if (isElsewhere(workspace_id, claims.workspace_id))
      return invalid('The platform signed another workspace than the body names.')
    // The body may have taken its time.
    const untimely = untimelyFault(claims)
    if (untimely !== undefined) return invalid(untimely)
    switch (spent.spend(claims.task_id, ms(claims.expires_at) + REMEMBERED_MS, platform_now_ms())) {
      case 'spent':
        return invalid('The task was taken before.')
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
      answered: { issuer, audience: issuer, request_nonce, request_body_hash },
    }
  }

  return { examine, admit }
}
