import type { TaskClaims } from '../../domain/signatures/signature.ts'
import type { VerifiedCaller } from '../definition.ts'
import type { Place } from '../platform-link.ts'
import type { Answered } from './signing.ts'

/** Request headers, with names in lower case. Nothing in them has been validated. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** Why nothing is executed. `why` is a sentence for the caller. */
export type Rejection =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'invalid' | 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly cause?: unknown }

/** An agent's signature that has not been verified yet. */
export interface AgentSignature {
  readonly kind: 'agent'
  readonly svc_id: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  readonly place: Place & { readonly workspace_id: string }
  readonly names_installation: boolean
}
/** A task statement whose signature and claims about this runtime are good; its body is still to be compared. */
export interface TaskStatement {
  readonly kind: 'task'
  readonly claims: TaskClaims
}
/** What the headers of a request say about who signed it, judged as far as that is possible without the body. */
export type Presented = { readonly kind: 'nothing' } | AgentSignature | TaskStatement

/** What the body of a request adds. */
export interface Arrival {
  readonly bytes: Uint8Array
  /** What the body names; `chat` for a message. */
  readonly skill: string | undefined
  readonly task_id: string | undefined
  readonly workspace_id: string | undefined
}

/** `caller` is undefined for a request that nobody signed; `answered` is what the answer to a signed one is bound to. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly caller: VerifiedCaller | undefined
  /** Where it runs, as somebody signed it. */
  readonly workspace_id: string | undefined
  readonly answered: Answered | undefined
}
export type Admission = Admitted | (Rejection & { readonly answered?: Answered })

export const isRejection = (found: Presented | Admission | Rejection): found is Rejection =>
  ['unsigned', 'invalid', 'refused', 'unavailable'].includes(found.kind)

export const invalid = (why: string) => ({ kind: 'invalid', why }) as const
/** Whether a body names another workspace than the one that was signed. */
export const isElsewhere = (named: string | undefined, own: string): boolean =>
  named !== undefined && named !== own
