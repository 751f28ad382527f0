import type { DeclaredContract, DeclaredOperation } from './document.ts'
import type { RecordedRequest } from './events.ts'

export const PHASES = ['examples', 'coverage', 'fuzzing', 'stateful'] as const
export type Phase = (typeof PHASES)[number]

interface OperationDepth {
  readonly operation: DeclaredOperation
  /** Number of accepted requests among the positive ones, per phase. */
  readonly accepted: Readonly<Record<Phase, number>>
  /**
   * Accepted share of the positive requests, from 0 to 1. Chains are excluded, because they also use resources that an earlier request
   * ended.
   */
  readonly rate: number
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
}
/** How deeply a run exercised its contract. */
export interface Depth {
  readonly requests: number
  readonly checks: number
  readonly operations: readonly OperationDepth[]
  readonly links: {
    /** The links that work without extensions: they pass no values, or pass them in standard OpenAPI members. */
    readonly without_extension: readonly string[]
    readonly declared: number
    readonly followed: number
    readonly missing: readonly string[]
  }
  /** The operationIds of the longest chain of successful requests in which each request used values of the response before it. */
  readonly chain: readonly string[]
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99_ms: number
}

const isAccepted = ({ status }: RecordedRequest): boolean => status >= 200 && status < 300
const labelOf = ({ method, path }: RecordedRequest): string => `${method} ${path}`

/** Measures how deeply the scenarios of a run exercised the contract. */
export function measure(
  declared: DeclaredContract,
  scenarios: readonly (readonly RecordedRequest[])[],
): Depth {
  const exchanges = scenarios.flat()
  const followed = new Set(exchanges.flatMap(({ link }) => link ?? []))
  const missing = declared.links.filter((link) => !followed.has(link))
  const ids = new Map(declared.operations.map(({ id, label }) => [label, id]))
  const elapsed = exchanges.map(({ elapsed_ms }) => elapsed_ms).sort((a, b) => a - b)
  return {
    requests: exchanges.length,
    checks: exchanges.reduce((sum, { checks }) => sum + checks, 0),
    operations: declared.operations.map((operation) =>
      depthOf(
        operation,
        exchanges.filter((one) => labelOf(one) === operation.label),
      ),
    ),
    links: {
      without_extension: declared.links.filter(
        (link) => !declared.links_by_extension.includes(link),
      ),
      declared: declared.links.length,
      followed: declared.links.length - missing.length,
      missing,
    },
    chain: scenarios
      .map(longestChain)
      .reduce((best, chain) => (chain.length > best.length ? chain : best), [])
      .map((label) => ids.get(label) ?? label),
    p99_ms: elapsed[Math.floor(elapsed.length * 0.99)] ?? 0,
  }
}

/** The fuzzer has no private key of an agent, so no chain can prove the ownership of a registered agent. */
const NEEDS_A_PRIVATE_KEY = 'POST /agents/register -> [200]'

/**
 * Returns the links that the next chains should prefer: links that were not followed, and links to operations that no chain has called
 * successfully.
 */
export function wantedLinks(
  { links }: DeclaredContract,
  { links: { missing }, operations }: Depth,
): readonly string[] {
  const neverSucceeded = new Set(
    operations
      .filter(({ accepted }) => accepted.stateful === 0)
      .map(({ operation }) => operation.label),
  )
  return links.filter(
    (link) =>
      !link.startsWith(NEEDS_A_PRIVATE_KEY) &&
      (missing.includes(link) || neverSucceeded.has(link.split(' -> ').at(-1)!)),
  )
}

function depthOf(
  operation: DeclaredOperation,
  exchanges: readonly RecordedRequest[],
): OperationDepth {
  const positive = exchanges.filter((one) => one.positive)
  const accepted = positive.filter(isAccepted)
  const statuses = new Map<number, number>()
  for (const { status } of exchanges) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const outsideChains = positive.filter(({ phase }) => phase !== 'stateful')
  const inPhase = (phase: Phase): number => accepted.filter((one) => one.phase === phase).length
  return {
    operation,
    accepted: {
      examples: inPhase('examples'),
      coverage: inPhase('coverage'),
      fuzzing: inPhase('fuzzing'),
      stateful: inPhase('stateful'),
    },
    rate:
      outsideChains.length === 0
        ? 0
        : outsideChains.filter(isAccepted).length / outsideChains.length,
    statuses,
  }
}

/** Returns the longest chain of a scenario. It relies on parents preceding their children in the scenario. */
function longestChain(scenario: readonly RecordedRequest[]): readonly string[] {
  const chains = new Map<string, readonly string[]>()
  let longest: readonly string[] = []
  for (const one of scenario) {
    if (!isAccepted(one)) continue
    const before = one.parent !== undefined ? chains.get(one.parent) : undefined
    const chain = [...(one.linked && before ? before : []), labelOf(one)]
    chains.set(one.id, chain)
    if (chain.length > longest.length) longest = chain
  }
  return longest
}
