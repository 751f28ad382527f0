import { Badge } from './badge.tsx'

const TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const

/** How something on record went. */
export const OutcomeBadge = ({ outcome }: { outcome: keyof typeof TONES }) => (
  <Badge tone={TONES[outcome]}>{outcome}</Badge>
)
