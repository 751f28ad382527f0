import type { PolicyContent } from '../../api/fleet-policy.ts'
import { CHAPTERS, flagOf, listOf, type Rule } from './policy-rules.ts'

/** A name by itself, or in quotes where it could be taken for something else. */
const written = (name: string): string =>
  /^[A-Za-z0-9][\w./@+-]*$/.test(name) ? name : JSON.stringify(name)

function lines(content: PolicyContent, rule: Rule): readonly string[] {
  if (rule.as === 'flag') return [`  ${rule.name}: ${flagOf(content, rule)}`]
  const names = listOf(content, rule)
  return [
    `  ${rule.name}:`,
    ...(names.length === 0 ? ['    (none)'] : names.map((name) => `    - ${written(name)}`)),
  ]
}

/** A policy as text, one name per line, so that two of them can be compared line by line; only the rules that are asked for. */
export const textOf = (
  content: PolicyContent,
  asked: (rule: Rule) => boolean = () => true,
): string =>
  CHAPTERS.flatMap(({ section, rules }) => {
    const told = rules.map((rule) => ({ ...rule, section })).filter(asked)
    return told.length === 0 ? [] : [`${section}:`, ...told.flatMap((rule) => lines(content, rule))]
  }).join('\n')

/** Two policies as texts of the rules in which they differ. */
export function differences(
  one: PolicyContent,
  other: PolicyContent,
): { readonly before: string; readonly after: string } {
  const differs = (rule: Rule) => lines(one, rule).join('\n') !== lines(other, rule).join('\n')
  return { before: textOf(one, differs), after: textOf(other, differs) }
}
