import type { TaskClaims } from '../../domain/signatures/signature.ts'
import type { VerifiedCaller } from '../definition.ts'
import type { InstallationIdentity } from '../platform/link.ts'
import type { AnswerBinding } from './signing.ts'

/** The accepted difference between the clocks of the platform and of this machine, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 30_000

/** Unvalidated request headers, with names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The reason why a request is not executed. `reason` and `remedy`, what the caller can do about it, are sentences. */
export type Rejection =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'invalid' | 'refused'; readonly reason: string; readonly remedy: string }
  | { readonly kind: 'unavailable'; readonly cause?: unknown }

/** An agent's signature that has not been verified yet. */
export interface AgentSignature {
  readonly kind: 'agent'
  readonly svc_id: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  readonly installation: InstallationIdentity & { readonly workspace_id: string }
  readonly names_installation: boolean
}
/** A task statement whose signature and audience have been verified, but which has not been compared with the body yet. */
export interface TaskStatement {
  readonly kind: 'task'
  readonly claims: TaskClaims
}
/** The signature in the headers of a request, after the checks that do not need the body. */
export type PresentedSignature = { readonly kind: 'none' } | AgentSignature | TaskStatement

/** The body of a request, and the members that signatures cover. */
export interface RequestBody {
  readonly body: Uint8Array
  /** The skill of a task; `chat` for a chat message, and `tasks` for a request about an existing A2A task. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly workspace_id: string | undefined
}

export interface Admitted {
  readonly kind: 'admitted'
  /** Undefined for an unsigned request. */
  readonly caller: VerifiedCaller | undefined
  /** The workspace that the signature names. */
  readonly workspace_id: string | undefined
  /** The values that the answer to a signed request is bound to. */
  readonly answer_binding: AnswerBinding | undefined
}
export type Admission = Admitted | (Rejection & { readonly answer_binding?: AnswerBinding })

export const isRejection = (
  result: PresentedSignature | Admission | Rejection,
): result is Rejection => ['unsigned', 'invalid', 'refused', 'unavailable'].includes(result.kind)

export const invalid = (reason: string, remedy = 'Sign the request again.') =>
  ({ kind: 'invalid', reason, remedy }) as const
/** Returns whether a body names a workspace other than the signed one. */
export const namesOtherWorkspace = (in_body: string | undefined, signed: string): boolean =>
  in_body !== undefined && in_body !== signed
