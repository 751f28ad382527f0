import { Badge, type Tone } from './badge.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  pending: 'info',
  unverified: 'idle',
  suspended: 'warn',
  revoked: 'bad',
}

/** Shows the verification status of an agent. */
export const AgentStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONES[status] ?? 'idle'}>{status}</Badge>
)
