import { PHASES, type Depth, type Phase } from './depth.ts'
import type { DeclaredOperation } from './document.ts'
import type { Job, GoalsWithoutHooks } from './jobs.ts'

/** The minimum depth of a run. Without it, a server that refuses every request would pass. */
export const GOALS = {
  link_coverage: 0.95,
  chain: 8,
  documented_statuses: 0.9,
  accepted_rate: 0.5,
} as const

/** Statuses that a single ordinary request cannot provoke, such as limits of time, size and rate, and server errors. */
const NOT_PROVOKED = new Set([408, 413, 415, 429, 431, 500, 503, 504])

/**
 * These operations respond with 402 only when the plan's storage (64 MiB on the free plan) is exhausted, which a bounded run does not
 * achieve.
 */
const LIMITED_BY_STORAGE = new Set([
  'updateAgent',
  'openDispute',
  'scanImage',
  'updateInstallations',
  'setInstallationLabels',
])

/** Returns the goals that a run missed, one sentence each. */
export function shortfalls({
  job,
  depth,
  phases = PHASES,
}: {
  readonly job: Job
  readonly depth: Depth
  /** The phases that were run. */
  readonly phases?: readonly Phase[] | undefined
}): readonly string[] {
  const { operations, links, chain } = depth
  if (job.goals_without_hooks)
    return shortfallsWithoutHooks(job.goals_without_hooks, depth, { follows_links: true })
  if (!job.deep) return planShortfalls(job, depth)
  const unserved = operations.flatMap(({ operation, accepted }) =>
    phases
      .filter((phase) => accepted[phase] === 0)
      .map((phase) => `${operation.id} never responded with 2xx in the ${phase} phase`),
  )
  // Without the coverage phase, few requests outside chains are meant to be accepted, so the rate is checked only if that phase has run.
  const rare = operations
    .filter(({ rate }) => phases.includes('coverage') && rate < GOALS.accepted_rate)
    .map(
      ({ operation, rate }) =>
        `${operation.id} accepts only ${percent(rate)} of the requests meant to be accepted`,
    )
  const followed = links.declared === 0 ? 1 : links.followed / links.declared
  return [
    ...unserved,
    ...rare,
    ...(followed < GOALS.link_coverage
      ? [
          `only ${links.followed} of ${links.declared} links were followed; missing: ${links.missing.join('; ')}`,
        ]
      : []),
    ...(job.as !== 'agent' && chain.length < GOALS.chain
      ? [`the longest chain has ${chain.length} steps, not ${GOALS.chain}`]
      : []),
  ]
}

/** The operation from which a caller without hooks reads the contract. Schemathesis does not call it again. */
const READS_CONTRACT = 'GET /openapi.json'

/** Returns how much a caller with only a key has reached, out of what such a caller can reach. */
export function reachWithKey({ operations, links }: Depth) {
  const callable = operations.filter(
    ({ operation }) => takesKey(operation) && operation.label !== READS_CONTRACT,
  )
  const served = callable.filter(({ statuses }) =>
    [...statuses.keys()].some((status) => status >= 200 && status < 300),
  )
  const labels = new Set(callable.map(({ operation }) => operation.label))
  const leads = (link: string): boolean => {
    const ends = link.split(' -> ')
    return labels.has(ends[0]!) && labels.has(ends.at(-1)!)
  }
  const declared = links.without_extension.filter(leads)
  const missing = new Set(links.missing)
  return {
    operations: { of: callable.length, reached: served.length },
    unserved: callable.filter((one) => !served.includes(one)).map(({ operation }) => operation.id),
    links: { of: declared.length, reached: declared.filter((link) => !missing.has(link)).length },
  }
}

const takesKey = ({ schemes }: DeclaredOperation): boolean =>
  schemes.length === 0 || schemes.includes('ApiKey')

/**
 * Returns the goals that a run without hooks missed, one sentence each. The goal for links needs rounds of longer chains, because the
 * chains of the first round follow few links.
 */
export function shortfallsWithoutHooks(
  goals: GoalsWithoutHooks,
  depth: Depth,
  { follows_links }: { readonly follows_links: boolean },
): readonly string[] {
  const { operations, links, unserved } = reachWithKey(depth)
  const isShort = ({ of, reached }: { of: number; reached: number }, goal: number) =>
    reached < goal * of
  return [
    ...(isShort(operations, goals.operations)
      ? [
          `only ${operations.reached} of ${operations.of} operations that take a key responded with 2xx; missing: ${unserved.join(', ')}`,
        ]
      : []),
    ...(follows_links && isShort(links, goals.links)
      ? [
          `only ${links.reached} of ${links.of} links between operations that take a key were followed`,
        ]
      : []),
  ]
}

/**
 * Returns the operations of the free run that never succeeded, and those that can respond with 402 for a reason other than storage but
 * never did.
 */
function planShortfalls(job: Job, { operations }: Depth): readonly string[] {
  if (job.as !== 'free') return []
  return operations.flatMap(({ operation: { id, statuses: documented }, statuses }) => [
    ...(documented.includes(402) && !LIMITED_BY_STORAGE.has(id) && !statuses.has(402)
      ? [`${id} never responded with 402 on the free plan`]
      : []),
    ...([...statuses.keys()].some((status) => status >= 200 && status < 300)
      ? []
      : [`${id} never succeeded on a sufficient plan`]),
  ])
}

export interface StatusCoverage {
  readonly documented: number
  readonly seen: number
  readonly unseen: readonly string[]
}

/** Counts the documented statuses that at least one run has received, without those that requests cannot provoke. */
export function statusCoverage(depths: readonly Depth[]): StatusCoverage {
  const documented = new Set<string>()
  const seen = new Set<string>()
  for (const { operation, statuses } of depths.flatMap(({ operations }) => operations)) {
    for (const status of operation.statuses.filter((one) => !NOT_PROVOKED.has(one)))
      documented.add(`${operation.id} ${status}`)
    for (const status of statuses.keys()) seen.add(`${operation.id} ${status}`)
  }
  const unseen = [...documented].filter((pair) => !seen.has(pair))
  return { documented: documented.size, seen: documented.size - unseen.length, unseen }
}

export const percent = (share: number): string => `${Math.floor(share * 100)} %`
