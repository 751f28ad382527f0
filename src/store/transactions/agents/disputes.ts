import {
  MAX_COMMENTS,
  MAX_OPEN_DISPUTES,
  isDecided,
  UNDECIDED_STATES,
  countChangesOf,
  type Dispute,
  type DisputeIssue,
  type DisputeState,
  type Judgement,
} from '../../../domain/agents/dispute.ts'
import { lines } from '../../../domain/plain-text.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Reach } from '../../../domain/organizations/access.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findDisputedAgent, updateDisputeCounts } from './agents.ts'
import { appendAudits, type AuditEntry } from '../audit/records.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'
import { logAgent } from '../transparency/entries.ts'
import { resolveAgent, resolveInstalled } from './registrations.ts'

export interface DisputeInput {
  readonly reach: Reach
  readonly organization_id: string
  readonly svc_id: string
  readonly issue_type: DisputeIssue
  readonly description: string
  readonly task_id: string | null
  readonly logs: string | null
}
export type DisputeOutcome =
  | QuotaExceeded
  | { kind: 'organization_not_found' | 'agent_not_found' | 'exists' | 'too_many' }
  | { kind: 'opened'; dispute: Dispute }

/** Opens a dispute about an agent, and records it in the audit logs of both organizations. */
export async function openDispute(
  tx: Tx,
  context: CallContext,
  input: DisputeInput,
): Promise<DisputeOutcome> {
  const { reach, organization_id, svc_id, issue_type, task_id } = input
  if (!reach.organizations.includes(organization_id)) return { kind: 'organization_not_found' }
  // The agent is locked before its disputes are read, so the second of two identical disputes waits here and then finds the first.
  const agent =
    (await resolveAgent(tx, { svc_id, organizations: [organization_id] })) ??
    (await resolveInstalled(tx, { where: { agent_id: svc_id, organization_id } }))
  if (!agent) return { kind: 'agent_not_found' }
  // The existing disputes and the task are not locked, because judging a dispute and finishing a task lock these rows before the agent.
  const existing = await tx.disputes.find({
    where: { organization_id, svc_id, task_id },
    lock: false,
  })
  if (existing.some((dispute) => !isDecided(dispute))) return { kind: 'exists' }
  if (
    (await tx.disputes.count(
      { organization_id, svc_id, state: { in: UNDECIDED_STATES } },
      MAX_OPEN_DISPUTES,
    )) >= MAX_OPEN_DISPUTES
  )
    return { kind: 'too_many' }

  const exceeded = await checkStoredBytes(tx, context, organization_id)
  if (exceeded) return exceeded

  const task =
    task_id === null ? undefined : await tx.tasks.first({ where: { task_id }, lock: false })
  // A dispute is never older than its registration, even if the clock was set back (`isDisputed`).
  const opened_at = context.now < agent.registered_at ? agent.registered_at : context.now
  const dispute: Dispute = {
    dispute_id: `dsp_${newId(context)}`,
    organization_id,
    respondent_id: agent.organization_id,
    svc_id,
    issue_type,
    description: lines(input.description),
    task_id,
    task_on_record: task?.organization_id === organization_id && task.agent_id === svc_id,
    logs: lines(input.logs ?? '') || null,
    state: 'open',
    reason: null,
    comments: [],
    opened_at,
    updated_at: opened_at,
    review_started_at: null,
    decided_at: null,
  }
  await tx.disputes.insert(dispute)
  await updateDisputeCounts(tx, context, dispute, { open: 1, upheld: 0, security: 0 })
  await auditDispute(tx, context, dispute, { event_type: 'dispute.opened', by: organization_id })
  return { kind: 'opened', dispute }
}

export interface DisputeQuery extends Paging<readonly [string, string]> {
  readonly reach: Reach
  readonly side: 'made' | 'received'
  readonly state?: DisputeState | undefined
  readonly svc_id?: string | undefined
}

/** Lists the disputes that the caller's organizations opened, or those about their agents, newest first. */
export function listDisputes(
  tx: ReadTx,
  { reach, side, state, svc_id, ...paging }: DisputeQuery,
): Promise<Page<Dispute, readonly [string, string]>> {
  const ownOrganizations = { in: reach.organizations }
  const where = {
    ...(side === 'made'
      ? { organization_id: ownOrganizations }
      : { respondent_id: ownOrganizations }),
    ...(state && { state }),
    ...(svc_id !== undefined && { svc_id }),
  }
  return pageOf<Dispute, readonly [string, string]>(
    tx.disputes,
    { where, orderBy: ['opened_at', 'dispute_id'], descending: true },
    paging,
  )
}

/** Returns the caller's organization that is a party to the dispute, if any. Only parties can see a dispute. */
const partyOf = (
  { organization_id, respondent_id }: Dispute,
  { organizations }: Reach,
): string | undefined => [organization_id, respondent_id].find((id) => organizations.includes(id))

/** Returns a dispute to which one of the caller's organizations is a party. */
export async function getDispute(
  tx: ReadTx,
  { reach, dispute_id }: { reach: Reach; dispute_id: string },
): Promise<Dispute | undefined> {
  const dispute = await tx.disputes.get({ dispute_id })
  return dispute && partyOf(dispute, reach) !== undefined ? dispute : undefined
}

export type CommentOutcome =
  | { kind: 'not_found' | 'decided' | 'too_many' }
  | { kind: 'commented'; dispute: Dispute }

/** Adds a comment of one of the two organizations. */
export async function commentOnDispute(
  tx: Tx,
  context: CallContext,
  { reach, dispute_id, text }: { reach: Reach; dispute_id: string; text: string },
): Promise<CommentOutcome> {
  const dispute = await tx.disputes.get({ dispute_id })
  const organization_id = dispute && partyOf(dispute, reach)
  if (!dispute || organization_id === undefined) return { kind: 'not_found' }
  if (isDecided(dispute)) return { kind: 'decided' }
  if (
    dispute.comments.filter((comment) => comment.organization_id === organization_id).length >=
    MAX_COMMENTS
  )
    return { kind: 'too_many' }
  const changes = {
    comments: [
      ...dispute.comments,
      { organization_id, text: lines(text), created_at: context.now },
    ],
    updated_at: context.now,
  }
  await tx.disputes.update({ dispute_id }, changes)
  await auditDispute(tx, context, dispute, { event_type: 'dispute.commented', by: organization_id })
  return { kind: 'commented', dispute: { ...dispute, ...changes } }
}

export interface JudgementInput {
  readonly dispute_id: string
  readonly judgement: Judgement
  readonly reason: string
}
export type JudgementOutcome =
  | { kind: 'not_found' | 'decided' }
  | { kind: 'judged'; dispute: Dispute }

/**
 * Records a judgement of the operator. A decision is final. It changes the dispute counts of the agent, and therefore its reputation and
 * verification status.
 */
export async function judgeDispute(
  tx: Tx,
  context: CallContext,
  { dispute_id, judgement, ...input }: JudgementInput,
): Promise<JudgementOutcome> {
  const dispute = await tx.disputes.get({ dispute_id })
  if (!dispute) return { kind: 'not_found' }
  if (isDecided(dispute)) return { kind: 'decided' }
  const reason = lines(input.reason)
  const isReview = judgement === 'under_review'
  const review_started_at = dispute.review_started_at ?? (isReview ? context.now : null)
  const changes = {
    state: judgement,
    reason,
    updated_at: context.now,
    review_started_at,
    decided_at: isReview ? null : context.now,
  }
  await tx.disputes.update({ dispute_id }, changes)
  await updateDisputeCounts(tx, context, dispute, countChangesOf(judgement, dispute.issue_type))
  if (judgement !== 'under_review') await logJudgement(tx, context, dispute, judgement)
  await auditDispute(tx, context, dispute, {
    event_type: `dispute.${judgement}`,
    by: null,
    metadata: { reason },
  })
  return { kind: 'judged', dispute: { ...dispute, ...changes } }
}

/** Adds a decision to the transparency log, unless the registration has been replaced since the dispute was opened. */
async function logJudgement(
  tx: Tx,
  context: CallContext,
  dispute: Dispute,
  judgement: 'upheld' | 'rejected',
): Promise<void> {
  const agent = await findDisputedAgent(tx, dispute)
  if (agent) await logAgent(tx, context, `dispute.${judgement}`, agent)
}

/** Lists the disputes of all organizations, oldest first, for the operator. */
export const listAllDisputes = (
  tx: ReadTx,
  { state, limit }: { state: DisputeState | null; limit: number },
): Promise<readonly Dispute[]> =>
  tx.disputes.find({
    ...(state !== null && { where: { state } }),
    orderBy: ['opened_at', 'dispute_id'],
    limit,
  })

/** Returns any dispute, for the operator. */
export const findDispute = (tx: ReadTx, { dispute_id }: { dispute_id: string }) =>
  tx.disputes.get({ dispute_id })

interface DisputeEvent {
  readonly event_type: Extract<AuditEntry['event_type'], `dispute.${string}`>
  /** The organization that acted; null for the operator. */
  readonly by: string | null
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Writes an audit record for both organizations. Neither learns which person or key of the other organization acted, or from which address.
 */
async function auditDispute(
  tx: Tx,
  context: CallContext,
  dispute: Dispute,
  { event_type, by, metadata = {} }: DisputeEvent,
): Promise<void> {
  const { dispute_id, svc_id, issue_type, organization_id, respondent_id } = dispute
  await appendAudits(
    tx,
    context,
    [...new Set([organization_id, respondent_id])].map((chain) => ({
      ...(by !== null && by !== chain && { disclosed_actor: { type: 'organization', id: by } }),
      event_type,
      organization_id: chain,
      target: { type: 'dispute', id: dispute_id },
      metadata: { svc_id, issue_type, ...metadata },
    })),
  )
}
