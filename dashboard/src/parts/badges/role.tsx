import { Badge, type Tone } from './badge.tsx'

const TONES: Readonly<Record<string, Tone>> = { owner: 'info', admin: 'good' }

/** What a member may do, in a word. */
export const RoleBadge = ({ role }: { role: string }) => (
  <Badge tone={TONES[role] ?? 'idle'}>{role}</Badge>
)
