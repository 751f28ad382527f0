/** A moment that is known to lie between two others, inclusive, in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The possible results of a comparison: both if the moments are not known precisely enough. */
export type TruthValues = readonly boolean[]

export const exactly = (moment: number): Span => ({ from: moment, to: moment })
export const shift = ({ from, to }: Span, by: number): Span => ({ from: from + by, to: to + by })
export const latest = (a: Span, b: Span): Span => ({
  from: Math.max(a.from, b.from),
  to: Math.max(a.to, b.to),
})
export const earliest = (a: Span, b: Span): Span => ({
  from: Math.min(a.from, b.from),
  to: Math.min(a.to, b.to),
})
export const holds = ({ from, to }: Span, moment: number): boolean => from <= moment && moment <= to

/** Returns whether `a` lies before `b`. */
export const before = (a: Span, b: Span): TruthValues => {
  if (a.to < b.from) return [true]
  return a.from >= b.to ? [false] : [true, false]
}
