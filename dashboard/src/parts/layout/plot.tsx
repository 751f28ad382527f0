import { useId } from 'preact/hooks'
import { useElementWidth } from './width.ts'

/** A point: its label on the axis and its value, or `undefined` if there is none. */
interface Point {
  readonly name: string
  readonly value: number | undefined
}
interface Props {
  /** Describes what is plotted. This is the accessible name of the plot. */
  readonly label: string
  readonly points: readonly Point[]
  readonly kind?: 'line' | 'bars'
  readonly max?: number
  /** Formats a value. */
  readonly format?: (value: number) => string
}
const [HEIGHT, LEFT, RIGHT, BELOW, ABOVE] = [200, 44, 8, 22, 8]

/** Returns the next round number at or above a value, as the top of an axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power
}

/** Draws a plot with the same values in a table. A single value is shown as text, because it makes no line. */
export function Plot(props: Props) {
  const { label, points, format = String } = props
  const [only] = points
  return points.length === 1 && only ? (
    <p class="plot-value">
      {label}: <strong>{only.value === undefined ? 'none' : format(only.value)}</strong>{' '}
      <span class="muted">({only.name}); the chart appears once there is a second value.</span>
    </p>
  ) : (
    <Drawing {...props} />
  )
}

/** Draws several values in SVG. */
function Drawing({ label, points, kind = 'line', max, format = String }: Props) {
  const id = useId()
  const [box, total] = useElementWidth<SVGSVGElement>()
  const top = max ?? roundUp(Math.max(1, ...points.map(({ value }) => value ?? 0)))
  const scale = scaleOf({ kind, points, total, top })
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption id={id}>{label}</figcaption>
      <svg ref={box} height={HEIGHT} role="img" aria-label={label}>
        <Grid scale={scale} format={format} />
        <AxisLabels points={points} kind={kind} scale={scale} />
        {kind === 'line' ? (
          <>
            <path class="line" d={lineOf(points, scale.x, scale.y)} />
            <Dots points={points} scale={scale} format={format} />
          </>
        ) : (
          <Bars points={points} scale={scale} format={format} />
        )}
      </svg>
      <ValueTable points={points} format={format} />
    </figure>
  )
}

interface Scale {
  /** The width of the whole plot, in pixels. */
  readonly total: number
  /** The highest value of the axis. */
  readonly top: number
  /** The distance between two points, in pixels. */
  readonly step: number
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}
type Format = (value: number) => string
interface LayerProps {
  readonly points: readonly Point[]
  readonly scale: Scale
  readonly format: Format
}

function scaleOf({
  kind,
  points,
  total,
  top,
}: Required<Pick<Props, 'kind' | 'points'>> & Pick<Scale, 'total' | 'top'>): Scale {
  const bars = kind === 'bars'
  const step = (total - LEFT - RIGHT) / Math.max(1, bars ? points.length : points.length - 1)
  return {
    total,
    top,
    step,
    x: (index) => LEFT + step * (bars ? index + 0.5 : index),
    y: (value) => ABOVE + (HEIGHT - ABOVE - BELOW) * (1 - value / top),
  }
}

const Grid = ({ scale: { total, top, y }, format }: Pick<LayerProps, 'scale' | 'format'>) => (
  <>
    {[0, 0.5, 1].map((share) => (
      <g key={share} class="grid">
        <path d={`M${LEFT} ${y(share * top)}H${total - RIGHT}`} />
        <text x={LEFT - 8} y={y(share * top) + 4} text-anchor="end">
          {format(share * top)}
        </text>
      </g>
    ))}
  </>
)

/** The width of a character of a label and the distance between two labels, in pixels. */
const [CHARACTER, BETWEEN] = [7, 12]

/** Labels the first and the last point, and the middle one if there is room. The outer labels of a line do not extend beyond it. */
function AxisLabels({
  points,
  kind,
  scale: { x },
}: Pick<LayerProps, 'points' | 'scale'> & { kind: 'line' | 'bars' }) {
  const last = points.length - 1
  const middle = Math.floor(last / 2)
  const widest = CHARACTER * Math.max(...points.map(({ name }) => name.length))
  const reach = (kind === 'bars' ? 1 : 1.5) * widest + BETWEEN
  const hasRoom = x(middle) - x(0) >= reach && x(last) - x(middle) >= reach
  const anchorOf = (index: number) =>
    kind === 'bars' ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'
  return (
    <>
      {[...new Set([0, ...(hasRoom ? [middle] : []), last])].map(
        (index) =>
          points[index] && (
            <text key={index} x={x(index)} y={HEIGHT - 4} text-anchor={anchorOf(index)}>
              {points[index].name}
            </text>
          ),
      )}
    </>
  )
}

const Bars = ({ points, scale: { x, y, step }, format }: LayerProps) => (
  <>
    {points.map(
      ({ name, value }, index) =>
        value !== undefined && (
          <rect
            key={index}
            class="plot-bar"
            x={x(index) - step * 0.35}
            y={y(value)}
            width={step * 0.7}
            height={Math.max(0, y(0) - y(value))}
          >
            <title>{`${name}: ${format(value)}`}</title>
          </rect>
        ),
    )}
  </>
)

const Dots = ({ points, scale: { x, y }, format }: LayerProps) => (
  <>
    {points.map(
      ({ name, value }, index) =>
        value !== undefined && (
          <circle
            key={index}
            class="dot"
            cx={x(index)}
            cy={y(value)}
            r={points.length > 40 ? 1.5 : 3}
          >
            <title>{`${name}: ${format(value)}`}</title>
          </circle>
        ),
    )}
  </>
)

const ValueTable = ({ points, format }: Pick<LayerProps, 'points' | 'format'>) => (
  <details class="more">
    <summary>Show as table</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" class="end">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ name, value }, index) => (
          <tr key={index}>
            <td>{name}</td>
            <td class="end">{value === undefined ? 'none' : format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

/** Returns the path of the line, with a gap where a value is missing. */
function lineOf(
  points: readonly Point[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return points
    .map(({ value }, index) =>
      value === undefined
        ? ''
        : `${index > 0 && points[index - 1]!.value !== undefined ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
}
