import type { LoadReport } from './data.ts'
import { duration, figure, LABELS, tickLabel, timeSpan, whole } from './format.ts'
import { html, type Html } from '../../html.ts'
import {
  FRAMES,
  chart,
  type Frame,
  type Line,
  type Plot,
  linear,
  logarithmic,
  time,
} from './plot.ts'

/** A chart with its title, its legend and a sentence on how to read it. */
interface Figure {
  readonly id: string
  readonly title: string
  readonly reading: string
  readonly legend: readonly (readonly [style: string, name: string])[]
  readonly plot: (frame: Frame) => Plot
}

/** Renders the charts of a report. */
export const figures = (report: LoadReport): Html[] =>
  [latencyOverTime(report), rateOverTime(report), distribution(report)].map(renderFigure)

const renderFigure = ({
  id,
  title,
  reading,
  legend,
  plot,
}: Figure): Html => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<p class="reading">${reading}</p>
<ul class="legend">${legend.map(([style, name]) => html`<li><span class="key ${style}"></span>${name}</li>`)}</ul>
<div class="picture">${chart(plot(FRAMES.wide), FRAMES.wide, 'wide')}${chart(plot(FRAMES.narrow), FRAMES.narrow, 'narrow')}</div></section>
`

const xRange = ({ left, right, width }: Frame) => ({ from: left, to: width - right })
const yRange = ({ top, bottom, height }: Frame) => ({ from: height - bottom, to: top })
const maxSteps = ({ width }: Frame): number => (width < 500 ? 4 : 8)

/** Returns the title and the labels of a time axis, in units that fit the length of the run: seconds, 1:30 minutes or 1:30 hours. */
function clock(length_s: number): {
  readonly title: string
  readonly label: (seconds: number) => string
} {
  const formatPair = (whole: number, rest: number) =>
    `${Math.floor(whole)}:${String(Math.round(rest)).padStart(2, '0')}`
  if (length_s <= 90) return { title: 'since the run began', label: (seconds) => `${seconds} s` }
  if (length_s <= 7200)
    return {
      title: 'minutes since the run began',
      label: (seconds) => formatPair(seconds / 60, seconds % 60),
    }
  return {
    title: 'hours since the run began',
    label: (seconds) => formatPair(seconds / 3600, (seconds % 3600) / 60),
  }
}
const lengthOf = ({ seconds }: LoadReport): number => seconds.ramp + seconds.steady
/** Shades the ramp, which is not part of the measurements. */
const rampShading = ({ timeline }: LoadReport) => ({
  from: 0,
  to: timeline.steady_from,
  name: 'ramp',
})
/** Returns the middle of a slice; the end of the run may truncate the last one. */
const middle = (report: LoadReport, at: number): number =>
  Math.min(at + report.timeline.width_s / 2, lengthOf(report))

function overTime(report: LoadReport, frame: Frame): Pick<Plot, 'x' | 'shading'> {
  return {
    x: {
      scale: time(lengthOf(report), xRange(frame), maxSteps(frame)),
      ...clock(lengthOf(report)),
    },
    shading: rampShading(report),
  }
}

function latencyOverTime(report: LoadReport): Figure {
  const points = report.timeline.points.filter(({ max }) => max > 0)
  const line = (style: string, of: 'p50' | 'p99' | 'max'): Line => ({
    style,
    points: points.map((point) => [middle(report, point.at), point[of]]),
  })
  const [lowest, highest] = [
    Math.min(...points.map(({ p50 }) => p50)),
    Math.max(...points.map(({ max }) => max)),
  ]
  return {
    id: 'latency',
    title: 'Latency over time',
    legend: [
      ['one', 'p50'],
      ['two', 'p99'],
      ['three', 'slowest'],
    ],
    reading: `All requests that were due in each ${report.timeline.width_s === 1 ? 'second' : timeSpan(report.timeline.width_s)}, with latency measured from their due time. Each horizontal line is ten times the one below.`,
    plot: (frame) => ({
      ...overTime(report, frame),
      lines: [line('three', 'max'), line('two', 'p99'), line('one', 'p50')],
      y: {
        scale: logarithmic(
          Number.isFinite(lowest) ? lowest : 1,
          Number.isFinite(highest) ? highest : 10,
          yRange(frame),
        ),
        title: 'latency',
        label: tickLabel,
      },
      description: `Latency over time. ${summary(report)}`,
    }),
  }
}

function rateOverTime(report: LoadReport): Figure {
  const { points, steady_from } = report.timeline
  const failing = points.some(({ failed_per_second }) => failed_per_second > 0)
  const highestRate = (points_shown: LoadReport['timeline']['points']) =>
    Math.max(
      1,
      ...points_shown.map(({ succeeded_per_second, failed_per_second }) =>
        Math.max(succeeded_per_second, failed_per_second),
      ),
    )
  const [highest_rate, steady] = [
    highestRate(points),
    highestRate(points.filter(({ at }) => at > steady_from)),
  ]
  // The installs of a ramp of a few seconds would otherwise flatten the rest of the chart.
  const [top, isCut] =
    highest_rate > 2 * steady && steady > 1 ? [steady * 1.2, true] : [highest_rate, false]
  const line = (style: string, of: 'succeeded_per_second' | 'failed_per_second'): Line => ({
    style,
    filled: true,
    points: points.map((point) => [middle(report, point.at), Math.min(point[of], top)]),
  })
  return {
    id: 'rate',
    title: 'Requests and errors over time',
    legend: [
      ['one', 'succeeded'],
      ['bad', failing ? 'errors' : 'errors: none'],
    ],
    reading: `Requests per second, by due time. The complete fleet sends ${figure(report.heartbeats_per_second.expected)} heartbeats per second.${isCut ? ` While it grew, there were up to ${figure(highest_rate)} requests per second, which is beyond the range of this chart.` : ''}`,
    plot: (frame) => ({
      ...overTime(report, frame),
      lines: [
        line('one', 'succeeded_per_second'),
        ...(failing ? [line('bad', 'failed_per_second')] : []),
      ],
      y: {
        scale: linear(top, yRange(frame)),
        title: 'requests per second',
        label: (value) => (value < 1 && value > 0 ? value.toFixed(1) : whole(value)),
      },
      description: `Requests per second over time, ${failing ? 'with' : 'without'} errors.`,
    }),
  }
}

const STYLES = ['one', 'two', 'four', 'five', 'six', 'seven'] as const
/** Ticks of the percentile axis, spread out towards the end. */
const PERCENTILE_TICKS = [50, 90, 99, 99.9, 99.99, 99.999]
const axisPosition = (percent: number): number => Math.log10(1 / (1 - percent / 100))

function distribution(report: LoadReport): Figure {
  const measured = report.operations.filter(({ curve }) => curve.length > 0)
  const rightmost = Math.max(1, ...measured.map(({ due }) => Math.log10(Math.max(2, due))))
  const lines = measured.map(({ curve, due }, index): Line => ({
    style: STYLES[index % STYLES.length]!,
    // The last percentile of n requests is the slowest one.
    points: curve.map(([percent, milliseconds]) => [
      Math.min(axisPosition(percent), Math.log10(Math.max(2, due))),
      milliseconds,
    ]),
  }))
  const values = measured.flatMap(({ curve }) => curve.map(([, milliseconds]) => milliseconds))
  const [lowest, highest] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [1, 10]
  return {
    id: 'distribution',
    title: 'Latency distribution',
    legend: measured.map(({ operation }, index) => [
      STYLES[index % STYLES.length]!,
      LABELS[operation],
    ]),
    reading:
      'Latency by percentile in the steady phase: at 99 %, one request in a hundred took longer. Each line ends with its slowest request.',
    plot: (frame) => {
      const { from, to } = xRange(frame)
      const ticks = PERCENTILE_TICKS.map(axisPosition).filter((value) => value <= rightmost + 0.01)
      return {
        x: {
          scale: { at: (value) => from + (value / rightmost) * (to - from), ticks },
          title: 'percentile',
          label: (value) =>
            `${PERCENTILE_TICKS.find((tick) => Math.abs(axisPosition(tick) - value) < 1e-9)} %`,
        },
        y: {
          scale: logarithmic(lowest, highest, yRange(frame)),
          title: 'latency',
          label: tickLabel,
        },
        lines,
        description: `Latency by percentile. ${summary(report)}`,
      }
    },
  }
}

/** Describes the figures of the steady phase in words, as the text alternative for a chart. */
const summary = ({ operations }: LoadReport): string =>
  operations
    .map(
      ({ operation, latency_ms: { p50, p99, max } }) =>
        `${LABELS[operation]}: p50 ${duration(p50)}, p99 ${duration(p99)}, slowest ${duration(max)}.`,
    )
    .join(' ')
