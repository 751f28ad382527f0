import type { QuotaUsage } from '../../api/organization.ts'
import { Badge } from '../../parts/badge.tsx'
import { numeral } from '../../parts/numbers.ts'

const NEARLY = 0.8
const WIDTH = 300

interface Props {
  readonly name: string
  readonly note?: string
  readonly usage: QuotaUsage
  readonly show?: (amount: number) => string
}

/** How much there is of how much the plan allows, as a bar and in words. */
export function Quota({ name, note, usage: { current, max }, show = numeral }: Props) {
  const part = max === undefined ? 0 : Math.min(1, current / Math.max(max, 1))
  const full = max !== undefined && current >= max
  const tone = full ? 'bad' : part >= NEARLY ? 'warn' : 'good'
  return (
    <div class="quota">
      <p class="row">
        <strong>{name}</strong>
        {note !== undefined && <span class="muted small">{note}</span>}
        {tone !== 'good' && <Badge tone={tone}>{full ? 'full' : 'nearly full'}</Badge>}
        <span class="amount">
          {show(current)}
          {max === undefined ? ', no limit' : ` of ${show(max)}`}
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
