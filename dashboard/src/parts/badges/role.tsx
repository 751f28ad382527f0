import { Badge, type Tone } from './badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { owner: 'info', admin: 'good' }

/** Shows the role of a member. */
export const RoleBadge = ({ role }: { role: string }) => (
  <Badge tone={TONES[role] ?? 'idle'}>{role}</Badge>
)
