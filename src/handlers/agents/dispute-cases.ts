import type { components } from '../../../generated/platform.ts'
import type { SessionCaller } from '../../auth/callers.ts'
import { isDecided } from '../../domain/agents/dispute.ts'
import { score } from '../../domain/agents/reputation.ts'
import type { Agent } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { CallContext } from '../../store/context.ts'
import type {
  DisputeCase,
  DisputeCaseDetails,
} from '../../store/transactions/agents/dispute-cases.ts'
import { isOfOtherOrder, presentPageOf, readCursor } from '../cursor.ts'
import { blankIssues, present as presentDispute, presentSummary } from './disputes.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

const NOT_FOUND = {
  message: 'There is no such dispute; list the disputes by state to find it.',
}
const DECIDED = {
  message: 'This dispute is already decided, and a decision is final; read the dispute to see it.',
}

/** Handles the judgement of disputes by named operators (docs/specification/agents.md#judgement). */
export const disputeCases = {
  async listDisputeCases({ query, caller, reply, refuse }, { store }) {
    const { state, limit, offset } = query
    const order = isDecided({ state }) ? 'listDisputeCases~decided' : 'listDisputeCases~undecided'
    if (isOfOtherOrder(order, query.cursor)) return refuse('CURSOR_MISMATCH')
    const after = readCursor(order, query.cursor)
    const page = await store.listDisputeCases({ email: caller.email, state, limit, offset, after })
    return reply(
      200,
      presentPageOf(order, page, offset, (dispute_case) =>
        present(dispute_case, presentSummary(dispute_case.dispute)),
      ),
    )
  },

  async getDisputeCase({ path, caller, reply, refuse }, { store, now }) {
    const found = await store.getDisputeCase({ email: caller.email, dispute_id: path.dispute_id })
    return found ? reply(200, presentInFull(found, now())) : refuse('DISPUTE_NOT_FOUND', NOT_FOUND)
  },

  async judgeDispute(call, { store, contextFor, now }) {
    const {
      path: { dispute_id },
      body: { judgement, reason },
      caller: { email },
      reply,
      refuse,
    } = call
    const blank = blankIssues('reason', reason)
    if (blank) return refuse('INVALID_BODY', { issues: blank })
    const outcome = await store.judgeDisputeAs(asOperator(contextFor(call), call.caller), {
      dispute_id,
      judgement,
      reason,
      email,
    })
    switch (outcome.kind) {
      case 'not_an_operator':
        return refuse('OPERATOR_REQUIRED')
      case 'not_found':
        return refuse('DISPUTE_NOT_FOUND', NOT_FOUND)
      case 'conflict_of_interest':
        return refuse('CONFLICT_OF_INTEREST')
      case 'decided':
        return refuse('DISPUTE_DECIDED', DECIDED)
      case 'judged':
        return reply(
          200,
          presentInFull((await store.getDisputeCase({ email, dispute_id }))!, now()),
        )
    }
  },
} satisfies Partial<Handlers>

/**
 * Returns the context of an operator, who acts for the platform. The operator's IP address is left out, because the organizations that read
 * the audit record must not learn it.
 */
const asOperator = (context: CallContext, { email }: SessionCaller): CallContext => ({
  ...context,
  actor: { type: 'operator', id: email, ip: null },
})

const present = (
  dispute_case: DisputeCase,
  dispute: Schemas['Dispute'],
): Schemas['DisputeCase'] => {
  const { organization_name, respondent_name, agent_summary, conflict_of_interest } = dispute_case
  return {
    dispute,
    organization_name,
    respondent_name,
    ...(agent_summary && { agent_name: agent_summary.name, agent_version: agent_summary.version }),
    conflict_of_interest,
  }
}

const presentInFull = (
  { agent, ...dispute_case }: DisputeCaseDetails,
  now: Timestamp,
): Schemas['DisputeCase'] => ({
  ...present(dispute_case, presentDispute(dispute_case.dispute)),
  ...(agent && { agent: presentAgent(agent, now) }),
})

function presentAgent(agent: Agent, now: Timestamp): Schemas['DisputedAgent'] {
  const {
    name,
    version,
    verification_status,
    reputation,
    disputes_open,
    disputes_upheld,
    details: { publisher },
  } = agent
  return {
    name,
    version,
    ...(publisher !== undefined && { publisher }),
    verification_status,
    reputation_score: score(reputation, disputes_upheld, now),
    disputes: { open: disputes_open, upheld: disputes_upheld },
  }
}
