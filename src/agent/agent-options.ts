import type { RequestHandler } from 'express'
import type { BodyCounts } from '../contract/body-reader.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import type { GateMode } from '../contract/response-gate.ts'
import type { Call } from './call.ts'
import type { AgentCard } from './card.ts'
import type { Health } from './contract-types.ts'
import type { AgentLogger, AgentManifest, ChatFunction, SkillFunction } from './definition.ts'
import type { PlatformLink } from './platform-link.ts'
import type { Identity } from './trust/signing.ts'

type SkillName<M extends AgentManifest> = M['skills'][number]['name']

/** Everything an agent is made of. Only the first two are needed. */
export interface AgentOptions<M extends AgentManifest = AgentManifest> {
  readonly manifest: M
  /** One function per skill of the manifest; the compiler names the one that is missing. */
  readonly skills: { readonly [Name in SkillName<M>]: SkillFunction }
  /** Holds the conversations of /chat; without it, they go to the first skill that takes a plain text. */
  readonly chat?: ChatFunction | undefined
  /** What the agent offers for routing, in place of the manifest's `capabilities.provides`. */
  readonly capabilities?: readonly string[] | undefined
  /** Where the agent is reached from outside, in place of what the manifest says. */
  readonly url?: string | undefined
  /** Without it the agent signs nothing, and its identifier follows from the manifest alone. */
  readonly identity?: Identity | undefined
  /** Without it the agent works alone: nobody vouches for it, and it cannot verify others. */
  readonly platform?: PlatformLink | undefined
  /** Unless one is handed in, warnings and errors go to stderr. */
  readonly logger?: AgentLogger | undefined
  /** Milliseconds since 1970. */
  readonly clock?: { now_ms(): number } | undefined
  readonly random?: ((bytes: number) => Uint8Array) | undefined
  /** How `call` reaches other agents. */
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly limits?: AgentLimits | undefined
  /** Whether answers are checked against the contract: `log` reports what breaks it, `closed` (for tests) refuses to send it. */
  readonly response_gate?: GateMode | undefined
}

export interface AgentLimits {
  /** Tasks that are worked on at the same time; one more is 429. 1000 unless set. */
  readonly running_tasks?: number | undefined
  /** Bytes of a request body where the contract allows more; more is 413. */
  readonly body_bytes?: number | undefined
}

export interface ListenOptions {
  /** 8090 unless set; 0 is any free port. */
  readonly port?: number
  /** The loopback address unless set. */
  readonly host?: string
}

/** An agent, ready to serve. */
export interface Agent {
  readonly svc_id: string
  /** What it offers for routing: skills of its own. */
  readonly capabilities: readonly string[]
  /** Serves until `close`, and says where. Rejects when the port cannot be had. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Takes no new tasks, finishes those it has within `grace_ms` (10 s unless set), then interrupts what is left. */
  close(options?: { readonly grace_ms?: number }): Promise<void>
  /** Hands a task to another agent, signed where this one has a key. */
  readonly call: Call
  card(): AgentCard
  health(): Health
  /** How many tasks are being worked on. */
  running(): number
  /** What was read of request bodies, and what they hold in memory now (docs/specification/trust.md#agent-bounds). */
  bodies(): BodyCounts
  /** The contract without a socket, and as Express middleware, for servers that have more to do than this. */
  readonly dispatcher: Dispatcher
  readonly middleware: RequestHandler
}
