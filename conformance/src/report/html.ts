import { longLocationOf, shortLocationOf } from './clause.ts'
import { createHash } from 'node:crypto'
import type { State } from '../engine/types.ts'
import type { ExchangeReport, Report, RuleReport } from './data.ts'
import { exchangeKey, hasFinding, reasonsNotTested, blockedRules } from './describe.ts'
import { escapeMarkup } from './escape.ts'
import { highlightMember } from './html-json.ts'
import { SCRIPT, STYLE } from './html-page.ts'

/** The page runs only its own script and loads nothing, whatever text from the target it contains. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'`

const TITLES = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
} as const

const LABEL: Readonly<Record<State, string>> = {
  PASS: 'pass',
  FAIL: 'fail',
  WARN: 'warn',
  INFO: 'info',
  'N/A': 'n/a',
  BLOCKED: 'blocked',
  NOT_TESTED: 'not tested',
  ERROR: 'error',
}
const classOf = (state: State): string => state.toLowerCase().replaceAll(/[^a-z]/g, '')
/** Findings come first. */
const ORDER: readonly State[] = [
  'FAIL',
  'ERROR',
  'WARN',
  'BLOCKED',
  'NOT_TESTED',
  'PASS',
  'INFO',
  'N/A',
]

/** Returns the report as one page that needs no other file: the findings, what is still open, and all rules. */
export function htmlPage(report: Report): string {
  const { subject, target, verdict, suite, seed, profile, volatile, rules } = report
  const title = TITLES[verdict]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(`${title}: ${target}`)}</title>
<style>${STYLE}</style>
<header class="${verdict}">
  <div class="wrap">
    <p class="over">${escapeMarkup(subject)} · profile ${escapeMarkup(profile)}</p>
    <h1>${title}</h1>
    <p class="target"><code>${escapeMarkup(target)}</code></p>
    <p>${summaryOf(report)}</p>
    ${stateBar(report)}
  </div>
</header>
<main class="wrap">
${findings(report)}
${openRules(report)}
<section><h2>All ${rules.length} rules</h2>
<nav class="filter" aria-label="Show">${filters(report)}</nav>
${sections(report)}
</section>
</main>
<footer class="wrap">${escapeMarkup(suite.name)} ${escapeMarkup(suite.version)} · rules ${escapeMarkup(suite.rule_set)} · interface ${escapeMarkup(suite.interface_sha256.slice(0, 12))} · seed <code>${escapeMarkup(seed)}</code> · ${escapeMarkup(volatile.started_at)} · ${volatile.duration_ms} ms</footer>
<script>${SCRIPT}</script>
</html>
`
}

/** Returns the verdict in one sentence. */
function summaryOf({ verdict, rules }: Report): string {
  const musts = rules.filter(({ level, new: since }) => level === 'MUST' && since === undefined)
  const violated = musts.filter(({ state }) => state === 'FAIL').length
  if (verdict === 'non-conformant')
    return `${violated} of ${musts.length} MUSTs ${violated === 1 ? 'is' : 'are'} violated.`
  return verdict === 'conformant'
    ? `${musts.length} ${musts.length === 1 ? 'MUST was' : 'MUSTs were'} judged: none is violated, and each is met or does not apply.`
    : 'No MUST is violated, but some were not tested or none passed.'
}

function stateBar({ counts, rules }: Report): string {
  const shown = ORDER.filter((state) => counts[state] > 0)
  const segments = shown
    .map(
      (state) =>
        `<i class="${classOf(state)}" style="flex:${counts[state]}" title="${counts[state]} ${LABEL[state]}"></i>`,
    )
    .join('')
  const numbers = shown
    .map(
      (state) => `<li><b class="dot ${classOf(state)}"></b>${counts[state]} ${LABEL[state]}</li>`,
    )
    .join('')
  return `<div class="bar" role="img" aria-label="${rules.length} rules">${segments}</div><ul class="counts">${numbers}</ul>`
}

function findings(report: Report): string {
  const rules = report.rules
    .filter(hasFinding)
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  const title = rules.length === 1 ? '1 finding' : `${rules.length} findings`
  return rules.length === 0
    ? ''
    : `<section><h2>${title}</h2>${rules.map((rule, i) => finding(rule, report, i === 0)).join('')}</section>`
}

/** Lists the rules that block others, and what the user has to provide. */
function openRules({ root_causes, rules }: Report): string {
  const waiting = root_causes.map(({ root, blocked }) => {
    const rule = rules.find(({ id }) => id === root)
    return `<li><b class="dot blocked"></b><span>${blockedRules(blocked)} by ${rule ? ruleName(rule) : root}: ${escapeMarkup(causeOf(rule))}</span></li>`
  })
  const missing = reasonsNotTested(rules).map(
    (request) => `<li><b class="dot nottested"></b><span>${escapeMarkup(request)}</span></li>`,
  )
  return waiting.length + missing.length === 0
    ? ''
    : `<section><h2>Not tested</h2><ul class="causes">${[...waiting, ...missing].join('')}</ul></section>`
}

/** A finding is described above already, so only the title of the rule is repeated. */
const causeOf = (rule: RuleReport | undefined): string =>
  (rule?.violation === undefined ? rule?.reason : rule.title) ?? ''

function finding(rule: RuleReport, { volatile }: Report, isOpen: boolean): string {
  const { id, state, title, clause, violation, hint, curl, rerun, level, accepts, flaky } = rule
  const shown = volatile.exchanges[exchangeKey(rule)]
  return `<details class="finding ${classOf(state)}" id="${id}"${isOpen ? ' open' : ''}>
<summary><b class="badge ${classOf(state)}">${LABEL[state]}</b> <span class="id">${id}</span> <span>${escapeMarkup(title)}</span>${flakyMark(flaky)}</summary>
<div class="body">
<blockquote>${clauseText(clause.quote)}<cite>${level} · ${escapeMarkup(longLocationOf(clause))}</cite></blockquote>
<dl class="diff"><dt>Where</dt><dd><code>${escapeMarkup(violation?.pointer ?? '')}</code></dd><dt>Expected</dt><dd class="want"><code>${escapeMarkup(violation?.expected ?? '')}</code></dd><dt>Actual</dt><dd class="got"><code>${escapeMarkup(violation?.actual ?? '')}</code></dd></dl>
<p class="hint">${escapeMarkup(hint)}${accepts === undefined ? '' : ` <small>Accepted: ${escapeMarkup(accepts)}</small>`}</p>
${shown === undefined ? '' : exchange(shown, violation?.pointer ?? '')}
${curl.length === 0 ? '' : commandLines(curl.join('\n'))}
${commandLines(rerun)}
</div></details>`
}

const commandLines = (lines: string): string =>
  `<div class="shell"><button type="button">Copy</button><pre>${escapeMarkup(lines)}</pre></div>`

const MAX_FORMATTED = 4000
/** Formats a short body and highlights the member at the pointer. A long one is shown as text and truncated. */
const body = (text: string, pointer: string | undefined): string =>
  text.length <= MAX_FORMATTED
    ? highlightMember(text, pointer)
    : `${escapeMarkup(text.slice(0, MAX_FORMATTED))}…`

/** Returns a clause without the Markdown of tables and headings, and with code as code. */
function clauseText(quote: string): string {
  const cells = quote.startsWith('|')
    ? quote
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(' · ')
    : quote.replace(/^#+ /, '')
  return escapeMarkup(cells).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function exchange({ request, response, failure, ms }: ExchangeReport, pointer: string): string {
  const header = (name: string, value: string): string =>
    `<span class="name">${escapeMarkup(name)}:</span> ${escapeMarkup(value)}`
  const isFound = (name: string): boolean =>
    pointer.toLowerCase() === `header ${name.toLowerCase()}`
  const headers = (pairs: readonly (readonly [string, string])[]): string =>
    pairs
      .map(([name, value]) =>
        isFound(name) ? `<mark>${header(name, value)}</mark>` : header(name, value),
      )
      .join('\n')
  const sent = `<b>${escapeMarkup(request.method)} ${escapeMarkup(request.path)}</b>\n${headers(Object.entries(request.headers))}${request.body === undefined ? '' : `\n\n${body(request.body, undefined)}`}`
  const received = response
    ? `${pointer === 'status' ? `<mark><b>${response.status}</b></mark>` : `<b>${response.status}</b>`} <small>${ms} ms</small>\n${headers(response.headers)}\n\n${body(response.body, pointer.startsWith('body/') ? pointer.slice(4) : undefined)}`
    : `<b>${escapeMarkup(failure?.says ?? '')}</b> <small>${ms} ms</small>`
  return `<div class="exchange"><figure><figcaption>Request</figcaption><pre>${sent}</pre></figure><figure><figcaption>Response</figcaption><pre>${received}</pre></figure></div>`
}

function filters({ counts }: Report): string {
  const states = ORDER.filter((state) => counts[state] > 0)
  return [
    `<button type="button" data-show="" aria-pressed="true">All</button>`,
    ...states.map(
      (state) =>
        `<button type="button" data-show="${classOf(state)}" aria-pressed="false">${LABEL[state]} ${counts[state]}</button>`,
    ),
  ].join('')
}

/** Marks a rule whose state differs between runs. */
const flakyMark = (flaky: RuleReport['flaky']): string =>
  flaky === undefined
    ? ''
    : ` <span class="flaky" title="${flaky.map((state) => LABEL[state]).join(', ')}">flaky</span>`

const sections = ({ sections, rules }: Report): string =>
  sections
    .map(({ id, title }) =>
      section(
        title,
        rules.filter((rule) => rule.section === id),
      ),
    )
    .join('')

function section(title: string, rules: readonly RuleReport[]): string {
  const dots = rules
    .map(({ id, state }) => `<i class="${classOf(state)}" title="${id}: ${LABEL[state]}"></i>`)
    .join('')
  const isOpen = rules.some(({ state }) => !['PASS', 'INFO', 'N/A'].includes(state))
  return `<details class="part"${isOpen ? ' open' : ''}><summary><b>${escapeMarkup(title)}</b><span class="strip">${dots}</span><span class="count">${rules.length}</span></summary><ul class="tree">${rules.map(ruleRow).join('')}</ul></details>`
}

/** Returns the id of a rule, with a link to its finding if there is one. */
const ruleName = (rule: RuleReport): string =>
  hasFinding(rule) ? `<a href="#${rule.id}">${rule.id}</a>` : rule.id

function ruleRow(rule: RuleReport): string {
  const { state, title, reason, level, clause, known, flaky } = rule
  const passed = state === 'PASS' ? '' : reason
  const note = known === undefined ? passed : `Known: ${known}`
  return `<li class="rule ${classOf(state)}"><b class="dot ${classOf(state)}"></b><span class="id">${ruleName(rule)}</span><span class="title">${escapeMarkup(title)}${flakyMark(flaky)}${note === '' ? '' : `<small>${escapeMarkup(note)}</small>`}</span><span class="level" title="${escapeMarkup(clause.quote)}">${level} ${escapeMarkup(shortLocationOf(clause))}</span><span class="state">${LABEL[state]}</span></li>`
}
