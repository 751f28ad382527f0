import type { Suite } from '../../src/engine/types.ts'

/**
 * Returns the rules that a mutant has to violate: every MUST and SHOULD, except those that identify a protocol, because a target without it
 * does not violate them.
 */
export const rulesWithMutants = ({ sections }: Suite): readonly string[] =>
  sections.flatMap(({ rules, protocol }) =>
    rules
      .filter(({ id, level }) => level !== 'INFO' && id !== protocol?.identified_by)
      .map(({ id }) => id),
  )
