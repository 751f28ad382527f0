import { useId } from 'preact/hooks'
import { formatNumber } from '../../parts/text/numbers.ts'
import { useElementWidth } from '../../parts/layout/width.ts'
import type { OutcomeInterval } from './intervals.ts'

const [HEIGHT, LEFT, BELOW, ABOVE] = [200, 44, 22, 8]
/** Few bars do not become walls. */
const MAX_BAR_WIDTH = 40
const OUTCOMES = [
  { kind: 'completed', title: 'completed' },
  { kind: 'failed', title: 'failed' },
  { kind: 'other', title: 'neither' },
] as const

/** How many tasks ended how, over time: bars that stand on one another, the failed ones hatched. */
export function OutcomeChart({ intervals }: { intervals: readonly OutcomeInterval[] }) {
  const id = useId()
  const [box, total] = useElementWidth<SVGSVGElement>()
  const top = Math.max(
    1,
    ...intervals.map(({ completed, failed, other }) => completed + failed + other),
  )
  const width = (total - LEFT) / Math.max(1, intervals.length)
  const bar = Math.min(width * 0.8, MAX_BAR_WIDTH)
  const high = (count: number) => (HEIGHT - ABOVE - BELOW) * (count / top)
  return (
    <figure class="plot outcomes" aria-labelledby={id}>
      <figcaption id={id} class="row">
        Tasks by how they ended
        {OUTCOMES.map(({ kind, title }) => (
          <span key={kind} class={`key ${kind}`}>
            {title}
          </span>
        ))}
      </figcaption>
      <svg ref={box} height={HEIGHT} role="img" aria-label="Tasks by how they ended">
        <defs>
          <pattern
            id={`${id}-hatch`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class="ground" width="5" height="5" />
            <rect class="line" width="2" height="5" />
          </pattern>
        </defs>
        {[0, top].map((mark) => (
          <g key={mark} class="grid">
            <path d={`M${LEFT} ${ABOVE + high(top - mark)}H${total}`} />
            <text x={LEFT - 8} y={ABOVE + high(top - mark) + 4} text-anchor="end">
              {formatNumber(mark)}
            </text>
          </g>
        ))}
        {intervals.map((span, index) => (
          <g key={span.from}>
            <title>{`${span.name}: ${OUTCOMES.map(({ kind, title }) => `${span[kind]} ${title}`).join(', ')}`}</title>
            {stacked(span).map(({ kind, below, count }) => (
              <rect
                key={kind}
                class={kind}
                {...(kind === 'failed' && { fill: `url(#${id}-hatch)` })}
                x={LEFT + width * (index + 0.5) - bar / 2}
                width={bar}
                y={HEIGHT - BELOW - high(below + count)}
                height={high(count)}
              />
            ))}
          </g>
        ))}
        {[...new Set([0, intervals.length - 1])].map(
          (index) =>
            intervals[index] && (
              <text
                key={index}
                x={index === 0 ? LEFT : total}
                y={HEIGHT - 4}
                text-anchor={index === 0 ? 'start' : 'end'}
              >
                {intervals[index].name}
              </text>
            ),
        )}
      </svg>
      <details class="more">
        <summary>As a table</summary>
        <OutcomeTable intervals={intervals} />
      </details>
    </figure>
  )
}

const OutcomeTable = ({ intervals }: { intervals: readonly OutcomeInterval[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">From</th>
        {OUTCOMES.map(({ kind, title }) => (
          <th key={kind} scope="col" class="end">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {intervals.map((span) => (
        <tr key={span.from}>
          <td>{span.name}</td>
          {OUTCOMES.map(({ kind }) => (
            <td key={kind} class="end">
              {span[kind]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The parts of a bar from below, each with what stands under it. */
function stacked(span: OutcomeInterval) {
  return OUTCOMES.map(({ kind }, index) => ({
    kind,
    count: span[kind],
    below: OUTCOMES.slice(0, index).reduce((sum, one) => sum + span[one.kind], 0),
  })).filter(({ count }) => count > 0)
}
