import type { BodyCounts } from '../../contract/body-budget.ts'
import type { Dispatcher } from '../../contract/dispatch.ts'
import type { GateMode } from '../../contract/response-gate.ts'
import type { Middleware } from '../../contract/express.ts'
import type { Call } from '../calls/call.ts'
import type { AgentCard } from './card.ts'
import type { Health } from './contract-types.ts'
import type { AgentLogger, AgentManifest, ChatFunction, SkillFunction } from '../definition.ts'
import type { PlatformLink } from '../platform/link.ts'
import type { Identity } from '../trust/signing.ts'

/** The port of an agent that sets no other. */
export const DEFAULT_PORT = 8090

type SkillName<M extends AgentManifest> = M['skills'][number]['name']

/** The definition and the settings of an agent. Only the first two members are required. */
export interface AgentOptions<M extends AgentManifest = AgentManifest> {
  readonly manifest: M
  /** One function per skill of the manifest; a missing one is a type error. */
  readonly skills: { readonly [Name in SkillName<M>]: SkillFunction }
  /** Replies to messages on /chat. Without it, messages go to the first skill that accepts plain text. */
  readonly chat?: ChatFunction | undefined
  /** The skills that the agent offers for routing. Defaults to the manifest's `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** The public URL of the agent. Defaults to the manifest's. */
  readonly url?: string | undefined
  /** Without it the agent signs nothing, and its identifier is derived from the manifest only. */
  readonly identity?: Identity | undefined
  /** Without it the agent runs standalone: no platform vouches for it, and it cannot verify signatures. */
  readonly platform?: PlatformLink | undefined
  /** Defaults to a logger that writes warnings and errors to stderr. */
  readonly logger?: AgentLogger | undefined
  /** Milliseconds since 1970. */
  readonly clock?: { now_ms(): number } | undefined
  readonly random?: ((bytes: number) => Uint8Array) | undefined
  /** Sends the requests of `call`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly limits?: AgentLimits | undefined
  /**
   * How responses are checked against the contract: `log` (the default) reports violations, `closed` (for tests) throws them, and `off`
   * checks nothing.
   */
  readonly response_gate?: GateMode | undefined
}

export interface AgentLimits {
  /** Maximum number of tasks that run at the same time; further ones get 429. Defaults to 1000. */
  readonly running_tasks?: number | undefined
  /** Maximum bytes of a request body, if less than the contract allows; larger ones get 413. */
  readonly body_bytes?: number | undefined
}

export interface ListenOptions {
  /** Defaults to 8090. 0 selects any free port. */
  readonly port?: number
  /** Defaults to the loopback address. */
  readonly host?: string
}

/** An agent that can serve. */
export interface Agent {
  readonly svc_id: string
  /** The skills that it offers for routing. */
  readonly capabilities: readonly string[]
  /** Starts serving and resolves with the address. Rejects if the port is not available. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Stops accepting tasks, waits for running ones, and interrupts them after `grace_ms` (10 s by default). */
  close(options?: { readonly grace_ms?: number }): Promise<void>
  /** Sends a task to another agent, signed if this agent has a key. */
  readonly call: Call
  card(): AgentCard
  health(): Health
  /** Returns the number of running tasks. */
  running(): number
  /** Returns how many bytes of request bodies were read, and how many are in memory now (docs/specification/trust.md#agent-bounds). */
  bodies(): BodyCounts
  /** Handles the requests of the contract without a server. */
  readonly dispatcher: Dispatcher
  /** The contract as Express middleware, for servers with further routes. */
  readonly middleware: Middleware
}

const toStderr = (fields: object, message: string): void => {
  const { err, ...others } = fields as { err?: unknown }
  console.error(
    message,
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others)] : []),
    ...(err === undefined ? [] : [err]),
  )
}

/** A logger that writes warnings and errors to stderr and drops the rest. */
export const stderrLogger: AgentLogger = {
  debug: () => undefined,
  info: () => undefined,
  warn: toStderr,
  error: toStderr,
}
