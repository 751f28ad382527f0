import { oneLine } from '../visible.ts'
import { at } from '../judge/json.ts'
import type { ExchangeReport, Report, RuleReport } from './data.ts'
import { SIGN, type Painter } from './paint.ts'

/** Longer ones stand in the files only. */
const LONGEST_SHELL = 2400
const MARGIN = 14

/** All that there is to know about one violation; on a terminal of so many columns, what only illustrates takes one line. */
export function detail(
  rule: RuleReport,
  report: Report,
  paint: Painter,
  columns: number | undefined,
): readonly string[] {
  const { state, id, title, clause, violation, hint, curl, rerun, level, flaky, known } = rule
  const whole = (name: string, value: string): string =>
    `    ${paint.dim(name.padEnd(MARGIN - 5))} ${value}`
  const row = (name: string, value: string, painted = (text: string): string => text): string =>
    wrapped(value, columns)
      .map((text, i) => whole(i === 0 ? name : '', painted(text)))
      .join('\n')
  const cut = (text: string): string =>
    short(text, columns === undefined ? 300 : Math.max(40, columns - MARGIN - 1))
  const exchange = report.volatile.exchanges[violation?.exchange ?? rule.evidence.at(-1) ?? '']
  return [
    '',
    `  ${paint.state(state, `${SIGN[state]} ${id}`)} ${paint.bold(title)}`,
    row('clause', `${level}, line ${clause.line}: “${clause.quote}”`),
    row('where', violation?.pointer ?? ''),
    row('expected', violation?.expected ?? ''),
    row('actual', violation?.actual ?? '', (text) => paint.state(state, text)),
    ...(exchange
      ? [
          row('request', cut(oneLine(requestLine(exchange)))),
          row('response', cut(oneLine(responseLine(exchange, violation?.pointer ?? '')))),
        ]
      : []),
    ...(flaky === undefined
      ? []
      : [row('flaky', `${flaky.join(', ')}: it does not end the same every time`)]),
    ...(known === undefined ? [] : [row('known', known)]),
    row('hint', hint),
    ...shell(curl).map((text, i) => whole(i === 0 ? 'curl' : '', paint.dim(text))),
    whole('again', paint.dim(rerun)),
  ]
}

/** Lines that fit beside the names; a word that is longer than a line is broken. What is to be copied is never wrapped. */
function wrapped(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined) return [text]
  const width = Math.max(40, columns - MARGIN - 1)
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
  return length <= LONGEST_SHELL
    ? lines
    : [`${length} characters long: it stands in the reports of --report json and html`]
}

const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`

function requestLine({ request: { method, path, body } }: ExchangeReport): string {
  return `${method} ${path}${body === undefined ? '' : ` ${body}`}`
}

/** The status, and of the rest what the violation is about. */
function responseLine({ response, failure, ms }: ExchangeReport, pointer: string): string {
  if (!response) return `${failure?.says ?? ''} (${ms} ms)`
  return `${response.status} (${ms} ms) ${pointed(response, pointer)}`
}

function pointed(
  { headers, body }: NonNullable<ExchangeReport['response']>,
  pointer: string,
): string {
  const [, name] = /^header (.+)$/.exec(pointer) ?? []
  if (name !== undefined)
    return (
      headers
        .filter(([given]) => given.toLowerCase() === name.toLowerCase())
        .map(([given, value]) => `${given}: ${value}`)
        .join(', ') || `without ${name}`
    )
  const [, above, member] = /^body(.*)\/([^/]+)$/.exec(pointer) ?? []
  const found =
    member === undefined || body.length < 80 ? undefined : at(parsed(body), `${above}/${member}`)
  return found === undefined
    ? body.trim()
    : `{… ${JSON.stringify(member)}:${JSON.stringify(found)} …}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
