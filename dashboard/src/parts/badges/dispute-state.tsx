import { Badge, type Tone } from './badge.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  open: 'warn',
  under_review: 'info',
  upheld: 'bad',
  rejected: 'idle',
}

/** Shows the state of a dispute. */
export const DisputeStateBadge = ({ state }: { state: string }) => (
  <Badge tone={TONES[state] ?? 'idle'}>{state.replaceAll('_', ' ')}</Badge>
)
