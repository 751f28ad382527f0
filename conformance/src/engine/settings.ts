import { DEFAULT_MEMORY } from './memory.ts'
import type { Effect } from './types.ts'
import type { Vault } from './secrets/vault.ts'

/** The settings that the user of the suite has chosen. Secrets appear as `{{NAME}}`. */
export interface Settings {
  /** The target's address without a slash at the end. */
  readonly base: string
  /** Determines all generated values: ids, inputs, and the requests of fuzz rules. */
  readonly seed: string
  /** How many requests a fuzz rule generates. */
  readonly fuzz: number
  readonly profile: string
  /** Headers that are sent with every request to the origin of the target, and with no other. */
  readonly headers: Readonly<Record<string, string>>
  readonly user_agent: string
  readonly allow: ReadonlySet<Effect>
  /** For each skill, an input that makes it complete a task. */
  readonly samples: Readonly<Record<string, unknown>>
  /** A task that the agent fails. */
  readonly fail_sample?: unknown
  /** The parsed content of `svc.yml`. */
  readonly manifest?: unknown
  /** The agent was started with capabilities other than those of its manifest. */
  readonly capabilities_overridden: boolean
  /** The agent is published, which requires more members on its card. */
  readonly published: boolean
  /** Allows probes that wait in real time. */
  readonly slow: boolean
  /** API keys by plan: free, starter, professional, enterprise. */
  readonly keys: Readonly<Record<string, string>>
  readonly second_org?: { readonly org_id: string; readonly key: string }
  readonly clock_url?: string
  readonly mail_url?: string
  /** A command that prints the PIN that was sent by e-mail. */
  readonly pin_command?: string
  /** A command that makes the platform route a task. */
  readonly route_command?: string
  /** The platform on which the agent is registered. */
  readonly platform?: string
  /** The name under which the platform signs (docs/specification/trust.md#issuer). It is never taken from a response. */
  readonly issuer?: string
  /** The MCP endpoint, as a path under the target or a URL. Naming it declares the protocol. */
  readonly mcp_url?: string
  /** Further values, by name, that only individual rules read. */
  readonly extra: Readonly<Record<string, string>>
  readonly limits: TimeLimits
  /** The memory in bytes for all responses and everything derived from them. */
  readonly max_memory: number
  /** Origins that may be contacted besides the target and the addresses above. */
  readonly allowed_hosts: readonly string[]
  /** Command-line flags that a repeated run of a single rule needs in order to have the same result. */
  readonly rerun_flags?: readonly string[]
  readonly vault: Vault
}

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** For a request that is sent before the target has responded for the first time. */
  readonly first: number
  readonly request: number
  readonly probe: number
  readonly run: number
}

export const DEFAULT_LIMITS: TimeLimits = {
  first: 5_000,
  request: 10_000,
  probe: 60_000,
  run: 600_000,
}

/** The settings of a run for which only a target is given. */
export const DEFAULT_SETTINGS = {
  fuzz: 100,
  headers: {},
  user_agent: 'node',
  allow: new Set<Effect>(['read', 'call']),
  samples: {},
  capabilities_overridden: false,
  published: false,
  slow: false,
  keys: {},
  extra: {},
  limits: DEFAULT_LIMITS,
  max_memory: DEFAULT_MEMORY,
  allowed_hosts: [],
} as const satisfies Partial<Settings>

/** Returns the origins that may be contacted: those of the target and of the addresses that the user gave. A target cannot add any. */
export function allowedOrigins({
  base,
  clock_url,
  mail_url,
  platform,
  mcp_url,
  allowed_hosts,
}: Settings): ReadonlySet<string> {
  return new Set(
    [base, clock_url, mail_url, platform, mcp_url, ...allowed_hosts].flatMap((address) =>
      address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
    ),
  )
}
