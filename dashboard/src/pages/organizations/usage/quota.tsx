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

/** How much there is of how much the plan allows, as a bar and in words. */
export function QuotaBar({ name, note, usage: { current, max }, format = formatNumber }: Props) {
  const part = max === undefined ? 0 : Math.min(1, current / Math.max(max, 1))
  const full = max !== undefined && current >= max
  const tone = full ? 'bad' : part >= WARNING_SHARE ? 'warn' : 'good'
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
          <rect width={part * WIDTH} height="6" />
        </svg>
      )}
      {full && (
        <p class="hint">One more is refused until there is room, or until the plan has more.</p>
      )}
    </div>
  )
}
