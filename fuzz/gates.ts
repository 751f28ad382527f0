import { PHASES, type Depth } from './depth.ts'
import type { Job } from './jobs.ts'

/** What a run has to show. "No failure" alone is what a server that refuses everything achieves too. */
export const GOALS = {
  link_coverage: 0.95,
  chain: 8,
  documented_pairs: 0.9,
  accepted_rate: 0.5,
} as const

/** Answers that no request alone can provoke: too large, too many, our fault. */
const INFRASTRUCTURE = new Set([413, 415, 429, 431, 500, 503, 504])

/** They answer 402 only once the stored bytes of a plan are used up (64 MiB on free), which a bounded run does not reach. */
const LIMITED_BY_BYTES = new Set(['updateAgent', 'openDispute', 'scanImage'])

/** What a deep run did not reach. */
export function shortfalls({
  job,
  depth,
}: {
  readonly job: Job
  readonly depth: Depth
}): readonly string[] {
  const { operations, links, chain } = depth
  if (!job.deep) return gatedByPlan(job, depth)
  const silent = operations.flatMap(({ operation, accepted }) =>
    PHASES.filter((phase) => accepted[phase] === 0).map(
      (phase) => `${operation.id} was never answered with 2xx in the phase ${phase}`,
    ),
  )
  const rare = operations
    .filter(({ rate }) => rate < GOALS.accepted_rate)
    .map(
      ({ operation, rate }) =>
        `${operation.id} accepts only ${percent(rate)} of the requests meant to be accepted`,
    )
  const followed = links.declared === 0 ? 1 : links.followed / links.declared
  return [
    ...silent,
    ...rare,
    ...(followed < GOALS.link_coverage
      ? [
          `only ${links.followed} of ${links.declared} links were followed; not: ${links.missing.join('; ')}`,
        ]
      : []),
    ...(job.as !== 'agent' && chain.length < GOALS.chain
      ? [`the longest chain has ${chain.length} steps, not ${GOALS.chain}`]
      : []),
  ]
}

/** Where plans change from request to request, every operation serves, and every operation that can answer 402 before bytes run out does. */
function gatedByPlan(job: Job, { operations }: Depth): readonly string[] {
  if (job.as !== 'free') return []
  return operations.flatMap(({ operation: { id, statuses: documented }, statuses }) => [
    ...(documented.includes(402) && !LIMITED_BY_BYTES.has(id) && !statuses.has(402)
      ? [`${id} never answered 402 on the free plan`]
      : []),
    ...([...statuses.keys()].some((status) => status >= 200 && status < 300)
      ? []
      : [`${id} never served while the plan was enough`]),
  ])
}

export interface Pairs {
  readonly documented: number
  readonly seen: number
  readonly unseen: readonly string[]
}

/** Documented answers of all operations that some run has seen, of those that requests can provoke. */
export function pairsOf(depths: readonly Depth[]): Pairs {
  const documented = new Set<string>()
  const seen = new Set<string>()
  for (const { operation, statuses } of depths.flatMap(({ operations }) => operations)) {
    for (const status of operation.statuses.filter((one) => !INFRASTRUCTURE.has(one)))
      documented.add(`${operation.id} ${status}`)
    for (const status of statuses.keys()) seen.add(`${operation.id} ${status}`)
  }
  const unseen = [...documented].filter((pair) => !seen.has(pair))
  return { documented: documented.size, seen: documented.size - unseen.length, unseen }
}

export const percent = (share: number): string => `${Math.floor(share * 100)} %`
