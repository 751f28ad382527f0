import type { ContractResponse, Dispatcher } from '../contract/dispatch.ts'
import type { ContractRequest } from '../contract/incoming.ts'
import { sha256Hex } from '../domain/crypto/hash.ts'
import { TASKS_PATH } from './card.ts'
import { bodyOf, exchanges, openExchange, type Exchange } from './exchange.ts'
import { skillOfRpc, skillOfTask } from './task-request.ts'
import { signedAnswerHeaders, type SignedRequest, type Signer } from './trust/signing.ts'

export interface AttendOptions {
  /** Signs the answers; without one they go out unsigned. */
  readonly signer: Signer | undefined
  readonly now: () => string
  readonly newId: () => string
  readonly newNonce: () => string
}

/**
 * A dispatcher that knows its requests: opens an exchange for each, keeps the bytes of its body, and signs the answer once it stands.
 */
export function attended(dispatcher: Dispatcher, options: AttendOptions): Dispatcher {
  return {
    problem: dispatcher.problem,
    async handle(request) {
      const exchange = openExchange(request.headers, options.newId)
      const response = await exchanges.run(exchange, () => dispatcher.handle(keepingBytes(request, exchange)))
      return finished(response, exchange, options)
    },
  }
}

const keepingBytes = (request: ContractRequest, exchange: Exchange): ContractRequest => ({
  ...request,
  target: tasksTarget(request.target),
  async readBody(limits) {
    exchange.bytes = await request.readBody(limits)
    return exchange.bytes
  },
})

/** A slash too many is no reason for a task to meet 404 (Interface, `/a2a/tasks`, rule 4). */
const tasksTarget = (target: string): string => target.replace(SLASHES, TASKS_PATH)
const SLASHES = /^\/+a2a\/+tasks\/*(?=\?|$)/

/** Names the task that the body turned out to be about, and signs. Answers without trust headers are nobody's tasks. */
function finished(response: ContractResponse, exchange: Exchange, { signer, now, newNonce }: AttendOptions): ContractResponse {
  if (response.headers['X-Svc-Task-ID'] === undefined) return response
  const named = { ...response, headers: { ...response.headers, 'X-Svc-Task-ID': exchange.task_id } }
  if (!signer || !exchange.bytes || response.body === undefined) return named
  const signature = signedAnswerHeaders(signer, signedRequestOf(exchange), { timestamp: now(), nonce: newNonce() }, response.body)
  return { ...named, headers: { ...named.headers, ...signature } }
}

function signedRequestOf(exchange: Exchange): SignedRequest {
  const { bytes, headers, operation_id } = exchange
  return {
    request_body_hash: sha256Hex(bytes!),
    workspace_id: operation_id === 'chat' ? undefined : headers['x-svc-workspace-id'],
    skill: NAMED[operation_id ?? '']?.(bodyOf(exchange)),
  }
}

/** What bodies name as their skill, by operation; a message on /chat names none. */
const NAMED: Readonly<Record<string, (body: unknown) => string | undefined>> = { handleTask: skillOfTask, sendRpc: skillOfRpc }
