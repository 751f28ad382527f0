import type { State } from '../engine/types.ts'
import type { Report, RuleReport } from './data.ts'

export interface Look {
  readonly colour: boolean
  /** Shows every rule; without it only what is wrong and the verdict, because the rules were told one by one. */
  readonly tree: boolean
}

const PAINT: Readonly<Record<State, number>> = { PASS: 32, FAIL: 31, WARN: 33, INFO: 36, 'N/A': 90, BLOCKED: 35, NOT_TESTED: 33, ERROR: 41 }
const SIGN: Readonly<Record<State, string>> = { PASS: '✓', FAIL: '✗', WARN: '!', INFO: 'i', 'N/A': '–', BLOCKED: '⊘', NOT_TESTED: '?', ERROR: '‼' }
const LONGEST_CURL = 1200

/** The report for a terminal: the tree of the interface, what is wrong in full, and the verdict last. */
export function text(report: Report, look: Look): string {
  const paint = painter(look)
  const tree = !look.tree ? [] : report.sections.flatMap((section) => ['', paint.bold(section.title), ...report.rules.filter((rule) => rule.section === section.id).map((rule) => line(rule, paint))])
  const wrong = report.rules.filter(({ violation, state }) => violation !== undefined && state !== 'INFO')
  const details = wrong.length === 0 ? [] : ['', paint.bold(wrong.length === 1 ? 'What is wrong' : `What is wrong (${wrong.length})`), ...wrong.flatMap((rule) => detail(rule, report, paint))]
  return [...tree, ...details, '', ...summary(report, paint), ''].join('\n')
}

/** Which suite this is, what it judges, and how to get the same run again. */
export function heading(report: Pick<Report, 'suite' | 'subject' | 'target' | 'profile' | 'seed'>): string {
  const { suite, subject, target, profile, seed } = report
  return `${suite.name} ${suite.version}, rules ${suite.rule_set}, interface ${suite.interface_sha256.slice(0, 12)} · ${subject} ${target} · profile ${profile} · seed ${seed}`
}

/** One rule on one line, the same with every run: what a log keeps. */
export function plainLine({ state, id, title, reason, flaky }: Pick<RuleReport, 'state' | 'id' | 'title' | 'reason' | 'flaky'>): string {
  return `${state.padEnd(10)} ${id.padEnd(10)} ${title}${reason === '' || state === 'PASS' ? '' : ` (${reason})`}${flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`}`
}

interface Painter {
  readonly state: (state: State, text: string) => string
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
}

function painter({ colour }: Look): Painter {
  const code = (n: number) => (text: string) => (colour ? `\u001b[${n}m${text}\u001b[0m` : text)
  return { state: (state, text) => code(PAINT[state])(text), bold: code(1), dim: code(2) }
}

function line(rule: RuleReport, paint: Painter): string {
  const { state, id, title, reason, known, flaky } = rule
  // Violations stand below in full, and what blocks a rule is told once.
  const said = ['PASS', 'FAIL', 'WARN', 'BLOCKED'].includes(state) ? '' : reason
  const tail = [said === '' ? '' : `\n               ${said}`, known === undefined ? '' : ` (known: ${known})`, flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`].join('')
  return `  ${paint.state(state, SIGN[state])} ${paint.dim(id.padEnd(10))} ${state === 'FAIL' || state === 'WARN' || state === 'ERROR' ? paint.state(state, title) : ['N/A', 'BLOCKED'].includes(state) ? paint.dim(title) : title}${paint.dim(tail)}`
}

function detail(rule: RuleReport, report: Report, paint: Painter): readonly string[] {
  const { state, id, title, clause, violation, hint, curl, rerun, level, flaky } = rule
  const row = (name: string, value: string): string => `    ${paint.dim(name.padEnd(9))} ${value}`
  const exchange = report.volatile.exchanges[violation?.exchange ?? rule.evidence.at(-1) ?? '']
  const last = curl.at(-1) ?? ''
  return [
    '', `  ${paint.state(state, `${SIGN[state]} ${id}`)} ${paint.bold(title)}`,
    row('clause', `${level}, line ${clause.line}: “${clause.quote}”`),
    row('where', violation?.pointer ?? ''), row('expected', violation?.expected ?? ''), row('actual', paint.state(state, violation?.actual ?? '')),
    ...(exchange ? [row('request', requestLine(exchange.request)), row('response', responseLine(exchange))] : []),
    ...(flaky === undefined ? [] : [row('flaky', `${flaky.join(', ')}: it does not end the same every time`)]),
    row('hint', hint),
    ...(last.length > LONGEST_CURL ? [row('curl', `${last.length} characters long: it stands in the reports of --report json and html`)] : curl.map((text, i) => row(i === 0 ? 'curl' : '', text))),
    row('again', rerun),
  ]
}

const SHOWN = 300
const short = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`)

function requestLine({ method, path, body }: { readonly method: string; readonly path: string; readonly body?: string }): string {
  return `${method} ${path}${body === undefined ? '' : ` ${short(body)}`}`
}

function responseLine({ response, failure, ms }: Report['volatile']['exchanges'][string]): string {
  return `${response ? `${response.status} ${short(response.body.trim())}` : failure?.says ?? ''} (${ms} ms)`
}

const SAYS = {
  conformant: ['PASS', 'conformant: every MUST of this profile is met'],
  'non-conformant': ['FAIL', 'not conformant: a MUST is broken'],
  inconclusive: ['NOT_TESTED', 'inconclusive: nothing is broken, but not every MUST was tested'],
} as const

function summary(report: Report, paint: Painter): readonly string[] {
  const { counts, root_causes, verdict, rules, volatile } = report
  const numbers = (Object.entries(counts) as [State, number][]).filter(([, n]) => n > 0).map(([state, n]) => paint.state(state, `${n} ${state}`)).join('  ')
  const causes = root_causes.map(({ root, blocked }) => `${blocked} ${blocked === 1 ? 'rule waits' : 'rules wait'} for ${root}: ${rules.find(({ id }) => id === root)?.reason ?? ''}`)
  const supplies = [...new Set(rules.filter(({ state }) => state === 'NOT_TESTED').map(({ reason }) => reason))]
  const fresh = rules.filter((rule) => rule.new !== undefined).map(({ id, state }) => `${id} ${state}`)
  const [state, says] = SAYS[verdict]
  return [
    ...causes.map((cause) => `  ${paint.state('BLOCKED', SIGN.BLOCKED)} ${cause}`),
    ...supplies.map((supply) => `  ${paint.state('NOT_TESTED', SIGN.NOT_TESTED)} ${supply}`),
    ...(causes.length + supplies.length > 0 ? [''] : []),
    ...(fresh.length > 0 ? [`  ${paint.state('INFO', SIGN.INFO)} New, so they do not count yet: ${fresh.join(', ')}`, ''] : []),
    `${paint.bold(`${rules.length} rules`)}  ${numbers}  ${paint.dim(`${volatile.duration_ms} ms`)}`,
    paint.state(state, says),
  ]
}
