import { Badge } from './badge.tsx'

const TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const

/** Shows the outcome of an audit record. */
export const OutcomeBadge = ({ outcome }: { outcome: keyof typeof TONES }) => (
  <Badge tone={TONES[outcome]}>{outcome}</Badge>
)
