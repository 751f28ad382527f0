/**
 * Handlers typed by their contract. Everything here exists at compile time only; `outcome.ts` holds the two values
 * that `reply` and `refuse` make at run time.
 */

/** What openapi-typescript emits for one operation, reduced to what a handler needs. */
interface OperationTypes {
  readonly parameters: {
    readonly path?: unknown
    readonly query?: unknown
    readonly header?: unknown
  }
  readonly responses: object
}

/** One line of the generated operation table: what the document says about an operation beside its schemas. */
export interface TableEntry {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  /** Alternatives; each is the list of schemes that must all hold (OpenAPI 3.0.3, Security Requirement Object). */
  readonly security: readonly (readonly string[])[]
  readonly requiredPlan: string | null
  readonly requiredScope: string | null
  readonly auditEvents: readonly string[]
  readonly extension: boolean
  /** Query parameters that have a default, so that a handler always finds them. */
  readonly defaults: readonly string[]
}
export type Table = { readonly [id: string]: TableEntry }

/** One error as data: the status it travels with, its class and its sentence. */
export interface Problem {
  readonly status: number
  readonly error: string
  readonly message: string
}
export type Problems = { readonly [code: string]: Problem }

/**
 * One contract: generated `operations` and `table`, the caller that each security scheme yields, the problems
 * (`as const`, so that their statuses are literals) and what handlers may use.
 */
export interface Contract {
  operations: object
  table: Table
  callers: object
  problems: Problems
  services: unknown
}

/** Operations known to the types and to the table: a stale table hides none. */
export type Ids<C extends Contract> = keyof C['operations'] & keyof C['table'] & string
/** The table's line of any operation of the contract. */
export type OperationOf<C extends Contract> = C['table'][Ids<C>]
export type Code<C extends Contract> = keyof C['problems'] & string

type TypesOf<C extends Contract, Id extends Ids<C>> = C['operations'][Id] extends OperationTypes
  ? C['operations'][Id]
  : never
type Status<O extends OperationTypes> = keyof O['responses'] & number

// ---- What comes in --------------------------------------------------------------------------------------------------

type Input<P> = [NonNullable<P>] extends [never] ? Record<never, never> : NonNullable<P>
/** The dispatcher fills defaults, which the generated query types do not know. */
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
type Combined<C extends Contract, Requirement> = Requirement extends readonly []
  ? null
  : Requirement extends readonly [infer Only]
    ? CallerOf<C, Only>
    : Requirement extends readonly [infer First, ...infer Rest]
      ? CallerOf<C, First> & Combined<C, Rest>
      : never
type Alternatives<C extends Contract, Security extends readonly unknown[]> = {
  [I in keyof Security]: Combined<C, Security[I]>
}[number]

/** Who may call: one of the alternatives, each all of its schemes' callers in one; `null` where the operation is public. */
export type Caller<
  C extends Contract,
  Id extends Ids<C>,
> = C['table'][Id]['security'] extends readonly []
  ? null
  : Alternatives<C, C['table'][Id]['security']>
export type AnyCaller<C extends Contract> = { [Id in Ids<C>]: Caller<C, Id> }[Ids<C>]

/** Facts about a request that rules and records need. `received_at` is there when the adapter was given a clock. */
export interface RequestFacts {
  readonly id: string
  readonly ip: string
  readonly user_agent: string | null
  readonly received_at?: string
}

/** What authenticators and gates see: the facts, and the request as far as it is read before validation. */
export interface Incoming extends RequestFacts {
  readonly method: string
  /** Relative to the mount, undecoded, without the query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Decoded, not yet validated. */
  readonly path_values: Readonly<Record<string, string>>
}

// ---- What goes out --------------------------------------------------------------------------------------------------

/** One fault of a request. `path` is a JSON pointer that begins with `/body`, `/query`, `/path` or `/header` (names in lower case). */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** What one occurrence of a problem adds to its line in the table; `extra` members merge into the body. */
export interface Facts {
  readonly message?: string
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A schema of YAML describes what the text says; whoever replies writes the text. */
type Payload<R> = R extends { content: infer K }
  ? {
      [M in keyof K]: M extends 'application/json'
        ? [body: K[M]]
        : [body: M extends 'application/yaml' ? string | Buffer : K[M], type: M]
    }[keyof K]
  : []
type Documented<H> = {
  [Name in keyof H as string extends Name ? never : number extends Name ? never : Name]: H[Name]
}
/** Where none is documented, none can be given; `{}` would take any. */
type HeadersOf<R> = R extends { headers: infer H } ? Given<Documented<H>> : Record<string, never>
type Given<H> = [keyof H] extends [never] ? Record<string, never> : Partial<H>

declare const documented: unique symbol
/** Only `reply` and `refuse` make one, so holding a Reply proves that the contract documents its status. */
export interface Reply<Id> {
  readonly [documented]: Id
}
/** A reply to which response headers can be added: those that the contract documents for its status. */
export interface OpenReply<Id, R> extends Reply<Id> {
  with(headers: HeadersOf<R>): Reply<Id>
}

type ReplyTo<Id, O extends OperationTypes> = <S extends Status<O>>(
  status: S,
  ...payload: Payload<O['responses'][S]>
) => OpenReply<Id, O['responses'][S]>

/** The problems an operation may answer with: those whose status it documents. */
export type CodeFor<C extends Contract, Id extends Ids<C>> = {
  [K in Code<C>]: C['problems'][K]['status'] extends Status<TypesOf<C, Id>> ? K : never
}[Code<C>]

// ---- Handlers -------------------------------------------------------------------------------------------------------

/** One validated call of operation `Id`. */
export interface Call<C extends Contract, Id extends Ids<C>> {
  readonly path: Input<TypesOf<C, Id>['parameters']['path']>
  readonly query: Filled<
    Input<TypesOf<C, Id>['parameters']['query']>,
    C['table'][Id]['defaults'][number]
  >
  readonly headers: Input<TypesOf<C, Id>['parameters']['header']>
  readonly body: Body<TypesOf<C, Id>>
  readonly caller: Caller<C, Id>
  readonly request: RequestFacts
  readonly reply: ReplyTo<Id, TypesOf<C, Id>>
  readonly refuse: (code: CodeFor<C, Id>, facts?: Facts) => Reply<Id>
}

export type Handler<C extends Contract, Id extends Ids<C>> = (
  call: Call<C, Id>,
  services: C['services'],
) => Promise<Reply<Id>>
/** One handler per operation. A module of some of them is checked with `satisfies Partial<Handlers<C>>`. */
export type Handlers<C extends Contract> = { readonly [Id in Ids<C>]: Handler<C, Id> }
