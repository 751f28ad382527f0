import { locationOf } from '../report/clause.ts'
import { normalizeRuleId, rulesOf } from '../engine/select.ts'
import type { Basis, Rule, Suite } from '../engine/types.ts'
import { UsageError } from './usage.ts'

const BASIS_TEXTS: Readonly<Record<Basis, string>> = {
  quoted: 'The clause states the requirement.',
  'by-reference': 'The clause refers to the standard that states the requirement.',
  inferred: 'The clause only suggests the requirement, so the rule cannot be a MUST.',
}

/** A rule of level INFO has no requirement. */
const INFO_TEXTS: Readonly<Record<Basis, string>> = {
  quoted: 'The clause leaves the details open, so the rule only reports what it observes.',
  'by-reference':
    'The standard leaves the details open, so the rule only reports what it observes.',
  inferred: 'The clause does not state this, so the rule only reports what it observes.',
}

/** Returns a sentence that says how a rule follows from its clause. */
export const basisText = ({ basis, level }: Rule): string =>
  level === 'INFO' ? INFO_TEXTS[basis] : BASIS_TEXTS[basis]

/** Returns one line for each rule, in the order of the suites, under a heading for each section. */
export function listRules(suites: readonly Suite[]): string {
  return suites
    .flatMap((suite) =>
      suite.sections.flatMap((section) => [
        `${suite.subject} · ${section.id}: ${section.title}`,
        ...section.rules.map(
          ({ id, level, clause, title }) =>
            `  ${id.padEnd(10)} ${level.padEnd(6)} ${locationOf(clause).padEnd(9)} ${title}`,
        ),
        '',
      ]),
    )
    .join('\n')
}

/** Returns the complete text of a rule. @throws UsageError if there is no such rule */
export function explainRule(suites: readonly Suite[], given: string | undefined): string {
  if (given === undefined)
    throw new UsageError(
      'The id of the rule is missing; for example `svc-conformance explain TASK-15`.',
    )
  const id = normalizeRuleId(given)
  const rule = suites.flatMap(rulesOf).find((one) => one.id.toUpperCase() === id)
  if (!rule)
    throw new UsageError(`There is no rule ${given}; \`svc-conformance list\` lists all rules.`)
  return `${textOf(rule).join('\n')}\n`
}

function textOf(rule: Rule): readonly string[] {
  const { id, level, basis, clause, specification, title, needs, hint, accepts } = rule
  return [
    `${id} (${level}): ${title}.`,
    '',
    `  Clause         ${locationOf(clause)}: “${clause.quote}”`,
    `  Specification  ${specification}`,
    `  Basis          ${basis}. ${basisText(rule)}`,
    `  Needs          ${needs.length === 0 ? 'no other rule' : needs.join(', ')}`,
    ...(accepts === undefined ? [] : [`  Accepts        ${accepts}`]),
    `  Hint           ${hint}`,
  ]
}
