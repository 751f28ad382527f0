import type { components } from '../../generated/platform.ts'
import type { JsonObject } from '../domain/json.ts'
import type { TaskRequester } from '../domain/signatures/signature.ts'
import type { A2aVersion, McpRevision } from './protocols.ts'

/** A JSON Schema of draft 06, 07, 2019-09 or 2020-12 (the default), as `$schema` states. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Limits of a skill that runs outside of the agent's process. */
interface RunLimits {
  /** Tasks that run at the same time. Defaults to 4 for a command and 64 for an address. */
  readonly max_concurrent?: number | undefined
  /** Tasks that wait for one of them to end; further ones fail with `rate_limited`. Defaults to 32. */
  readonly max_waiting?: number | undefined
  /** Maximum bytes of a result. Defaults to 1 MiB, or to 480 KiB for a foreign agent or server. */
  readonly max_output_bytes?: number | undefined
}

/** A command that runs a skill (docs/specification/agent-protocol.md#external-command). */
export interface CommandRun extends RunLimits {
  /** The program and its arguments; no shell interprets them. */
  readonly command: readonly string[]
  /**
   * Whether processes keep running and each handles one task after another, instead of one process per task. Up to `max_concurrent` of them
   * run at the same time. Defaults to false.
   */
  readonly persistent?: boolean | undefined
  /** The former name of `persistent`. It is still read, because the id of an agent depends on the content of its manifest. */
  readonly kept?: boolean | undefined
  /** `text` passes the text of the message, and takes the output as text. Defaults to `json`. */
  readonly format?: 'json' | 'text' | undefined
  /** Names of environment variables that the command gets in addition to PATH, HOME, LANG and TZ. */
  readonly env?: readonly string[] | undefined
  /** Milliseconds between SIGTERM and SIGKILL. Defaults to 2000. */
  readonly stop_ms?: number | undefined
}

/** A local HTTP service that runs a skill (docs/specification/agent-protocol.md#external-address). */
export interface AddressRun extends RunLimits {
  readonly url: string
  /** Defaults to POST. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | undefined
  /** Whether the address may be on another machine. Defaults to false. */
  readonly remote?: boolean | undefined
}

/** Names of environment variables by the header whose value they hold. */
type HeadersEnv = Readonly<Record<string, string>>

/** A foreign A2A agent that runs a skill (docs/specification/bridge.md#a2a-tasks). */
export interface A2aRun extends RunLimits {
  /** The URL of its JSONRPC binding. */
  readonly a2a: string
  /** Defaults to 1.0. */
  readonly version?: A2aVersion | undefined
  /** The skill that messages name in their metadata, for an agent whose card declares the extension (docs/specification/a2a.md#skill). */
  readonly skill?: string | undefined
  readonly headers_env?: HeadersEnv | undefined
}

/** The address of a foreign agent or server. */
export interface UrlSource {
  readonly url: string
  readonly headers_env?: HeadersEnv | undefined
}

/** The command of an MCP server. */
export interface CommandSource {
  readonly command: readonly string[]
  /** Names of environment variables that the command gets in addition to PATH, HOME, LANG and TZ. */
  readonly env?: readonly string[] | undefined
}

/** An MCP server: a Streamable HTTP URL, or a command that communicates over its standard input and output. */
export type McpServer = {
  /** Defaults to 2025-11-25. */
  readonly revision?: McpRevision | undefined
} & (UrlSource | CommandSource)

/** A tool of an MCP server that runs a skill (docs/specification/bridge.md#mcp-tools). */
export interface McpRun extends RunLimits {
  readonly mcp: McpServer
  readonly tool: string
  /** The names of arguments that differ from the members of the input, by member. */
  readonly arguments?: Readonly<Record<string, string>> | undefined
}

/** The implementation of a skill that is not a function of the agent's own program. */
export type SkillRun = CommandRun | AddressRun | A2aRun | McpRun

/** The foreign agent to which an agent forwards tasks, and what was found there (docs/specification/bridge.md#pinned-digest). */
export interface Bridge {
  readonly protocol: 'a2a' | 'mcp'
  readonly version: string
  /** The address that was given when the bridge was created, or the command. */
  readonly source: UrlSource | CommandSource
  /** Hex SHA-256 of the foreign card or list of tools. */
  readonly digest: string
}

/** One skill, as the manifest declares it and the card shows it (docs/specification/agent-protocol.md#skills). */
export interface SkillDeclaration {
  readonly name: string
  readonly description: string
  readonly input_schema: JsonSchema
  readonly output_schema: JsonSchema
  /** Milliseconds after which a task of this skill fails. Defaults to no limit. */
  readonly timeout_ms?: number | undefined
  readonly cost_estimate?: unknown
  /** What runs the skill. Defaults to the function of this name. Cards do not show it. */
  readonly run?: SkillRun | undefined
}

/** The definition of an agent: the content of its `svc.yml` as a plain object (docs/specification/agent-protocol.md#manifest). */
export interface AgentManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly publisher?: string | undefined
  /**
   * The public URL of the agent. Defaults to the base of `a2a.upstream_url`, or to the address it listens on if that URL is on this
   * machine.
   */
  readonly url?: string | undefined
  readonly skills: readonly SkillDeclaration[]
  readonly capabilities: {
    readonly provides: readonly string[]
    readonly requires: readonly string[]
  }
  readonly a2a: { readonly upstream_url: string }
  /** Whether unsigned tasks are refused. Defaults to false. */
  readonly require_signed?: boolean | undefined
  /** Present for an agent that forwards tasks to a foreign one. */
  readonly bridge?: Bridge | undefined
}

/** The verified signer of a request. */
export interface VerifiedCaller {
  /** `platform` for a task that the platform forwards on behalf of `requester`. */
  readonly kind: 'agent' | 'platform'
  readonly svc_id?: string
  readonly verification_status?: string
  /** 0 to 100. */
  readonly reputation?: number
  /** The requester of the task, as the platform authenticated them. */
  readonly requester?: TaskRequester
}

/** The context of one task. */
export interface SkillContext {
  readonly task_id: string
  readonly trace_id: string
  /** The trace in the form of W3C Trace Context, to be passed on to other services. */
  readonly traceparent: string
  readonly skill: string
  /** Undefined if the request was not signed. The three members below are unverified in that case. */
  readonly caller: VerifiedCaller | undefined
  readonly workspace_id: string | undefined
  readonly requester_id: string | undefined
  /** The conversation of a message on /chat. Identifiers are unique per client, not globally. */
  readonly conversation:
    | { readonly client_id: string; readonly conversation_id: string }
    | undefined
  /** The workspace's policy on models, tools, network and files; undefined without a platform, and until it has been loaded. */
  readonly policy: components['schemas']['PolicyContent'] | undefined
}

/** The part of a pino logger that agents use. */
export interface AgentLogger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A logger that adds the identifiers of the task to every entry. */
export interface SkillLog {
  debug(message: string, fields?: object): void
  info(message: string, fields?: object): void
  warn(message: string, fields?: object): void
  error(message: string, fields?: object): void
}

/** The argument of a skill. */
export interface SkillCall {
  /** The text of the message; empty if there is none. */
  readonly text: string
  /**
   * The members of the task's input and `text`, validated against the skill's input_schema
   * (docs/specification/agent-protocol.md#skill-input).
   */
  readonly input: JsonObject
  /** Aborted when `timeout_ms` has passed, the task is canceled or the agent closes. The result is ignored after that. */
  readonly signal: AbortSignal
  readonly context: SkillContext
  readonly log: SkillLog
  /**
   * Reports progress to clients that follow the task, in at most 1024 characters. It has no effect for other clients, or after the task has
   * ended.
   */
  readonly progress: (message: string) => void
}

/**
 * The function of a skill. Its result must match its output_schema: an object is used as it is, a string becomes `{ text }`, undefined and
 * null become `{}`, and anything else becomes `{ value }`. An exception fails the task with `execution_error` and is reported only in the
 * log.
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
/** A function that replies to messages. Without one, messages go to the first skill that accepts plain text. */
export type ChatFunction = (call: ChatCall) => string | Promise<string>
