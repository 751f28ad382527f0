import { sha256Hex } from './crypto/hash.ts'
import type { JsonObject } from './crypto/jcs.ts'
import { trustMessage } from './crypto/messages.ts'
import type { Timestamp } from './time.ts'

/** What was asked of the platform. */
export interface TaskOrder {
  readonly task_id: string
  readonly skill: string
  readonly workspace_id: string
  readonly requester_id: string
  readonly message?: unknown
  readonly input?: JsonObject | undefined
}

/** The task as the agent gets it (Interface, A2A task); a message that is a text becomes one of the role `user` with one part. */
export function taskRequest({ task_id, skill, workspace_id, requester_id, message, input }: TaskOrder): object {
  return {
    task_id, type: skill,
    input: { ...input, skill, ...(message !== undefined && { message: messageOf(message) }) },
    context: { skill, workspace_id, requester_id },
  }
}

function messageOf(message: unknown): unknown {
  if (typeof message === 'string') return { role: 'user', parts: [{ type: 'text', text: message }] }
  return { role: 'user', ...(message as object) }
}

/** A task ready to be sent, but for its signature. */
export interface Forwarding {
  /** The agent that the task is for. */
  readonly svc_id: string
  readonly workspace_id: string
  readonly skill: string
  readonly nonce: string
  readonly trace_id: string
  /** Exactly as it will be sent. */
  readonly body: string
}

/**
 * The headers of a forwarded task, and what the platform signs (contract of the agent side, Signatures): `svc-trust-v1` for the agent
 * it is meant for, so that no other agent and no other workspace can be given it. `/trust/headers` signs for any body on request, but
 * under another name, so nobody can pass that off as a task.
 * @throws like `canonicalize`
 */
export function forwardedHeaders(task: Forwarding, now: Timestamp): { headers: Record<string, string>; message: Uint8Array } {
  const { svc_id, workspace_id, skill, nonce, trace_id, body } = task
  const request_body_hash = sha256Hex(body)
  const headers = {
    'X-Svc-Agent-ID': svc_id, 'X-Svc-Timestamp': now, 'X-Svc-Nonce': nonce, 'X-Svc-Body-Hash': request_body_hash,
    'X-Svc-Workspace-ID': workspace_id, 'X-Svc-Signed-By': 'platform', 'X-Svc-Trace-ID': trace_id,
  }
  return { headers, message: trustMessage({ svc_id, context: { timestamp: now, nonce, request_body_hash, workspace_id, skill } }) }
}
