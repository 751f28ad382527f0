import type { components } from '../../../generated/platform.ts'
import { DISPUTE_TEXT_LIMITS } from '../../domain/agents/dispute.ts'
import { isBlank, shorten } from '../../domain/plain-text.ts'
import type { Dispute } from '../../domain/records.ts'
import { resolveOrganization } from '../resolve-organization.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'
import { quotaProblem } from '../quota.ts'

type Schemas = components['schemas']

/**
 * Handles disputes about agents for the organizations involved (docs/specification/agents.md#disputes). `dispute-cases.ts` handles their
 * judgement.
 */
export const disputes = {
  async openDispute(call, { store, contextFor, upgrade_url }) {
    const { path, body, caller, reply, refuse } = call
    const { issue_type, description, evidence } = body
    const blank = blankIssues('description', description)
    if (blank) return refuse('INVALID_BODY', { issues: blank })
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, body.organization_id)
    if (acting.kind === 'refused') return refuse(acting.code)
    const outcome = await store.openDispute(contextFor(call), {
      reach: caller.reach,
      organization_id: acting.organization_id,
      svc_id: path.svc_id,
      issue_type,
      description,
      task_id: evidence?.task_id ?? null,
      logs: evidence?.logs ?? null,
    })
    switch (outcome.kind) {
      case 'organization_not_found':
        return refuse('ORGANIZATION_NOT_FOUND')
      case 'agent_not_found':
        return refuse('AGENT_NOT_FOUND')
      case 'exists':
        return refuse('DISPUTE_EXISTS')
      case 'too_many':
        return refuse('TOO_MANY_DISPUTES')
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url))
      case 'opened':
        return reply(201, present(outcome.dispute))
    }
  },

  async listDisputes({ query, caller, reply, refuse }, { store }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const acting = resolveOrganization(caller, query.organization_id)
    if (acting.kind === 'refused') return refuse(acting.code)
    const reach =
      query.organization_id === undefined
        ? caller.reach
        : { organizations: [acting.organization_id], workspace_id: null }
    const { side, state, agent_id, limit, offset } = query
    const after = readCursor('listDisputes~opened', query.cursor)
    const page = await store.listDisputes({
      reach,
      side,
      state,
      svc_id: agent_id,
      limit,
      offset,
      after,
    })
    return reply(200, presentPageOf('listDisputes~opened', page, offset, presentSummary))
  },

  async getDispute({ path, caller, reply, refuse }, { store }) {
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const dispute = await store.getDispute({ reach: caller.reach, dispute_id: path.dispute_id })
    return dispute ? reply(200, present(dispute)) : refuse('DISPUTE_NOT_FOUND')
  },

  async createDisputeComment(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const blank = blankIssues('text', body.text)
    if (blank) return refuse('INVALID_BODY', { issues: blank })
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.commentOnDispute(contextFor(call), {
      reach: caller.reach,
      dispute_id: path.dispute_id,
      text: body.text,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('DISPUTE_NOT_FOUND')
      case 'decided':
        return refuse('DISPUTE_DECIDED')
      case 'too_many':
        return refuse('TOO_MANY_COMMENTS')
      case 'commented':
        return reply(201, present(outcome.dispute))
    }
  },
} satisfies Partial<Handlers>

/**
 * Returns the issue if a member of the body has no visible character (docs/specification/agents.md#dispute-texts). The contract cannot
 * state this without breaking its earlier releases.
 */
export const blankIssues = (member: string, text: string) =>
  isBlank(text)
    ? [{ path: `/body/${member}`, message: 'must contain a visible character' }]
    : undefined

const MEMBERS = [
  'dispute_id',
  'svc_id',
  'organization_id',
  'respondent_id',
  'issue_type',
  'state',
  'opened_at',
  'updated_at',
  'review_started_at',
  'decided_at',
] as const satisfies readonly (keyof Schemas['Dispute'])[]

/**
 * Presents a dispute for lists, without logs and comments. Earlier versions stored texts that redaction had made too long; they are
 * shortened.
 */
export const presentSummary = (dispute: Dispute): Schemas['Dispute'] => ({
  ...membersOf(dispute, MEMBERS),
  description: shorten(dispute.description, DISPUTE_TEXT_LIMITS.description),
  ...(dispute.reason !== null && {
    reason: shorten(dispute.reason, DISPUTE_TEXT_LIMITS.reason),
  }),
  evidence: membersOf(dispute, ['task_on_record', 'task_id']),
})

/** Presents a dispute with evidence and comments. */
export function present(dispute: Dispute): Schemas['Dispute'] {
  const summary = presentSummary(dispute)
  return {
    ...summary,
    evidence: {
      ...summary.evidence,
      ...(dispute.logs !== null && { logs: shorten(dispute.logs, DISPUTE_TEXT_LIMITS.logs) }),
    },
    comments: dispute.comments.map(({ text, ...comment }) => ({
      ...comment,
      text: shorten(text, DISPUTE_TEXT_LIMITS.comment),
    })),
  }
}
