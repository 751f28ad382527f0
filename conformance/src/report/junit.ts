import type { Report, RuleReport } from './data.ts'
import { describeViolation, isUnjudged } from './describe.ts'
import { escapeMarkup } from './escape.ts'

/**
 * Returns JUnit XML for CI systems: a violated MUST is a failure, an internal error of the suite an error, and an unjudged rule or a
 * violation that the baseline accepts is skipped.
 */
export function junit(report: Report): string {
  const { rules, sections, volatile } = report
  const suites = sections.map(({ id, title }) => {
    const cases = rules.filter(({ section }) => section === id)
    return [
      `  <testsuite name="${escapeMarkup(title)}" ${counts(cases)} timestamp="${escapeMarkup(volatile.started_at)}">`,
      ...cases.map((rule) => testcase(rule, report)),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeMarkup(`${report.suite.name} ${report.subject} ${report.target}`)}" ${counts(rules)} time="${volatile.duration_ms / 1000}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function counts(cases: readonly RuleReport[]): string {
  const failures = cases.filter(({ state, known }) => state === 'FAIL' && known === undefined)
  const errors = cases.filter(({ state }) => state === 'ERROR')
  return `tests="${cases.length}" failures="${failures.length}" errors="${errors.length}" skipped="${cases.filter(isSkipped).length}"`
}

const isSkipped = ({ state, known }: RuleReport): boolean =>
  isUnjudged(state) || known !== undefined

function testcase(rule: RuleReport, { subject }: Report): string {
  const { id, title, state, reason } = rule
  const open = `    <testcase classname="${escapeMarkup(`${subject}.${rule.section}`)}" name="${escapeMarkup(`${id} ${title}`)}"`
  if (isSkipped(rule))
    return `${open}><skipped message="${escapeMarkup(`${state}: ${rule.known ?? reason}`)}"/></testcase>`
  if (state === 'FAIL')
    return `${open}><failure message="${escapeMarkup(reason)}" type="${rule.level}">${escapeMarkup(describeViolation(rule))}</failure></testcase>`
  if (state === 'ERROR') return `${open}><error message="${escapeMarkup(reason)}"/></testcase>`
  if (state === 'WARN')
    return `${open}><system-out>${escapeMarkup(`WARN ${describeViolation(rule)}`)}</system-out></testcase>`
  return `${open}/>`
}
