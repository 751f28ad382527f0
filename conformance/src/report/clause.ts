import type { Clause } from '../engine/types.ts'

/** Returns where a clause is: `line 153`, or `A2A 1.0, section 9.5`. */
export const placeOf = (clause: Clause): string =>
  'line' in clause ? `line ${clause.line}` : `${clause.source}, ${clause.section}`

/** Returns where a clause is, for readers who may not know that lines are those of the interface. */
export const longPlaceOf = (clause: Clause): string =>
  'line' in clause ? `line ${clause.line} of the interface` : placeOf(clause)

/** Returns where a clause is, for narrow columns. */
export const shortPlaceOf = (clause: Clause): string =>
  'line' in clause ? `L${clause.line}` : clause.source
