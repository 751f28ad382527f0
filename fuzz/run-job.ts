import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'
import { verifyAuditChains } from './audit.ts'
import { measure, wantedLinks, type Depth, type Phase } from './depth.ts'
import { readDeclaredContract } from './document.ts'
import { readEvents, type RunEvents } from './events.ts'
import { shortfalls, shortfallsWithoutHooks } from './gates.ts'
import type { Job } from './jobs.ts'
import type { FuzzSandboxInfo } from './platform.ts'
import { startSandbox } from './sandbox.ts'
import { runSchemathesis, type RunOptions, type CompletedRun } from './schemathesis.ts'

export interface JobResult {
  readonly job: Job
  readonly seed: number
  readonly rounds: readonly CompletedRun[]
  readonly depth: Depth
  /** Why the run failed; empty if it passed. */
  readonly problems: readonly string[]
}

export interface JobOptions {
  readonly st: string
  readonly job: Job
  readonly seed: number
  readonly factor: number
  /** The folder in which reports are written. */
  readonly reports: string
  /** The folder of the sources whose server is tested. */
  readonly root: string
  readonly fail_fast?: boolean
  /** The phases to run; all by default. */
  readonly phases?: readonly Phase[]
  /** Skips the additional rounds of chains, and the goals for depth that need them. */
  readonly single_round?: boolean
}

/**
 * Hypothesis ends the stateful phase when a repeated chain has different results, which a stateful server can cause. Another round with
 * another seed then follows, as it does after a round that has missed its goals.
 */
const MAX_ROUNDS = 20
/**
 * The preferred links are determined between rounds, so short rounds reach all goals sooner; but the start of a round costs as much as a
 * few chains.
 */
const CHAINS_PER_ROUND = 40
/** The number of chains in an additional round without hooks. Each has up to fifty steps. */
const LONGER_CHAINS = 60

/** What the rounds of a job have sent and received so far. */
interface Rounds {
  readonly ran: CompletedRun[]
  readonly events: RunEvents[]
}
type RoundOptions = Pick<RunOptions, 'chains' | 'phases' | 'wanted_links'> &
  Partial<Pick<Job, 'config'>>

/**
 * Runs one job. Its rounds share a sandbox, except for additional rounds of a caller without hooks: earlier rounds have revoked and
 * deleted the data of the examples, which is all that such a caller knows.
 */
export async function runJob(options: JobOptions): Promise<JobResult> {
  const { job, root, reports, single_round } = options
  rmSync(join(reports, job.name), { recursive: true, force: true })
  const rounds: Rounds = { ran: [], events: [] }
  const inSandbox = (run: (facts: FuzzSandboxInfo) => Promise<void>): Promise<readonly string[]> =>
    runInSandbox(root, run)
  const faults = [...(await inSandbox((facts) => runRounds(options, rounds, facts)))]
  for (let added = 0; missedGoalsWithoutHooks(options, rounds, added); added += 1)
    faults.push(...(await inSandbox((facts) => followLinks(options, rounds, facts))))
  const depth = reached(job, rounds)
  const problems = [
    ...rounds.ran.flatMap((ran) => problemsOf(job, ran)),
    ...faults,
    ...(single_round
      ? singleRoundShortfalls(job, depth)
      : shortfalls({ job, depth, phases: options.phases })),
  ]
  return { job, seed: options.seed, rounds: rounds.ran, depth, problems }
}

/** Runs rounds against a sandbox that is started for them. Returns what is wrong with its audit chains and its log afterwards. */
async function runInSandbox(
  root: string,
  run: (facts: FuzzSandboxInfo) => Promise<void>,
): Promise<readonly string[]> {
  const sandbox = await startSandbox(root)
  try {
    await run(sandbox.facts)
    return [...(await brokenChains(sandbox.facts)), ...loggedErrors(sandbox.stderr())]
  } finally {
    await sandbox.stop()
  }
}

/** Returns the goals that a single round has missed. Only a caller without hooks has goals that a single round can reach. */
const singleRoundShortfalls = (
  { goals_without_hooks: goals }: Job,
  depth: Depth,
): readonly string[] =>
  goals ? shortfallsWithoutHooks(goals, depth, { follows_links: false }) : []

/**
 * Runs the requested phases once, all by default. A deep run then adds rounds of chains until there are enough chains and the goals are
 * reached.
 */
async function runRounds(
  options: JobOptions,
  rounds: Rounds,
  facts: FuzzSandboxInfo,
): Promise<void> {
  const { job, factor, fail_fast = false, phases, single_round } = options
  const wantedChains = Math.ceil((job.chains + (job.long_chains ?? 0)) * factor)
  const haveChains = (): boolean =>
    rounds.events.reduce((sum, one) => sum + chainsIn(one), 0) >= wantedChains

  const chains = Math.ceil(job.chains * factor)
  await runRound(options, rounds, facts, phases ? { chains, phases } : { chains })
  if (!job.deep || fail_fast || single_round) return
  const declared = readDeclaredContract(job.document)
  const isEnough = (): boolean =>
    haveChains() && shortfalls({ job, depth: reached(job, rounds), phases }).length === 0
  while (!isEnough() && rounds.ran.length < MAX_ROUNDS) {
    await runRound(options, rounds, facts, {
      chains: Math.ceil(CHAINS_PER_ROUND * factor),
      phases: ['stateful'],
      ...(job.long_chains && { wanted_links: wantedLinks(declared, reached(job, rounds)) }),
    })
  }
}

/** Runs a round of longer chains for a caller without hooks. */
const followLinks = (options: JobOptions, rounds: Rounds, facts: FuzzSandboxInfo): Promise<void> =>
  runRound(options, rounds, facts, {
    chains: LONGER_CHAINS,
    phases: ['stateful'],
    config: ['longer-chains.toml'],
  })

async function runRound(
  { job, st, seed, factor, reports, fail_fast = false }: JobOptions,
  { ran, events }: Rounds,
  facts: FuzzSandboxInfo,
  { config, ...options }: RoundOptions,
): Promise<void> {
  const round = await runSchemathesis({
    st,
    job: { ...job, ...(config && { config }) },
    factor,
    facts,
    folder: join(reports, job.name, String(ran.length + 1)),
    fail_fast,
    seed: seed + ran.length,
    ...options,
  })
  ran.push(round)
  events.push(await readEvents(round.events))
}

const reached = ({ document }: Job, { events }: Rounds): Depth =>
  measure(
    readDeclaredContract(document),
    events.flatMap(({ scenarios }) => scenarios),
  )

const missedGoalsWithoutHooks = (
  { job, single_round, fail_fast }: JobOptions,
  rounds: Rounds,
  added: number,
): boolean =>
  job.goals_without_hooks !== undefined &&
  added < job.goals_without_hooks.rounds &&
  !single_round &&
  !fail_fast &&
  shortfalls({ job, depth: reached(job, rounds) }).length > 0

const chainsIn = ({ scenarios }: RunEvents): number =>
  scenarios.filter(([first]) => first?.phase === 'stateful').length

function problemsOf(job: Job, { code, log, follow_up }: CompletedRun): string[] {
  return [
    ...(code === 0 ? [] : [`Schemathesis exited with ${code}: see ${log}`]),
    ...(job.hooks === 'fuzz_platform' && !existsSync(follow_up)
      ? ['the checks after the run were not executed']
      : []),
  ]
}

const brokenChains = async (facts: SandboxInfo): Promise<string[]> =>
  (await verifyAuditChains(facts))
    .filter(({ intact }) => !intact)
    .map(
      ({ organization_id, broken }) =>
        `the audit chain of ${organization_id} is broken at ${broken?.sequence}: ${broken?.fault}`,
    )

/** Describes which checks were made after the run, and how many times each was made. */
export function describeFollowUp({ rounds }: JobResult): string {
  const tried = new Map<string, number>()
  for (const { follow_up } of rounds.filter((ran) => existsSync(ran.follow_up))) {
    const counts = (
      JSON.parse(readFileSync(follow_up, 'utf8')) as {
        readonly tried: Readonly<Record<string, number>>
      }
    ).tried
    for (const [what, times] of Object.entries(counts))
      tried.set(what, (tried.get(what) ?? 0) + times)
  }
  return [...tried].map(([what, times]) => `${times} ${what}`).join(', ')
}

/** Returns a problem if the server logged errors, even though its responses were correct. */
const loggedErrors = (log: string): string[] => {
  const lines = log.split('\n').filter((line) => /"level":"?(?:error|fatal|50|60)/.test(line))
  return lines.length > 0
    ? [`the server logged ${lines.length} errors, the first: ${lines[0]!.slice(0, 300)}`]
    : []
}
