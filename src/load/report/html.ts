import type { Churn } from '../settings.ts'
import type { LoadReport } from './data.ts'
import {
  bytes,
  cores,
  count,
  duration,
  figure,
  LABELS,
  percent,
  timeSpan,
  whole,
} from './format.ts'
import { figures } from './figures.ts'
import { Html, html } from '../../html.ts'
import { STYLE } from './style.ts'

/** A report as one page: nothing is loaded from elsewhere, and nothing of it runs. */
export function pageOf(report: LoadReport): string {
  const { verdict, generator } = report
  return `<!DOCTYPE html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Load run ${day(report)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>Load run of ${report.target}, ${moment(report.started_at)}</h1>
<p class="verdict ${verdict.kind}">${verdict.sentence}</p>
${tiles(report)}
${list(verdict.notes)}
<section aria-labelledby="next"><h2 id="next">What to do next</h2>${list(verdict.next)}</section>
${figures(report)}
${operations(report)}
${endings(report)}
${settings(report)}
<footer class="small">Made by ${generator.name} ${generator.version}. Kept means: at most one request in a thousand went wrong, 99 of 100 heartbeats were answered within a second of when they were due, and the fleet grew to its size.</footer>
</main>
</body>
</html>`.text
  }\n`
}

const day = ({ started_at }: LoadReport): string => started_at.slice(0, 10)
const moment = (timestamp: string): string =>
  `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`
const list = (sentences: readonly string[]): Html =>
  html`<ul class="plain">${sentences.map((sentence) => html`<li>${typed(sentence)}</li>`)}</ul>`
/** What can be typed or opened looks like it. */
const typed = (sentence: string): Html[] =>
  sentence
    .split(/(--[a-z][a-z-]*(?: \d+)?|docs\/[a-z.]+|SVC_[A-Z_]+|`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<code>${part.replaceAll('`', '')}</code>` : html`${part}`,
    )

function tiles({ operations: all, heartbeats_per_second, platform, fleet }: LoadReport): Html {
  const heartbeat = all.find(({ operation }) => operation === 'renewLease')?.latency_ms
  const bad = all.reduce((total, one) => total + one.bad, 0)
  const shown: readonly (readonly [name: string, value: string, style?: string])[] = [
    ['installations', whole(fleet.live)],
    ['heartbeats a second', figure(heartbeats_per_second.sent)],
    ...(heartbeat
      ? ([
          ['heartbeat p50', duration(heartbeat.p50)],
          ['heartbeat p99', duration(heartbeat.p99)],
          ['slowest', duration(heartbeat.max)],
        ] as const)
      : []),
    ['errors', whole(bad), bad > 0 ? 'bad' : ''],
    ...(platform ? ([["platform's share of a core", percent(platform.cores)]] as const) : []),
  ]
  return html`<dl class="tiles">${shown.map(([name, value, style]) => html`<div${style ? html` class="${style}"` : ''}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function operations({ operations: all, seconds }: LoadReport): Html {
  const rows = all.map(
    ({ operation, due, bad, per_second, latency_ms: { p50, p90, p99, p99_9, max } }) =>
      html`<tr><th scope="row">${LABELS[operation]}</th><td>${whole(due)}</td><td>${figure(per_second)}</td>${[p50, p90, p99, p99_9, max].map((value) => html`<td>${duration(value)}</td>`)}<td>${whole(bad)}</td></tr>
`,
  )
  return html`<section aria-labelledby="operations"><h2 id="operations">Operation by operation</h2>
<p class="reading">The ${timeSpan(seconds.steady)} in which the fleet was measured.</p>
<div class="scroll"><table><thead><tr><th scope="col">operation</th><th scope="col">due</th><th scope="col">a second</th><th scope="col">p50</th><th scope="col">p90</th><th scope="col">p99</th><th scope="col">p99.9</th><th scope="col">slowest</th><th scope="col">errors</th></tr></thead><tbody>
${rows}</tbody></table></div></section>`
}

/** Steady before ramp, errors before the rest, the most frequent first. */
const ORDER = { steady: 0, ramp: 1, cleanup: 2, bad: 0, explained: 1, good: 2 } as const
const JUDGED = { good: 'as it should be', explained: 'explained by the run', bad: 'error' } as const

function endings({ endings: all }: LoadReport): Html {
  const sorted = all.toSorted(
    (a, b) =>
      ORDER[a.judgement] - ORDER[b.judgement] ||
      ORDER[a.phase] - ORDER[b.phase] ||
      b.count - a.count,
  )
  return html`<section aria-labelledby="endings"><h2 id="endings">How requests ended</h2>
<p class="reading">All phases: growing (ramp), measured (steady), and cleaning up.</p>
<div class="scroll"><table><thead><tr><th scope="col">answer</th><th scope="col" class="text">operation</th><th scope="col" class="text">phase</th><th scope="col" class="text">judged</th><th scope="col">requests</th></tr></thead><tbody>
${sorted.map(
  ({
    phase,
    operation,
    outcome,
    judgement,
    count: times,
  }) => html`<tr><th scope="row"><code>${outcome}</code></th><td class="text">${LABELS[operation]}</td><td class="text">${phase}</td><td class="text${judgement === 'bad' && ' bad'}">${JUDGED[judgement]}</td><td>${whole(times)}</td></tr>
`,
)}</tbody></table></div></section>`
}

function settings({
  settings: set,
  seconds,
  client,
  platform,
  fleet,
  cleanup,
  target,
}: LoadReport): Html {
  const rows: readonly (readonly [string, string])[] = [
    ['platform', target],
    [
      'fleet',
      `${count(set.installations, 'installation')}, a heartbeat each ${timeSpan(set.interval_s)}`,
    ],
    [
      'time',
      `${timeSpan(seconds.ramp)} to grow, ${timeSpan(seconds.steady)} measured of ${timeSpan(set.duration_s)}`,
    ],
    ['beside heartbeats', churn(set.per_minute)],
    [
      'fleet at the end',
      `${count(fleet.live, 'installation')}; ${whole(fleet.installed)} made, ${whole(fleet.revoked)} revoked and ${whole(fleet.recovered)} recovered`,
    ],
    ['workspace', `${set.workspace_id}${set.own_workspace ? ', made for this run' : ''}`],
    ['agent', set.agent_id],
    [
      'generator',
      `${set.connections} connections at most, ${duration(set.timeout_ms)} until a request is given up, ${count(set.api_keys, 'API key')}; took ${cores(client.cores)} and ${bytes(client.memory_bytes)}; sent p99 ${duration(client.late_ms.p99)} late`,
    ],
    ...(platform
      ? [
          [
            "platform's process",
            `${cores(platform.cores)}${platform.memory_bytes === null ? '' : ` and ${bytes(platform.memory_bytes)} of memory`}, as its /metrics says`,
          ] as const,
        ]
      : []),
    ['clean-up', cleanedUp(cleanup)],
  ]
  return html`<section aria-labelledby="settings"><h2 id="settings">What was run</h2>
<div class="scroll"><table class="facts"><tbody>
${rows.map(
  ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`,
)}</tbody></table></div></section>`
}

const churn = ({ bootstraps, refreshes, recoveries, revokes }: Churn): string =>
  `${figure(bootstraps)} bootstraps, ${figure(refreshes)} refreshes, ${figure(recoveries)} recoveries and ${figure(revokes)} revokes a minute`

const cleanedUp = ({
  revoked,
  revoked_with_workspace,
  left,
  workspace_left,
}: LoadReport['cleanup']): string =>
  [
    `${count(revoked + revoked_with_workspace, 'installation')} revoked`,
    ...(left > 0 ? [`${whole(left)} left`] : []),
    ...(workspace_left === null ? [] : [`workspace ${workspace_left} left`]),
  ].join(', ')
