import { useId } from 'preact/hooks'
import { useElementWidth } from './width.ts'

/** One point: its name on the axis, and its value; `undefined` where there is none. */
export interface Point {
  readonly name: string
  readonly value: number | undefined
}
interface Props {
  /** What is plotted, in a sentence: the plot's name for everybody who does not see it. */
  readonly label: string
  readonly points: readonly Point[]
  readonly kind?: 'line' | 'bars'
  readonly max?: number
  /** How a value is written. */
  readonly format?: (value: number) => string
}
const [HEIGHT, LEFT, RIGHT, BELOW, ABOVE] = [200, 44, 8, 22, 8]

/** The next round number at or above a value, so that the axis is easily read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power
}

/** A plot in SVG, with the same numbers in a table for those who would rather read. */
export function Plot({ label, points, kind = 'line', max, format = String }: Props) {
  const id = useId()
  const [box, total] = useElementWidth<SVGSVGElement>()
  const top = max ?? roundUp(Math.max(1, ...points.map(({ value }) => value ?? 0)))
  const width =
    (total - LEFT - RIGHT) / Math.max(1, kind === 'bars' ? points.length : points.length - 1)
  const x = (index: number) => LEFT + width * (kind === 'bars' ? index + 0.5 : index)
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
              {format(part * top)}
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
                  index === 0 && kind === 'line'
                    ? 'start'
                    : index === points.length - 1 && kind === 'line'
                      ? 'end'
                      : 'middle'
                }
              >
                {points[index].name}
              </text>
            ),
        )}
        {kind === 'line' ? <path class="line" d={lineOf(points, x, y)} /> : null}
        {points.map(
          ({ name, value }, index) =>
            value !== undefined &&
            (kind === 'bars' ? (
              <rect
                key={name}
                class="bar"
                x={x(index) - width * 0.35}
                y={y(value)}
                width={width * 0.7}
                height={Math.max(0, y(0) - y(value))}
              >
                <title>{`${name}: ${format(value)}`}</title>
              </rect>
            ) : (
              <circle
                key={name}
                class="dot"
                cx={x(index)}
                cy={y(value)}
                r={points.length > 40 ? 1.5 : 3}
              >
                <title>{`${name}: ${format(value)}`}</title>
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
                <td class="end">{value === undefined ? 'none' : format(value)}</td>
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
