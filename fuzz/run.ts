import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { statusCoverage, GOALS } from './gates.ts'
import { isToolMissing } from '../test/kit/tools.ts'
import { ALL_BUT_COVERAGE, CORE_JOBS, GATE_JOBS, JOBS } from './jobs.ts'
import { runConcurrently } from './planted.ts'
import { installSchemathesis } from './python.ts'
import { repeatCommand } from './repeat.ts'
import { runJob, describeFollowUp, type JobResult } from './run-job.ts'
import {
  describeChain,
  describeReach,
  operationTable,
  describeStatusCoverage,
  summaryTable,
} from './table.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(import.meta.dirname, 'reports')
/** With a fixed seed the gate sends the same requests in every run. */
const FIXED_SEED = 20261121
const LONG_FACTOR = 10
const CORE_FACTOR = 0.5
/** All goals for depth are reached at this factor, but only narrowly. `npm run fuzz` uses 1. */
const GATE_FACTOR = 0.5
/** Seeds of one command are further apart than the rounds of a run, which count up from its seed. */
const SEED_DISTANCE = 1000
/** Each run uses about one core, because the server and the fuzzer wait for each other. */
const CONCURRENCY = 2

const { values: flags } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    // With several seeds every run is repeated, each time with different requests.
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    factor: { type: 'string' },
    // `npm test` uses --core and `npm run test:deep` --gate. Outside of CI they are skipped on a machine without Python.
    core: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
  },
})

const installed = installSchemathesis()
if (installed.kind === 'missing') {
  const excused = (flags.core || flags.gate) && isToolMissing('python')
  console.log(`Fuzzing ${excused ? 'skipped' : 'failed'}: ${installed.reason}`)
  process.exit(excused ? 0 : 1)
}

const seed =
  flags.seed === 'random' || (flags.long && flags.seed === undefined)
    ? randomInt(2 ** 31)
    : Number(flags.seed ?? FIXED_SEED)
const factor =
  flags.factor !== undefined
    ? Number(flags.factor)
    : flags.long
      ? LONG_FACTOR
      : flags.core
        ? CORE_FACTOR
        : flags.gate
          ? GATE_FACTOR
          : 1
const names = flags.core ? CORE_JOBS : flags.gate ? GATE_JOBS : flags.only?.split(',')
const wanted = JOBS.filter(({ name }) => names === undefined || names.includes(name))
if (wanted.length === 0) {
  console.log(`Unknown run; choose from ${JOBS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const seeds = Array.from(
  { length: Number(flags.seeds) },
  (_, index) => seed + index * SEED_DISTANCE,
)
if (seeds.length === 0) {
  console.log('--seeds takes the number of seeds, 1 or more.')
  process.exit(1)
}
const command = repeatCommand({
  part: flags.core ? 'core' : flags.gate ? 'gate' : undefined,
  only: flags.only,
  seed,
  seeds: seeds.length,
  factor,
})
console.log(`Seed ${seeds.join(', ')}. To repeat this run: ${command}\n`)

const started = performance.now()
const runs = seeds.flatMap((one) => wanted.map((job) => ({ job, seed: one })))
const outcomes = await runConcurrently(runs, CONCURRENCY, ({ job, seed: one }) =>
  runJob({
    st: installed.st,
    job,
    seed: one,
    factor,
    reports: seeds.length === 1 ? REPORTS : join(REPORTS, String(one)),
    root: ROOT,
    ...(flags.core && { phases: ALL_BUT_COVERAGE, single_round: true }),
    ...(flags.gate && job.gate_phases && { phases: job.gate_phases }),
  }),
)
report(outcomes)

function report(done: readonly JobResult[]): void {
  for (const outcome of done.filter(({ job }) => job.deep))
    console.log(`${outcome.job.name}\n\n${operationTable(outcome)}\n`)
  const seen = statusCoverage(done.map(({ depth }) => depth))
  for (const outcome of done.filter((one) => describeFollowUp(one) !== ''))
    console.log(`Checked after ${outcome.job.name}: ${describeFollowUp(outcome)}.`)
  for (const outcome of done.filter(({ job }) => job.deep)) console.log(describeChain(outcome))
  for (const outcome of done.filter(({ job }) => job.goals_without_hooks))
    console.log(describeReach(outcome))
  const complete = wanted.length === JOBS.length
  console.log(
    `${complete ? describeStatusCoverage(seen) : `Documented responses seen: ${seen.seen} of ${seen.documented}.`}\n\n${summaryTable(done)}\n`,
  )

  const problems = done.flatMap((outcome) =>
    outcome.problems.map((problem) => `${outcome.job.name}, seed ${outcome.seed}: ${problem}`),
  )
  if (complete && seen.seen / seen.documented < GOALS.documented_statuses)
    problems.push(
      `fewer than ${GOALS.documented_statuses * 100} % of the documented responses were seen`,
    )
  for (const problem of problems) console.log(`- ${problem}`)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const requests = done.reduce((sum, { depth }) => sum + depth.requests, 0)
  if (problems.length > 0) console.log(`\nTo repeat this run: ${command}`)
  console.log(
    `Fuzzing ${problems.length === 0 ? 'passed' : `failed with ${problems.length} problem(s)`}: ${done.length} runs, ${requests} requests, ${minutes} minutes.`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}
