import type { Timestamp } from '../time.ts'

export type DisputeIssue = 'incorrect_response' | 'policy_violation' | 'security_concern'
export type DisputeState = 'open' | 'under_review' | 'upheld' | 'rejected'
/** The states that an operator can give a dispute. */
export type Judgement = Exclude<DisputeState, 'open'>

interface DisputeComment {
  readonly organization_id: string
  readonly text: string
  readonly created_at: Timestamp
}

/** A report that an agent did something wrong (docs/specification/agents.md#disputes). */
export interface Dispute {
  dispute_id: string
  /** The organization that opened the dispute. */
  organization_id: string
  /** The organization that owned the agent when the dispute was opened. */
  respondent_id: string
  svc_id: string
  issue_type: DisputeIssue
  description: string
  task_id: string | null
  /** Whether the task was routed to the agent for the reporting organization. */
  task_on_record: boolean
  logs: string | null
  state: DisputeState
  /** The operator's explanation. */
  reason: string | null
  comments: readonly DisputeComment[]
  opened_at: Timestamp
  updated_at: Timestamp
  /** When an operator first started a review; null in rows of versions that did not record this. */
  review_started_at: Timestamp | null
  decided_at: Timestamp | null
}

/** The maximum length in characters of each text of a dispute. The contract states the same limits. */
export const DISPUTE_TEXT_LIMITS = {
  description: 4000,
  logs: 16_384,
  comment: 2000,
  reason: 1024,
} as const

/** Limits the open disputes of one organization about an agent, so that it cannot inflate their number. */
export const MAX_OPEN_DISPUTES = 100
/**
 * Limits the comments of each of the two organizations, so that neither can use up the other's limit. It is low because a page of disputes
 * is read together with all of their comments.
 */
export const MAX_COMMENTS = 20

/** Lists the states in which a dispute is not yet decided. */
export const UNDECIDED_STATES = ['open', 'under_review'] as const
export const isDecided = ({ state }: Pick<Dispute, 'state'>): boolean =>
  state === 'upheld' || state === 'rejected'

/** Returns how a judgement changes the counts of the agent: a decision closes the dispute, and only an upheld one is counted. */
export const countChangesOf = (
  judgement: Judgement,
  issue: DisputeIssue,
): { open: number; upheld: number; security: number } =>
  judgement === 'under_review'
    ? { open: 0, upheld: 0, security: 0 }
    : {
        open: -1,
        upheld: Number(judgement === 'upheld'),
        security: Number(judgement === 'upheld' && issue === 'security_concern'),
      }
