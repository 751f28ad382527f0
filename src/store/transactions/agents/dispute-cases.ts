import { isDecided, type Dispute, type DisputeState } from '../../../domain/agents/dispute.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findDisputedAgent, isDisputed } from './agents.ts'
import { judgeDispute, type JudgementInput, type JudgementOutcome } from './disputes.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

/** A dispute as an operator sees it. An operator who belongs to one of the two organizations must not judge it. */
export interface DisputeCase {
  readonly dispute: Dispute
  readonly organization_name: string
  readonly respondent_name: string
  /** The name and version of the agent; undefined if its registration no longer exists. */
  readonly agent_summary: { readonly name: string; readonly version: string } | undefined
  readonly conflict_of_interest: boolean
}

/** A case with the registration that it is about; `agent` is undefined if the registration no longer exists. */
export interface DisputeCaseDetails extends DisputeCase {
  readonly agent: Agent | undefined
}

export interface CaseQuery extends Paging<readonly [string, string]> {
  /** The e-mail address of the operator. */
  readonly email: string
  readonly state: DisputeState
}

/** Lists the disputes of all organizations in one state: undecided ones oldest first, decided ones newest first. */
export async function listDisputeCases(
  tx: ReadTx,
  query: CaseQuery,
): Promise<Page<DisputeCase, readonly [string, string]>> {
  const { email, state, ...paging } = query
  const listing = {
    where: { state },
    orderBy: ['opened_at', 'dispute_id'] as const,
    descending: isDecided({ state }),
  }
  const page = await pageOf<Dispute, readonly [string, string]>(tx.disputes, listing, paging)
  return { ...page, items: await toCases(tx, page.items, email) }
}

/** Returns one dispute with its agent, or undefined if there is no such dispute. */
export async function getDisputeCase(
  tx: ReadTx,
  query: { email: string; dispute_id: string },
): Promise<DisputeCaseDetails | undefined> {
  const { email, dispute_id } = query
  const dispute = await tx.disputes.get({ dispute_id })
  if (!dispute) return undefined
  const [disputeCase] = await toCases(tx, [dispute], email)
  return {
    ...disputeCase!,
    agent: await findDisputedAgent(tx, dispute),
  }
}

export interface OperatorJudgement extends JudgementInput {
  readonly email: string
}
export type OperatorJudgementOutcome =
  | JudgementOutcome
  | { kind: 'not_an_operator' | 'conflict_of_interest' }

/**
 * Judges a dispute on behalf of an operator, who must belong to neither of the two organizations. Judgements from the command line are made
 * on behalf of the platform (`judgeDispute`).
 */
export async function judgeDisputeAs(
  tx: Tx,
  context: CallContext,
  { email, ...judgement }: OperatorJudgement,
): Promise<OperatorJudgementOutcome> {
  // The operator may have lost the role since the request was authorized. The row is locked, so that a removal during the judgement waits.
  if (!(await tx.operators.get({ email }))) return { kind: 'not_an_operator' }
  const dispute = await tx.disputes.get({ dispute_id: judgement.dispute_id })
  if (!dispute) return { kind: 'not_found' }
  const parties = { in: [dispute.organization_id, dispute.respondent_id] }
  const memberships = await tx.members.find({
    where: { email, organization_id: parties },
    limit: 1,
    lock: false,
  })
  return memberships.length > 0
    ? { kind: 'conflict_of_interest' }
    : judgeDispute(tx, context, judgement)
}

async function toCases(
  tx: ReadTx,
  disputes: readonly Dispute[],
  email: string,
): Promise<readonly DisputeCase[]> {
  const organizationIds = [
    ...new Set(
      disputes.flatMap(({ organization_id, respondent_id }) => [organization_id, respondent_id]),
    ),
  ]
  const organizations = await tx.organizations.getMany(
    organizationIds.map((organization_id) => ({ organization_id })),
    { columns: ['name'] },
  )
  const names = new Map(
    organizationIds.map((organization_id, at) => [organization_id, organizations[at]?.name ?? '']),
  )
  const agents = await tx.agents.getMany(
    disputes.map(({ svc_id, respondent_id }) => ({ svc_id, organization_id: respondent_id })),
    { columns: ['name', 'version', 'registered_at'] },
  )
  const ownOrganizations = new Set(
    (await tx.members.find({ where: { email } })).map(({ organization_id }) => organization_id),
  )
  return disputes.map((dispute, at) => {
    const { organization_id, respondent_id } = dispute
    const agent = agents[at]
    return {
      dispute,
      organization_name: names.get(organization_id)!,
      respondent_name: names.get(respondent_id)!,
      agent_summary: agent && isDisputed(agent, dispute) ? agent : undefined,
      conflict_of_interest:
        ownOrganizations.has(organization_id) || ownOrganizations.has(respondent_id),
    }
  })
}
