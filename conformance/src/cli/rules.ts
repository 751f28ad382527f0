import type { Rule, Suite } from '../engine/types.ts'
import { UsageError } from './usage.ts'

const SAYS_BASIS = {
  quoted: 'The clause says it.',
  'by-reference': 'The clause names the standard that says it.',
  inferred: 'The clause suggests it; so it is never more than SHOULD.',
} as const

/** One line per rule, in the order of the interface. */
export function list(suites: readonly Suite[]): string {
  return suites
    .flatMap((suite) =>
      suite.sections.flatMap((section) => [
        `${suite.subject} · ${section.id}: ${section.title}`,
        ...section.rules.map(
          ({ id, level, clause, title }) =>
            `  ${id.padEnd(10)} ${level.padEnd(6)} line ${String(clause.line).padEnd(4)} ${title}`,
        ),
        '',
      ]),
    )
    .join('\n')
}

/** All that there is to know about one rule. @throws UsageError when there is none of this id */
export function explain(suites: readonly Suite[], given: string | undefined): string {
  if (given === undefined)
    throw new UsageError('Say which rule: `svc-conformance explain TASK-15`.')
  const id = given.replace(/^[AP]-/i, '').toUpperCase()
  const rule = suites
    .flatMap(({ sections }) => sections.flatMap(({ rules }) => rules))
    .find((one) => one.id.toUpperCase() === id)
  if (!rule)
    throw new UsageError(`There is no rule ${given}; \`svc-conformance list\` names all of them.`)
  return `${explained(rule).join('\n')}\n`
}

function explained({
  id,
  level,
  basis,
  clause,
  title,
  needs,
  hint,
  accepts,
}: Rule): readonly string[] {
  return [
    `${id} (${level}): ${title}.`,
    '',
    `  Clause     line ${clause.line}: “${clause.quote}”`,
    `  Basis      ${basis}. ${SAYS_BASIS[basis]}`,
    `  Needs      ${needs.length === 0 ? 'nothing but a target that shows what it is' : needs.join(', ')}`,
    ...(accepts === undefined ? [] : [`  Accepts    ${accepts}`]),
    `  Hint       ${hint}`,
  ]
}
