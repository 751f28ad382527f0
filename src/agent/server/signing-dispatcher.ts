import type { Dispatcher } from '../../contract/dispatch.ts'
import type { ContractRequest } from '../../contract/request.ts'
import type { ContractResponse } from '../../contract/response.ts'
import { TASKS_PATH } from './card.ts'
import { requestContexts, createRequestContext, type RequestContext } from './request-context.ts'
import { signedAnswerHeaders, type Signer } from '../trust/signing.ts'

export interface SigningOptions {
  /** Signs the answers. Without a signer they are unsigned. */
  readonly signer: Signer | undefined
  readonly now: () => string
  readonly newId: () => string
}

/** Returns a dispatcher that creates the context of each request, keeps the bytes of its body, and signs the answer. */
export function signingDispatcher(dispatcher: Dispatcher, options: SigningOptions): Dispatcher {
  return {
    problem: dispatcher.problem,
    async handle(request) {
      const context = createRequestContext(request.headers, options.newId)
      const response = await requestContexts.run(context, () =>
        dispatcher.handle(capturingBody(request, context)),
      )
      return signedResponse(response, context, options)
    },
  }
}

const capturingBody = (request: ContractRequest, context: RequestContext): ContractRequest => ({
  ...request,
  target: tasksTarget(request.target),
  async readBody(limits) {
    // Anyone can open a session, so a request with one counts as anonymous.
    context.body = await request.readBody(
      context.operation_id === 'chat' ? { ...limits, anonymous: true } : limits,
    )
    return context.body
  },
})

/**
 * Removes repeated and trailing slashes from the path of tasks, because `POST /a2a/tasks` must never respond with 404
 * (docs/specification/agent-protocol.md#never-404).
 */
const tasksTarget = (target: string): string => target.replace(SLASHES, TASKS_PATH)
const SLASHES = /^\/+a2a\/+tasks\/*(?=\?|$)/

/**
 * Sets the final task id in the trust headers, if the response has them, and signs the answer. Only the answer to a signed request is
 * signed, because its signature must be bound to a value that only the caller chose (docs/specification/trust.md#signed-answers).
 */
function signedResponse(
  response: ContractResponse,
  { task_id, answer_binding }: RequestContext,
  { signer, now }: SigningOptions,
): ContractResponse {
  const { status, headers, body } = response
  if (headers['X-Svc-Task-ID'] === undefined) return response
  const unsigned = { ...response, headers: { ...headers, 'X-Svc-Task-ID': task_id } }
  if (!signer || !answer_binding || body === undefined) return unsigned
  return {
    ...unsigned,
    headers: {
      ...unsigned.headers,
      ...signedAnswerHeaders(signer, answer_binding, { status, body, issued_at: now() }),
    },
  }
}
