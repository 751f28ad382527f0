import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pairsOf, GOALS } from './gates.ts'
import { lacking } from '../test/kit/tools.ts'
import { CORE, JOBS, type Job } from './jobs.ts'
import { installSchemathesis } from './python.ts'
import { runJob, triedAfterwards, type Outcome } from './run-job.ts'
import { chainOf, operations, pairs, summary } from './table.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(import.meta.dirname, 'reports')
/** Today's seed is everybody's seed: what the gate sends does not change from run to run. */
const FIXED_SEED = 20261121
const LONG_FACTOR = 10
const CORE_FACTOR = 0.5
/** The phase that enumerates takes longer than the three others together. */
const CORE_PHASES = ['examples', 'fuzzing', 'stateful'] as const
/** Every gate on depth held at this factor, and at 0.5 with little to spare; `npm run fuzz` has the whole. */
const GATE_FACTOR = 0.6
/** Each run keeps one core busy, with the server and the fuzzer taking turns. */
const AT_ONCE = 2

const { values: flags } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
    factor: { type: 'string' },
    // Part of `npm test` and of `npm run test:deep`: outside of CI a machine without Python is no reason to fail.
    core: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
  },
})

const installed = installSchemathesis()
if (installed.kind === 'missing') {
  const excused = (flags.core || flags.gate) && lacking('python')
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
const names = flags.core ? CORE : flags.only?.split(',')
const wanted = JOBS.filter(({ name }) => names === undefined || names.includes(name))
if (wanted.length === 0) {
  console.log(`There is no such run; there are ${JOBS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const again = [
  'npm run fuzz --',
  `--seed ${seed}`,
  ...(factor === 1 ? [] : [`--factor ${factor}`]),
  ...(names === undefined ? [] : [`--only ${names.join()}`]),
].join(' ')
console.log(`Seed ${seed}. The same again: ${again}\n`)

const started = performance.now()
const outcomes = await all(wanted, AT_ONCE, (job) =>
  runJob({
    st: installed.st,
    job,
    seed,
    factor,
    reports: REPORTS,
    root: ROOT,
    ...(flags.core && { phases: CORE_PHASES }),
  }),
)
report(outcomes)

function report(done: readonly Outcome[]): void {
  for (const outcome of done.filter(({ job }) => job.deep))
    console.log(`${outcome.job.name}\n\n${operations(outcome)}\n`)
  const seen = pairsOf(done.map(({ depth }) => depth))
  for (const outcome of done.filter((one) => triedAfterwards(one) !== ''))
    console.log(`Tried once more after ${outcome.job.name}: ${triedAfterwards(outcome)}.`)
  for (const outcome of done.filter(({ job }) => job.deep)) console.log(chainOf(outcome))
  const complete = wanted.length === JOBS.length
  console.log(
    `${complete ? pairs(seen) : `Documented answers seen: ${seen.seen} of ${seen.documented}.`}\n\n${summary(done)}\n`,
  )

  const problems = done.flatMap((outcome) =>
    outcome.problems.map((problem) => `${outcome.job.name}: ${problem}`),
  )
  if (complete && seen.seen / seen.documented < GOALS.documented_pairs)
    problems.push(
      `fewer than ${GOALS.documented_pairs * 100} % of the documented answers were seen`,
    )
  for (const problem of problems) console.log(`- ${problem}`)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const requests = done.reduce((sum, { depth }) => sum + depth.requests, 0)
  if (problems.length > 0) console.log(`\nThe same again: ${again}`)
  console.log(
    `Fuzzing ${problems.length === 0 ? 'passed' : `failed with ${problems.length} problem(s)`}: ${done.length} runs, ${requests} requests, ${minutes} minutes.`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}

/** Does the works in order, so many at a time. */
async function all(
  jobs: readonly Job[],
  atOnce: number,
  work: (job: Job) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const queue = [...jobs.entries()]
  const results: Outcome[] = []
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
