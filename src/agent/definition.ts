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
  /** Milliseconds after which a task of this skill fails; left out, a task may take as long as it likes. */
  readonly timeout_ms?: number | undefined
  readonly cost_estimate?: unknown
}

/** Describes an agent: the content of its `svc.yml` as a plain object (docs/specification/agent-protocol.md#manifest). */
export interface AgentManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly publisher?: string | undefined
  /** Where the agent is reached from outside; left out, the base of `a2a.upstream_url`, or where it listens when that is this machine. */
  readonly url?: string | undefined
  readonly skills: readonly SkillDeclaration[]
  readonly capabilities: {
    readonly provides: readonly string[]
    readonly requires: readonly string[]
  }
  readonly a2a: { readonly upstream_url: string }
  /** Refuse tasks that carry no signature; off unless set. */
  readonly require_signed?: boolean | undefined
}

/** Who signed a request, and was verified. */
export interface VerifiedCaller {
  /** `platform` for a task that the platform forwards; `requester` says for whom. */
  readonly kind: 'agent' | 'platform'
  readonly svc_id?: string
  readonly verification_status?: string
  /** 0 to 100. */
  readonly reputation?: number
  /** Who asked the platform, as it authenticated them. */
  readonly requester?: TaskRequester
}

/** The circumstances of one task. */
export interface SkillContext {
  readonly task_id: string
  readonly trace_id: string
  readonly skill: string
  /** Undefined when the request was not signed: then nobody vouches for the three members below. */
  readonly caller: VerifiedCaller | undefined
  readonly workspace_id: string | undefined
  readonly requester_id: string | undefined
  /** Connects the messages of one client on /chat; identifiers of different clients may be equal. */
  readonly conversation:
    { readonly client_id: string; readonly conversation_id: string } | undefined
  /** What the workspace allows its agents: models, tools, network, files; undefined without a platform. */
  readonly policy: components['schemas']['PolicyContent'] | undefined
}

/** The part of a pino logger that agents use. */
export interface AgentLogger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Writes lines that name the task. */
export interface SkillLog {
  debug(message: string, facts?: object): void
  info(message: string, facts?: object): void
  warn(message: string, facts?: object): void
  error(message: string, facts?: object): void
}

/** What a skill is called with. */
export interface SkillCall {
  /** The text of the message; empty when it has none. */
  readonly text: string
  /** Fits the skill's input_schema: the members of the task's input together with `text` (contract, Tasks and skills). */
  readonly input: JsonObject
  /** Aborted when `timeout_ms` has passed or the agent closes; nobody waits for the result any more. */
  readonly signal: AbortSignal
  readonly context: SkillContext
  readonly log: SkillLog
}

/**
 * A skill. What it returns must fit its output_schema: an object is the result, a text becomes `{ text }`, nothing at all `{}`,
 * anything else `{ value }`. What it throws fails the task with `execution_error`, and the reason stays in the log.
 */
export type SkillFunction = (call: SkillCall) => unknown

/** One message on /chat, for agents that want to hold a conversation themselves. */
export interface ChatCall {
  readonly message: string
  readonly client_id: string
  /** Identifiers of different clients may be equal. */
  readonly conversation_id: string
  readonly task_id: string
  readonly signal: AbortSignal
  readonly log: SkillLog
}
/** Replies to a message. Without one the agent hands it to its first skill that takes a plain text. */
export type ChatFunction = (call: ChatCall) => string | Promise<string>
