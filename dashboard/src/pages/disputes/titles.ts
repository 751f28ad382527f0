import type { DisputeIssue, DisputeState } from '../../api/disputes.ts'

export const stateTitle = (state: DisputeState): string => state.replaceAll('_', ' ')

/** Returns the title of an empty list of disputes in a state. */
export const emptyTitle = (state: DisputeState): string =>
  state === 'under_review' ? 'No disputes under review' : `No ${state} disputes`

/** Returns what an agent loses if a dispute is upheld. */
export const penaltyOf = (issue_type: DisputeIssue): string =>
  issue_type === 'security_concern'
    ? '10 points of reputation and its verification'
    : '10 points of reputation'

/** Explains the consequence of a dispute for its agent. */
export function consequenceOf(state: DisputeState, issue_type: DisputeIssue): string {
  if (state === 'upheld') return `The dispute was upheld. The agent lost ${penaltyOf(issue_type)}.`
  if (state === 'rejected') return 'The dispute was rejected. It has no consequences for the agent.'
  return `If the dispute is upheld, the agent loses ${penaltyOf(issue_type)}. Until then, the dispute is listed as open on the agent’s page.`
}
