import type { Issue, State } from '../../api/disputes.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

export const ISSUES: Readonly<Record<Issue, { readonly title: string; readonly meaning: string }>> = {
  incorrect_response: { title: 'Incorrect response', meaning: 'What it answered is wrong.' },
  policy_violation: { title: 'Policy violation', meaning: 'It did what the policy of the workspace forbids.' },
  security_concern: { title: 'Security concern', meaning: 'It endangers data or systems. Upheld, it also costs the verification.' },
}

const STATES: Readonly<Record<State, { readonly title: string; readonly tone: Tone }>> = {
  open: { title: 'open', tone: 'warn' },
  under_review: { title: 'under review', tone: 'info' },
  upheld: { title: 'upheld', tone: 'bad' },
  rejected: { title: 'rejected', tone: 'idle' },
}

export const StateBadge = ({ state }: { state: State }) => <Badge tone={STATES[state].tone}>{STATES[state].title}</Badge>
export const titleOf = (state: State): string => STATES[state].title
