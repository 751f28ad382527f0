import { html, type Html } from '../../html.ts'

/** Maps values to positions on an axis. */
export interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}
interface Range {
  readonly from: number
  readonly to: number
}

const LINEAR_STEPS = 4

/** Returns a linear scale from zero to a round number above the maximum, in a few steps. */
export function linear(max: number, { from, to }: Range): Scale {
  const step = roundStep(Math.max(max, Number.MIN_VALUE) / LINEAR_STEPS)
  const top = Math.ceil(max / step - 1e-9) * step || step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / top) * (to - from), ticks }
}

/** Rounds a step up to 1, 2 or 5 times a power of ten, with a tolerance for floating-point error. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return [1, 2, 5, 10].find((factor) => factor * power >= step * 0.999)! * power
}

/** Returns a logarithmic scale from a power of ten below the minimum to one above the maximum, so that small values stay visible. */
export function logarithmic(min: number, max: number, { from, to }: Range): Scale {
  const low = Math.floor(Math.log10(Math.max(min, 0.01)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(max, 0.01))))
  const at = (value: number) =>
    from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from)
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) }
}

/** Returns a scale of seconds, with ticks at whole seconds, minutes or hours. */
export function time(seconds: number, { from, to }: Range, steps: number): Scale {
  const step =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].find(
      (candidate) => seconds / candidate <= steps,
    ) ?? 172_800
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / Math.max(seconds, 1)) * (to - from), ticks }
}

/** The size of a chart and the margins around its plot area, in pixels at its natural width. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A wide chart for pages and a narrow one for phones, so that text keeps its natural size in both. */
export const FRAMES = {
  wide: { width: 760, height: 260, left: 66, right: 14, top: 12, bottom: 42 },
  narrow: { width: 360, height: 230, left: 66, right: 10, top: 12, bottom: 42 },
} as const satisfies Record<string, Frame>

export interface Line {
  /** Name of the colour: `one`, `two`, ... */
  readonly style: string
  readonly points: readonly (readonly [x: number, y: number])[]
  /** Fills the area below the line. */
  readonly filled?: boolean
}
interface Axis {
  readonly scale: Scale
  readonly title: string
  readonly label: (value: number) => string
}
export interface Plot {
  /** Text alternative of the chart. */
  readonly description: string
  readonly x: Axis
  readonly y: Axis
  readonly lines: readonly Line[]
  /** A shaded range of the x axis, with its label. */
  readonly shading?: { readonly from: number; readonly to: number; readonly name: string }
}

/** Distance from the right end within which a label is right-aligned, because a centred one would be cut off. */
const LABEL_MARGIN = 16

/** Renders a chart as SVG: axes with titles, a grid, and lines. Its colours come from the style sheet of the page. */
export function chart(
  { description, x, y, lines, shading }: Plot,
  { width, height, left, right, top, bottom }: Frame,
  kind: string,
): Html {
  const [baseline, end] = [height - bottom, width - right]
  const horizontalGrid = y.scale.ticks.map((value) => {
    const at = round(y.scale.at(value))
    return html`<path class="grid" d="M${left} ${at}H${end}"/><text x="${left - 7}" y="${at + 4}" text-anchor="end">${y.label(value)}</text>`
  })
  const xTicks = x.scale.ticks.map((value) => {
    const at = round(x.scale.at(value))
    return html`<path class="tick" d="M${at} ${baseline}v5"/><text x="${at}" y="${baseline + 18}" text-anchor="${at > end - LABEL_MARGIN ? 'end' : 'middle'}">${x.label(value)}</text>`
  })
  return html`<svg class="${kind}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${description}">
${shading && renderShading(shading, x.scale, { top, baseline })}${horizontalGrid}
<path class="axis" d="M${left} ${baseline}H${end}"/>${xTicks}
<text class="title" x="${round((left + end) / 2)}" y="${height - 6}" text-anchor="middle">${x.title}</text>
<text class="title" x="${-round((top + baseline) / 2)}" y="11" transform="rotate(-90)" text-anchor="middle">${y.title}</text>
${lines.map((line) => renderLine(line, x.scale, y.scale, baseline))}
</svg>`
}

function renderShading(
  { from, to, name }: NonNullable<Plot['shading']>,
  scale: Scale,
  { top, baseline }: { readonly top: number; readonly baseline: number },
): Html {
  const [start, width] = [round(scale.at(from)), round(scale.at(to) - scale.at(from))]
  return html`<rect class="shade" x="${start}" y="${top}" width="${width}" height="${baseline - top}"/>${width > 36 && html`<text x="${round(start + width / 2)}" y="${top + 13}" text-anchor="middle">${name}</text>`}`
}

function renderLine(
  { style, points, filled }: Line,
  x: Scale,
  y: Scale,
  baseline: number,
): Html | undefined {
  const positions = points.map(
    ([first, second]) => [round(x.at(first)), round(y.at(second))] as const,
  )
  const [first_point, last_point] = [positions[0], positions.at(-1)]
  if (!first_point || !last_point) return undefined
  const path = `M${positions.map((position) => position.join(' ')).join('L')}`
  const dot = html`<circle class="dot ${style}" cx="${first_point[0]}" cy="${first_point[1]}" r="2.5"/>`
  return html`${filled && html`<path class="fill ${style}" d="${path}L${last_point[0]} ${baseline}L${first_point[0]} ${baseline}Z"/>`}<path class="line ${style}" d="${path}"/>${positions.length === 1 && dot}`
}

const round = (value: number): number => Math.round(value * 10) / 10
