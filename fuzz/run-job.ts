import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxInfo } from '../src/sandbox/sandbox.ts'
import { verifyAuditChains } from './audit.ts'
import { measure, wantedLinks, type Depth, type Phase } from './depth.ts'
import { readDeclared } from './document.ts'
import { readEvents, type Events } from './events.ts'
import { shortfalls } from './gates.ts'
import type { Job } from './jobs.ts'
import type { FuzzFacts } from './platform.ts'
import { startSandbox } from './sandbox.ts'
import { runSchemathesis, type Order, type Ran } from './schemathesis.ts'

export interface Outcome {
  readonly job: Job
  readonly rounds: readonly Ran[]
  readonly depth: Depth
  /** Why this run is not clean; none when it is. */
  readonly problems: readonly string[]
}

export interface JobOrder {
  readonly st: string
  readonly job: Job
  readonly seed: number
  readonly factor: number
  /** The folder for reports. */
  readonly reports: string
  /** The folder of the sources whose server is tried. */
  readonly root: string
  readonly hasty?: boolean
  /** Where not all of them are wanted; depth is not asked for then. */
  readonly phases?: readonly Phase[]
}

/**
 * Hypothesis ends the stateful phase when a chain that is begun again goes another way, as it may with a server that remembers.
 * Another round with another seed goes on, and so does one after a round that has not reached the goals.
 */
const MOST_ROUNDS = 20
/** What is still wanted is looked up between rounds: the oftener, the sooner all of it is reached. Starting a round costs as much as some chains. */
const CHAINS_A_ROUND = 40

/** Runs one job against a sandbox of its own. */
export async function runJob(order: JobOrder): Promise<Outcome> {
  const { job, root, reports, phases } = order
  rmSync(join(reports, job.name), { recursive: true, force: true })
  const sandbox = await startSandbox(root)
  try {
    const { rounds, depth } = await runRounds(order, sandbox.facts)
    const problems = [
      ...rounds.flatMap((ran) => problemsOf(job, ran)),
      ...(await brokenChains(sandbox.facts)),
      ...loudly(sandbox.said()),
      ...(phases ? [] : shortfalls({ job, depth })),
    ]
    return { job, rounds, depth, problems }
  } finally {
    await sandbox.stop()
  }
}

/** Everything once; then, in a deep run, chains until there are enough of them and the goals are reached. */
async function runRounds(
  { job, st, seed, factor, reports, hasty = false, phases }: JobOrder,
  facts: FuzzFacts,
): Promise<Pick<Outcome, 'rounds' | 'depth'>> {
  const rounds: Ran[] = []
  const events: Events[] = []
  const round = async (
    chains: number,
    more: Pick<Order, 'phases' | 'wanted_links'>,
  ): Promise<void> => {
    const folder = join(reports, job.name, String(rounds.length + 1))
    const ran = await runSchemathesis({
      st,
      job,
      factor,
      facts,
      folder,
      hasty,
      chains,
      seed: seed + rounds.length,
      ...more,
    })
    rounds.push(ran)
    events.push(await readEvents(ran.events))
  }
  const reached = (): Depth =>
    measure(
      readDeclared(job.document),
      events.flatMap(({ scenarios }) => scenarios),
    )
  const wantedChains = Math.ceil((job.chains + (job.long_chains ?? 0)) * factor)
  const haveChains = (): boolean =>
    events.reduce((sum, one) => sum + chainsIn(one), 0) >= wantedChains

  await round(Math.ceil(job.chains * factor), phases ? { phases } : {})
  if (!job.deep || hasty) return { rounds, depth: reached() }
  const declared = readDeclared(job.document)
  const isEnough = (): boolean => haveChains() && shortfalls({ job, depth: reached() }).length === 0
  while (!isEnough() && rounds.length < MOST_ROUNDS) {
    await round(Math.ceil(CHAINS_A_ROUND * factor), {
      phases: ['stateful'],
      ...(job.long_chains && { wanted_links: wantedLinks(declared, reached()) }),
    })
  }
  return { rounds, depth: reached() }
}

const chainsIn = ({ scenarios }: Events): number =>
  scenarios.filter(([first]) => first?.phase === 'stateful').length

function problemsOf(job: Job, { code, log, afterwards }: Ran): string[] {
  return [
    ...(code === 0 ? [] : [`Schemathesis ends with ${code}: see ${log}`]),
    ...(job.hooks === 'fuzz_platform' && !existsSync(afterwards)
      ? ['nothing was tried after the run']
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

/** What was tried after a run, and how often. */
export function triedAfterwards({ rounds }: Outcome): string {
  const tried = new Map<string, number>()
  for (const { afterwards } of rounds.filter((ran) => existsSync(ran.afterwards))) {
    const counts = (
      JSON.parse(readFileSync(afterwards, 'utf8')) as {
        readonly tried: Readonly<Record<string, number>>
      }
    ).tried
    for (const [what, times] of Object.entries(counts))
      tried.set(what, (tried.get(what) ?? 0) + times)
  }
  return [...tried].map(([what, times]) => `${times} ${what}`).join(', ')
}

/** A server that writes errors while it answers well is not well. */
const loudly = (said: string): string[] => {
  const lines = said.split('\n').filter((line) => /"level":"?(?:error|fatal|50|60)/.test(line))
  return lines.length > 0
    ? [`the server wrote ${lines.length} errors to its log, the first: ${lines[0]!.slice(0, 300)}`]
    : []
}
