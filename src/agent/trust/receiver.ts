import type { PlatformLink } from '../platform-link.ts'
import {
  invalid,
  type Admission,
  type Arrival,
  type Presented,
  type Rejection,
  type RequestHeaders,
} from './admission.ts'
import { createAgentReceiver } from './agent-receiver.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { createTaskReceiver } from './task-receiver.ts'

/**
 * Decides which requests may have a skill executed: tasks of the platform (docs/specification/trust.md#receiver-task) and signed requests
 * of other agents (docs/specification/trust.md#receiver).
 */
export interface Receiver {
  /** The first half, before anything of the body is read. */
  examine(headers: RequestHeaders, takesTasks: boolean): Promise<Presented | Rejection>
  /** The second half, once the body is known to be well-formed. */
  admit(presented: Presented, arrival: Arrival): Promise<Admission>
}

export interface ReceiverOptions {
  readonly svc_id: string
  readonly platform: Pick<PlatformLink, 'issuer' | 'place' | 'time' | 'verifyTrust'>
  readonly keys: PlatformKeys
  readonly require_signed: boolean
  /** The calendar of this machine, milliseconds since 1970. */
  readonly now_ms: () => number
  /** Milliseconds since this process began, by a clock that nobody sets. */
  readonly uptime_ms: () => number
}

/**
 * The receiver of the trust protocol. From a caller it takes its identifier, nonce, timestamp and signature; everything else that was
 * signed it knows by itself, so that what was signed for anybody else, or for another purpose, does not verify here.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { platform, require_signed, now_ms } = options

  /** The platform's time: what this machine thinks, within what the platform said. */
  const platform_now_ms = (): number => {
    const time = platform.time()
    return time ? Math.min(Math.max(now_ms(), time.earliest_ms), time.latest_ms) : now_ms()
  }
  const tasks = createTaskReceiver({ ...options, platform_now_ms })
  const agents = createAgentReceiver({ ...options, platform_now_ms })

  return {
    async examine(headers, takesTasks) {
      const { 'x-svc-task': task, 'x-svc-signature': signature } = headers
      if (task !== undefined && signature !== undefined)
        return invalid('A request is signed by the platform or by an agent, not by both.')
      if (task !== undefined)
        return takesTasks
          ? tasks.examine(task)
          : invalid('The platform forwards tasks to /a2a/tasks only.')
      if (signature !== undefined) return agents.examine(headers, signature)
      return require_signed ? { kind: 'unsigned' } : { kind: 'nothing' }
    },
    async admit(presented, arrival) {
      switch (presented.kind) {
        case 'agent':
          return agents.admit(presented, arrival)
        case 'task':
          return tasks.admit(presented, arrival)
        case 'nothing':
          return require_signed
            ? { kind: 'unsigned' }
            : { kind: 'admitted', caller: undefined, workspace_id: undefined, answered: undefined }
      }
    },
  }
}
