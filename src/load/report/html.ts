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

/** Renders a report as one self-contained HTML page without scripts. */
export function pageOf(report: LoadReport): string {
  const { verdict, generator } = report
  return `<!DOCTYPE html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Load test ${dateOf(report)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>Load test of ${report.target}, ${formatTimestamp(report.started_at)}</h1>
<p class="verdict ${verdict.kind}">${verdict.sentence}</p>
${tiles(report)}
${list(verdict.notes)}
<section aria-labelledby="next"><h2 id="next">What to do next</h2>${list(verdict.next)}</section>
${figures(report)}
${operations(report)}
${endings(report)}
${settings(report)}
<footer class="small">Created by ${generator.name} ${generator.version}. A platform sustains a fleet if at most one request in a thousand fails, 99 of 100 heartbeats get a response within a second of their due time, and the fleet reaches at least 99 % of its size.</footer>
</main>
</body>
</html>`.text
  }\n`
}

const dateOf = ({ started_at }: LoadReport): string => started_at.slice(0, 10)
const formatTimestamp = (timestamp: string): string =>
  `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`
const list = (sentences: readonly string[]): Html =>
  html`<ul class="plain">${sentences.map((sentence) => html`<li>${withCode(sentence)}</li>`)}</ul>`
/** Marks flags, files and settings in a sentence as code. */
const withCode = (sentence: string): Html[] =>
  sentence
    .split(/(--[a-z][a-z-]*(?: \d+)?|docs\/[a-z.]+|SVC_[A-Z_]+|`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<code>${part.replaceAll('`', '')}</code>` : html`${part}`,
    )

function tiles({ operations: entries, heartbeats_per_second, platform, fleet }: LoadReport): Html {
  const heartbeat = entries.find(({ operation }) => operation === 'renewLease')?.latency_ms
  const bad = entries.reduce((total, entry) => total + entry.bad, 0)
  const shown: readonly (readonly [name: string, value: string, style?: string])[] = [
    ['installations', whole(fleet.live)],
    ['heartbeats per second', figure(heartbeats_per_second.sent)],
    ...(heartbeat
      ? ([
          ['heartbeat p50', duration(heartbeat.p50)],
          ['heartbeat p99', duration(heartbeat.p99)],
          ['slowest', duration(heartbeat.max)],
        ] as const)
      : []),
    ['errors', whole(bad), bad > 0 ? 'bad' : ''],
    ...(platform ? ([["platform's processor usage", percent(platform.cores)]] as const) : []),
  ]
  return html`<dl class="tiles">${shown.map(([name, value, style]) => html`<div${style ? html` class="${style}"` : ''}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function operations({ operations: entries, seconds }: LoadReport): Html {
  const rows = entries.map(
    ({ operation, due, bad, per_second, latency_ms: { p50, p90, p99, p99_9, max } }) =>
      html`<tr><th scope="row">${LABELS[operation]}</th><td>${whole(due)}</td><td>${figure(per_second)}</td>${[p50, p90, p99, p99_9, max].map((value) => html`<td>${duration(value)}</td>`)}<td>${whole(bad)}</td></tr>
`,
  )
  return html`<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
<p class="reading">Requests due in the steady phase (${timeSpan(seconds.steady)}).</p>
<div class="scroll"><table><thead><tr><th scope="col">operation</th><th scope="col">due</th><th scope="col">per second</th><th scope="col">p50</th><th scope="col">p90</th><th scope="col">p99</th><th scope="col">p99.9</th><th scope="col">slowest</th><th scope="col">errors</th></tr></thead><tbody>
${rows}</tbody></table></div></section>`
}

/** Sort order: errors before the rest, steady before ramp, the most frequent first. */
const ORDER = { steady: 0, ramp: 1, cleanup: 2, bad: 0, explained: 1, good: 2 } as const
const JUDGEMENTS = { good: 'success', explained: 'caused by the run', bad: 'error' } as const

function endings({ endings: entries }: LoadReport): Html {
  const sorted = entries.toSorted(
    (a, b) =>
      ORDER[a.judgement] - ORDER[b.judgement] ||
      ORDER[a.phase] - ORDER[b.phase] ||
      b.count - a.count,
  )
  return html`<section aria-labelledby="endings"><h2 id="endings">Request results</h2>
<p class="reading">Requests of all phases: ramp (the fleet grows), steady (measured), and cleanup.</p>
<div class="scroll"><table><thead><tr><th scope="col">result</th><th scope="col" class="text">operation</th><th scope="col" class="text">phase</th><th scope="col" class="text">counted as</th><th scope="col">requests</th></tr></thead><tbody>
${sorted.map(
  ({
    phase,
    operation,
    outcome,
    judgement,
    count: times,
  }) => html`<tr><th scope="row"><code>${outcome}</code></th><td class="text">${LABELS[operation]}</td><td class="text">${phase}</td><td class="text${judgement === 'bad' && ' bad'}">${JUDGEMENTS[judgement]}</td><td>${whole(times)}</td></tr>
`,
)}</tbody></table></div></section>`
}

function settings({
  settings: configured,
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
      `${count(configured.installations, 'installation')}, a heartbeat every ${timeSpan(configured.interval_s)}`,
    ],
    [
      'time',
      `${timeSpan(seconds.ramp)} to grow, ${timeSpan(seconds.steady)} of ${timeSpan(configured.duration_s)} measured`,
    ],
    ['besides heartbeats', churn(configured.per_minute)],
    [
      'fleet at the end',
      `${count(fleet.live, 'installation')}; ${whole(fleet.installed)} installed, ${whole(fleet.revoked)} revoked and ${whole(fleet.recovered)} recovered`,
    ],
    [
      'workspace',
      `${configured.workspace_id}${configured.own_workspace ? ', created for this run' : ''}`,
    ],
    ['agent', configured.agent_id],
    [
      'generator',
      `up to ${count(configured.connections, 'connection')}, timeout ${duration(configured.timeout_ms)}, ${count(configured.api_keys, 'API key')}; used ${cores(client.cores)} and ${bytes(client.memory_bytes)}; p99 of its delay ${duration(client.late_ms.p99)}`,
    ],
    ...(platform
      ? [
          [
            "platform's process",
            `${cores(platform.cores)}${platform.memory_bytes === null ? '' : ` and ${bytes(platform.memory_bytes)} of memory`}, according to its /metrics`,
          ] as const,
        ]
      : []),
    ['clean-up', describeCleanUp(cleanup)],
  ]
  return html`<section aria-labelledby="settings"><h2 id="settings">Configuration</h2>
<div class="scroll"><table class="configuration"><tbody>
${rows.map(
  ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`,
)}</tbody></table></div></section>`
}

const churn = ({ bootstraps, refreshes, recoveries, revokes }: Churn): string =>
  `${figure(bootstraps)} bootstraps, ${figure(refreshes)} refreshes, ${figure(recoveries)} recoveries and ${figure(revokes)} revocations per minute`

const describeCleanUp = ({
  revoked,
  revoked_with_workspace,
  left,
  workspace_left,
}: LoadReport['cleanup']): string =>
  [
    `${count(revoked + revoked_with_workspace, 'installation')} revoked`,
    ...(left > 0 ? [`${whole(left)} remaining`] : []),
    ...(workspace_left === null ? [] : [`workspace ${workspace_left} remaining`]),
  ].join(', ')
