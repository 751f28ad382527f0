import type { PolicyContent } from '../../api/policies.ts'
import { flagOf, listOf, RULES, withRule, type Rule } from './rules.ts'

/** Returns their list with my additions and without my removals. */
function mergeList(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const kept = theirs.filter((name) => mine.includes(name) || !base.includes(name))
  return [...kept, ...mine.filter((name) => !base.includes(name) && !kept.includes(name))]
}

const mergeFlag = (base: boolean, mine: boolean, theirs: boolean): boolean =>
  mine === base ? theirs : mine

/** Applies my changes since `base` to `theirs`. Lists keep their order, and a name that either side removed stays removed. */
export function rebasePolicy(
  base: PolicyContent,
  mine: PolicyContent,
  theirs: PolicyContent,
): PolicyContent {
  const mergeRule = (rule: Rule) =>
    rule.as === 'flag'
      ? mergeFlag(flagOf(base, rule), flagOf(mine, rule), flagOf(theirs, rule))
      : mergeList(listOf(base, rule), listOf(mine, rule), listOf(theirs, rule))
  return RULES.reduce((merged, rule) => withRule(merged, rule, mergeRule(rule)), theirs)
}
