import { locationOf } from './clause.ts'
import { parseJson, valueAt } from '../judge/json.ts'
import { oneLine } from '../visible.ts'
import type { ExchangeReport, Report, RuleReport } from './data.ts'
import { exchangeKey } from './describe.ts'
import { SYMBOL, type Painter } from './paint.ts'

/** Longer scripts are not printed; other reports contain them. */
const MAX_SCRIPT_LENGTH = 2400
const MARGIN = 14
const MIN_WIDTH = 40
/** The length of a request or response line if the width of the terminal is unknown. */
const DEFAULT_LINE_LENGTH = 300

/** Returns all details of one finding. On a terminal, request and response take one line each. */
export function detail(
  rule: RuleReport,
  report: Report,
  paint: Painter,
  columns: number | undefined,
): readonly string[] {
  const { state, id, title, clause, violation, hint, curl, rerun, level, flaky, known } = rule
  const line = (name: string, value: string): string =>
    `    ${paint.dim(name.padEnd(MARGIN - 5))} ${value}`
  const row = (name: string, value: string, painted = (text: string): string => text): string =>
    wrap(value, columns)
      .map((text, i) => line(i === 0 ? name : '', painted(text)))
      .join('\n')
  const shortRow = (name: string, value: string): string =>
    row(
      name,
      truncate(oneLine(value), columns === undefined ? DEFAULT_LINE_LENGTH : widthOf(columns)),
    )
  const exchange = report.volatile.exchanges[exchangeKey(rule)]
  return [
    '',
    `  ${paint.state(state, `${SYMBOL[state]} ${id}`)} ${paint.bold(title)}`,
    row('clause', `${level}, ${locationOf(clause)}: “${clause.quote}”`),
    row('where', violation?.pointer ?? ''),
    row('expected', violation?.expected ?? ''),
    row('actual', violation?.actual ?? '', (text) => paint.state(state, text)),
    ...(exchange
      ? [
          shortRow('request', requestLine(exchange)),
          shortRow('response', responseLine(exchange, violation?.pointer ?? '')),
        ]
      : []),
    ...(flaky === undefined
      ? []
      : [row('flaky', `${flaky.join(', ')}: the result differs between runs`)]),
    ...(known === undefined ? [] : [row('known', known)]),
    row('hint', hint),
    ...shell(curl).map((text, i) => line(i === 0 ? 'curl' : '', paint.dim(text))),
    line('rerun', paint.dim(rerun)),
  ]
}

const widthOf = (columns: number): number => Math.max(MIN_WIDTH, columns - MARGIN - 1)

/** Wraps text to the width of the terminal, and breaks words that are longer than a line. Text to be copied is never wrapped. */
function wrap(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined) return [text]
  const width = widthOf(columns)
  const lines: string[] = []
  for (let rest = text; rest !== '' || lines.length === 0;) {
    const space = rest.lastIndexOf(' ', width)
    const end = rest.length <= width ? rest.length : space > width / 2 ? space : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return lines
}

function shell(lines: readonly string[]): readonly string[] {
  const { length } = lines.join('\n')
  return length <= MAX_SCRIPT_LENGTH
    ? lines
    : [
        `The script is ${length} characters long; write it to a file with --report json=FILE or --report html=FILE.`,
      ]
}

const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

function requestLine({ request: { method, path, body } }: ExchangeReport): string {
  return `${method} ${path}${body === undefined ? '' : ` ${body}`}`
}

/** Returns the status and the part of the response that the finding is about. */
function responseLine({ response, failure, ms }: ExchangeReport, pointer: string): string {
  return response
    ? `${response.status} (${ms} ms) ${partAt(response, pointer)}`
    : `${failure?.says ?? ''} (${ms} ms)`
}

function partAt(
  { headers, body }: NonNullable<ExchangeReport['response']>,
  pointer: string,
): string {
  const [, name] = /^header (.+)$/.exec(pointer) ?? []
  if (name !== undefined)
    return (
      headers
        .filter(([given]) => given.toLowerCase() === name.toLowerCase())
        .map(([given, value]) => `${given}: ${value}`)
        .join(', ') || `no ${name} header`
    )
  const [, parent, member] = /^body(.*)\/([^/]+)$/.exec(pointer) ?? []
  const found =
    member === undefined || body.length < 80
      ? undefined
      : valueAt(parseJson(body), `${parent}/${member}`)
  return found === undefined
    ? body.trim()
    : `{… ${JSON.stringify(member)}:${JSON.stringify(found)} …}`
}
