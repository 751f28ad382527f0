import type { components } from '../../generated/platform.ts'
import type { JsonObject } from '../domain/crypto/jcs.ts'
import type { TaskRequester } from '../domain/signatures/signature.ts'

/** A JSON Schema of draft 06, 07, 2019-09 or 2020-12 (the default); `$schema` says which. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Describes one skill, as the manifest declares it and the card shows it (docs/specification/agent-protocol.md#skills). */
export interface SkillDeclaration {
  readonly name: string
  readonly description: string
  readonly input_schema: JsonSchema
  readonly output_schema: JsonSchema
  /** Milliseconds after which a task of this skill fails; no limit unless set. */
  readonly timeout_ms?: number | undefined
  readonly cost_estimate?: unknown
}

/** Describes an agent: the content of its `svc.yml` as a plain object (docs/specification/agent-protocol.md#manifest). */
export interface AgentManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly publisher?: string | undefined
  /** The public address of the agent. Unless set, the base of `a2a.upstream_url`, or the address it listens on if that is this machine. */
  readonly url?: string | undefined
  readonly skills: readonly SkillDeclaration[]
  readonly capabilities: {
    readonly provides: readonly string[]
    readonly requires: readonly string[]
  }
  readonly a2a: { readonly upstream_url: string }
  /** Whether unsigned tasks are refused; off unless set. */
  readonly require_signed?: boolean | undefined
}

/** The verified signer of a request. */
export interface VerifiedCaller {
  /** `platform` for a task that the platform forwards on behalf of `requester`. */
  readonly kind: 'agent' | 'platform'
  readonly svc_id?: string
  readonly verification_status?: string
  /** 0 to 100. */
  readonly reputation?: number
  /** Who requested the task, as the platform authenticated them. */
  readonly requester?: TaskRequester
}

/** The context of one task. */
export interface SkillContext {
  readonly task_id: string
  readonly trace_id: string
  readonly skill: string
  /** Undefined when the request was not signed; the three members below are unverified then. */
  readonly caller: VerifiedCaller | undefined
  readonly workspace_id: string | undefined
  readonly requester_id: string | undefined
  /** The conversation of a message on /chat. Conversations of different clients may have the same identifier. */
  readonly conversation:
    { readonly client_id: string; readonly conversation_id: string } | undefined
  /** The policy of the workspace on models, tools, network and files; undefined without a platform. */
  readonly policy: components['schemas']['PolicyContent'] | undefined
}

/** The methods of a pino logger that agents use. */
export interface AgentLogger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** A logger whose entries name the task. */
export interface SkillLog {
  debug(message: string, facts?: object): void
  info(message: string, facts?: object): void
  warn(message: string, facts?: object): void
  error(message: string, facts?: object): void
}

/** The argument of a skill. */
export interface SkillCall {
  /** The text of the message; empty when it has none. */
  readonly text: string
  /** The members of the task's input and `text`, valid for the skill's input_schema (docs/specification/agent-protocol.md#skill-input). */
  readonly input: JsonObject
  /** Aborted when `timeout_ms` has passed or the agent closes; the result is ignored then. */
  readonly signal: AbortSignal
  readonly context: SkillContext
  readonly log: SkillLog
}

/**
 * A skill. It returns a result that is valid for its output_schema: an object as it is, a text as `{ text }`, undefined as `{}`, anything
 * else as `{ value }`. An exception fails the task with `execution_error` and is reported only in the log.
 */
export type SkillFunction = (call: SkillCall) => unknown

/** The argument of a chat function: one message on /chat. */
export interface ChatCall {
  readonly message: string
  readonly client_id: string
  /** Unique per client. */
  readonly conversation_id: string
  readonly task_id: string
  readonly signal: AbortSignal
  readonly log: SkillLog
}
/** Replies to a message. Without a chat function, messages go to the first skill that accepts a plain text. */
export type ChatFunction = (call: ChatCall) => string | Promise<string>
