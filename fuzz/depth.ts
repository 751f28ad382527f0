import type { Declared, DeclaredOperation } from './document.ts'
import type { Exchange } from './events.ts'

export const PHASES = ['examples', 'coverage', 'fuzzing', 'stateful'] as const
export type Phase = (typeof PHASES)[number]

export interface OperationDepth {
  readonly operation: DeclaredOperation
  /** Requests meant to be accepted that were, per phase. */
  readonly accepted: Readonly<Record<Phase, number>>
  /** Share of the requests meant to be accepted that were, 0 to 1; without chains, which also use what an earlier request has ended. */
  readonly rate: number
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>
}
/** How far a run got. */
export interface Depth {
  readonly requests: number
  readonly checks: number
  readonly operations: readonly OperationDepth[]
  readonly links: {
    readonly declared: number
    readonly followed: number
    readonly missing: readonly string[]
  }
  /** The longest chain of answers with 2xx in which each request used what the answer before had brought: operations by their ids. */
  readonly chain: readonly string[]
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99_ms: number
}

const isAccepted = ({ status }: Exchange): boolean => status >= 200 && status < 300
const labelOf = ({ method, path }: Exchange): string => `${method} ${path}`

/** Measures a run against its document. */
export function measure(declared: Declared, scenarios: readonly (readonly Exchange[])[]): Depth {
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

/** The fuzzer holds no private key of an agent, so no chain gets the answer to a proof for a registered one. */
const NEEDS_A_PRIVATE_KEY = 'POST /agents/register -> [200]'

/** Returns the links to head for: those that nothing has followed, and those to operations that no chain has had a 2xx from. */
export function wantedLinks(
  { links }: Declared,
  { links: { missing }, operations }: Depth,
): readonly string[] {
  const silent = new Set(
    operations
      .filter(({ accepted }) => accepted.stateful === 0)
      .map(({ operation }) => operation.label),
  )
  return links.filter(
    (link) =>
      !link.startsWith(NEEDS_A_PRIVATE_KEY) &&
      (missing.includes(link) || silent.has(link.split(' -> ').at(-1)!)),
  )
}

function depthOf(operation: DeclaredOperation, exchanges: readonly Exchange[]): OperationDepth {
  const positive = exchanges.filter((one) => one.positive)
  const accepted = positive.filter(isAccepted)
  const statuses = new Map<number, number>()
  for (const { status } of exchanges) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const alone = positive.filter(({ phase }) => phase !== 'stateful')
  const inPhase = (phase: Phase): number => accepted.filter((one) => one.phase === phase).length
  return {
    operation,
    accepted: {
      examples: inPhase('examples'),
      coverage: inPhase('coverage'),
      fuzzing: inPhase('fuzzing'),
      stateful: inPhase('stateful'),
    },
    rate: alone.length === 0 ? 0 : alone.filter(isAccepted).length / alone.length,
    statuses,
  }
}

/** Parents come before their children in a scenario. */
function longestChain(scenario: readonly Exchange[]): readonly string[] {
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
