import { locationOf } from './clause.ts'
import { escapeJson, oneLine } from '../visible.ts'
import type { Report, RuleReport } from './data.ts'
import { hasFinding, isUnjudged } from './describe.ts'

/** Returns TAP 14: one line for each rule, and a YAML block for each finding. */
export function tap(report: Report): string {
  return [
    'TAP version 14',
    `1..${report.rules.length}`,
    ...report.rules.flatMap((rule, i) => point(rule, i + 1)),
    '',
  ].join('\n')
}

const escaped = (text: string): string =>
  oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#').replace(/\s+/g, ' ')

function point(rule: RuleReport, number: number): readonly string[] {
  const { id, title, state, reason, known, violation } = rule
  const hasFailed = state === 'FAIL' || state === 'ERROR'
  const directive =
    known !== undefined || state === 'WARN'
      ? ` # TODO ${escaped(known ?? 'SHOULD')}`
      : isUnjudged(state)
        ? ` # SKIP ${state}: ${escaped(reason)}`
        : ''
  const line = `${hasFailed || state === 'WARN' ? 'not ok' : 'ok'} ${number} - ${escaped(`${id} ${title}`)}${directive}`
  if (!violation || !hasFinding(rule)) return [line]
  const { clause, hint, curl, rerun, level, flaky } = rule
  const fields = {
    state,
    level,
    clause: `${locationOf(clause)}: ${clause.quote}`,
    where: violation.pointer,
    expected: violation.expected,
    actual: violation.actual,
    hint,
    ...(flaky === undefined ? {} : { flaky: flaky.join(', ') }),
    curl: curl.join('\n'),
    rerun,
  }
  // Every JSON string is a valid YAML string.
  return [
    line,
    '  ---',
    ...Object.entries(fields).map(
      ([name, value]) => `  ${name}: ${escapeJson(JSON.stringify(value))}`,
    ),
    '  ...',
  ]
}
