import type { PlatformLink } from '../platform/link.ts'
import {
  invalid,
  type Admission,
  type RequestBody,
  type PresentedSignature,
  type Rejection,
  type RequestHeaders,
} from './admission.ts'
import { createAgentReceiver } from './agent-receiver.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { createTaskReceiver } from './task-receiver.ts'

/**
 * Decides which requests may execute a skill: tasks from the platform (docs/specification/trust.md#receiver-task) and signed requests from
 * other agents (docs/specification/trust.md#receiver).
 */
export interface Receiver {
  /** Checks the headers, before any of the body is read. */
  examine(headers: RequestHeaders, acceptsTasks: boolean): Promise<PresentedSignature | Rejection>
  /** Completes the checks, once the body is known to be well-formed. */
  admit(presented: PresentedSignature, body: RequestBody): Promise<Admission>
}

export interface ReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'installation' | 'time' | 'verifyTrust'>
  readonly keys: PlatformKeys
  readonly require_signed: boolean
  /** The clock of this machine, milliseconds since 1970. */
  readonly now_ms: () => number
  /** Milliseconds since this agent was created, by a monotonic clock. */
  readonly uptime_ms: () => number
}

/**
 * Creates the receiver. From the headers of an agent's request it takes only the identifier, nonce, timestamp and signature, and whether
 * the request names an installation; everything else that was signed is its own or computed from the body. A signature for another receiver
 * or another purpose is therefore invalid.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { platform, require_signed, now_ms } = options

  /** Returns the time of this machine, clamped to the range that the platform's responses allow. */
  const platform_now_ms = (): number => {
    const time = platform.time()
    return time ? Math.min(Math.max(now_ms(), time.earliest_ms), time.latest_ms) : now_ms()
  }
  const tasks = createTaskReceiver({ ...options, platform_now_ms })
  const agents = createAgentReceiver({ ...options, platform_now_ms })

  return {
    async examine(headers, acceptsTasks) {
      const { 'x-svc-task': task, 'x-svc-signature': signature } = headers
      if (task !== undefined && signature !== undefined)
        return invalid(
          'A request must be signed by the platform or by an agent, not by both.',
          'Omit X-Svc-Task or X-Svc-Signature.',
        )
      if (task !== undefined)
        return acceptsTasks
          ? tasks.examine(task)
          : invalid(
              'The platform forwards tasks to /a2a/tasks only.',
              'Send the task there, or omit X-Svc-Task.',
            )
      if (signature !== undefined) return agents.examine(headers, signature)
      return require_signed ? { kind: 'unsigned' } : { kind: 'none' }
    },
    async admit(presented, body) {
      switch (presented.kind) {
        case 'agent':
          return agents.admit(presented, body)
        case 'task':
          return tasks.admit(presented, body)
        case 'none':
          return require_signed
            ? { kind: 'unsigned' }
            : {
                kind: 'admitted',
                caller: undefined,
                workspace_id: undefined,
                answer_binding: undefined,
              }
      }
    },
  }
}
