import { Badge } from './badge.tsx'

const TONES = { success: 'good', failure: 'bad', denied: 'warn' } as const

/** How something on record went. */
export const Outcome = ({ outcome }: { outcome: keyof typeof TONES }) => (
  <Badge tone={TONES[outcome]}>{outcome}</Badge>
)
