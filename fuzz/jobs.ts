import { PHASES, type Phase } from './depth.ts'

/** The phases without coverage, which takes longer than the other three together. */
export const ALL_BUT_COVERAGE: readonly Phase[] = ['examples', 'fuzzing', 'stateful']

/** One Schemathesis run: its contract, its caller and its size. */
export interface Job {
  readonly name: string
  readonly document: string
  /**
   * The plan of the sandbox organization whose key is used; `examples` is the organization of the contract's examples, and `agent`
   * addresses the sandbox's reference agent.
   */
  readonly as: 'enterprise' | 'free' | 'examples' | 'agent'
  /** Files of `config/` that are concatenated; an empty list means a run without configuration and hooks. */
  readonly config: readonly string[]
  /** The Python module of the hooks. */
  readonly hooks?: string
  /** Number of cases per operation in the fuzzing phase. */
  readonly examples: number
  /** Number of chains in the stateful phase, of up to 30 requests each; ignored for a job without configuration. */
  readonly chains: number
  /**
   * Number of additional chains. From the second round on, each request continues from the latest response, so that chains get long and
   * reach the remaining goals.
   */
  readonly long_chains?: number
  /** Whether the run must reach `GOALS` of `gates.ts`; rounds of chains are added, up to a limit, until it does. */
  readonly deep: boolean
  /** The phases in `npm run test:deep`, if it includes this job. */
  readonly gate_phases?: readonly Phase[]
  /** The goals of a run without hooks; rounds of longer chains are added, up to a limit, until it reaches them, each in a new sandbox. */
  readonly goals_without_hooks?: GoalsWithoutHooks
}

/** Shares, from 0 to 1, that a caller who knows only the contract and a key must reach. */
export interface GoalsWithoutHooks {
  /** The operations with a 2xx response, among those that can be called with a key. */
  readonly operations: number
  /** The links that were followed, among those that lead from one such operation to another. */
  readonly links: number
  /** The maximum number of rounds of longer chains. */
  readonly rounds: number
}

const PLATFORM = {
  document: 'openapi.yaml',
  config: ['base.toml', 'warnings.toml', 'documents.toml'],
  hooks: 'fuzz_platform',
}
const AGENT = {
  document: 'a2a.openapi.yaml',
  as: 'agent',
  config: ['base.toml', 'warnings.toml', 'agent.toml'],
  hooks: 'fuzz_agent',
} as const

/** All runs that must pass, the longest first. */
export const JOBS: readonly Job[] = [
  {
    ...PLATFORM,
    name: 'enterprise',
    as: 'enterprise',
    examples: 30,
    chains: 120,
    long_chains: 80,
    deep: true,
    // The run `free` covers the other phases.
    gate_phases: ['examples', 'stateful'],
  },
  {
    ...PLATFORM,
    name: 'enterprise-3.1',
    as: 'enterprise',
    document: 'generated/platform-3.1.json',
    examples: 15,
    chains: 30,
    deep: false,
  },
  {
    ...PLATFORM,
    name: 'free',
    as: 'free',
    config: ['base.toml', 'free.toml', 'documents.toml'],
    examples: 15,
    chains: 30,
    deep: false,
    gate_phases: ['examples', 'coverage', 'fuzzing'],
  },
  // This run knows nothing but the address and an API key.
  {
    name: 'without-hooks',
    as: 'examples',
    document: 'openapi.yaml',
    config: [],
    examples: 15,
    chains: 30,
    deep: false,
    goals_without_hooks: { operations: 0.95, links: 0.5, rounds: 6 },
  },
  {
    ...AGENT,
    name: 'agent',
    examples: 30,
    chains: 100,
    deep: true,
    gate_phases: PHASES,
  },
  {
    ...AGENT,
    name: 'agent-3.1',
    document: 'generated/agent-3.1.json',
    examples: 15,
    chains: 30,
    deep: false,
  },
  // This run knows nothing but the address of an agent, whose own contract names its skills.
  {
    name: 'agent-without-hooks',
    as: 'agent',
    document: 'generated/agent-3.1.json',
    config: [],
    examples: 15,
    chains: 30,
    deep: false,
    goals_without_hooks: { operations: 0.9, links: 0.9, rounds: 1 },
  },
]

/** The runs that `npm test` includes: they take a minute and detect most regressions. */
export const CORE_JOBS: readonly string[] = ['without-hooks', 'agent-3.1']

/** The runs that `npm run test:deep` includes. `npm run fuzz` has all of them, each with all phases. */
export const GATE_JOBS: readonly string[] = JOBS.flatMap(({ name, gate_phases }) =>
  gate_phases ? [name] : [],
)
