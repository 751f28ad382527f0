import { authenticate, UNAUTHENTICATED } from './authenticate.ts'
import { ContractBackend } from './backend.ts'
import { compileOperations, type Operation } from './compile.ts'
import { applyIfNoneMatch } from './conditional.ts'
import type {
  AnyOptions,
  DispatcherOptions,
  GateOutcome,
  AnyContract,
  PipelineCode,
} from './hooks.ts'
import { incomingOf, requestIdOf, splitTarget, type ContractRequest } from './incoming.ts'
import { DocumentedReply, Problem, refuse, reply, type Outcome } from './outcome.ts'
import { outgoingResponse, writeResponse, type ContractResponse } from './respond.ts'
import { ContractViolation, createResponseGate } from './response-gate.ts'
import { compileRoutes, type Match } from './router.ts'
import type { Contract, ProblemDetails, Incoming } from './typed.ts'

export type { ContractRequest } from './incoming.ts'
export type { ContractResponse } from './respond.ts'

/** Answers the requests of a contract. */
export interface Dispatcher {
  /** Answers any request. In mode `closed` it rejects with a ContractViolation. */
  handle(request: ContractRequest): Promise<ContractResponse>
  /** Returns the answer to something that is not a request of the contract: an unknown mount, broken HTTP. */
  problem(code: PipelineCode, details?: ProblemDetails, requestId?: string): ContractResponse
}

/**
 * Milliseconds for which a verified credential is relied on. A request that sends its body or waits in a queue for longer is
 * authenticated again, so that it does not outlive its credential (docs/specification/trust.md#revoked-meanwhile).
 */
const RECHECK_CREDENTIAL_AFTER_MS = 1000

/** A request that is being answered. */
interface PendingRequest {
  readonly request: ContractRequest
  readonly routing: Match<Operation>
  readonly incoming: Incoming
  readonly search: string
  readonly operation: Operation | undefined
  /** Headers that the gates add to the response. */
  headers: Readonly<Record<string, string>> | undefined
  /** Whether a gate has identified the sender, although the operation requires no credential. */
  authenticated: boolean
}

/**
 * Creates the dispatcher of a contract: checks the document and compiles what requests need. Rejects if the document is not valid OpenAPI
 * 3.0.3, the table is stale, or a handler or an authenticator is missing.
 */
export async function createDispatcher<C extends Contract>(
  typed: DispatcherOptions<C>,
): Promise<Dispatcher> {
  const options = typed as unknown as AnyOptions
  const backend = await new ContractBackend(options.document).init()
  const operations = compileOperations(backend, options)
  const match = compileRoutes(
    operations.map((target) => ({ method: target.entry.method, path: target.entry.path, target })),
  )
  const gate = options.mode === 'off' ? undefined : createResponseGate(backend, options.mode)

  /** Runs the stages of a request in their order. Each stage returns a problem or hands over to the next one. */
  async function pipeline(pending: PendingRequest): Promise<Outcome> {
    const { request, incoming, operation, search } = pending
    if (!operation) return routingOutcome(pending.routing)

    const known_at = performance.now()
    const caller = (await authenticate(options.authenticators, operation.entry, incoming)) as never
    if (caller === UNAUTHENTICATED)
      return problemFrom(options.unauthenticated(operation.entry, incoming))
    const barred = applyGate(
      pending,
      await options.gates?.afterAuth?.(operation.entry, caller, incoming),
    )
    if (barred) return barred

    const group = operation.body && options.gates?.bodyGroup?.(operation.entry, caller, incoming)
    const body = await operation.body?.read(request, pending.authenticated, group)
    if (body instanceof Problem) return bodyProblem(pending, caller, body)
    const parameters = operation.readParameters(incoming.path_values, search, request.headers)
    if (parameters instanceof Problem) return parameters
    const invalid = body && operation.body?.validate(body)
    if (invalid) return bodyProblem(pending, caller, invalid)
    const forbidden = applyGate(
      pending,
      await options.gates?.afterValidation?.(operation.entry, caller, incoming),
    )
    if (forbidden) return forbidden

    const leave = await options.gates?.admit?.(operation.entry, caller, incoming)
    if (leave && typeof leave !== 'function') return problemFrom(leave)
    try {
      const current =
        performance.now() - known_at > RECHECK_CREDENTIAL_AFTER_MS
          ? await reauthenticate(operation, incoming)
          : caller
      if (current instanceof Problem) return current
      const call = {
        ...parameters,
        body: body?.value,
        caller: current as never,
        request: incoming,
        reply,
        refuse,
      }
      return outcomeOf(await operation.handler(call, options.services), operation)
    } finally {
      leave?.()
    }
  }

  /** The caller as the credential is now, and whether it still may; else why not. */
  async function reauthenticate({ entry }: Operation, incoming: Incoming): Promise<unknown> {
    const caller = (await authenticate(options.authenticators, entry, incoming)) as never
    if (caller === UNAUTHENTICATED) return problemFrom(options.unauthenticated(entry, incoming))
    const outcome = await options.gates?.afterValidation?.(entry, caller, incoming)
    return outcome && 'code' in outcome ? problemFrom(outcome) : caller
  }

  /** Reports the refused body of an anonymous client to the gates. */
  function bodyProblem(
    { operation, incoming, authenticated }: PendingRequest,
    caller: unknown,
    refused: Problem,
  ): Problem {
    if (caller === null && !authenticated)
      options.gates?.bodyRefused?.(operation!.entry, incoming, refused.code)
    return refused
  }

  /** Runs the pipeline. An exception becomes a problem that reveals nothing about it. */
  async function answer(exchange: PendingRequest): Promise<ContractResponse> {
    try {
      return respond(exchange, await pipeline(exchange))
    } catch (error) {
      if (error instanceof ContractViolation) throw error
      options.onError?.(error, exchange.incoming, exchange.operation?.entry)
      const recovered = options.recover?.(error)
      return respond(exchange, recovered ? problemFrom(recovered) : new Problem('INTERNAL_ERROR'))
    }
  }

  function respond(
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

  function begin(request: ContractRequest): PendingRequest {
    const [path, search] = splitTarget(request.target)
    const found = match(request.method, path)
    const matched = found.kind === 'matched' ? found : undefined
    const incoming = incomingOf(
      request,
      requestIdOf(request.headers, options.newId),
      path,
      matched?.values ?? {},
    )
    return {
      request,
      routing: found,
      incoming,
      search,
      operation: matched?.target,
      headers: undefined,
      authenticated: false,
    }
  }

  return {
    async handle(request) {
      const exchange = begin(request)
      if (!options.onAnswered) return answer(exchange)
      const started = performance.now()
      const response = await answer(exchange)
      options.onAnswered(accessLogEntry(exchange, response, performance.now() - started))
      return response
    },
    problem: (code, details = {}, requestId = options.newId()) =>
      writeResponse(options, new Problem(code, details), requestId),
  }
}

const problemFrom = ({ code, details }: { code: string; details?: ProblemDetails }): Problem =>
  new Problem(code, details)

function routingOutcome(match: Match<Operation>): Outcome {
  switch (match.kind) {
    case 'options':
      return new DocumentedReply(204).with({ Allow: match.allow })
    case 'method_not_allowed':
      return new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: match.allow } })
    case 'malformed':
      return new Problem('MALFORMED_REQUEST', {
        message: 'The path holds a percent escape that is not UTF-8.',
      })
    case 'not_found':
    case 'matched':
      return new Problem('ROUTE_NOT_FOUND')
  }
}

/** Returns the problem of a gate, if it is one; keeps the headers of a passed gate for the response. */
function applyGate(
  exchange: PendingRequest,
  outcome: GateOutcome<AnyContract>,
): Problem | undefined {
  if (!outcome) return undefined
  if ('code' in outcome) return problemFrom(outcome)
  if (outcome.authenticated) exchange.authenticated = true
  if (outcome.headers)
    exchange.headers = exchange.headers
      ? { ...exchange.headers, ...outcome.headers }
      : outcome.headers
  return undefined
}

/** The types keep handlers from making replies by hand; this check catches a cast. */
function outcomeOf(made: unknown, { entry }: Operation): Outcome {
  if (made instanceof DocumentedReply || made instanceof Problem) return made
  throw new TypeError(`${entry.id} did not return a reply`)
}

const accessLogEntry = (
  { incoming, operation }: PendingRequest,
  { status }: ContractResponse,
  milliseconds: number,
) => ({
  request_id: incoming.id,
  operation_id: operation?.entry.id ?? null,
  method: incoming.method,
  status,
  milliseconds,
})
