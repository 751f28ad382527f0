import type { Timestamp } from '../time.ts'

export type DisputeIssue = 'incorrect_response' | 'policy_violation' | 'security_concern'
export type DisputeState = 'open' | 'under_review' | 'upheld' | 'rejected'
/** What the operator can say to a dispute. */
export type Judgement = Exclude<DisputeState, 'open'>

export interface DisputeComment {
  readonly organization_id: string
  readonly text: string
  readonly created_at: Timestamp
}

/** Represents a report that an agent did something wrong (docs/specification/agents.md#disputes). */
export interface Dispute {
  dispute_id: string
  /** Who reports it. */
  organization_id: string
  /** Whose agent it was about when it was reported. */
  respondent_id: string
  svc_id: string
  issue_type: DisputeIssue
  description: string
  task_id: string | null
  /** Whether the task is one that this agent did for the reporting organization. */
  task_on_record: boolean
  logs: string | null
  state: DisputeState
  /** The operator's words. */
  reason: string | null
  comments: readonly DisputeComment[]
  opened_at: Timestamp
  updated_at: Timestamp
  /** When the operator first said that somebody reviews it; null in rows of a version that did not note it. */
  review_started_at: Timestamp | null
  decided_at: Timestamp | null
}

/** One organization must not make the number of open disputes of another's agent what it likes. */
export const MAX_OPEN_DISPUTES = 100
/**
 * Comments of each of the two organizations: one must not take the word from the other. A page of disputes is read with all that is said in
 * them, so little is said in each.
 */
export const MAX_COMMENTS = 20

/** States in which a dispute waits for its decision. */
export const UNDECIDED_STATES = ['open', 'under_review'] as const
export const isDecided = ({ state }: Pick<Dispute, 'state'>): boolean =>
  state === 'upheld' || state === 'rejected'

/** What a judgement does to the counts of the agent: a decision closes, and only `upheld` stays with it. */
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
