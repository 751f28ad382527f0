import type { QuotaUsage } from '../../../api/organizations.ts'
import { Badge } from '../../../parts/badges/badge.tsx'
import { formatNumber } from '../../../parts/text/numbers.ts'

const WARNING_SHARE = 0.8
const WIDTH = 300

interface Props {
  readonly name: string
  readonly note?: string
  readonly usage: QuotaUsage
  readonly format?: (amount: number) => string
}

/** Shows the usage of a quota as a bar and in numbers. */
export function QuotaBar({ name, note, usage: { current, max }, format = formatNumber }: Props) {
  const share = max === undefined ? 0 : Math.min(1, current / Math.max(max, 1))
  const full = max !== undefined && current >= max
  const tone = full ? 'bad' : share >= WARNING_SHARE ? 'warn' : 'good'
  return (
    <div class="quota">
      <p class="row">
        <strong>{name}</strong>
        {note !== undefined && <span class="muted small">{note}</span>}
        {tone !== 'good' && <Badge tone={tone}>{full ? 'full' : 'nearly full'}</Badge>}
        <span class="amount">
          {format(current)}
          {max === undefined ? ', no limit' : ` of ${format(max)}`}
        </span>
      </p>
      {max !== undefined && (
        <svg
          class={`bar ${tone}`}
          viewBox={`0 0 ${WIDTH} 6`}
          preserveAspectRatio="none"
          height="6"
          aria-hidden="true"
        >
          <rect class="rail" width={WIDTH} height="6" />
          <rect width={share * WIDTH} height="6" />
        </svg>
      )}
      {full && <p class="hint">To add more, free some or change the plan.</p>}
    </div>
  )
}
