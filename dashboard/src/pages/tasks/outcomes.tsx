import { useId } from 'preact/hooks'
import { numeral } from '../../parts/numbers.ts'
import { useWidth } from '../../parts/wide.ts'
import type { Counted } from './spans.ts'

const [HEIGHT, LEFT, BELOW, ABOVE] = [200, 44, 22, 8]
/** Few bars do not become walls. */
const WIDEST = 40
const KINDS = [
  { kind: 'completed', title: 'completed' },
  { kind: 'failed', title: 'failed' },
  { kind: 'other', title: 'neither' },
] as const

/** How many tasks ended how, over time: bars that stand on one another, the failed ones hatched. */
export function Outcomes({ spans }: { spans: readonly Counted[] }) {
  const id = useId()
  const [box, total] = useWidth<SVGSVGElement>()
  const top = Math.max(
    1,
    ...spans.map(({ completed, failed, other }) => completed + failed + other),
  )
  const width = (total - LEFT) / Math.max(1, spans.length)
  const bar = Math.min(width * 0.8, WIDEST)
  const high = (count: number) => (HEIGHT - ABOVE - BELOW) * (count / top)
  return (
    <figure class="plot outcomes" aria-labelledby={id}>
      <figcaption id={id} class="row">
        Tasks by how they ended
        {KINDS.map(({ kind, title }) => (
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
              {numeral(mark)}
            </text>
          </g>
        ))}
        {spans.map((span, index) => (
          <g key={span.from}>
            <title>{`${span.name}: ${KINDS.map(({ kind, title }) => `${span[kind]} ${title}`).join(', ')}`}</title>
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
        {[...new Set([0, spans.length - 1])].map(
          (index) =>
            spans[index] && (
              <text
                key={index}
                x={index === 0 ? LEFT : total}
                y={HEIGHT - 4}
                text-anchor={index === 0 ? 'start' : 'end'}
              >
                {spans[index].name}
              </text>
            ),
        )}
      </svg>
      <details class="more">
        <summary>As a table</summary>
        <Numbers spans={spans} />
      </details>
    </figure>
  )
}

const Numbers = ({ spans }: { spans: readonly Counted[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">From</th>
        {KINDS.map(({ kind, title }) => (
          <th key={kind} scope="col" class="end">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {spans.map((span) => (
        <tr key={span.from}>
          <td>{span.name}</td>
          {KINDS.map(({ kind }) => (
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
function stacked(span: Counted) {
  return KINDS.map(({ kind }, index) => ({
    kind,
    count: span[kind],
    below: KINDS.slice(0, index).reduce((sum, one) => sum + span[one.kind], 0),
  })).filter(({ count }) => count > 0)
}
