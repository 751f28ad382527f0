import { sha256Hex } from '../domain/crypto/hash.ts'
import type { JsonObject } from '../domain/crypto/jcs.ts'
import { TASKS_PATH } from './card.ts'
import { post, type RemoteAnswer } from './remote.ts'
import { signedRequestHeaders, type SignedRequest, type Signer } from './trust/signing.ts'
import type { AnswerJudge, AnswerSignature } from './trust/answers.ts'

/** What a call may say beside the skill and the text. */
export interface CallOptions {
  /** Members of the task's input beside the text. */
  readonly input?: JsonObject
  readonly task_id?: string
  readonly trace_id?: string
  /** The workspace whose policy judges the call; left out, the one in which the other agent is installed. */
  readonly workspace_id?: string
  readonly requester_id?: string
  /** Milliseconds; 60 000 unless set. */
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
  /** The agent that must answer; left out, the answer says who did. */
  readonly svc_id?: string
  /** Leave the request unsigned, though there is a key. */
  readonly unsigned?: boolean
}

/** Who answered, as far as that is known. */
export interface Answerer {
  readonly svc_id: string | undefined
  /** `verified` against the agent's trust profile; `unverified` when nobody could be asked; `absent` without a good signature. */
  readonly signature: AnswerSignature
  readonly trace_id: string
}

interface Ended {
  readonly task_id: string
  readonly answerer: Answerer
}
export interface CompletedCall extends Ended {
  readonly status: 'completed'
  readonly result: JsonObject
  readonly execution_time_ms?: number
}
/**
 * Beside the codes of the contract, `error.code` is `unreachable` when there was no answer in time, `bad_answer` when it was none of the
 * contract, and `answer_untrusted` when its signature is wrong or it is another agent's.
 */
export interface FailedCall extends Ended {
  readonly status: 'failed'
  readonly error: { readonly code: string; readonly message: string }
  /** Null when there was no answer. */
  readonly http_status: number | null
}
/** How a call ended. */
export type CallEnd = CompletedCall | FailedCall

/** Hands a task to another agent. Without a text the input says it all. Never rejects for what the other side does. */
export type Call = (url: string, skill: string, text?: string, options?: CallOptions) => Promise<CallEnd>

export interface CallerOptions {
  readonly signer: Signer | undefined
  readonly judge: AnswerJudge
  readonly now: () => string
  readonly newId: () => string
  readonly newNonce: () => string
  readonly fetch: typeof globalThis.fetch
}

/** The caller's side of `handleTask`: requests are signed where there is a key, answers verified where they are signed. */
export function createCall({ signer, judge, now, newId, newNonce, fetch }: CallerOptions): Call {
  return async (url, skill, text, options = {}) => {
    const { task_id = newId(), trace_id = newId(), requester_id = signer?.svc_id, workspace_id, timeout_ms, signal } = options
    const input = { ...options.input, skill, ...(text !== undefined && { message: { role: 'user', parts: [{ type: 'text', text }] } }) }
    const body = JSON.stringify({ task_id, type: skill, input, context: { skill, workspace_id, requester_id } })
    const request: SignedRequest = { request_body_hash: sha256Hex(body), workspace_id, skill }
    const headers = {
      'Content-Type': 'application/json', 'X-Svc-Trace-ID': trace_id,
      ...(workspace_id !== undefined && { 'X-Svc-Workspace-ID': workspace_id }),
      ...(signer && !options.unsigned && signedRequestHeaders(signer, request, { timestamp: now(), nonce: newNonce() })),
    }
    const nobody: Answerer = { svc_id: undefined, signature: 'absent', trace_id }
    const failed = (code: string, message: string, http_status: number | null, answerer = nobody): CallEnd =>
      ({ status: 'failed', task_id, error: { code, message }, http_status, answerer })

    const answer = await post(fetch, { url: endpointOf(url), headers, body, timeout_ms, signal })
    if ('fault' in answer) return failed(answer.code, answer.fault, null)
    const { status } = answer
    const found = await judge(answer, request)
    const svc_id = answer.headers.get('X-Svc-Agent-ID') ?? undefined
    if (found === 'wrong') {
      return failed('answer_untrusted', 'The signature of the answer does not fit the agent and its answer.', status, { ...nobody, svc_id })
    }
    const answerer: Answerer = { svc_id, signature: found, trace_id }
    if (options.svc_id !== undefined && svc_id !== options.svc_id) {
      return failed('answer_untrusted', `Another agent answered: ${svc_id ?? 'it does not say which'}.`, status, answerer)
    }
    return endOf(answer, answerer) ?? failed('bad_answer', `The answer (${status}) is not that of a task.`, status, answerer)
  }
}

/** The task endpoint of an agent, whose address may already be that. */
function endpointOf(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return bare.endsWith(TASKS_PATH) ? bare : bare + TASKS_PATH
}

/** The answer as the end of a task; undefined when it is none of the two that the interface knows. */
function endOf({ status, bytes }: RemoteAnswer, answerer: Answerer): CallEnd | undefined {
  const task = objectIn(bytes)
  const { task_id, result, error, execution_time_ms } = task ?? {}
  if (typeof task_id !== 'string') return undefined
  if (status === 200 && task?.['status'] === 'completed' && isObject(result)) {
    return { status: 'completed', task_id, result, ...(typeof execution_time_ms === 'number' && { execution_time_ms }), answerer }
  }
  if (status < 400 || task?.['status'] !== 'failed' || !isObject(error)) return undefined
  const { code, message } = error
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return { status: 'failed', task_id, error: { code, message }, http_status: status, answerer }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
