import type { Report, RuleReport } from './data.ts'
import { xml } from './escape.ts'

/** JUnit as CI systems read it: a broken MUST is a failure, a fault of the suite an error, what was not judged is skipped. */
export function junit(report: Report): string {
  const { rules, sections, volatile } = report
  const of = (cases: readonly RuleReport[]): string =>
    `tests="${cases.length}" failures="${failures(cases)}" errors="${cases.filter(({ state }) => state === 'ERROR').length}" skipped="${cases.filter(skipped).length}"`
  const suites = sections.map(({ id, title }) => {
    const cases = rules.filter(({ section }) => section === id)
    return [
      `  <testsuite name="${xml(title)}" ${of(cases)} timestamp="${xml(volatile.started_at)}">`,
      ...cases.map((rule) => testcase(rule, report)),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`${report.suite.name} ${report.subject} ${report.target}`)}" ${of(rules)} time="${volatile.duration_ms / 1000}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

const failures = (rules: readonly RuleReport[]): number =>
  rules.filter((rule) => rule.state === 'FAIL' && rule.known === undefined).length
const skipped = ({ state, known }: RuleReport): boolean =>
  ['N/A', 'BLOCKED', 'NOT_TESTED'].includes(state) || known !== undefined

function testcase(rule: RuleReport, { subject }: Report): string {
  const { id, title, state, reason } = rule
  const open = `    <testcase classname="${xml(`${subject}.${rule.section}`)}" name="${xml(`${id} ${title}`)}"`
  if (skipped(rule))
    return `${open}><skipped message="${xml(`${state}: ${rule.known ?? reason}`)}"/></testcase>`
  if (state === 'FAIL')
    return `${open}><failure message="${xml(reason)}" type="${rule.level}">${xml(told(rule))}</failure></testcase>`
  if (state === 'ERROR') return `${open}><error message="${xml(reason)}"/></testcase>`
  if (state === 'WARN')
    return `${open}><system-out>${xml(`WARN ${told(rule)}`)}</system-out></testcase>`
  return `${open}/>`
}

/** What is wrong, and how to see it again, as plain text. */
export function told({ clause, violation, hint, curl, rerun, flaky }: RuleReport): string {
  return [
    `${violation?.pointer ?? ''}: expected ${violation?.expected ?? ''}, got ${violation?.actual ?? ''}`,
    `clause, line ${clause.line}: ${clause.quote}`,
    `hint: ${hint}`,
    ...(flaky === undefined ? [] : [`flaky: ${flaky.join(', ')}`]),
    ...curl,
    rerun,
  ].join('\n')
}
