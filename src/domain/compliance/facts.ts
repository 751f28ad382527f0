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

/** A limited number of rows; `truncated` states whether there are more. */
export interface Sample<T> {
  readonly items: readonly T[]
  readonly truncated: boolean
}

/** Facts about an organization's audit chain, without reading all of it. */
export interface ChainFacts {
  readonly head: ChainHead | null
  /** The verification of the newest records, up to the head. */
  readonly tail: ChainReport
  /** Whether the tail reaches back to the start of the chain, or to the checkpoint of the last purge. */
  readonly complete: boolean
  /** The oldest remaining record. */
  readonly oldest: { readonly sequence: number; readonly occurred_at: Timestamp } | null
  readonly checkpoint: { readonly statement: AuditCheckpoint; readonly valid: boolean } | null
}

/** The data for a report, all read from one committed state of the store. */
export interface ComplianceFacts {
  readonly organization: Organization
  readonly workspace: Workspace
  readonly agent: Agent
  readonly policy: Policy
  readonly policy_signed: boolean
  /** The installations of this agent in this workspace, the most recently seen first. */
  readonly installations: Sample<Installation>
  /** The accepted runtime tokens of those installations that are operative. */
  readonly tokens: Sample<RuntimeToken>
  /** The API keys that have access to the workspace and are neither revoked nor expired. */
  readonly keys: Sample<ApiKey>
  readonly members: Sample<Member>
  /** The records of the window that concern the agent, the workspace or the whole organization, the newest first. */
  readonly events: { readonly [Kind in ReportedKind]: Sample<AuditRecord> }
  readonly chain: ChainFacts
}

/** Lists the kinds of records that count as evidence. */
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

/** Returns whether a record of the organization concerns this agent in this workspace, or all agents. */
export function concerns(
  { workspace_id, target }: AuditRecord,
  scope: { workspace_id: string; svc_id: string; installations: ReadonlySet<string> },
): boolean {
  if (workspace_id !== null && workspace_id !== scope.workspace_id) return false
  if (target?.type === 'agent') return target.id === scope.svc_id
  return target?.type !== 'installation' || scope.installations.has(target.id)
}
