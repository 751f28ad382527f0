import type { DisputeIssue, DisputeState } from '../../api/disputes.ts'
import { Badge, type Tone } from '../../parts/badges/badge.tsx'

export const ISSUES: Readonly<
  Record<DisputeIssue, { readonly title: string; readonly meaning: string }>
> = {
  incorrect_response: { title: 'Incorrect response', meaning: 'The response was wrong.' },
  policy_violation: {
    title: 'Policy violation',
    meaning: 'The agent violated the policy of the workspace.',
  },
  security_concern: {
    title: 'Security concern',
    meaning:
      'The agent endangers data or systems. If upheld, the agent also loses its verification.',
  },
}

const STATES: Readonly<Record<DisputeState, { readonly title: string; readonly tone: Tone }>> = {
  open: { title: 'open', tone: 'warn' },
  under_review: { title: 'under review', tone: 'info' },
  upheld: { title: 'upheld', tone: 'bad' },
  rejected: { title: 'rejected', tone: 'idle' },
}

export const StateBadge = ({ state }: { state: DisputeState }) => (
  <Badge tone={STATES[state].tone}>{STATES[state].title}</Badge>
)
export const stateTitle = (state: DisputeState): string => STATES[state].title

/** Returns what an agent loses if a dispute is upheld. */
export const penaltyOf = (issue_type: DisputeIssue): string =>
  issue_type === 'security_concern'
    ? '10 points of reputation and its verification'
    : '10 points of reputation'

/** Explains the consequence of a dispute for its agent. */
export function consequenceOf(state: DisputeState, issue_type: DisputeIssue): string {
  if (state === 'upheld') return `The dispute was upheld. The agent lost ${penaltyOf(issue_type)}.`
  if (state === 'rejected') return 'The dispute was rejected. It has no consequences for the agent.'
  return `If upheld, the agent loses ${penaltyOf(issue_type)}. Until then, the dispute is listed as open in the agent’s profile.`
}
