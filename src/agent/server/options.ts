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

type SkillName<M extends AgentManifest> = M['skills'][number]['name']

/** The parts of an agent. Only the first two are required. */
export interface AgentOptions<M extends AgentManifest = AgentManifest> {
  readonly manifest: M
  /** One function per skill of the manifest; a missing one is a type error. */
  readonly skills: { readonly [Name in SkillName<M>]: SkillFunction }
  /** Replies on /chat; without it, messages go to the first skill that accepts a plain text. */
  readonly chat?: ChatFunction | undefined
  /** What the agent offers for routing, in place of the manifest's `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** The public address of the agent, in place of the manifest's. */
  readonly url?: string | undefined
  /** Without it the agent signs nothing, and its identifier follows from the manifest only. */
  readonly identity?: Identity | undefined
  /** Without it the agent runs standalone: no platform vouches for it, and it cannot verify signatures. */
  readonly platform?: PlatformLink | undefined
  /** Warnings and errors go to stderr unless set. */
  readonly logger?: AgentLogger | undefined
  /** Milliseconds since 1970. */
  readonly clock?: { now_ms(): number } | undefined
  readonly random?: ((bytes: number) => Uint8Array) | undefined
  /** Sends the requests of `call`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly limits?: AgentLimits | undefined
  /** How answers are checked against the contract: `log` reports violations, `closed` (for tests) does not send them. */
  readonly response_gate?: GateMode | undefined
}

export interface AgentLimits {
  /** Tasks that run at the same time; one more is 429. 1000 unless set. */
  readonly running_tasks?: number | undefined
  /** Bytes of a request body, if less than the contract allows; more is 413. */
  readonly body_bytes?: number | undefined
}

export interface ListenOptions {
  /** 8090 unless set; 0 is any free port. */
  readonly port?: number
  /** The loopback address unless set. */
  readonly host?: string
}

/** An agent that can serve. */
export interface Agent {
  readonly svc_id: string
  /** The skills that it offers for routing. */
  readonly capabilities: readonly string[]
  /** Serves until `close` and resolves with the address. Rejects when the port is not available. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Accepts no new tasks, waits `grace_ms` (10 s unless set) for running ones, then interrupts the rest. */
  close(options?: { readonly grace_ms?: number }): Promise<void>
  /** Hands a task to another agent, signed if this one has a key. */
  readonly call: Call
  card(): AgentCard
  health(): Health
  /** The number of running tasks. */
  running(): number
  /** The bytes read of request bodies, and those in memory now (docs/specification/trust.md#agent-bounds). */
  bodies(): BodyCounts
  /** The contract without a server, and as Express middleware, for servers with further routes. */
  readonly dispatcher: Dispatcher
  readonly middleware: Middleware
}
