import type { ContractResponse, Dispatcher } from '../contract/dispatch.ts'
import type { ContractRequest } from '../contract/incoming.ts'
import { TASKS_PATH } from './card.ts'
import { exchanges, openExchange, type Exchange } from './exchange.ts'
import { signedAnswerHeaders, type Signer } from './trust/signing.ts'

export interface AttendOptions {
  /** Signs the answers; without one they go out unsigned. */
  readonly signer: Signer | undefined
  readonly now: () => string
  readonly newId: () => string
}

/**
 * A dispatcher that knows its requests: opens an exchange for each, keeps the bytes of its body, and signs the answer once it stands.
 */
export function attended(dispatcher: Dispatcher, options: AttendOptions): Dispatcher {
  return {
    problem: dispatcher.problem,
    async handle(request) {
      const exchange = openExchange(request.headers, options.newId)
      const response = await exchanges.run(exchange, () =>
        dispatcher.handle(keepingBytes(request, exchange)),
      )
      return finished(response, exchange, options)
    },
  }
}

const keepingBytes = (request: ContractRequest, exchange: Exchange): ContractRequest => ({
  ...request,
  target: tasksTarget(request.target),
  async readBody(limits) {
    // A session is for the asking, so whoever holds one is as anonymous as before.
    exchange.bytes = await request.readBody(
      exchange.operation_id === 'chat' ? { ...limits, anonymous: true } : limits,
    )
    return exchange.bytes
  },
})

/**
 * Removes repeated and trailing slashes from the path of tasks, because `POST /a2a/tasks` must never answer 404
 * (docs/specification/agent-protocol.md#never-404).
 */
const tasksTarget = (target: string): string => target.replace(SLASHES, TASKS_PATH)
const SLASHES = /^\/+a2a\/+tasks\/*(?=\?|$)/

/**
 * Adds the id of the task to the trust headers and signs the answer. Only the answer to a signed request is signed, so that the signature
 * is bound to a value that the caller alone chose (docs/specification/trust.md#signed-answers).
 */
function finished(
  response: ContractResponse,
  { task_id, answered }: Exchange,
  { signer, now }: AttendOptions,
): ContractResponse {
  const { status, headers, body } = response
  if (headers['X-Svc-Task-ID'] === undefined) return response
  const named = { ...response, headers: { ...headers, 'X-Svc-Task-ID': task_id } }
  if (!signer || !answered || body === undefined) return named
  return {
    ...named,
    headers: {
      ...named.headers,
      ...signedAnswerHeaders(signer, answered, { status, body, issued_at: now() }),
    },
  }
}
