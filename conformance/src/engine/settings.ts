import { DEFAULT_MEMORY } from './memory.ts'
import type { Effect } from './types.ts'
import type { Vault } from './vault.ts'

/** What the person who runs the suite decided; read once, then frozen. */
export interface Settings {
  /** The target's address without a slash at its end. */
  readonly base: string
  /** All that is generated comes from it: ids, inputs, the requests of the fuzz rule. */
  readonly seed: string
  readonly fuzz: number
  readonly profile: string
  /** Sent with every request, discovery included; values stand as `{{NAME}}`. */
  readonly headers: Readonly<Record<string, string>>
  readonly user_agent: string
  readonly allow: ReadonlySet<Effect>
  /** An input per skill that the skill completes. */
  readonly samples: Readonly<Record<string, unknown>>
  /** A task that the agent answers with a failure. */
  readonly fail_sample?: unknown
  /** What `svc.yml` says, read already. */
  readonly manifest?: unknown
  /** Capabilities are given at run time, so the manifest does not say which there are. */
  readonly capabilities_overridden: boolean
  /** The agent is published, so its card has to say a little more. */
  readonly published: boolean
  readonly slow: boolean
  /** Secrets stand here as `{{NAME}}`. Plans: free, starter, professional, enterprise. */
  readonly keys: Readonly<Record<string, string>>
  readonly second_org?: { readonly org_id: string; readonly key: string }
  readonly clock_url?: string
  readonly mail_url?: string
  /** A command that prints the PIN that was mailed. */
  readonly pin_command?: string
  /** A command that has the platform route a task. */
  readonly route_command?: string
  /** The platform that an agent is registered with. */
  readonly platform?: string
  /** Names the platform in its signatures, if it signs as docs/specification/trust.md#issuer says. It is never taken from an answer. */
  readonly issuer?: string
  /** Values of a subject that only its own rules read, by name. */
  readonly extra: Readonly<Record<string, string>>
  readonly limits: TimeLimits
  /** What all answers, and whatever is made of them, may take together, in bytes. */
  readonly max_memory: number
  /** Origins that may be asked although they are neither the target nor given as one of the addresses above. */
  readonly allowed_hosts: readonly string[]
  /** Flags, as words, without which a rule that is run again would see something else. Secrets stand as `{{NAME}}`. */
  readonly again?: readonly string[]
  readonly vault: Vault
}

/** All in milliseconds. */
export interface TimeLimits {
  /** How long the target has to show itself. */
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
/** What holds when nothing else is given. */
export const DEFAULT_REACH = { max_memory: DEFAULT_MEMORY, allowed_hosts: [] } as const

/** Where requests may go: to the target, and to what the person who runs the suite named. Nothing that a target says adds to it. */
export function reachable({
  base,
  clock_url,
  mail_url,
  platform,
  allowed_hosts,
}: Settings): ReadonlySet<string> {
  return new Set(
    [base, clock_url, mail_url, platform, ...allowed_hosts].flatMap((address) =>
      address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
    ),
  )
}
