import { createHash } from 'node:crypto'
import type { State } from '../engine/types.ts'
import type { ExchangeReport, Report, RuleReport } from './data.ts'
import { html as esc } from './escape.ts'
import { marked } from './html-json.ts'
import { SCRIPT, STYLE } from './html-page.ts'

/** The page runs its own script and loads nothing, whatever is written into it. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'`

const TITLES = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
} as const

/** The verdict in one sentence. */
function saysOf({ verdict, rules }: Report): string {
  const musts = rules.filter(({ level, new: since }) => level === 'MUST' && since === undefined)
  const broken = musts.filter(({ state }) => state === 'FAIL').length
  if (verdict === 'non-conformant')
    return `${broken} of ${musts.length} MUSTs ${broken === 1 ? 'is' : 'are'} broken.`
  return verdict === 'conformant'
    ? `All ${musts.length} MUSTs of this profile are met, or do not apply.`
    : 'Nothing that was tested is broken, but not every MUST was tested.'
}
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
const kind = (state: State): string => state.toLowerCase().replaceAll(/[^a-z]/g, '')
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

/** One page that needs nothing else: what is wrong first, then the tree of the interface. */
export function htmlPage(report: Report): string {
  const { subject, target, verdict, suite, seed, profile, volatile, rules, sections } = report
  const title = TITLES[verdict]
  const wrong = rules
    .filter(({ violation, state }) => violation !== undefined && state !== 'INFO')
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(`${title}: ${target}`)}</title>
<style>${STYLE}</style>
<header class="${verdict}">
  <div class="wrap">
    <p class="over">${esc(subject)} · profile ${esc(profile)}</p>
    <h1>${title}</h1>
    <p class="target"><code>${esc(target)}</code></p>
    <p>${saysOf(report)}</p>
    ${bar(report)}
  </div>
</header>
<main class="wrap">
${wrong.length === 0 ? '' : `<section><h2>${wrong.length === 1 ? 'One thing is wrong' : `${wrong.length} things are wrong`}</h2>${wrong.map((rule, i) => finding(rule, report, i === 0)).join('')}</section>`}
${causes(report)}
<section><h2>All ${rules.length} rules</h2>
<nav class="filter" aria-label="Show">${filters(report)}</nav>
${sections
  .map(({ id, title }) =>
    tree(
      title,
      rules.filter(({ section }) => section === id),
    ),
  )
  .join('')}
</section>
</main>
<footer class="wrap">${esc(suite.name)} ${esc(suite.version)} · rules ${esc(suite.rule_set)} · interface ${esc(suite.interface_sha256.slice(0, 12))} · seed <code>${esc(seed)}</code> · ${esc(volatile.started_at)} · ${volatile.duration_ms} ms</footer>
<script>${SCRIPT}</script>
</html>
`
}

function bar({ counts, rules }: Report): string {
  const shown = ORDER.filter((state) => counts[state] > 0)
  const pieces = shown
    .map(
      (state) =>
        `<i class="${kind(state)}" style="flex:${counts[state]}" title="${counts[state]} ${LABEL[state]}"></i>`,
    )
    .join('')
  const numbers = shown
    .map((state) => `<li><b class="dot ${kind(state)}"></b>${counts[state]} ${LABEL[state]}</li>`)
    .join('')
  return `<div class="bar" role="img" aria-label="${rules.length} rules">${pieces}</div><ul class="counts">${numbers}</ul>`
}

function causes({ root_causes, rules }: Report): string {
  const waiting = root_causes.map(
    ({ root, blocked }) =>
      `<li><b class="dot blocked"></b><span>${blocked} ${blocked === 1 ? 'rule waits' : 'rules wait'} for <a href="#${root}">${root}</a>: ${esc(causeOf(rules.find(({ id }) => id === root)))}</span></li>`,
  )
  const missing = [
    ...new Set(rules.filter(({ state }) => state === 'NOT_TESTED').map(({ reason }) => reason)),
  ].map((reason) => `<li><b class="dot nottested"></b><span>${esc(reason)}</span></li>`)
  return waiting.length + missing.length === 0
    ? ''
    : `<section><h2>What waits</h2><ul class="causes">${[...waiting, ...missing].join('')}</ul></section>`
}

/** What is wrong with it stands above already; what else keeps others waiting is said here. */
const causeOf = (rule: RuleReport | undefined): string =>
  (rule?.violation === undefined ? rule?.reason : rule.title) ?? ''

function finding(rule: RuleReport, { volatile }: Report, open: boolean): string {
  const {
    id,
    state,
    title,
    clause,
    violation,
    hint,
    curl,
    rerun,
    level,
    evidence,
    accepts,
    flaky,
  } = rule
  const keys = [...new Set([violation?.exchange ?? evidence.at(-1) ?? ''])]
  const exchanges = keys.flatMap((key) => volatile.exchanges[key] ?? [])
  return `<details class="finding ${kind(state)}" id="${id}"${open ? ' open' : ''}>
<summary><b class="badge ${kind(state)}">${LABEL[state]}</b> <span class="id">${id}</span> <span>${esc(title)}</span>${flakyMark(flaky)}</summary>
<div class="body">
<blockquote>${clauseOf(clause.quote)}<cite>${level} · line ${clause.line} of the interface</cite></blockquote>
<dl class="diff"><dt>Where</dt><dd><code>${esc(violation?.pointer ?? '')}</code></dd><dt>Expected</dt><dd class="want"><code>${esc(violation?.expected ?? '')}</code></dd><dt>Actual</dt><dd class="got"><code>${esc(violation?.actual ?? '')}</code></dd></dl>
<p class="hint">${esc(hint)}${accepts === undefined ? '' : ` <small>Accepted: ${esc(accepts)}</small>`}</p>
${exchanges.map((one) => exchange(one, violation?.pointer ?? '')).join('')}
${curl.length === 0 ? '' : `<div class="shell"><button type="button">Copy</button><pre>${esc(curl.join('\n'))}</pre></div>`}
<div class="shell"><button type="button">Copy</button><pre>${esc(rerun)}</pre></div>
</div></details>`
}

const SHOWN = 4000
/** A long body is shown as text and cut; a short one line by line, with what is wrong in it marked. */
const body = (text: string, pointer: string | undefined): string =>
  text.length <= SHOWN ? marked(text, pointer) : `${esc(text.slice(0, SHOWN))}…`

/** The clause as one reads it: a table row without its rules, code as code. */
function clauseOf(quote: string): string {
  const cells = quote.startsWith('|')
    ? quote
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(' · ')
    : quote.replace(/^#+ /, '')
  return esc(cells).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function exchange({ request, response, failure, ms }: ExchangeReport, pointer: string): string {
  const head = (name: string, value: string): string =>
    `<span class="name">${esc(name)}:</span> ${esc(value)}`
  const isWanted = (name: string): boolean =>
    pointer.toLowerCase() === `header ${name.toLowerCase()}`
  const heads = (pairs: readonly (readonly [string, string])[]): string =>
    pairs
      .map(([name, value]) =>
        isWanted(name) ? `<mark>${head(name, value)}</mark>` : head(name, value),
      )
      .join('\n')
  const sent = `<b>${esc(request.method)} ${esc(request.path)}</b>\n${heads(Object.entries(request.headers))}${request.body === undefined ? '' : `\n\n${body(request.body, undefined)}`}`
  const got = response
    ? `${pointer === 'status' ? `<mark><b>${response.status}</b></mark>` : `<b>${response.status}</b>`} <small>${ms} ms</small>\n${heads(response.headers)}\n\n${body(response.body, pointer.startsWith('body/') ? pointer.slice(4) : undefined)}`
    : `<b>${esc(failure?.says ?? '')}</b> <small>${ms} ms</small>`
  return `<div class="exchange"><figure><figcaption>Request</figcaption><pre>${sent}</pre></figure><figure><figcaption>Response</figcaption><pre>${got}</pre></figure></div>`
}

function filters({ counts }: Report): string {
  const states = ORDER.filter((state) => counts[state] > 0)
  return [
    `<button type="button" data-show="" aria-pressed="true">All</button>`,
    ...states.map(
      (state) =>
        `<button type="button" data-show="${kind(state)}" aria-pressed="false">${LABEL[state]} ${counts[state]}</button>`,
    ),
  ].join('')
}

/** Several runs that did not end the same. */
const flakyMark = (flaky: RuleReport['flaky']): string =>
  flaky === undefined
    ? ''
    : ` <span class="flaky" title="${flaky.map((state) => LABEL[state]).join(', ')}">flaky</span>`

function tree(title: string, rules: readonly RuleReport[]): string {
  const rows = rules.map(({ id, state, title, reason, level, clause, violation, known, flaky }) => {
    const name = violation !== undefined && state !== 'INFO' ? `<a href="#${id}">${id}</a>` : id
    const said = known === undefined ? (state === 'PASS' ? '' : reason) : `Known: ${known}`
    return `<li class="rule ${kind(state)}"><b class="dot ${kind(state)}"></b><span class="id">${name}</span><span class="title">${esc(title)}${flakyMark(flaky)}${said === '' ? '' : `<small>${esc(said)}</small>`}</span><span class="level" title="${esc(clause.quote)}">${level} L${clause.line}</span><span class="state">${LABEL[state]}</span></li>`
  })
  const dots = rules
    .map(({ id, state }) => `<i class="${kind(state)}" title="${id}: ${LABEL[state]}"></i>`)
    .join('')
  const open = rules.some(({ state }) => !['PASS', 'INFO', 'N/A'].includes(state))
  return `<details class="part"${open ? ' open' : ''}><summary><b>${esc(title)}</b><span class="strip">${dots}</span><span class="count">${rules.length}</span></summary><ul class="tree">${rows.join('')}</ul></details>`
}
