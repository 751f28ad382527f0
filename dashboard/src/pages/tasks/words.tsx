import type { TaskStatus } from '../../api/tasks.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

const TONES: Readonly<Record<TaskStatus, Tone>> = { submitted: 'idle', working: 'info', completed: 'good', failed: 'bad', canceled: 'idle', rejected: 'warn' }

export const Status = ({ status }: { status: TaskStatus }) => <Badge tone={TONES[status]}>{status}</Badge>

const WHOLE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const PARTS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `840 ms`, `2.4 s`, `3.2 min`. */
export function took(milliseconds: number): string {
  if (milliseconds < 1000) return `${WHOLE.format(milliseconds)} ms`
  return milliseconds < 60_000 ? `${PARTS.format(milliseconds / 1000)} s` : `${PARTS.format(milliseconds / 60_000)} min`
}
