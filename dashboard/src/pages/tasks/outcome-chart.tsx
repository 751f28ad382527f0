import { useId } from 'preact/hooks'
import { formatNumber } from '../../parts/text/format.ts'
import { useElementWidth } from '../../parts/layout/width.ts'
import type { OutcomeInterval } from './intervals.ts'

const [HEIGHT, LEFT, BELOW, ABOVE] = [200, 44, 22, 8]
/** The maximum width of a bar in pixels, so that a few bars do not fill the whole plot. */
const MAX_BAR_WIDTH = 40
const OUTCOMES = ['completed', 'failed', 'other'] as const

/** Plots how tasks ended over time, as stacked bars. */
export function OutcomeChart({ intervals }: { intervals: readonly OutcomeInterval[] }) {
  const id = useId()
  const [box, total] = useElementWidth<SVGSVGElement>()
  const top = Math.max(
    1,
    ...intervals.map(({ completed, failed, other }) => completed + failed + other),
  )
  const width = (total - LEFT) / Math.max(1, intervals.length)
  const bar = Math.min(width * 0.8, MAX_BAR_WIDTH)
  const heightOf = (count: number) => (HEIGHT - ABOVE - BELOW) * (count / top)
  return (
    <figure class="plot outcomes" aria-labelledby={id}>
      <figcaption id={id} class="row">
        Tasks by outcome
        {OUTCOMES.map((kind) => (
          <span key={kind} class={`key ${kind}`}>
            {kind}
          </span>
        ))}
      </figcaption>
      <svg ref={box} height={HEIGHT} role="img" aria-label="Tasks by outcome">
        <HatchPattern id={`${id}-hatch`} />
        {[0, top].map((mark) => (
          <g key={mark} class="grid">
            <path d={`M${LEFT} ${ABOVE + heightOf(top - mark)}H${total}`} />
            <text x={LEFT - 8} y={ABOVE + heightOf(top - mark) + 4} text-anchor="end">
              {formatNumber(mark)}
            </text>
          </g>
        ))}
        {intervals.map((interval, index) => (
          <g key={interval.from}>
            <title>{`${interval.name}: ${OUTCOMES.map((kind) => `${interval[kind]} ${kind}`).join(', ')}`}</title>
            {segmentsOf(interval).map(({ kind, below, count }) => (
              <rect
                key={kind}
                class={kind}
                {...(kind === 'failed' && { fill: `url(#${id}-hatch)` })}
                x={LEFT + width * (index + 0.5) - bar / 2}
                width={bar}
                y={HEIGHT - BELOW - heightOf(below + count)}
                height={heightOf(count)}
              />
            ))}
          </g>
        ))}
        <TimeLabels intervals={intervals} right={total} />
      </svg>
      <details class="more">
        <summary>Show as table</summary>
        <OutcomeTable intervals={intervals} />
      </details>
    </figure>
  )
}

/** Failed tasks are hatched, so that they do not differ by colour alone. */
const HatchPattern = ({ id }: { id: string }) => (
  <defs>
    <pattern
      id={id}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect class="ground" width="5" height="5" />
      <rect class="line" width="2" height="5" />
    </pattern>
  </defs>
)

const TimeLabels = ({
  intervals,
  right,
}: {
  intervals: readonly OutcomeInterval[]
  right: number
}) => (
  <>
    {[...new Set([0, intervals.length - 1])].map(
      (index) =>
        intervals[index] && (
          <text
            key={index}
            x={index === 0 ? LEFT : right}
            y={HEIGHT - 4}
            text-anchor={index === 0 ? 'start' : 'end'}
          >
            {intervals[index].name}
          </text>
        ),
    )}
  </>
)

const OutcomeTable = ({ intervals }: { intervals: readonly OutcomeInterval[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">From</th>
        {OUTCOMES.map((kind) => (
          <th key={kind} scope="col" class="end">
            {kind}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {intervals.map((interval) => (
        <tr key={interval.from}>
          <td>{interval.name}</td>
          {OUTCOMES.map((kind) => (
            <td key={kind} class="end">
              {interval[kind]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Returns the segments of a stacked bar from bottom to top, each with the sum of those below it. */
function segmentsOf(interval: OutcomeInterval) {
  return OUTCOMES.map((kind, index) => ({
    kind,
    count: interval[kind],
    below: OUTCOMES.slice(0, index).reduce((sum, outcome) => sum + interval[outcome], 0),
  })).filter(({ count }) => count > 0)
}
