import type { PolicyContent } from '../../api/policies.ts'
import { SECTIONS, flagOf, listOf, RULES, withRule, type Rule } from './rules.ts'

/** Quotes a name that would be ambiguous otherwise. */
const quoteIfNeeded = (name: string): string =>
  /^[A-Za-z0-9][\w./@+-]*$/.test(name) ? name : JSON.stringify(name)

function linesOf(content: PolicyContent, rule: Rule): readonly string[] {
  if (rule.as === 'flag') return [`  ${rule.name}: ${flagOf(content, rule)}`]
  const names = listOf(content, rule)
  return [
    `  ${rule.name}:`,
    ...(names.length === 0 ? ['    (none)'] : names.map((name) => `    - ${quoteIfNeeded(name)}`)),
  ]
}

/** Returns a policy as text with one name per line, so that policies can be compared line by line. `included` selects the rules. */
export const policyText = (
  content: PolicyContent,
  included: (rule: Rule) => boolean = () => true,
): string =>
  SECTIONS.flatMap(({ section, rules }) => {
    const shown = rules.filter(included)
    return shown.length === 0
      ? []
      : [`${section}:`, ...shown.flatMap((rule) => linesOf(content, rule))]
  }).join('\n')

/** Returns two policies as text, which contains only the rules that differ. */
export function differences(
  before: PolicyContent,
  after: PolicyContent,
): { readonly before: string; readonly after: string } {
  const differs = (rule: Rule) =>
    linesOf(before, rule).join('\n') !== linesOf(after, rule).join('\n')
  return { before: policyText(before, differs), after: policyText(after, differs) }
}

/** Returns `theirs` with the additions of `mine` and without its removals. */
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
