import type { GateMode, ContractViolation } from './response-gate.ts'
import type { BodyGroup } from './body.ts'
import type { Document } from './document.ts'
import type {
  AnyCaller,
  Code,
  Contract,
  ProblemDetails,
  Handlers,
  Incoming,
  OperationOf,
  ProblemDefinition,
  ProblemDefinitions,
  Table,
  Turn,
} from './typed.ts'

type Awaitable<T> = T | Promise<T>

/** The problems of the pipeline itself. A contract must define them with these statuses. */
interface PipelineStatus {
  readonly ROUTE_NOT_FOUND: 404
  readonly METHOD_NOT_ALLOWED: 405
  readonly REQUEST_TIMEOUT: 408
  readonly MALFORMED_REQUEST: 400
  readonly MALFORMED_JSON: 400
  readonly INVALID_PARAMETER: 400
  readonly INVALID_BODY: 422
  readonly BODY_TOO_LARGE: 413
  readonly UNSUPPORTED_MEDIA_TYPE: 415
  readonly RATE_LIMITED: 429
  readonly HEADERS_TOO_LARGE: 431
  readonly INTERNAL_ERROR: 500
  readonly SERVER_BUSY: 503
}
export type PipelineCode = keyof PipelineStatus
type PipelineProblems = {
  readonly [K in PipelineCode]: ProblemDefinition & { readonly status: PipelineStatus[K] }
}

/** A problem to respond with. */
interface ProblemOf<C extends Contract> {
  readonly code: Code<C>
  readonly details?: ProblemDetails
}
/** The result of a gate that was passed. Its headers, such as `RateLimit`, are added to the response. */
interface GatePass {
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether the gate identified the sender of an operation that requires no credential. The body is then read like that of an authenticated
   * caller.
   */
  readonly authenticated?: boolean
}
type GateOutcome<C extends Contract> = ProblemOf<C> | GatePass | undefined

/**
 * Returns, for each security scheme, the caller that the request's credential identifies; undefined if there is none or it is invalid. An
 * exception means an outage, which does not lead to a 401.
 */
type Authenticators<C extends Contract> = {
  readonly [Scheme in keyof C['callers']]: (
    request: Incoming,
    operation: OperationOf<C>,
  ) => Awaitable<C['callers'][Scheme] | undefined>
}

/** Checks that run between the stages. The caller is null on a public operation. */
interface Gates<C extends Contract> {
  /** Runs after authentication and before validation, such as for rate limits (429) and plans (402). */
  afterAuth?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
  ): Awaitable<GateOutcome<C>>
  /**
   * Returns the group whose memory limit applies to the caller's body, so that one group cannot exhaust the memory, and the credential, so
   * that one credential cannot exhaust that of its group; undefined if there is none.
   */
  bodyGroup?(caller: AnyCaller<C>, request: Incoming): BodyGroup | undefined
  /** Called with the problem code after the body of an anonymous request was refused. */
  bodyRefused?(request: Incoming, code: string): GatePass | undefined
  /**
   * Runs when the body has arrived, before anything is parsed: waits until the request may run, or refuses it. The turn ends when the
   * response has been serialized.
   */
  admit?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
    body_bytes: number,
  ): Awaitable<Turn | ProblemOf<C> | undefined>
  /**
   * Runs before a request that has no turn is refused: waits until the response may be written. Returns undefined if too many requests
   * wait; the connection is then closed after the response.
   */
  refuse?(request: Incoming): Awaitable<Turn | undefined>
  /** Runs after validation and before the handler, such as for scopes (403). */
  afterValidation?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
  ): Awaitable<GateOutcome<C>>
}

/** A completed request, for metrics and access logs. */
export interface AccessLogEntry {
  readonly request_id: string
  /** The trace of the request, if it belongs to one. */
  readonly trace_id: string | undefined
  /** Null when no operation was found. */
  readonly operation_id: string | null
  readonly method: string
  readonly status: number
  readonly milliseconds: number
}

/** The parts of a dispatcher. */
export interface DispatcherOptions<C extends Contract> {
  readonly document: Document
  readonly table: C['table']
  readonly problems: C['problems'] & PipelineProblems
  readonly handlers: Handlers<C>
  readonly services: C['services']
  readonly authenticators: Authenticators<C>
  /** Returns the problem for a request without valid credentials, with a WWW-Authenticate header. */
  readonly unauthenticated: (operation: OperationOf<C>, request: Incoming) => ProblemOf<C>
  readonly gates?: Gates<C>
  /** Returns the body of a problem in the contract's schema. `operation` is undefined outside any operation. */
  readonly present: (
    code: Code<C>,
    details: ProblemDetails,
    requestId: string,
    operation: OperationOf<C> | undefined,
  ) => unknown
  /** Returns the status of a problem in an operation if it differs from the status in `problems`; undefined otherwise. */
  readonly statusOf?: (code: Code<C>, operation: OperationOf<C> | undefined) => number | undefined
  /** Maps an exception to a problem; undefined means INTERNAL_ERROR. */
  readonly recover?: (error: unknown) => ProblemOf<C> | undefined
  /** Returns a new request id, which must match `[A-Za-z0-9._-]{1,64}`. */
  readonly newId: () => string
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
  readonly mode: GateMode
  /** Called with every exception, recovered or not. */
  readonly onError?: (
    error: unknown,
    request: Incoming,
    operation: OperationOf<C> | undefined,
  ) => void
  /** Called with every response that the contract does not document, in mode `log`. */
  readonly onViolation?: (violation: ContractViolation, request: Incoming) => void
  readonly onResponse?: (entry: AccessLogEntry) => void
}

/** Any contract, as the dispatcher handles it. Its callers and calls are opaque. */
export interface AnyContract {
  operations: { [id: string]: { parameters: object; responses: object } }
  table: Table
  callers: { [scheme: string]: unknown }
  problems: ProblemDefinitions
  services: unknown
}
export type AnyOptions = DispatcherOptions<AnyContract>
export type AnyGateOutcome = GateOutcome<AnyContract>
