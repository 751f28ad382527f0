/** One run of Schemathesis: a document, as whom, how deep, and what the run has to show. */
export interface Job {
  readonly name: string
  readonly document: string
  /** The sandbox's organization whose key is used; `agent` talks to the sandbox's reference agent. */
  readonly as: 'enterprise' | 'free' | 'agent'
  /** Parts of the configuration, joined; none is a run without configuration and hooks. */
  readonly config: readonly string[]
  /** The Python module with the hooks. */
  readonly hooks?: string
  /** Cases per operation in the fuzzing phase. */
  readonly examples: number
  /** Chains in the stateful phase, of up to 30 requests each. */
  readonly chains: number
  /** Chains more; from the second round on each request goes on from the latest answer, so that chains get long and reach what is still wanted. */
  readonly long_chains?: number
  /** Whether the gates on depth hold for this job. */
  readonly deep: boolean
}

const PLATFORM = {
  document: 'openapi.yaml',
  config: ['base.toml', 'warnings.toml'],
  hooks: 'fuzz_platform',
}
const AGENT = {
  document: 'a2a.openapi.yaml',
  as: 'agent',
  config: ['base.toml', 'warnings.toml', 'agent.toml'],
  hooks: 'fuzz_agent',
} as const

/** Every configuration that has to be clean, the longest first. */
export const JOBS: readonly Job[] = [
  {
    ...PLATFORM,
    name: 'enterprise',
    as: 'enterprise',
    examples: 30,
    chains: 120,
    long_chains: 80,
    deep: true,
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
    config: ['base.toml', 'free.toml'],
    examples: 15,
    chains: 30,
    deep: false,
  },
  // What somebody does who knows nothing but the address and a key.
  {
    name: 'stranger',
    as: 'enterprise',
    document: 'openapi.yaml',
    config: [],
    examples: 15,
    chains: 30,
    deep: false,
  },
  { ...AGENT, name: 'agent', examples: 30, chains: 100, deep: true },
  {
    ...AGENT,
    name: 'agent-3.1',
    document: 'generated/agent-3.1.json',
    examples: 15,
    chains: 30,
    deep: false,
  },
]

/** A minute that finds what most changes break; `npm run test:deep` has every run. */
export const CORE: readonly string[] = ['stranger', 'agent-3.1']
