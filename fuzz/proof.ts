/** Measures how many planted faults fuzzing finds, with a short run for each of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS } from './faults.ts'
import { JOBS, type Job } from './jobs.ts'
import { countIssues } from './log-counts.ts'
import { runTrials, type Trial, type Verdict } from './planted.ts'
import { installSchemathesis } from './python.ts'
import { runJob } from './run-job.ts'

/** The files and folders that each run needs. */
const COPIED = [
  'src',
  'generated',
  'schemas',
  'package.json',
  'openapi.yaml',
  'a2a.openapi.yaml',
  'fuzz/platform.ts',
]
const SEED = 20261121
/**
 * The run on the free plan needs more requests, so that every operation with a quota exceeds it. The run against an agent needs more, so
 * that some tasks are refused and others fail.
 */
const FACTORS = {
  enterprise: 0.15,
  free: 0.3,
  examples: 0.15,
  agent: 0.5,
} as const satisfies Record<Job['as'], number>
/** These phases run first, because most faults are found without the others. They send too few requests for a warning to show a fault. */
const QUICK = ['examples', 'stateful'] as const

/**
 * `--only TEXT` selects faults by their description; `--from N` continues an interrupted run at the Nth fault; `--concurrency N` sets how
 * many run at a time.
 */
const {
  values: { only, from, concurrency },
} = parseArgs({
  options: {
    only: { type: 'string' },
    from: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
  },
})
const installed = installSchemathesis()
if (installed.kind === 'missing') throw new Error(installed.reason)
const { st } = installed

async function judge(root: string, job: Job): Promise<Verdict> {
  const quick = await runAgainst(root, job, QUICK)
  return quick.kind === 'found' && !quick.by_warnings ? quick : runAgainst(root, job)
}

async function runAgainst(
  root: string,
  job: Job,
  phases?: typeof QUICK,
): Promise<Verdict & { readonly by_warnings: boolean }> {
  const reports = join(root, 'reports')
  const { problems, rounds } = await runJob({
    st,
    job: { ...job, deep: false },
    seed: SEED,
    factor: FACTORS[job.as],
    reports,
    root,
    fail_fast: true,
    ...(phases && { phases, single_round: true }),
  })
  if (problems.length === 0) return { kind: 'missed', by: '', by_warnings: false }
  const { failures, errors } = countIssues(rounds)
  const titles = titlesIn(join(reports, job.name, '1', 'log.txt'))
  return {
    kind: 'found',
    by_warnings: problems.length === 1 && rounds[0]!.code !== 0 && failures + errors === 0,
    by: `${problems[0]!.replace(/see \S+/, '')} ${titles}`,
  }
}

/** Returns the failures that the summary of a log lists. */
const titlesIn = (log: string): string =>
  [...readFileSync(log, 'utf8').matchAll(/^ +❌ (ST\d+ .*)$/gm)]
    .map(([, title]) => title)
    .join(', ')

const jobNamed = (wanted: string): Job => JOBS.find(({ name }) => name === wanted)!

/** The runs without a fault, which must find nothing. */
const baseline = ['enterprise', 'free', 'agent'].map((name) => ({
  job: jobNamed(name),
  description: `(no fault, ${name})`,
}))
const faulty = FAULTS.map((fault) => ({
  job: jobNamed(fault.job ?? 'enterprise'),
  fault,
  description: fault.description,
}))
const trials: readonly (Trial & { readonly job: Job })[] = [
  ...(from === '1' ? baseline : []),
  ...faulty.slice(Number(from) - 1),
].filter(({ description }) => only === undefined || description.includes(only))
await runTrials(trials, {
  copied: COPIED,
  concurrency: Number(concurrency),
  judge: (root, { job }) => judge(root, job),
})
