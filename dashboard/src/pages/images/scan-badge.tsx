import { SEVERITIES, type ScanReport, type ScanStatus, type Severity } from '../../api/images.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

const STATUSES: Readonly<Record<ScanStatus, { readonly title: string; readonly tone: Tone }>> = {
  queued: { title: 'queued', tone: 'idle' },
  running: { title: 'running', tone: 'info' },
  completed: { title: 'completed', tone: 'good' },
  completed_without_vulnerability_data: { title: 'without vulnerability data', tone: 'warn' },
  failed: { title: 'failed', tone: 'bad' },
}
const TONES: Readonly<Record<Severity, Tone>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warn',
  low: 'info',
  unknown: 'idle',
}

export const ScanBadge = ({ status }: { status: ScanStatus }) => (
  <Badge tone={STATUSES[status].tone}>{STATUSES[status].title}</Badge>
)
export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <Badge tone={TONES[severity]}>{severity}</Badge>
)

/** Shows the number of findings of each severity that has any. */
export function SeverityCounts({ summary }: { summary: ScanReport['summary'] }) {
  if (!summary) return <span class="muted">–</span>
  const found = SEVERITIES.filter((severity) => summary[severity] > 0)
  if (found.length === 0) return <span class="muted">none</span>
  return (
    <span class="severity-counts">
      {found.map((severity) => (
        <Badge key={severity} tone={TONES[severity]}>
          {summary[severity]} {severity}
        </Badge>
      ))}
    </span>
  )
}

const SIZES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
export const formatMegabytes = (bytes: number): string => `${SIZES.format(bytes / 1e6)} MB`
