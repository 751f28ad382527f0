import { sha256Hex } from '../crypto/hash.ts'
import type { JsonObject } from '../crypto/jcs.ts'
import { TASK_LIFETIME_MS } from '../limits.ts'
import type { Claims, TaskRequester } from '../signatures/signature.ts'
import { plus, type Timestamp } from '../time.ts'

/** A task as it was requested of the platform. */
export interface RequestedTask {
  readonly task_id: string
  readonly skill: string
  readonly workspace_id: string
  readonly requester_id: string
  readonly message?: unknown
  readonly input?: JsonObject | undefined
}

/**
 * Returns the task as the agent receives it. A message that is a text becomes one of the role `user` with one part
 * (docs/specification/tasks.md#forwarded-request).
 */
export function taskRequest({
  task_id,
  skill,
  workspace_id,
  requester_id,
  message,
  input,
}: RequestedTask): object {
  return {
    task_id,
    type: skill,
    input: { ...input, skill, ...(message !== undefined && { message: messageOf(message) }) },
    context: { skill, workspace_id, requester_id },
  }
}

function messageOf(message: unknown): unknown {
  if (typeof message === 'string') return { role: 'user', parts: [{ type: 'text', text: message }] }
  return { role: 'user', ...(message as object) }
}

/** The header that carries the platform's statement about a forwarded task (docs/specification/trust.md#statements). */
export const TASK_STATEMENT_HEADER = 'X-Svc-Task'

/** A task that is ready to be signed and sent. */
export interface ForwardedTask {
  readonly issuer: string
  /** The agent and the installation that the task is for. */
  readonly agent: { readonly svc_id: string; readonly installation_id: string }
  /** The address to which the task is sent. */
  readonly upstream_url: string
  /** The organization that routes the task. */
  readonly organization_id: string
  readonly requester: TaskRequester
  readonly task: Pick<RequestedTask, 'task_id' | 'skill' | 'workspace_id'>
  /** The body, exactly as it is sent. */
  readonly body: string
}

/**
 * Returns the platform's claims about a forwarded task: the installation and address that it is for, on whose behalf, and until when. The
 * statement is therefore useless to any other installation, and after its lifetime.
 */
export function taskClaims(
  {
    issuer,
    agent: { svc_id, installation_id },
    upstream_url,
    organization_id,
    requester,
    task,
    body,
  }: ForwardedTask,
  now: Timestamp,
): Claims['task'] {
  const { task_id, skill, workspace_id } = task
  return {
    issuer,
    audience: { svc_id, installation_id },
    upstream_url,
    organization_id,
    workspace_id,
    requester,
    task_id,
    skill,
    request_body_hash: sha256Hex(body),
    issued_at: now,
    expires_at: plus(now, TASK_LIFETIME_MS),
  }
}
