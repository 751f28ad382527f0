import { Badge, type Tone } from './badge.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  working: 'info',
  completed: 'good',
  failed: 'bad',
  rejected: 'warn',
}

/** Shows the status of a task. */
export const TaskStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONES[status] ?? 'idle'}>{status}</Badge>
)
