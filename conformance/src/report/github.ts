import { severalLines } from '../visible.ts'
import type { Report } from './data.ts'

const KINDS: Readonly<Record<string, string>> = { FAIL: 'error', ERROR: 'error', WARN: 'warning' }
const data = (text: string): string =>
  severalLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Workflow commands: what is wrong appears on the page of the job. */
export function github(report: Report): string {
  return report.rules
    .filter(({ state, known }) => KINDS[state] !== undefined && known === undefined)
    .map(
      ({ id, state, title, reason, clause, hint, flaky }) =>
        `::${KINDS[state]} title=${property(`${id} ${title}`)}::${data(`${reason}${flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`}\nline ${clause.line}: ${clause.quote}\n${hint}`)}\n`,
    )
    .join('')
}
