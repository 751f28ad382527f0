import { backendOf } from './backend.ts'
import { compileOperations, type Operation } from './compile.ts'
import type { AnyGateOutcome, AnyOptions, DispatcherOptions, PipelineCode } from './hooks.ts'
import type { ContractRequest, PendingRequest } from './request.ts'
import {
  applyIfNoneMatch,
  outcomeOf,
  outgoingResponse,
  Problem,
  problemFrom,
  refuse,
  reply,
  unmatched,
  writeResponse,
  type ContractResponse,
  type Outcome,
} from './response.ts'
import { ContractViolation, responseGate } from './response-gate.ts'
import { compileRoutes, splitTarget, type Match } from './router.ts'
import { readTraceparent } from './traceparent.ts'
import type { Contract, Incoming, ProblemDetails, TableEntry, Turn } from './typed.ts'

/** Handles the requests of a contract. */
export interface Dispatcher {
  /** Responds to any request. In mode `closed` it rejects with a ContractViolation if the response violates the contract. */
  handle(request: ContractRequest): Promise<ContractResponse>
  /**
   * Returns a problem as the response to input that is not a request of the contract, such as malformed HTTP or a path outside the mount.
   */
  problem(code: PipelineCode, details?: ProblemDetails, requestId?: string): ContractResponse
}

/**
 * Milliseconds for which the verification of a credential is valid. A request that sends its body or waits in a queue for longer is
 * authenticated again, because its credential may have been revoked in the meantime (docs/specification/trust.md#revoked-meanwhile).
 */
const RECHECK_CREDENTIAL_AFTER_MS = 1000

/**
 * No client receives this message, because its connection is closed. A queued request is not executed then, because other requests are
 * waiting for their turns.
 */
const ABORTED = 'The connection closed while the request was queued.'

/** The turn of a request to which no gate has given one: its work runs at once, and its time is not counted. */
const NO_TURN: Turn = {
  run: (work) => work(),
  releaseDuring: (work) => work(),
  end: () => undefined,
}

/** A contract that is compiled for handling requests. */
interface CompiledContract {
  readonly options: AnyOptions
  readonly match: (method: string, path: string) => Match<Operation>
  /** Undefined in mode `off`. */
  readonly gate: ReturnType<typeof responseGate> | undefined
}

/**
 * Creates the dispatcher of a contract: checks the document, unless it is a generated one, and compiles it for handling requests. Rejects
 * if the document is not valid OpenAPI 3.0.3, the table is out of date, or a handler or an authenticator is missing.
 */
export async function createDispatcher<C extends Contract>(
  typed: DispatcherOptions<C>,
): Promise<Dispatcher> {
  // The pipeline passes the correct types to each handler and gate, but TypeScript cannot express this for an operation that is chosen at
  // run time.
  const options: AnyOptions = typed as never
  const backend = await backendOf(options.document)
  const routes = compileOperations(backend, options).map((target) => ({
    method: target.entry.method,
    path: target.entry.path,
    target,
  }))
  const gate = options.mode === 'off' ? undefined : responseGate(backend, options.mode)
  const contract = { options, match: compileRoutes(routes), gate }
  return {
    async handle(request) {
      const started = performance.now()
      const pending = startRequest(contract, request)
      const response = await runPipeline(contract, pending)
      options.onResponse?.({
        request_id: pending.incoming.id,
        operation_id: pending.operation?.entry.id ?? null,
        trace_id: pending.incoming.trace_id,
        method: request.method,
        status: response.status,
        milliseconds: performance.now() - started,
      })
      return response
    },
    problem: (code, details = {}, requestId = options.newId()) =>
      writeResponse(options, new Problem(code, details), requestId),
  }
}

/** Runs the pipeline. An exception becomes a problem that does not reveal its cause. */
async function runPipeline(
  contract: CompiledContract,
  pending: PendingRequest,
): Promise<ContractResponse> {
  const { options } = contract
  try {
    const outcome = await run(options, pending)
    if (outcome instanceof Problem && pending.turn === NO_TURN) await waitToRefuse(options, pending)
    return pending.turn.run(() => respond(contract, pending, outcome))
  } catch (error) {
    if (error instanceof ContractViolation) throw error
    options.onError?.(error, pending.incoming, pending.operation?.entry)
    const recovered = options.recover?.(error) ?? { code: 'INTERNAL_ERROR' }
    return respond(contract, pending, problemFrom(recovered))
  } finally {
    pending.turn.end()
  }
}

/** Runs the stages of a request in order. A stage that returns a problem ends the request. */
async function run(options: AnyOptions, pending: PendingRequest): Promise<Outcome> {
  const { request, incoming, operation } = pending
  if (!operation) return unmatched(pending.routing)
  const { entry } = operation
  const { gates } = options

  const identified_at = performance.now()
  const caller = await identify(options, entry, incoming)
  if (caller instanceof Problem) return caller
  const refused = applyGate(pending, await gates?.afterAuth?.(entry, caller, incoming))
  if (refused) return refused

  const group = operation.body && gates?.bodyGroup?.(caller, incoming)
  const bytes = await operation.body?.receive(request, pending.authenticated, group)
  if (bytes instanceof Problem) return bodyProblem(options, pending, caller, bytes)
  const admission = gates?.admit?.(entry, caller, incoming, bytes?.length ?? 0)
  const turn = await admission
  if (turn && 'code' in turn) return problemFrom(turn)
  // A request that is admitted without a turn needs none to be refused either.
  pending.turn = turn ?? { ...NO_TURN }
  if (admission instanceof Promise && request.isAborted?.())
    return new Problem('MALFORMED_REQUEST', { message: ABORTED })
  const isStale = performance.now() - identified_at > RECHECK_CREDENTIAL_AFTER_MS
  const current = isStale ? await identify(options, entry, incoming) : caller
  if (current instanceof Problem) return current

  const input = pending.turn.run(() => parse(options, pending, operation, current, bytes))
  if (input instanceof Problem) return input
  const forbidden = applyGate(pending, await gates?.afterValidation?.(entry, current, incoming))
  if (forbidden) return forbidden
  const call = { ...input, caller: current, request: incoming, turn: pending.turn, reply, refuse }
  return outcomeOf(await pending.turn.run(() => operation.handler(call, options.services)), entry)
}

/**
 * Parses and validates the parameters and the body. A malformed body is reported first, then an invalid parameter, then an invalid body.
 */
function parse(
  options: AnyOptions,
  pending: PendingRequest,
  { body: reader, parameters }: Operation,
  caller: unknown,
  bytes: Buffer | undefined,
) {
  const { request, incoming, search } = pending
  const body = bytes && reader?.parse(request, bytes)
  if (body instanceof Problem) return bodyProblem(options, pending, caller, body)
  const constant = search === '' ? parameters.constant : undefined
  const read = constant ?? parameters.read(incoming.path_values, search, request.headers)
  if (read instanceof Problem) return read
  const invalid = body && reader?.validate(body)
  return invalid ? bodyProblem(options, pending, caller, invalid) : { ...read, body: body?.value }
}

/** Returns the problem of a refused body, and reports it to the gates if the client is anonymous. */
function bodyProblem(
  { gates }: AnyOptions,
  pending: PendingRequest,
  caller: unknown,
  refused: Problem,
): Problem {
  const { incoming, authenticated } = pending
  if (caller === null && !authenticated)
    applyGate(pending, gates?.bodyRefused?.(incoming, refused.code))
  return refused
}

/** Waits for the turn of a request that is refused without one; if it gets none, its connection is closed after the response. */
async function waitToRefuse({ gates }: AnyOptions, pending: PendingRequest): Promise<void> {
  if (!gates?.refuse) return
  const turn = await gates.refuse(pending.incoming)
  if (turn) pending.turn = turn
  else pending.headers = { ...pending.headers, Connection: 'close' }
}

function respond(
  { options, gate }: CompiledContract,
  { incoming, operation, headers }: PendingRequest,
  outcome: Outcome,
): ContractResponse {
  const response = applyIfNoneMatch(
    writeResponse(options, outcome, incoming.id, operation?.entry, headers),
    incoming,
    operation?.object,
  )
  const violation = operation && gate?.(operation.object, outgoingResponse(response))
  if (violation && options.mode === 'closed') throw violation
  if (violation) options.onViolation?.(violation, incoming)
  return incoming.method === 'HEAD' ? { ...response, body: undefined } : response
}

/** Returns the problem if a gate refused the request. Otherwise stores the headers that the gate adds to the response. */
function applyGate(pending: PendingRequest, outcome: AnyGateOutcome): Problem | undefined {
  if (!outcome) return undefined
  if ('code' in outcome) return problemFrom(outcome)
  if (outcome.authenticated) pending.authenticated = true
  if (outcome.headers) pending.headers = { ...pending.headers, ...outcome.headers }
  return undefined
}

// ---- Requests ------------------------------------------------------------------------------------------------------

/** Describes a request and finds its operation, before any validation. */
function startRequest(
  { options, match }: CompiledContract,
  request: ContractRequest,
): PendingRequest {
  const { method, headers, ip, received_at } = request
  const [path, search] = splitTarget(request.target)
  const routing = match(method, path)
  const matched = routing.kind === 'matched' ? routing : undefined
  const incoming = {
    id: requestIdOf(headers, options.newId),
    ip,
    user_agent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    method,
    path,
    headers,
    path_values: matched?.values ?? {},
    ...(received_at !== undefined && { received_at }),
    ...(headers['traceparent'] !== undefined && readTraceparent(headers['traceparent'])),
  }
  return {
    request,
    routing,
    incoming,
    search,
    operation: matched?.target,
    headers: undefined,
    authenticated: false,
    turn: NO_TURN,
  }
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/
const MAX_USER_AGENT = 256

/** Returns the request id of the client if it is safe in headers and logs, else a new one. */
function requestIdOf(headers: ContractRequest['headers'], newId: () => string): string {
  const given = headers['x-request-id']
  return given !== undefined && REQUEST_ID.test(given) ? given : newId()
}

// ---- Callers -------------------------------------------------------------------------------------------------------

/**
 * Returns the caller of the first security requirement whose schemes are all satisfied, in the order of the document, so that credentials
 * are not looked up needlessly. Returns null on a public operation, and a problem if no requirement is satisfied. Rejects if an
 * authenticator rejects, because an outage does not make a credential invalid.
 */
async function identify(
  { authenticators, unauthenticated }: AnyOptions,
  operation: TableEntry,
  incoming: Incoming,
): Promise<unknown> {
  if (operation.security.length === 0) return null
  for (const schemes of operation.security) {
    const callers = await callersOf(authenticators, schemes, operation, incoming)
    if (callers) return combine(callers)
  }
  return problemFrom(unauthenticated(operation, incoming))
}

async function callersOf(
  authenticators: AnyOptions['authenticators'],
  schemes: readonly string[],
  operation: TableEntry,
  request: Incoming,
) {
  const callers: unknown[] = []
  for (const scheme of schemes) {
    const caller = await authenticators[scheme]!(request, operation)
    if (caller === undefined || caller === null) return undefined
    callers.push(caller)
  }
  return callers
}

function combine(callers: readonly unknown[]): unknown {
  return callers.length > 1 ? (Object.assign({}, ...callers) as object) : (callers[0] ?? null)
}
