import type { Clause } from '../engine/types.ts'

/** Returns where a clause is: `line 153`, or `A2A 1.0, section 9.5`. */
export const locationOf = (clause: Clause): string =>
  'line' in clause ? `line ${clause.line}` : `${clause.source}, ${clause.section}`

/** Returns where a clause is, for readers who may not know that lines are those of the interface. */
export const longLocationOf = (clause: Clause): string =>
  'line' in clause ? `line ${clause.line} of the interface` : locationOf(clause)

/** Returns where a clause is, for narrow columns. */
export const shortLocationOf = (clause: Clause): string =>
  'line' in clause ? `L${clause.line}` : clause.source
