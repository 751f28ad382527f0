import type { AuditCheckpoint } from '../audit/checkpoint.ts'
import type { ChainReport } from '../audit/chain.ts'
import type { AuditKind } from '../audit/kinds.ts'
import type { AuditRecord, ChainHead } from '../audit/record.ts'
import type {
  Agent,
  ApiKey,
  Installation,
  Member,
  Organization,
  Policy,
  RuntimeToken,
  Workspace,
} from '../records.ts'
import type { Timestamp } from '../time.ts'

/** As many rows as are read at most; `truncated` when there are more. */
export interface Sample<T> {
  readonly items: readonly T[]
  readonly truncated: boolean
}

/** What is known of an organization's audit chain without reading all of it. */
export interface ChainFacts {
  readonly head: ChainHead | null
  /** The verdict on the newest records, up to the head. */
  readonly tail: ChainReport
  /** The tail reaches back to the beginning, or to the checkpoint of the last purge. */
  readonly complete: boolean
  /** The oldest record that is kept. */
  readonly oldest: { readonly sequence: number; readonly occurred_at: Timestamp } | null
  readonly checkpoint: { readonly statement: AuditCheckpoint; readonly valid: boolean } | null
}

/** Everything a report is made of: rows of the platform, as they stood at one moment. */
export interface ComplianceFacts {
  readonly organization: Organization
  readonly workspace: Workspace
  readonly agent: Agent
  readonly policy: Policy
  readonly policy_signed: boolean
  /** Of this agent in this workspace, the latest seen first. */
  readonly installations: Sample<Installation>
  /** Runtime tokens of those installations that are live. */
  readonly tokens: Sample<RuntimeToken>
  /** Keys that reach the workspace and are not revoked. */
  readonly keys: Sample<ApiKey>
  readonly members: Sample<Member>
  /** Records of the window that concern the agent, the workspace or the whole organization, the newest first. */
  readonly events: { readonly [Kind in ReportedKind]: Sample<AuditRecord> }
  readonly chain: ChainFacts
}

/** Kinds of record that count as evidence. */
export const REPORTED_KINDS = [
  'agent.registered',
  'agent.verified',
  'agent.suspended',
  'member.added',
  'member.joined',
  'member.removed',
  'member.left',
  'api_key.created',
  'api_key.revoked',
  'installation.bootstrapped',
  'installation.token_refreshed',
  'installation.recovered',
  'installation.revoked',
  'installation.terminated',
  'installation.lease_expired',
  'installation.lease_restored',
  'policy.updated',
  'policy.violated',
  'trust.verification_failed',
  'image.scan_completed',
  'audit.exported',
  'audit.export_failed',
  'audit.retention_changed',
  'support.requested',
  'dispute.opened',
  'dispute.upheld',
  'dispute.rejected',
] as const satisfies readonly AuditKind[]
export type ReportedKind = (typeof REPORTED_KINDS)[number]

/** Whether a record of the organization is about this agent in this workspace, or about all of them. */
export function concerns(
  { workspace_id, target }: AuditRecord,
  about: { workspace_id: string; svc_id: string; installations: ReadonlySet<string> },
): boolean {
  if (workspace_id !== null && workspace_id !== about.workspace_id) return false
  if (target?.type === 'agent') return target.id === about.svc_id
  return target?.type !== 'installation' || about.installations.has(target.id)
}
