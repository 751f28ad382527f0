import { isDecided, type Dispute, type DisputeState } from '../../../domain/agents/dispute.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { judgeDispute, type JudgementInput, type JudgementOutcome } from './disputes.ts'
import { isOperator } from '../organizations/operators.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

/** A dispute as an operator sees it, who belongs to no side of it, or to one and then judges nothing. */
export interface DisputeCase {
  readonly dispute: Dispute
  readonly organization_name: string
  readonly respondent_name: string
  readonly conflict_of_interest: boolean
}

/** With the agent that it is about. */
export interface DisputeCaseInFull extends DisputeCase {
  readonly agent: Agent | undefined
}

export interface CaseQuery extends Paging<readonly [string, string]> {
  /** The operator who asks. */
  readonly email: string
  readonly state: DisputeState
}

/** Disputes of all organizations in one state: those that wait, the oldest first, those that are decided, the newest first. */
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
  return { ...page, items: await casesOf(tx, page.items, email) }
}

/** One of them. */
export async function getDisputeCase(
  tx: ReadTx,
  query: { email: string; dispute_id: string },
): Promise<DisputeCaseInFull | undefined> {
  const { email, dispute_id } = query
  const dispute = await tx.disputes.get({ dispute_id })
  if (!dispute) return undefined
  const [found] = await casesOf(tx, [dispute], email)
  return {
    ...found!,
    agent: await tx.agents.get({ svc_id: dispute.svc_id, organization_id: dispute.respondent_id }),
  }
}

export interface PersonalJudgement extends JudgementInput {
  readonly email: string
}
export type PersonalOutcome = JudgementOutcome | { kind: 'no_operator' | 'conflict_of_interest' }

/** The word of a person, who must belong to neither of the two organizations; on the command line the platform itself speaks. */
export async function judgeDisputeAs(
  tx: Tx,
  context: CallContext,
  { email, ...judgement }: PersonalJudgement,
): Promise<PersonalOutcome> {
  // Who has lost the role since the request was let in judges nothing.
  if (!(await isOperator(tx, email))) return { kind: 'no_operator' }
  const dispute = await tx.disputes.get({ dispute_id: judgement.dispute_id })
  if (!dispute) return { kind: 'not_found' }
  const parties = { in: [dispute.organization_id, dispute.respondent_id] }
  const own = await tx.members.find({
    where: { email, organization_id: parties },
    limit: 1,
    glance: true,
  })
  return own.length > 0 ? { kind: 'conflict_of_interest' } : judgeDispute(tx, context, judgement)
}

async function casesOf(
  tx: ReadTx,
  disputes: readonly Dispute[],
  email: string,
): Promise<readonly DisputeCase[]> {
  const named = [
    ...new Set(
      disputes.flatMap(({ organization_id, respondent_id }) => [organization_id, respondent_id]),
    ),
  ]
  const organizations = await tx.organizations.getMany(
    named.map((organization_id) => ({ organization_id })),
    { only: ['name'] },
  )
  const names = new Map(
    named.map((organization_id, at) => [organization_id, organizations[at]?.name ?? '']),
  )
  const own = new Set(
    (await tx.members.find({ where: { email } })).map(({ organization_id }) => organization_id),
  )
  return disputes.map((dispute) => {
    const { organization_id, respondent_id } = dispute
    return {
      dispute,
      organization_name: names.get(organization_id)!,
      respondent_name: names.get(respondent_id)!,
      conflict_of_interest: own.has(organization_id) || own.has(respondent_id),
    }
  })
}
