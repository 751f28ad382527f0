/** One line of the proof: what was measured, what it was measured against, and whether that is kept. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly limit: string
  readonly state: 'ok' | 'MISSED' | 'skipped'
  /** What is behind a figure that is not as it should be. */
  readonly details?: readonly string[]
}

export interface Chapter {
  readonly title: string
  readonly measure: () => AsyncIterable<Figure>
}

const figure = (
  name: string,
  value: string,
  limit: string,
  isKept: boolean,
  details: readonly string[] = [],
): Figure => ({
  name,
  value,
  limit,
  state: isKept ? 'ok' : 'MISSED',
  ...(isKept ? {} : { details }),
})

export const atLeast = (name: string, value: number, limit: number, unit = ''): Figure =>
  figure(name, `${number(value)}${unit}`, `≥ ${number(limit)}${unit}`, value >= limit)
export const atMost = (
  name: string,
  value: number,
  limit: number,
  unit = '',
  details: readonly string[] = [],
): Figure =>
  figure(name, `${number(value)}${unit}`, `≤ ${number(limit)}${unit}`, value <= limit, details)
/** All of so many: `named` are the ones that are not. */
export const all = (name: string, total: number, named: readonly string[], least = 1): Figure =>
  figure(
    name,
    `${number(total - named.length)} of ${number(total)}`,
    least <= 1 ? 'all' : `all, ≥ ${number(least)}`,
    named.length === 0 && total >= least,
    [...named, ...(total < least ? [`${total} are too few`] : [])],
  )
/** None at all: `named` are those that there are. */
export const none = (name: string, named: readonly string[], over: string): Figure =>
  figure(name, `${number(named.length)} ${over}`, '0', named.length === 0, named)
/** A number without a limit, for what stands beside it. */
export const told = (name: string, value: number): Figure => ({
  name,
  value: number(value),
  limit: '',
  state: 'ok',
})
export const skipped = (name: string, reason: string): Figure => ({
  name,
  value: '',
  limit: reason,
  state: 'skipped',
})

const number = (value: number): string => value.toLocaleString('en-US')
