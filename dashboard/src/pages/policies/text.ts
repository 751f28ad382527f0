import type { PolicyContent } from '../../api/policies.ts'
import { SECTIONS, flagOf, listOf, type Rule } from './rules.ts'

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
    const shown = rules.map((rule) => ({ ...rule, section })).filter(included)
    return shown.length === 0
      ? []
      : [`${section}:`, ...shown.flatMap((rule) => linesOf(content, rule))]
  }).join('\n')

/** Returns two policies as texts, which contain only the rules that differ. */
export function differences(
  one: PolicyContent,
  other: PolicyContent,
): { readonly before: string; readonly after: string } {
  const differs = (rule: Rule) => linesOf(one, rule).join('\n') !== linesOf(other, rule).join('\n')
  return { before: policyText(one, differs), after: policyText(other, differs) }
}
