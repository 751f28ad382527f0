/**
 * Types of handlers, derived from their contract. They exist at compile time only; `response.ts` contains the classes that `reply` and
 * `refuse` instantiate at run time.
 */

import type { EventStream } from './event-stream.ts'

/** The output of openapi-typescript for one operation, reduced to what a handler needs. */
interface OperationTypes {
  readonly parameters: {
    readonly path?: unknown
    readonly query?: unknown
    readonly header?: unknown
  }
  readonly responses: object
}

/** One entry of the generated operation table: the properties of an operation besides its schemas. */
export interface TableEntry {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  /** Alternatives, each a list of schemes that must all be satisfied (OpenAPI 3.0.3, Security Requirement Object). */
  readonly security: readonly (readonly string[])[]
  readonly requiredPlan: string | null
  readonly requiredScope: string | null
  readonly auditEvents: readonly string[]
  readonly extension: boolean
  /** Query parameters that have a default, so that handlers always receive them. */
  readonly defaults: readonly string[]
}
export type Table = { readonly [id: string]: TableEntry }

/** The definition of a problem: its status, its class and its message. */
export interface ProblemDefinition {
  readonly status: number
  readonly error: string
  readonly message: string
}
export type ProblemDefinitions = { readonly [code: string]: ProblemDefinition }

/**
 * One contract: the generated `operations` and `table`, the callers by security scheme, the problem definitions (`as const`, so that their
 * statuses are literals) and the services of the handlers.
 */
export interface Contract {
  operations: object
  table: Table
  callers: object
  problems: ProblemDefinitions
  services: unknown
}

/** The operations in both the types and the table. */
type Ids<C extends Contract> = keyof C['operations'] & keyof C['table'] & string
/** The table entry of any operation of the contract. */
export type OperationOf<C extends Contract> = C['table'][Ids<C>]
export type Code<C extends Contract> = keyof C['problems'] & string

type TypesOf<C extends Contract, Id extends Ids<C>> = C['operations'][Id] extends OperationTypes
  ? C['operations'][Id]
  : never
type Status<O extends OperationTypes> = keyof O['responses'] & number

// ---- Requests -------------------------------------------------------------------------------------------------------

type Input<P> = [NonNullable<P>] extends [never] ? Record<never, never> : NonNullable<P>
/** Adds the defaults that the dispatcher fills in, which the generated query types do not express. */
type Filled<Q, D> = { [K in keyof Q as K extends D ? never : K]: Q[K] } & {
  [K in keyof Q as K extends D ? K : never]-?: Exclude<Q[K], undefined>
}
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined
type Body<O> = O extends { requestBody: infer R }
  ? Json<R>
  : O extends { requestBody?: infer R }
    ? [NonNullable<R>] extends [never]
      ? undefined
      : Json<NonNullable<R>> | undefined
    : undefined

type CallerOf<C extends Contract, Scheme> = Scheme extends keyof C['callers']
  ? C['callers'][Scheme]
  : never
type Combined<C extends Contract, Requirement> = readonly string[] extends Requirement
  ? CallerOf<C, string>
  : Requirement extends readonly []
    ? null
    : Requirement extends readonly [infer Only]
      ? CallerOf<C, Only>
      : Requirement extends readonly [infer First, ...infer Rest]
        ? CallerOf<C, First> & Combined<C, Rest>
        : never
type Alternatives<C extends Contract, Security extends readonly unknown[]> = {
  [I in keyof Security]: Combined<C, Security[I]>
}[number]

/**
 * The caller of an operation: one of the alternatives, each of which is the intersection of its schemes' callers; `null` if the operation
 * is public.
 */
export type Caller<
  C extends Contract,
  Id extends Ids<C>,
> = C['table'][Id]['security'] extends readonly []
  ? null
  : Alternatives<C, C['table'][Id]['security']>
export type AnyCaller<C extends Contract> = { [Id in Ids<C>]: Caller<C, Id> }[Ids<C>]

/** Information about a request, for domain rules and records. `received_at` is present if the server has a clock. */
export interface RequestInfo {
  readonly id: string
  readonly ip: string
  readonly user_agent: string | null
  readonly received_at?: string
  /** The trace of the request, if it has a valid `traceparent`. */
  readonly traceparent?: string
  readonly trace_id?: string
}

/** A request as authenticators and gates see it, before validation. */
export interface Incoming extends RequestInfo {
  readonly method: string
  /** Relative to the mount, undecoded, without the query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Decoded, not yet validated. */
  readonly path_values: Readonly<Record<string, string>>
}

// ---- Responses ------------------------------------------------------------------------------------------------------

/**
 * One fault of a request. `path` is a JSON pointer that begins with `/body`, `/query`, `/path` or `/header` (with header names in lower
 * case).
 */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** The details that one occurrence of a problem adds to its definition. `extra` members are merged into the body. */
export interface ProblemDetails {
  readonly message?: string
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
  readonly extra?: Readonly<Record<string, unknown>>
}

/**
 * The arguments of `reply` for a response. The schema of a YAML response has no type; handlers return the text, and for events the stream.
 */
type Payload<R> = R extends { content: infer K }
  ? {
      [M in keyof K]: M extends 'application/json'
        ? [body: K[M]]
        : [body: M extends keyof Raw ? Raw[M] : K[M], type: M]
    }[keyof K]
  : []
/** What a handler returns for media types whose content no schema describes. */
interface Raw {
  'application/yaml': string | Buffer
  'text/event-stream': EventStream
}
type Documented<H> = {
  [Name in keyof H as string extends Name ? never : number extends Name ? never : Name]: H[Name]
}
/** The headers that can be set. If none is documented, none can be set; `{}` would allow any. */
type HeadersOf<R> = R extends { headers: infer H } ? Given<Documented<H>> : Record<string, never>
type Given<H> = [keyof H] extends [never] ? Record<string, never> : Partial<H>

declare const documented: unique symbol
/** Proves that the contract documents the status of a response, because only `reply` and `refuse` create it. */
interface Reply<Id> {
  readonly [documented]: Id
}
/** A reply to which the documented response headers of its status can be added. */
interface OpenReply<Id, R> extends Reply<Id> {
  with(headers: HeadersOf<R>): Reply<Id>
}

type ReplyTo<Id, O extends OperationTypes> = <S extends Status<O>>(
  status: S,
  ...payload: Payload<O['responses'][S]>
) => OpenReply<Id, O['responses'][S]>

/** The problem codes of an operation: those whose status it documents. */
export type CodeFor<C extends Contract, Id extends Ids<C>> = {
  [K in Code<C>]: C['problems'][K]['status'] extends Status<TypesOf<C, Id>> ? K : never
}[Code<C>]

// ---- Handlers -------------------------------------------------------------------------------------------------------

/** A request's turn in a process that others share. */
export interface Turn {
  /** Runs work, and counts the time until it first waits, and the time for which the store works for it in this thread. */
  run<T>(work: () => T): T
  /** Waits for work that uses another process, and lets other requests have this turn in the meantime. */
  releaseDuring<T>(work: () => Promise<T>): Promise<T>
  /** Ends the turn. Calling it again has no effect. */
  end(): void
}

/** One validated call of operation `Id`. */
interface Call<C extends Contract, Id extends Ids<C>> {
  readonly path: Input<TypesOf<C, Id>['parameters']['path']>
  readonly query: Filled<
    Input<TypesOf<C, Id>['parameters']['query']>,
    C['table'][Id]['defaults'][number]
  >
  readonly headers: Input<TypesOf<C, Id>['parameters']['header']>
  readonly body: Body<TypesOf<C, Id>>
  readonly caller: Caller<C, Id>
  readonly request: RequestInfo
  readonly turn: Turn
  readonly reply: ReplyTo<Id, TypesOf<C, Id>>
  readonly refuse: (code: CodeFor<C, Id>, details?: ProblemDetails) => Reply<Id>
}

type Handler<C extends Contract, Id extends Ids<C>> = (
  call: Call<C, Id>,
  services: C['services'],
) => Promise<Reply<Id>>
/** One handler per operation. A module with some of them is checked with `satisfies Partial<Handlers<C>>`. */
export type Handlers<C extends Contract> = { readonly [Id in Ids<C>]: Handler<C, Id> }
