import { authenticate, NOBODY } from './authenticate.ts'
import { ContractBackend } from './backend.ts'
import { compileOperations, type Operation } from './compile.ts'
import { unlessKnown } from './conditional.ts'
import type {
  AnyOptions,
  DispatcherOptions,
  GateOutcome,
  AnyContract,
  PipelineCode,
} from './hooks.ts'
import { incomingOf, requestIdOf, splitTarget, type ContractRequest } from './incoming.ts'
import { Answer, Refusal, refuse, reply, type Outcome } from './outcome.ts'
import { leaving, write, type ContractResponse } from './respond.ts'
import { ContractViolation, createResponseGate } from './response-gate.ts'
import { compileRoutes, type Match } from './router.ts'
import type { Contract, Facts, Incoming } from './typed.ts'

export type { ContractRequest } from './incoming.ts'
export type { ContractResponse } from './respond.ts'

/** A contract that answers requests. */
export interface Dispatcher {
  /** Answers any request. In mode `closed` it rejects with a ContractViolation. */
  handle(request: ContractRequest): Promise<ContractResponse>
  /** The answer to what never became a request of the contract: an unknown mount, broken HTTP. */
  problem(code: PipelineCode, facts?: Facts, requestId?: string): ContractResponse
}

/**
 * Milliseconds for which a credential that was found good is relied on. Whoever sends a body for longer, or waits for a turn, is looked
 * up again, so that no request outlives the credential that it began with (docs/specification/trust.md#revoked-meanwhile).
 */
const RELIED_ON_MS = 1000

/** One request on its way. */
interface Exchange {
  readonly request: ContractRequest
  readonly match: Match<Operation>
  readonly incoming: Incoming
  readonly search: string
  readonly operation: Operation | undefined
  /** Headers that gates add to whatever is answered. */
  headers: Readonly<Record<string, string>> | undefined
  /** A gate knows the sender, though the operation asks for no credential. */
  authenticated: boolean
}

/**
 * Boots a contract: checks the document, compiles what requests need, and returns the way of every request. Rejects
 * when the document is not sound OpenAPI 3.0.3, the table is stale, or a handler or an authenticator is missing.
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

  /** The way of a request, in the order in which a client meets the stages. Each stage refuses or hands on. */
  async function pipeline(exchange: Exchange): Promise<Outcome> {
    const { request, incoming, operation, search } = exchange
    if (!operation) return unrouted(exchange.match)

    const known_at = performance.now()
    const caller = (await authenticate(options.authenticators, operation.entry, incoming)) as never
    if (caller === NOBODY) return refusal(options.unauthenticated(operation.entry, incoming))
    const barred = pass(
      exchange,
      await options.gates?.afterAuth?.(operation.entry, caller, incoming),
    )
    if (barred) return barred

    const group = operation.body && options.gates?.bodyGroup?.(operation.entry, caller, incoming)
    const body = await operation.body?.read(request, exchange.authenticated, group)
    if (body instanceof Refusal) return badBody(exchange, caller, body)
    const parameters = operation.readParameters(incoming.path_values, search, request.headers)
    if (parameters instanceof Refusal) return parameters
    const invalid = body && operation.body?.refusalOf(body)
    if (invalid) return badBody(exchange, caller, invalid)
    const forbidden = pass(
      exchange,
      await options.gates?.afterValidation?.(operation.entry, caller, incoming),
    )
    if (forbidden) return forbidden

    const leave = await options.gates?.enter?.(operation.entry, caller, incoming)
    if (leave && typeof leave !== 'function') return refusal(leave)
    try {
      const current =
        performance.now() - known_at > RELIED_ON_MS ? await knownStill(operation, incoming) : caller
      if (current instanceof Refusal) return current
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
  async function knownStill({ entry }: Operation, incoming: Incoming): Promise<unknown> {
    const caller = (await authenticate(options.authenticators, entry, incoming)) as never
    if (caller === NOBODY) return refusal(options.unauthenticated(entry, incoming))
    const outcome = await options.gates?.afterValidation?.(entry, caller, incoming)
    return outcome && 'code' in outcome ? refusal(outcome) : caller
  }

  /** Tells the gates of a body that nobody answers for. */
  function badBody(
    { operation, incoming, authenticated }: Exchange,
    caller: unknown,
    refused: Refusal,
  ): Refusal {
    if (caller === null && !authenticated)
      options.gates?.badBody?.(operation!.entry, incoming, refused.code)
    return refused
  }

  /** Runs the pipeline. What it throws becomes a problem that tells nothing of the error. */
  async function answer(exchange: Exchange): Promise<ContractResponse> {
    try {
      return respond(exchange, await pipeline(exchange))
    } catch (error) {
      if (error instanceof ContractViolation) throw error
      options.failed?.(error, exchange.incoming, exchange.operation?.entry)
      const recovered = options.recover?.(error)
      return respond(exchange, recovered ? refusal(recovered) : new Refusal('INTERNAL_ERROR'))
    }
  }

  function respond({ incoming, operation, headers }: Exchange, outcome: Outcome): ContractResponse {
    const response = unlessKnown(
      write(options, outcome, incoming.id, operation?.entry, headers),
      incoming,
      operation?.object,
    )
    const violation = operation && gate?.(operation.object, leaving(response))
    if (violation && options.mode === 'closed') throw violation
    if (violation) options.violated?.(violation, incoming)
    return incoming.method === 'HEAD' ? { ...response, body: undefined } : response
  }

  function open(request: ContractRequest): Exchange {
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
      match: found,
      incoming,
      search,
      operation: matched?.target,
      headers: undefined,
      authenticated: false,
    }
  }

  return {
    async handle(request) {
      const exchange = open(request)
      if (!options.answered) return answer(exchange)
      const started = performance.now()
      const response = await answer(exchange)
      options.answered(answeredOf(exchange, response, performance.now() - started))
      return response
    },
    problem: (code, facts = {}, requestId = options.newId()) =>
      write(options, new Refusal(code, facts), requestId),
  }
}

const refusal = ({ code, facts }: { code: string; facts?: Facts }): Refusal =>
  new Refusal(code, facts)

function unrouted(match: Match<Operation>): Outcome {
  switch (match.kind) {
    case 'options':
      return new Answer(204).with({ Allow: match.allow })
    case 'method_not_allowed':
      return new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: match.allow } })
    case 'malformed':
      return new Refusal('MALFORMED_REQUEST', {
        message: 'The path holds a percent escape that is not UTF-8.',
      })
    case 'not_found':
    case 'matched':
      return new Refusal('ROUTE_NOT_FOUND')
  }
}

/** The refusal of a gate, if it is one; headers of a passage are kept for the response. */
function pass(exchange: Exchange, outcome: GateOutcome<AnyContract>): Refusal | undefined {
  if (!outcome) return undefined
  if ('code' in outcome) return refusal(outcome)
  if (outcome.authenticated) exchange.authenticated = true
  if (outcome.headers)
    exchange.headers = exchange.headers
      ? { ...exchange.headers, ...outcome.headers }
      : outcome.headers
  return undefined
}

/** Types keep handlers from making replies by hand; this keeps a cast from doing it. */
function outcomeOf(made: unknown, { entry }: Operation): Outcome {
  if (made instanceof Answer || made instanceof Refusal) return made
  throw new TypeError(`${entry.id} did not return a reply`)
}

const answeredOf = (
  { incoming, operation }: Exchange,
  { status }: ContractResponse,
  milliseconds: number,
) => ({
  request_id: incoming.id,
  operation_id: operation?.entry.id ?? null,
  method: incoming.method,
  status,
  milliseconds,
})
