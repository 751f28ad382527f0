import type { TaskSummary } from '../../api/tasks.ts'

type Span = TaskSummary['series'][number]
export type Labelled = Span & { readonly name: string }

const DAY_MS = 86_400_000
const SHORT = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const MIDDLE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const LONG = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** The parts of the time with names of their own, as long as it takes to tell them apart, in the viewer's zone. */
export function labelled(series: TaskSummary['series']): readonly Labelled[] {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return []
  const whole = Date.parse(last.to) - Date.parse(first.from)
  const each = Date.parse(first.to) - Date.parse(first.from)
  const format = each >= DAY_MS ? LONG : whole >= DAY_MS ? MIDDLE : SHORT
  return series.map((span) => ({ ...span, name: format.format(new Date(span.from)) }))
}
