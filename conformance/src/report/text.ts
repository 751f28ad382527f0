import type { State } from '../engine/types.ts'
import { oneLine } from '../visible.ts'
import { mapStrings, type Report, type RuleReport } from './data.ts'
import { blockedRules, hasFinding, isUnjudged, reasonsNotTested } from './describe.ts'
import { painter, SYMBOL, type Painter } from './paint.ts'
import { MIN_SHARED_LINE } from './rule-lines.ts'
import { detail } from './text-detail.ts'

export interface TextOptions {
  readonly colour: boolean
  /** Shows every section. Without it only findings and verdict are shown, because the rules were printed one by one. */
  readonly tree: boolean
  /** The width of the terminal. */
  readonly columns?: number | undefined
}

/** Returns the report for a terminal: the sections, the findings in detail, and the verdict last. */
export function text(original: Report, { colour, tree, columns }: TextOptions): string {
  // Text from a target is displayed on one line and never interpreted by the terminal.
  const report = mapStrings(original, singleLine)
  const paint = painter(colour)
  const findings = report.rules.filter(hasFinding)
  const details =
    findings.length === 0
      ? []
      : [
          '',
          paint.bold(findings.length === 1 ? '1 finding' : `${findings.length} findings`),
          ...findings.flatMap((rule) => detail(rule, report, paint, columns)),
        ]
  return [
    ...(tree ? ['', ...sections(report, paint)] : []),
    ...details,
    '',
    ...summary(report, paint),
    '',
  ].join('\n')
}

const singleLine = (text: string): string => oneLine(text.trim().replace(/\s*[\r\n]+\s*/g, ' '))

/** Returns the line that identifies the suite, the target and the seed. */
export function heading(
  report: Pick<Report, 'suite' | 'subject' | 'target' | 'profile' | 'seed'>,
): string {
  const { suite, subject, target, profile, seed } = report
  return `${suite.name} ${suite.version}, rules ${suite.rule_set}, interface ${suite.interface_sha256.slice(0, 12)} · ${subject} ${oneLine(target)} · profile ${profile} · seed ${oneLine(seed)}`
}

/** Returns a line for each section with a symbol for each rule, and below it the rules that need attention. */
function sections({ sections, rules }: Report, paint: Painter): readonly string[] {
  const width = Math.max(...sections.map(({ title }) => title.length))
  return sections.flatMap(({ id, title }) => {
    const own = rules.filter(({ section }) => section === id)
    const symbols = own.map(({ state }) => paint.state(state, SYMBOL[state])).join('')
    return [`  ${title.padEnd(width)}  ${symbols}`, ...attentionLines(own, paint)]
  })
}

/** Returns the lines of the rules in a section that need attention. Rules that are blocked by the same rule share a line. */
function attentionLines(rules: readonly RuleReport[], paint: Painter): readonly string[] {
  const open = rules.filter(
    ({ state, flaky }) => !['PASS', 'INFO', 'N/A'].includes(state) || flaky !== undefined,
  )
  return open.flatMap((rule) => {
    const siblings = open.filter(({ root }) => root !== undefined && root === rule.root)
    if (siblings.length < MIN_SHARED_LINE) return [line(rule, paint)]
    return rule === siblings[0] ? [blockedLine(siblings, paint)] : []
  })
}

const blockedLine = ([first, ...others]: readonly RuleReport[], paint: Painter): string =>
  `    ${paint.state('BLOCKED', SYMBOL.BLOCKED)} ${paint.dim(`${blockedRules(others.length + 1)} by ${first?.root ?? ''}`)}`

function line(rule: RuleReport, paint: Painter): string {
  const { state, id, title, reason, known, flaky, root } = rule
  const isBlocked = state === 'BLOCKED'
  // The details of findings follow below.
  const note = isBlocked ? `blocked by ${root ?? ''}` : hasFinding(rule) ? '' : reason
  const notes = [
    ...(note === '' ? [] : [note]),
    ...(known === undefined ? [] : [`known: ${known}`]),
    ...(flaky === undefined ? [] : [`flaky: ${flaky.join(', ')}`]),
  ].join(' · ')
  return `    ${paint.state(state, `${SYMBOL[state]} ${id.padEnd(9)}`)} ${isBlocked ? paint.dim(title) : title}${notes === '' ? '' : paint.dim(` · ${notes}`)}`
}

const VERDICTS = {
  conformant: ['PASS', 'conformant', 'every judged MUST that counts is met or does not apply'],
  'non-conformant': ['FAIL', 'not conformant', 'a MUST is violated'],
  inconclusive: [
    'NOT_TESTED',
    'inconclusive',
    'no MUST is violated, but some were not tested or none passed',
  ],
} as const

function summary(report: Report, paint: Painter): readonly string[] {
  const { counts, verdict, rules, volatile, repeat } = report
  const numbers = (Object.entries(counts) as [State, number][])
    .filter(([, n]) => n > 0)
    .map(([state, n]) => paint.state(state, `${SYMBOL[state]} ${n} ${state}`))
    .join('  ')
  const open = [...rootCauses(report, paint), ...missing(report, paint)]
  const newRules = rules
    .filter((rule) => rule.new !== undefined && !isUnjudged(rule.state))
    .map(({ id, state }) => `${id} ${state}`)
  const [state, word, explanation] = VERDICTS[verdict]
  return [
    ...(newRules.length > 0
      ? [
          `  ${paint.state('INFO', SYMBOL.INFO)} New rules, which do not count yet: ${newRules.join(', ')}`,
          '',
        ]
      : []),
    ...open,
    ...(open.length > 0 ? [''] : []),
    `${paint.bold(`${rules.length} rules`)}  ${numbers}  ${paint.dim(`${volatile.duration_ms} ms${repeat === 1 ? '' : ` in ${repeat} runs`}`)}`,
    `${paint.badge(state, word)}${paint.state(state, `: ${explanation}`)}`,
  ]
}

/** Returns a line for each rule that blocks others. */
function rootCauses({ root_causes, rules }: Report, paint: Painter): readonly string[] {
  return root_causes.map(({ root, blocked }) => {
    const cause = rules.find(({ id }) => id === root)
    const why = cause === undefined || hasFinding(cause) ? cause?.title : cause.reason
    return `  ${paint.state('BLOCKED', `${SYMBOL.BLOCKED} ${blockedRules(blocked)} by ${root}`)}${why === undefined ? '' : paint.dim(` · ${why}`)}`
  })
}

const missing = ({ rules }: Report, paint: Painter): readonly string[] =>
  reasonsNotTested(rules).map(
    (request) => `  ${paint.state('NOT_TESTED', SYMBOL.NOT_TESTED)} ${request}`,
  )
