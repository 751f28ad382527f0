import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxFacts } from '../src/sandbox/sandbox.ts'
import { verifyAuditChains } from './audit.ts'
import { measure, type Depth, type Phase } from './depth.ts'
import { readDeclared } from './document.ts'
import { readEvents, type Events } from './events.ts'
import { shortfalls } from './gates.ts'
import type { Job } from './jobs.ts'
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
 * Another round with another seed goes on.
 */
const MOST_ROUNDS = 20
/** The first always; others while there are links that nothing has followed. */
const MOST_LONG_ROUNDS = 3
/** Starting another round costs as much as some chains. */
const MINIMUM = 20

/** Runs one job against a sandbox of its own. */
export async function runJob({ job, root, reports, seed, hasty = false, phases, ...order }: JobOrder): Promise<Outcome> {
  rmSync(join(reports, job.name), { recursive: true, force: true })
  const sandbox = await startSandbox(root)
  try {
    const rounds: Ran[] = []
    const events: Events[] = []
    const round = async (chains: number, more: Pick<Order, 'phases' | 'wanted_links'> = {}): Promise<number> => {
      const folder = join(reports, job.name, String(rounds.length + 1))
      rounds.push(await runSchemathesis({ ...order, job, seed: seed + rounds.length, facts: sandbox.facts, folder, hasty, chains, ...more }))
      events.push(await readEvents(rounds.at(-1)!.events))
      return chainsIn(events.at(-1)!)
    }
    const reached = (): Depth => measure(readDeclared(job.document), events.flatMap(({ scenarios }) => scenarios))
    const wanted = Math.ceil(job.chains * order.factor)
    for (let done = await round(wanted, phases && { phases }); job.deep && !hasty && done < wanted && rounds.length < MOST_ROUNDS;) done += await round(Math.max(MINIMUM, wanted - done), { phases: ['stateful'] })
    for (let more = hasty || !job.long_chains ? 0 : MOST_LONG_ROUNDS; more > 0 && (more === MOST_LONG_ROUNDS || reached().links.missing.length > 0); more -= 1)
      await round(Math.ceil(job.long_chains! * order.factor), { phases: ['stateful'], wanted_links: reached().links.missing })
    const depth = reached()
    const problems = [...rounds.flatMap((ran) => problemsOf(job, ran)), ...await brokenChains(sandbox.facts), ...loudly(sandbox.said()), ...(phases ? [] : shortfalls({ job, depth }))]
    return { job, rounds, depth, problems }
  } finally {
    await sandbox.stop()
  }
}

const chainsIn = ({ scenarios }: Events): number => scenarios.filter(([first]) => first?.phase === 'stateful').length

function problemsOf(job: Job, { code, log, afterwards }: Ran): string[] {
  return [
    ...(code === 0 ? [] : [`Schemathesis ends with ${code}: see ${log}`]),
    ...(job.hooks === 'fuzz_platform' && !existsSync(afterwards) ? ['nothing was tried after the run'] : []),
  ]
}

const brokenChains = async (facts: SandboxFacts): Promise<string[]> => (await verifyAuditChains(facts)).filter(({ intact }) => !intact)
  .map(({ organization_id, broken }) => `the audit chain of ${organization_id} is broken at ${broken?.sequence}: ${broken?.fault}`)

/** What was tried after a run, and how often. */
export function triedAfterwards({ rounds }: Outcome): string {
  const tried = new Map<string, number>()
  for (const { afterwards } of rounds.filter((ran) => existsSync(ran.afterwards))) {
    const counts = (JSON.parse(readFileSync(afterwards, 'utf8')) as { readonly tried: Readonly<Record<string, number>> }).tried
    for (const [what, times] of Object.entries(counts)) tried.set(what, (tried.get(what) ?? 0) + times)
  }
  return [...tried].map(([what, times]) => `${times} ${what}`).join(', ')
}

/** A server that writes errors while it answers well is not well. */
const loudly = (said: string): string[] => {
  const lines = said.split('\n').filter((line) => /"level":"?(?:error|fatal|50|60)/.test(line))
  return lines.length > 0 ? [`the server wrote ${lines.length} errors to its log, the first: ${lines[0]!.slice(0, 300)}`] : []
}
