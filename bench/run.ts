/**
 * Runs the benchmarks one after another and prints their results as a table. Without names it also writes docs/benchmarks.md, with the
 * table and the comment at the head of each benchmark. Usage: node bench/run.ts [--long] [NAME...]; by default all benchmarks except those
 * in `SEPARATE` run, with short settings. Each of them is a file of this folder that prints lines in the format of `kit/figures.ts`, and
 * makes short measurements if BENCH_SHORT is in its environment.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { alignColumns } from '../src/terminal/text.ts'
import type { Line } from './kit/figures.ts'

const FOLDER = import.meta.dirname
const PAGE = join(FOLDER, '../docs/benchmarks.md')
/**
 * Benchmarks that print other lines, draw a chart, have their own page or belong to a benchmark that has one, require an argument, or need
 * programs that few machines have.
 */
const SEPARATE = ['attack', 'backoff', 'backup', 'capacity', 'checkouts', 'dashboard', 'size']
const HEAD = ['Bench', 'Against', 'Ratio', 'Target', 'Verdict', 'p50', 'p99', 'Memory'] as const

const {
  values: { long },
  positionals,
} = parseArgs({ options: { long: { type: 'boolean', default: false } }, allowPositionals: true })
const TIMEOUT_MS = (long ? 240 : 20) * 60_000
const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => basename(file, '.ts'))
  .filter((name) => !SEPARATE.includes(name))
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0)
  throw new Error(
    `There is no benchmark ${unknown.join(', ')} here; choose from ${all.join(', ')}, or run bench/NAME.ts for ${SEPARATE.join(', ')}.`,
  )
const chosen = positionals.length > 0 ? all.filter((name) => positionals.includes(name)) : all
const loadBefore = loadavg()[0]!
const results = chosen.map((name) => ({ name, lines: measured(name) }))
const rows = results.flatMap(({ name, lines }) =>
  lines ? lines.map(rowOf) : [[name, '', 'failed', '', '', '', '', '']],
)

console.log(alignColumns([HEAD, ...rows]))
if (positionals.length === 0) writeFileSync(PAGE, page())
process.exitCode = results.every(({ lines }) => lines) ? 0 : 1

/** Returns the lines that a benchmark printed, or undefined if it failed. Its errors go to the terminal. */
function measured(name: string): readonly Line[] | undefined {
  console.error(name)
  const { status, signal, stdout, error } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(FOLDER, `${name}.ts`)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, BENCH_SHORT: long ? undefined : '1' },
    },
  )
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
  if (status === 0 && lines.length > 0) return lines
  const end =
    status === 0
      ? 'printed no results'
      : status === null
        ? `was ended by ${signal}`
        : `exited with ${status}`
  console.error(`${name} failed: ${error?.message ?? `it ${end}`}`)
  return undefined
}

function rowOf({
  bench,
  against,
  ratio,
  target,
  at_most,
  p50_ms,
  p99_ms,
  rss_mb,
}: Line): readonly string[] {
  const required =
    target !== undefined ? `≥ ${target}` : at_most !== undefined ? `≤ ${at_most}` : ''
  const verdict =
    required === ''
      ? ''
      : ratio >= (target ?? -Infinity) && ratio <= (at_most ?? Infinity)
        ? 'reached'
        : 'missed'
  const unit = (value: number | undefined, name: string) =>
    value === undefined ? '' : `${value} ${name}`
  return [
    bench,
    against ?? '',
    String(ratio),
    required,
    verdict,
    unit(p50_ms, 'ms'),
    unit(p99_ms, 'ms'),
    unit(rss_mb, 'MB'),
  ]
}

function page(): string {
  const markdown = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const processors = cpus()
  return [
    '# Benchmarks',
    '',
    'Most of these benchmarks compare the registry with the same work done without it, or two registries with each other: a large one with a small one, or one with a feature and one without it.',
    '`npm run bench` runs all that are described here and writes this page; `npm run bench -- --long` measures for longer, with larger registries, fleets',
    'and logs. Others are run one by one ([bench/README.md](../bench/README.md)). Both sides of a comparison run in alternation, so other load on the machine',
    'affects both equally, except where a description says otherwise.',
    '',
    "`Ratio` is our speed divided by the peer's: 1 is as fast, 2 is twice as fast. The speed is a rate per second or per second of processor time, or the",
    'inverse of a time. For the following benchmarks it is one time divided by another, and lower is better: for `registry`, except in its `engine` lines, the time',
    'in a large registry divided by that in a small one; for `growth` the time with a large fleet divided by that with a small one, or the time in a busy',
    'period divided by that in an idle one; for `transparency`, except in its `register` lines, the time with a large log divided by that with a small one;',
    'for `protocols` the processor time of a protocol divided by that of `POST /a2a/tasks`; and for `tracing` the processor time of a request with tracing',
    'divided by that without. A ratio without a target is informational only. `p50` and `p99` are our latencies, except in the `engine` lines of `registry`.',
    '',
    ...[HEAD, HEAD.map(() => '---'), ...rows].map(markdown),
    '',
    `Measured ${new Date().toISOString().slice(0, 10)} with ${long ? 'long' : 'short'} settings on ${processors.length} × ${processors[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node};`,
    `one-minute load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after.`,
    '',
    '## Descriptions',
    '',
    ...chosen.flatMap((name) => [`### ${name}`, '', about(name), '']),
  ].join('\n')
}

/** Returns the comment at the head of a benchmark, with links to the specification. */
function about(name: string): string {
  const [, text = ''] =
    /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(FOLDER, `${name}.ts`), 'utf8')) ?? []
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .replace(/docs\/(specification\/[\w-]+\.md(?:#[\w-]+)?)/g, '[$1]($1)')
    .trim()
}
