import type { DisputeIssue, DisputeState } from '../../api/disputes.ts'
import { Badge, type Tone } from '../../parts/badges/badge.tsx'

export const ISSUES: Readonly<
  Record<DisputeIssue, { readonly title: string; readonly meaning: string }>
> = {
  incorrect_response: { title: 'Incorrect response', meaning: 'What it answered is wrong.' },
  policy_violation: {
    title: 'Policy violation',
    meaning: 'It did what the policy of the workspace forbids.',
  },
  security_concern: {
    title: 'Security concern',
    meaning: 'It endangers data or systems. Upheld, it also costs the verification.',
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

/** What an agent loses when a dispute is upheld. */
export const penaltyOf = (issue_type: DisputeIssue): string =>
  issue_type === 'security_concern'
    ? '10 points of reputation and its verification'
    : '10 points of reputation'

/** What a dispute means for its agent, or would. */
export function consequenceOf(state: DisputeState, issue_type: DisputeIssue): string {
  if (state === 'upheld')
    return `The dispute was upheld: it cost the agent ${penaltyOf(issue_type)}.`
  if (state === 'rejected') return 'The dispute was rejected: it costs the agent nothing.'
  return `Upheld, it costs the agent ${penaltyOf(issue_type)}. Until then it counts as open in the agent’s profile.`
}
