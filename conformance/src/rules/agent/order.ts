import type { Rule } from '../../engine/types.ts'

/** Returns the rules of a section that is split into several files, in the order of their ids. */
export const orderById = (...groups: readonly (readonly Rule[])[]): readonly Rule[] =>
  groups.flat().toSorted((a, b) => a.id.localeCompare(b.id))
