/** One measured figure, its threshold, and whether the threshold is met. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly threshold: string
  readonly state: 'ok' | 'MISSED' | 'skipped'
  /** Why the threshold was missed. */
  readonly details?: readonly string[]
}

export interface Chapter {
  readonly title: string
  readonly measure: () => AsyncIterable<Figure>
}

const figure = (
  name: string,
  value: string,
  threshold: string,
  isMet: boolean,
  details: readonly string[] = [],
): Figure => ({
  name,
  value,
  threshold,
  state: isMet ? 'ok' : 'MISSED',
  ...(isMet ? {} : { details }),
})

export const atLeast = (name: string, value: number, threshold: number, unit = ''): Figure =>
  figure(name, `${number(value)}${unit}`, `≥ ${number(threshold)}${unit}`, value >= threshold)
export const atMost = (
  name: string,
  value: number,
  threshold: number,
  unit = '',
  details: readonly string[] = [],
): Figure =>
  figure(
    name,
    `${number(value)}${unit}`,
    `≤ ${number(threshold)}${unit}`,
    value <= threshold,
    details,
  )
/** Requires that there are at least `minimum` items, none of which is an exception. */
export const all = (
  name: string,
  total: number,
  exceptions: readonly string[],
  minimum = 1,
): Figure =>
  figure(
    name,
    `${number(total - exceptions.length)} of ${number(total)}`,
    minimum <= 1 ? 'all' : `all, ≥ ${number(minimum)}`,
    exceptions.length === 0 && total >= minimum,
    [...exceptions, ...(total < minimum ? [`at least ${minimum} are needed`] : [])],
  )
/** Requires that there are no exceptions. */
export const none = (name: string, exceptions: readonly string[], over: string): Figure =>
  figure(name, `${number(exceptions.length)} ${over}`, '0', exceptions.length === 0, exceptions)
/** A number without a threshold. */
export const count = (name: string, value: number): Figure => ({
  name,
  value: number(value),
  threshold: '',
  state: 'ok',
})
export const skipped = (name: string, reason: string): Figure => ({
  name,
  value: '',
  threshold: reason,
  state: 'skipped',
})

const number = (value: number): string => value.toLocaleString('en-US')
