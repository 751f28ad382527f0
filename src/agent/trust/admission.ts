import type { TaskClaims } from '../../domain/signatures/signature.ts'
import type { VerifiedCaller } from '../definition.ts'
import type { InstallationIdentity } from '../platform/link.ts'
import type { AnswerBinding } from './signing.ts'

/** Request headers, with names in lower case. Nothing in them has been validated. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** Why nothing is executed. `reason` is a sentence for the caller. */
export type Rejection =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'invalid' | 'refused'; readonly reason: string }
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
/** A task statement whose signature and audience are verified; its body is still to be compared. */
export interface TaskStatement {
  readonly kind: 'task'
  readonly claims: TaskClaims
}
/** The signature in the headers of a request, checked as far as that is possible without the body. */
export type PresentedSignature = { readonly kind: 'none' } | AgentSignature | TaskStatement

/** The body of a request, and what it names. */
export interface RequestBody {
  readonly body: Uint8Array
  /** `chat` for a message. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly workspace_id: string | undefined
}

/** `caller` is undefined for an unsigned request; `answer_binding` is what the answer to a signed one is bound to. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly caller: VerifiedCaller | undefined
  /** The workspace that the signature names. */
  readonly workspace_id: string | undefined
  readonly answer_binding: AnswerBinding | undefined
}
export type Admission = Admitted | (Rejection & { readonly answer_binding?: AnswerBinding })

export const isRejection = (
  result: PresentedSignature | Admission | Rejection,
): result is Rejection => ['unsigned', 'invalid', 'refused', 'unavailable'].includes(result.kind)

export const invalid = (reason: string) => ({ kind: 'invalid', reason }) as const
/** Whether a body names another workspace than the one that was signed. */
export const namesOtherWorkspace = (named: string | undefined, signed: string): boolean =>
  named !== undefined && named !== signed
