import type { PolicyContent } from '../policies/policy.ts'
import type { Timestamp } from '../time.ts'

/** An agent, and one of its installations if it is known. */
export interface AgentAudience {
  readonly svc_id: string
  readonly installation_id?: string
}

/** The requester of a task, as the platform authenticated it. */
export interface TaskRequester {
  /** The organization of the credential. */
  readonly organization_id: string
  readonly key_id?: string
  /** A person: the e-mail address in the task history, the `user_id` in the signed statement. */
  readonly member?: string
  readonly installation_id?: string
  /** The member or agent that the credential acts for, under the scope `tasks:delegate`. A member is named like a person in `member`. */
  readonly acting_for?: string
}

interface RegisterClaims {
  readonly svc_id: string
  readonly name: string
  readonly version: string
  /** The key as stated in the registration. */
  readonly public_key: string
  readonly manifest_hash: string
  /** The organization that the agent's key declares to be its owner. */
  readonly organization_id: string
  readonly issuer: string
  readonly issued_at: Timestamp
}

/** The interface defines no members of the context. Agents admit a request only if its context has all of `TrustContextClaims`. */
export interface TrustClaims {
  readonly svc_id: string
  readonly context: object
}

export interface TrustContextClaims {
  /** The workspace of the receiver. */
  readonly workspace_id: string
  readonly issuer: string
  /** The receiver. */
  readonly audience: AgentAudience
  readonly skill: string
  /** SHA-256 of the bytes of the body, in lower-case hexadecimal. */
  readonly request_body_hash: string
  readonly nonce: string
  readonly timestamp: Timestamp
}

export interface TaskClaims {
  readonly issuer: string
  readonly audience: Required<AgentAudience>
  /** The address to which the platform sends the task, as the installation stated it. */
  readonly upstream_url: string
  /** The organization and workspace in which the task is routed. */
  readonly organization_id: string
  readonly workspace_id: string
  readonly requester: TaskRequester
  readonly task_id: string
  readonly skill: string
  readonly request_body_hash: string
  readonly issued_at: Timestamp
  readonly expires_at: Timestamp
}

export interface AnswerClaims {
  readonly issuer: string
  readonly svc_id: string
  /** The `svc_id` of the agent that signed the request, or the issuer if the platform sent a task. */
  readonly audience: string
  /** The nonce of the request, or the `task_id` of a task. */
  readonly request_nonce: string
  readonly request_body_hash: string
  readonly response_body_hash: string
  /** The HTTP status of the answer. */
  readonly status: number
  readonly issued_at: Timestamp
}

export interface VouchClaims {
  readonly issuer: string
  readonly svc_id: string
  readonly issued_to: { readonly organization_id: string; readonly installation_id?: string }
  readonly request_body_hash: string
  readonly issued_at: Timestamp
  readonly expires_at: Timestamp
}

interface PolicyClaims {
  readonly issuer: string
  readonly policy_id: string
  readonly workspace_id: string
  readonly version: number
  readonly content: PolicyContent
}

interface CheckpointClaims {
  readonly issuer: string
  readonly chain: string
  readonly sequence: number
  readonly hash: string
  readonly occurred_at: Timestamp
  readonly retention_days: number
  readonly purged_at: Timestamp
}

/** A compliance report, as data (`hash`) or as a document (`markdown_sha256`). */
interface ComplianceReportClaims {
  readonly issuer: string
  readonly svc_id: string
  readonly workspace_id: string
  readonly generated_at: Timestamp
  readonly hash?: string
  readonly markdown_sha256?: string
}

/** The claims of each purpose. */
export interface Claims {
  register: RegisterClaims
  trust: TrustClaims
  task: TaskClaims
  answer: AnswerClaims
  vouch: VouchClaims
  policy: PolicyClaims
  'compliance-report': ComplianceReportClaims
  'audit-checkpoint': CheckpointClaims
}
