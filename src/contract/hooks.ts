import type { GateMode, ContractViolation } from './response-gate.ts'
import type { Document } from './document.ts'
import type {
  AnyCaller,
  Code,
  Contract,
  Facts,
  Handlers,
  Incoming,
  OperationOf,
  Problem,
  Problems,
  Table,
} from './typed.ts'

type Awaitable<T> = T | Promise<T>

/** Problems that the pipeline itself answers with; a contract's table must hold them with these statuses. */
export interface PipelineStatus {
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
  readonly [K in PipelineCode]: Problem & { readonly status: PipelineStatus[K] }
}

/** A problem to answer with. */
export interface RefusalOf<C extends Contract> {
  readonly code: Code<C>
  readonly facts?: Facts
}
/** Headers for whatever is answered in the end, such as `RateLimit`. */
export interface Passage {
  readonly headers?: Readonly<Record<string, string>>
  /** The sender is known, though the operation asks for no credential: its body is read like that of any authenticated caller. */
  readonly authenticated?: boolean
}
export type GateOutcome<C extends Contract> = RefusalOf<C> | Passage | undefined

/**
 * Per security scheme: the caller that the request's credential stands for; undefined when there is none or it is not
 * good. A throw is an outage, and never becomes 401.
 */
export type Authenticators<C extends Contract> = {
  readonly [Scheme in keyof C['callers']]: (
    request: Incoming,
    operation: OperationOf<C>,
  ) => Awaitable<C['callers'][Scheme] | undefined>
}

/** Rules between the stages. The caller is null on a public operation. */
export interface Gates<C extends Contract> {
  /** After the credentials, before anything of the request is validated: rate limit 429, plan 402. */
  afterAuth?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
  ): Awaitable<GateOutcome<C>>
  /** What the memory of a known caller's body counts under, so that one cannot take it from all; undefined where it counts under nothing. */
  bodyGroup?(operation: OperationOf<C>, caller: AnyCaller<C>, request: Incoming): string | undefined
  /** Told that the body of a public operation was refused, with the code. */
  badBody?(operation: OperationOf<C>, request: Incoming, code: string): void
  /** After validation, before the handler: scope 403. */
  afterValidation?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
  ): Awaitable<GateOutcome<C>>
  /** Last before the handler: waits for the request's turn, or refuses it. What is returned is called when the handler is done. */
  enter?(
    operation: OperationOf<C>,
    caller: AnyCaller<C>,
    request: Incoming,
  ): Awaitable<(() => void) | RefusalOf<C> | undefined>
}

/** One answered request, for metrics and access logs. */
export interface Answered {
  readonly request_id: string
  /** Null when no operation was found. */
  readonly operation_id: string | null
  readonly method: string
  readonly status: number
  readonly milliseconds: number
}

/** Everything a contract needs to come alive. */
export interface DispatcherOptions<C extends Contract> {
  readonly document: Document
  readonly table: C['table']
  readonly problems: C['problems'] & PipelineProblems
  readonly handlers: Handlers<C>
  readonly services: C['services']
  readonly authenticators: Authenticators<C>
  /** Which problem a request without good credentials is; sets WWW-Authenticate. */
  readonly unauthenticated: (operation: OperationOf<C>, request: Incoming) => RefusalOf<C>
  readonly gates?: Gates<C>
  /** The body of a problem, in the contract's shape. `operation` is undefined outside any operation. */
  readonly present: (
    code: Code<C>,
    facts: Facts,
    requestId: string,
    operation: OperationOf<C> | undefined,
  ) => unknown
  /** The status of a problem in an operation that tells it with another one than the table's; undefined is the table's. */
  readonly statusOf?: (code: Code<C>, operation: OperationOf<C> | undefined) => number | undefined
  /** Maps an error that was thrown to a problem; undefined is INTERNAL_ERROR. */
  readonly recover?: (error: unknown) => RefusalOf<C> | undefined
  /** A fresh request id; must match `[A-Za-z0-9._-]{1,64}`. */
  readonly newId: () => string
  /** Sent with every response. */
  readonly headers?: Readonly<Record<string, string>>
  readonly mode: GateMode
  /** Everything that was thrown, recovered or not. */
  readonly failed?: (
    error: unknown,
    request: Incoming,
    operation: OperationOf<C> | undefined,
  ) => void
  /** Responses that the contract does not document, in mode `log`. */
  readonly violated?: (violation: ContractViolation, request: Incoming) => void
  readonly answered?: (answered: Answered) => void
}

/** What the machinery sees of a contract: the shapes, not the names. Its callers and calls are opaque to it. */
export interface AnyContract {
  operations: { [id: string]: { parameters: object; responses: object } }
  table: Table
  callers: { [scheme: string]: unknown }
  problems: Problems
  services: unknown
}
export type AnyOptions = DispatcherOptions<AnyContract>
