import type { Rule } from '../../engine/types.ts'
import { check, success } from '../../judge/assertions.ts'

/** Creates the rule that a valid request for an operation gets 2xx. */
export const validRequestRule = (
  operation: string,
  text: Pick<Rule, 'id' | 'specification' | 'clause' | 'title'>,
): Rule => ({
  level: 'MUST',
  basis: 'quoted',
  ...text,
  hint: 'Return 2xx; the plan of the key includes the operation.',
  accepts: 'Any body, because the interface shows none.',
  needs: [],
  probes: [`valid.${operation}`],
  judge: ({ one }) => check(one(`valid.${operation}`), success),
})
