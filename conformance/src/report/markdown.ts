import { locationOf } from './clause.ts'
import type { Report, RuleReport } from './data.ts'
import { multiline } from '../visible.ts'
import { hasFinding, reasonsNotTested, blockedRules } from './describe.ts'
import { cell, code, codeCell } from './escape.ts'

const VERDICTS = {
  conformant: '✅ conformant',
  'non-conformant': '❌ not conformant',
  inconclusive: '❔ inconclusive',
} as const
const SIGNS: Readonly<Record<string, string>> = {
  PASS: '✅',
  FAIL: '❌',
  WARN: '⚠️',
  INFO: 'ℹ️',
  'N/A': '➖',
  BLOCKED: '⛔',
  NOT_TESTED: '❔',
  ERROR: '💥',
}

/** Returns a summary for a pull request or the page of a CI job. */
export function markdown(report: Report): string {
  const { rules, counts, verdict, target, subject, suite, seed } = report
  const numbers = Object.entries(counts).filter(([, n]) => n > 0)
  const findings = rules.filter(hasFinding)
  const missing = reasonsNotTested(rules)
  return [
    `## ${VERDICTS[verdict]}: ${subject} ${code(target)}`,
    '',
    `| ${numbers.map(([state]) => `${SIGNS[state]} ${state}`).join(' | ')} |`,
    `|${numbers.map(() => '---').join('|')}|`,
    `| ${numbers.map(([, n]) => n).join(' | ')} |`,
    '',
    ...report.root_causes.map(
      ({ root, blocked }) =>
        `- ⛔ ${blockedRules(blocked)} by **${root}**: ${code(rules.find(({ id }) => id === root)?.reason ?? '')}`,
    ),
    ...missing.map((reason) => `- ❔ ${code(reason)}`),
    ...(report.root_causes.length + missing.length > 0 ? [''] : []),
    ...(findings.length === 0
      ? []
      : ['| rule | where | expected | actual |', '|---|---|---|---|', ...findings.map(row), '']),
    ...findings.flatMap(detail),
    `<sub>${suite.name} ${suite.version}, rules ${suite.rule_set}, seed ${code(seed)}</sub>`,
    '',
  ].join('\n')
}

const row = ({ id, state, title, violation, flaky }: RuleReport): string =>
  `| ${SIGNS[state]} **${id}** ${cell(title)}${flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`} | ${codeCell(violation?.pointer ?? '')} | ${codeCell(violation?.expected ?? '')} | ${codeCell(violation?.actual ?? '')} |`

/** Returns a code block whose fence is longer than any in the text. */
function fenced(text: string): string {
  const fence = '`'.repeat(
    Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)),
  )
  return `${fence}sh\n${text}\n${fence}`
}

function detail({
  id,
  state,
  title,
  clause,
  level,
  hint,
  curl,
  rerun,
}: RuleReport): readonly string[] {
  return [
    `<details><summary>${SIGNS[state]} ${id}: ${cell(title)}</summary>`,
    '',
    `> ${locationOf(clause)}, ${level}: ${cell(clause.quote)}`,
    '',
    cell(hint),
    '',
    fenced(multiline([...curl, rerun].join('\n'))),
    '',
    '</details>',
    '',
  ]
}
