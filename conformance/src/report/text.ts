import type { State } from '../engine/types.ts'
import { oneLine } from '../visible.ts'
import { eachText, type Report, type RuleReport } from './data.ts'
import { painter, SIGN, type Painter } from './paint.ts'
import { detail } from './text-detail.ts'

export interface Look {
  readonly colour: boolean
  /** Shows every section; without it only what is wrong and the verdict, because the rules were told one by one. */
  readonly tree: boolean
  /** How wide the terminal is. */
  readonly columns?: number | undefined
}

/** The report for a terminal: the sections of the interface, what is wrong in full, and the verdict last. */
export function text(told: Report, { colour, tree, columns }: Look): string {
  // Whatever a target says stands on one line, and no terminal obeys it.
  const report = eachText(told, onLine)
  const paint = painter(colour)
  const wrong = report.rules.filter(isWrong)
  const details =
    wrong.length === 0
      ? []
      : [
          '',
          paint.bold(wrong.length === 1 ? 'What is wrong' : `What is wrong (${wrong.length})`),
          ...wrong.flatMap((rule) => detail(rule, report, paint, columns)),
        ]
  return [
    ...(tree ? ['', ...sections(report, paint)] : []),
    ...details,
    '',
    ...summary(report, paint),
    '',
  ].join('\n')
}

/** Line breaks of a document are no part of what it says. */
const onLine = (text: string): string => oneLine(text.trim().replace(/\s*[\r\n]+\s*/g, ' '))

/** Which suite this is, what it judges, and how to get the same run again. */
export function heading(
  report: Pick<Report, 'suite' | 'subject' | 'target' | 'profile' | 'seed'>,
): string {
  const { suite, subject, target, profile, seed } = report
  return `${suite.name} ${suite.version}, rules ${suite.rule_set}, interface ${suite.interface_sha256.slice(0, 12)} · ${subject} ${oneLine(target)} · profile ${profile} · seed ${oneLine(seed)}`
}

/** One rule on one line, the same with every run: what a log keeps. */
export function plainLine({
  state,
  id,
  title,
  reason,
  flaky,
}: Pick<RuleReport, 'state' | 'id' | 'title' | 'reason' | 'flaky'>): string {
  return `${state.padEnd(10)} ${id.padEnd(10)} ${title}${reason === '' || state === 'PASS' ? '' : ` (${oneLine(reason)})`}${flaky === undefined ? '' : ` (flaky: ${flaky.join(', ')})`}`
}

const isWrong = ({ violation, state }: RuleReport): boolean =>
  violation !== undefined && state !== 'INFO'

/** One line for each section, with a sign for each of its rules; below it the rules about which there is something to say. */
function sections({ sections, rules }: Report, paint: Painter): readonly string[] {
  const width = Math.max(...sections.map(({ title }) => title.length))
  return sections.flatMap(({ id, title }) => {
    const own = rules.filter(({ section }) => section === id)
    const signs = own.map(({ state }) => paint.state(state, SIGN[state])).join('')
    return [
      `  ${title.padEnd(width)}  ${signs}`,
      ...own
        .filter(
          ({ state, flaky }) => !['PASS', 'INFO', 'N/A'].includes(state) || flaky !== undefined,
        )
        .map((rule) => line(rule, paint)),
    ]
  })
}

function line(rule: RuleReport, paint: Painter): string {
  const { state, id, title, reason, known, flaky, root } = rule
  const isQuiet = state === 'BLOCKED'
  // Violations stand below in full.
  const said = isQuiet ? `waits for ${root ?? ''}` : isWrong(rule) ? '' : reason
  const tail = [
    ...(said === '' ? [] : [said]),
    ...(known === undefined ? [] : [`known: ${known}`]),
    ...(flaky === undefined ? [] : [`flaky: ${flaky.join(', ')}`]),
  ].join(' · ')
  return `    ${paint.state(state, `${SIGN[state]} ${id.padEnd(9)}`)} ${isQuiet ? paint.dim(title) : title}${tail === '' ? '' : paint.dim(` · ${tail}`)}`
}

const SAYS = {
  conformant: ['PASS', 'conformant', 'every MUST of this profile is met'],
  'non-conformant': ['FAIL', 'not conformant', 'a MUST is broken'],
  inconclusive: ['NOT_TESTED', 'inconclusive', 'nothing is broken, but not every MUST was tested'],
} as const

function summary(report: Report, paint: Painter): readonly string[] {
  const { counts, verdict, rules, volatile, repeat } = report
  const numbers = (Object.entries(counts) as [State, number][])
    .filter(([, n]) => n > 0)
    .map(([state, n]) => paint.state(state, `${SIGN[state]} ${n} ${state}`))
    .join('  ')
  const open = [...waiting(report, paint), ...supplies(report, paint)]
  const fresh = rules
    .filter((rule) => rule.new !== undefined)
    .map(({ id, state }) => `${id} ${state}`)
  const [state, word, says] = SAYS[verdict]
  return [
    ...(fresh.length > 0
      ? [
          `  ${paint.state('INFO', SIGN.INFO)} New, so they do not count yet: ${fresh.join(', ')}`,
          '',
        ]
      : []),
    ...open,
    ...(open.length > 0 ? [''] : []),
    `${paint.bold(`${rules.length} rules`)}  ${numbers}  ${paint.dim(`${volatile.duration_ms} ms${repeat === 1 ? '' : `, judged ${repeat} times`}`)}`,
    `${paint.badge(state, word)}${paint.state(state, `: ${says}`)}`,
  ]
}

/** One cause is one line, however many rules wait for it; a violation that stands above needs no second word. */
function waiting({ root_causes, rules }: Report, paint: Painter): readonly string[] {
  return root_causes.map(({ root, blocked }) => {
    const cause = rules.find(({ id }) => id === root)
    const why = cause === undefined || isWrong(cause) ? cause?.title : cause.reason
    return `  ${paint.state('BLOCKED', `${SIGN.BLOCKED} ${blocked} ${blocked === 1 ? 'rule waits' : 'rules wait'} for ${root}`)}${why === undefined ? '' : paint.dim(` · ${why}`)}`
  })
}

function supplies({ rules }: Report, paint: Painter): readonly string[] {
  const wanted = new Set(
    rules.filter(({ state }) => state === 'NOT_TESTED').map(({ reason }) => reason),
  )
  return [...wanted].map((supply) => `  ${paint.state('NOT_TESTED', SIGN.NOT_TESTED)} ${supply}`)
}
