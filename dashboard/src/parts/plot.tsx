import { useId } from 'preact/hooks'
import { useWidth } from './wide.ts'

/** One point: its name on the axis, and its value; `undefined` where there is none. */
export interface Point {
  readonly name: string
  readonly value: number | undefined
}
interface Props {
  /** What is plotted, in a sentence: the plot's name for everybody who does not see it. */
  readonly label: string
  readonly points: readonly Point[]
  readonly as?: 'line' | 'bars'
  readonly max?: number
  /** How a value is written. */
  readonly say?: (value: number) => string
}
const [HEIGHT, LEFT, RIGHT, BELOW, ABOVE] = [200, 44, 8, 22, 8]

/** The next round number at or above a value, so that the axis is easily read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power
}

/** A plot in SVG, with the same numbers in a table for those who would rather read. */
export function Plot({ label, points, as = 'line', max, say = String }: Props) {
  const id = useId()
  const [box, total] = useWidth<SVGSVGElement>()
  const top = max ?? roundUp(Math.max(1, ...points.map(({ value }) => value ?? 0)))
  const width =
    (total - LEFT - RIGHT) / Math.max(1, as === 'bars' ? points.length : points.length - 1)
  const x = (index: number) => LEFT + width * (as === 'bars' ? index + 0.5 : index)
  const y = (value: number) => ABOVE + (HEIGHT - ABOVE - BELOW) * (1 - value / top)
  const marks = [...new Set([0, Math.floor((points.length - 1) / 2), points.length - 1])]
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption id={id}>{label}</figcaption>
      <svg ref={box} height={HEIGHT} role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => (
          <g key={part} class="grid">
            <path d={`M${LEFT} ${y(part * top)}H${total - RIGHT}`} />
            <text x={LEFT - 8} y={y(part * top) + 4} text-anchor="end">
              {say(part * top)}
            </text>
          </g>
        ))}
        {marks.map(
          (index) =>
            points[index] && (
              <text
                key={index}
                x={x(index)}
                y={HEIGHT - 4}
                text-anchor={
                  index === 0 && as === 'line'
                    ? 'start'
                    : index === points.length - 1 && as === 'line'
                      ? 'end'
                      : 'middle'
                }
              >
                {points[index].name}
              </text>
            ),
        )}
        {as === 'line' ? <path class="line" d={lineOf(points, x, y)} /> : null}
        {points.map(
          ({ name, value }, index) =>
            value !== undefined &&
            (as === 'bars' ? (
              <rect
                key={name}
                class="bar"
                x={x(index) - width * 0.35}
                y={y(value)}
                width={width * 0.7}
                height={Math.max(0, y(0) - y(value))}
              >
                <title>{`${name}: ${say(value)}`}</title>
              </rect>
            ) : (
              <circle
                key={name}
                class="dot"
                cx={x(index)}
                cy={y(value)}
                r={points.length > 40 ? 1.5 : 3}
              >
                <title>{`${name}: ${say(value)}`}</title>
              </circle>
            )),
        )}
      </svg>
      <details class="more">
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" class="end">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ name, value }) => (
              <tr key={name}>
                <td>{name}</td>
                <td class="end">{value === undefined ? 'none' : say(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** The line breaks where there is no value. */
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
