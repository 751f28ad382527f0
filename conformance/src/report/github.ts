import { locationOf } from './clause.ts'
import { multiline } from '../visible.ts'
import type { Report, RuleReport } from './data.ts'

const KINDS: Readonly<Record<string, string>> = { FAIL: 'error', ERROR: 'error', WARN: 'warning' }
const escapeData = (text: string): string =>
  multiline(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Returns workflow commands, which show findings as annotations of the job. */
export function github(report: Report): string {
  return report.rules
    .filter(({ state, known }) => KINDS[state] !== undefined && known === undefined)
    .map(annotation)
    .join('')
}

function annotation({ id, state, title, reason, clause, hint, flaky }: RuleReport): string {
  const suffix = flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`
  const message = `${reason}${suffix}\n${locationOf(clause)}: ${clause.quote}\n${hint}`
  return `::${KINDS[state]} title=${escapeProperty(`${id} ${title}`)}::${escapeData(message)}\n`
}
