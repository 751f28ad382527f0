import type { JsonObject } from '../domain/crypto/jcs.ts'
import { TASKS_PATH } from './card.ts'
import { post, type RemoteAnswer } from './remote.ts'
import type { AnswerJudge, AnswerSignature, SentRequest, VouchedFor } from './trust/answers.ts'
import { requestContext, signedRequestHeaders, type Signer } from './trust/signing.ts'
import type { PlatformLink } from './platform-link.ts'

/** What a call may say beside the skill and the text. */
export interface CallOptions {
  /** Members of the task's input beside the text. */
  readonly input?: JsonObject
  readonly task_id?: string
  readonly trace_id?: string
  /** The workspace of the agent that is called; left out, this agent's own. A signed call needs one. */
  readonly workspace_id?: string
  /** The installation of the agent that is called, where it is known: then no other one takes the call. */
  readonly installation_id?: string
  readonly requester_id?: string
  /** Milliseconds; 60 000 unless set. */
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
  /**
   * The agent that must answer. A signed call needs it, because the signature is good for that agent only; a card at the address is no
   * evidence of who serves there. Left out of an unsigned call, the answer says who did.
   */
  readonly svc_id?: string
  /** Leave the request unsigned, though there is a key. */
  readonly unsigned?: boolean
}

/** Who answered, as far as that is known. */
export interface Answerer {
  readonly svc_id: string | undefined
  /**
   * `verified` when the agent that was expected signed this answer to this very request with its registered key; `unverified` when that
   * could not be found out, as nobody could be asked or the request was not signed; `absent` without a signature.
   */
  readonly signature: AnswerSignature
  /** The organization that the platform says runs the agent. It says nothing about who wrote the answer. */
  readonly vouched_for?: VouchedFor
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

/**
 * Hands a task to another agent. Without a text the input says it all. Never rejects for what the other side does.
 * @throws TypeError for a signed call that does not say which agent, in which workspace, it is for
 */
export type Call = (
  url: string,
  skill: string,
  text?: string,
  options?: CallOptions,
) => Promise<CallEnd>

export interface CallerOptions {
  readonly signer: Signer | undefined
  readonly platform: Pick<PlatformLink, 'issuer' | 'place'>
  readonly judge: AnswerJudge
  readonly now: () => string
  readonly newId: () => string
  readonly newNonce: () => string
  readonly fetch: typeof globalThis.fetch
}

/** The caller's side of `handleTask`: requests are signed where there is a key, and then answers are verified. */
export function createCall({
  signer,
  platform,
  judge,
  now,
  newId,
  newNonce,
  fetch,
}: CallerOptions): Call {
  return async (url, skill, text, options = {}) => {
    const {
      task_id = newId(),
      trace_id = newId(),
      requester_id = signer?.svc_id,
      timeout_ms,
      signal,
    } = options
    const signs = signer !== undefined && options.unsigned !== true
    const workspace_id =
      options.workspace_id ?? (signs ? platform.place()?.workspace_id : undefined)
    const input = {
      ...options.input,
      skill,
      ...(text !== undefined && { message: { role: 'user', parts: [{ type: 'text', text }] } }),
    }
    const body = JSON.stringify({
      task_id,
      type: skill,
      input,
      context: { skill, workspace_id, requester_id },
    })
    const sent = signs ? sentBy(signer) : undefined
    const headers = {
      'Content-Type': 'application/json',
      'X-Svc-Trace-ID': trace_id,
      ...(sent && signedRequestHeaders(signer!, sent.context)),
    }
    const nobody: Answerer = { svc_id: undefined, signature: 'absent', trace_id }
    const failed = (
      code: string,
      message: string,
      http_status: number | null,
      answerer = nobody,
    ): CallEnd => ({ status: 'failed', task_id, error: { code, message }, http_status, answerer })

    const answer = await post(fetch, { url: endpointOf(url), headers, body, timeout_ms, signal })
    if ('fault' in answer) return failed(answer.code, answer.fault, null)
    const { status } = answer
    const svc_id = answer.headers.get('X-Svc-Agent-ID') ?? undefined
    const [found, vouched_for] = await Promise.all([
      judge.signature(answer, sent),
      judge.vouching(answer, svc_id),
    ])
    const answerer: Answerer = {
      svc_id,
      signature: found === 'wrong' ? 'absent' : found,
      trace_id,
      ...(vouched_for && { vouched_for }),
    }
    if (found === 'wrong') {
      return failed(
        'answer_untrusted',
        'The signature of the answer does not fit the agent that was called, this request and its answer.',
        status,
        answerer,
      )
    }
    if (options.svc_id !== undefined && svc_id !== options.svc_id) {
      return failed(
        'answer_untrusted',
        `Another agent answered: ${svc_id ?? 'it does not say which'}.`,
        status,
        answerer,
      )
    }
    return (
      endOf(answer, answerer) ??
      failed('bad_answer', `The answer (${status}) is not that of a task.`, status, answerer)
    )

    function sentBy({ svc_id: signer }: Signer): SentRequest {
      const { svc_id, installation_id } = options
      if (svc_id === undefined)
        throw new TypeError(
          'A signed call needs the svc_id of the agent that it is for; or make it `unsigned`.',
        )
      if (workspace_id === undefined)
        throw new TypeError(
          'A signed call needs the workspace_id of the agent that it is for, as this one is in none; or make it `unsigned`.',
        )
      const audience = { svc_id, ...(installation_id !== undefined && { installation_id }) }
      return {
        signer,
        context: requestContext({ issuer: platform.issuer, workspace_id, audience, skill }, body, {
          timestamp: now(),
          nonce: newNonce(),
        }),
      }
    }
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
    return {
      status: 'completed',
      task_id,
      result,
      ...(typeof execution_time_ms === 'number' && { execution_time_ms }),
      answerer,
    }
  }
  if (status < 400 || task?.['status'] !== 'failed' || !isObject(error)) return undefined
  const { code, message } = error
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return { status: 'failed', task_id, error: { code, message }, http_status: status, answerer }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
