import { validTraceparent } from '../../contract/traceparent.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { TASKS_PATH } from '../server/card.ts'
import { post, type RemoteResponse } from './post.ts'
import type {
  AnswerVerifier,
  AnswerSignatureStatus,
  SentRequest,
  VouchedFor,
} from '../trust/answer-verifier.ts'
import { requestContext, signedRequestHeaders, type Signer } from '../trust/signing.ts'
import type { PlatformLink } from '../platform/link.ts'

/** Optional settings of a call. */
export interface CallOptions {
  /** Members of the task's input in addition to the text. */
  readonly input?: JsonObject
  readonly task_id?: string
  readonly trace_id?: string
  /** The W3C trace that the call belongs to, such as `context.traceparent` of the task in which it is made. */
  readonly traceparent?: string
  /** The workspace of the called agent. Required for a signed call; defaults to this agent's own workspace. */
  readonly workspace_id?: string
  /** The installation of the called agent. No other installation accepts the signed call; an unsigned call ignores it. */
  readonly installation_id?: string
  readonly requester_id?: string
  /** A whole number of milliseconds. Defaults to 60,000. */
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
  /**
   * The agent that must answer. Required for a signed call, because the signature is valid for that agent only and the card at the
   * address does not prove who serves it. An unsigned call without it accepts any agent and reports which one answered.
   */
  readonly svc_id?: string
  /** Sends the request unsigned, even if the agent has a key. */
  readonly unsigned?: boolean
}

/** The agent that answered, and whether its answer could be verified. */
export interface Answerer {
  readonly svc_id: string | undefined
  /**
   * `verified` if the expected agent signed this answer to this request with its registered key; `unverified` if that could not be
   * checked, because the platform was not available or the request was not signed; `absent` if there is no signature, or a wrong one, in
   * which case the call fails with `answer_untrusted`.
   */
  readonly signature: AnswerSignatureStatus
  /** The organization that runs the agent, as the platform states. It does not verify the answer. */
  readonly vouched_for?: VouchedFor
  readonly trace_id: string
}

interface CallOutcome {
  readonly task_id: string
  readonly answerer: Answerer
}
export interface CompletedCall extends CallOutcome {
  readonly status: 'completed'
  readonly result: JsonObject
  readonly execution_time_ms?: number
}
/**
 * In addition to the codes of the contract, `error.code` is `unreachable` if there was no answer in time or the call was canceled,
 * `bad_answer` if the answer violates the contract, and `answer_untrusted` if its signature is wrong or another agent answered.
 */
export interface FailedCall extends CallOutcome {
  readonly status: 'failed'
  readonly error: { readonly code: string; readonly message: string }
  /** Null if there was no answer, or one that is too long to be read. */
  readonly http_status: number | null
}
/** The result of a call. */
export type CallResult = CompletedCall | FailedCall

/**
 * Sends a task to another agent. The text may be omitted if the input contains everything. Failures of the other agent are part of the
 * result; they never reject the promise.
 * @throws TypeError for a signed call that does not name the agent and its workspace; RangeError for an invalid `timeout_ms`
 */
export type Call = (
  url: string,
  skill: string,
  text?: string,
  options?: CallOptions,
) => Promise<CallResult>

export interface CallerOptions {
  readonly signer: Signer | undefined
  readonly platform: Pick<PlatformLink, 'issuer' | 'installation'>
  readonly verifier: AnswerVerifier
  readonly now: () => string
  readonly newId: () => string
  readonly newNonce: () => string
  readonly fetch: typeof globalThis.fetch
}

/** Creates the client of `handleTask`: it signs requests if there is a key, and verifies the answers to them. */
export function createCall(caller: CallerOptions): Call {
  const { signer, newId, fetch } = caller
  return async (url, skill, text, options = {}) => {
    const { task_id = newId(), trace_id = newId(), timeout_ms, signal } = options
    const traceparent = validTraceparent(options.traceparent)
    const signing = options.unsigned === true ? undefined : signer
    const workspace_id =
      options.workspace_id ?? (signing && caller.platform.installation()?.workspace_id)
    const body = taskBody({ task_id, skill, text, workspace_id }, options, signer?.svc_id)
    const sent = signing && signRequest(caller, signing, { skill, workspace_id, body }, options)
    const headers = {
      'Content-Type': 'application/json',
      'X-Svc-Trace-ID': trace_id,
      ...(traceparent !== undefined && { traceparent }),
      ...(sent && signedRequestHeaders(signing!, sent.context)),
    }
    const answer = await post(fetch, { url: endpointOf(url), headers, body, timeout_ms, signal })
    if ('message' in answer) {
      const { code, message } = answer
      const answerer: Answerer = { svc_id: undefined, signature: 'absent', trace_id }
      return { status: 'failed', task_id, error: { code, message }, http_status: null, answerer }
    }
    return readAnswer(answer, { task_id, trace_id, sent, expected: options.svc_id }, caller)
  }
}

function taskBody(
  task: {
    readonly task_id: string
    readonly skill: string
    readonly text: string | undefined
    readonly workspace_id: string | undefined
  },
  options: CallOptions,
  self_id: string | undefined,
): string {
  const { task_id, skill, text, workspace_id } = task
  const { requester_id = self_id } = options
  const input = {
    ...options.input,
    skill,
    ...(text !== undefined && { message: { role: 'user', parts: [{ type: 'text', text }] } }),
  }
  return JSON.stringify({
    task_id,
    type: skill,
    input,
    context: { skill, workspace_id, requester_id },
  })
}

function signRequest(
  { platform, now, newNonce }: CallerOptions,
  signer: Signer,
  request: {
    readonly skill: string
    readonly workspace_id: string | undefined
    readonly body: string
  },
  { svc_id, installation_id }: CallOptions,
): SentRequest {
  const { skill, workspace_id, body } = request
  if (svc_id === undefined)
    throw new TypeError(
      'A signed call needs the svc_id of the called agent; pass it, or set `unsigned`.',
    )
  if (workspace_id === undefined)
    throw new TypeError(
      'A signed call needs the workspace_id of the called agent, because this agent is not installed; pass it, or set `unsigned`.',
    )
  const audience = { svc_id, ...(installation_id !== undefined && { installation_id }) }
  return {
    signer: signer.svc_id,
    context: requestContext({ issuer: platform.issuer, workspace_id, audience, skill }, body, {
      timestamp: now(),
      nonce: newNonce(),
    }),
  }
}

interface ExpectedAnswer {
  readonly task_id: string
  readonly trace_id: string
  /** Undefined for an unsigned request. */
  readonly sent: SentRequest | undefined
  /** The agent that must answer. */
  readonly expected: string | undefined
}

async function readAnswer(
  answer: RemoteResponse,
  { task_id, trace_id, sent, expected }: ExpectedAnswer,
  { verifier }: CallerOptions,
): Promise<CallResult> {
  const svc_id = answer.headers.get('X-Svc-Agent-ID') ?? undefined
  const [signature, vouched_for] = await Promise.all([
    verifier.verifySignature(answer, sent),
    verifier.vouchedFor(answer, svc_id),
  ])
  const answerer: Answerer = {
    svc_id,
    signature: signature === 'wrong' ? 'absent' : signature,
    trace_id,
    ...(vouched_for && { vouched_for }),
  }
  const http_status = answer.status
  const failed = (code: string, message: string): CallResult => ({
    status: 'failed',
    task_id,
    error: { code, message },
    http_status,
    answerer,
  })
  if (signature === 'wrong')
    return failed('answer_untrusted', 'The called agent did not sign this answer for this request.')
  if (expected !== undefined && svc_id !== expected)
    return failed(
      'answer_untrusted',
      `Another agent answered: ${svc_id ?? 'one that states no id'}.`,
    )
  return (
    callResultOf(answer, answerer) ??
    failed('bad_answer', `The response (${http_status}) is not the result of a task.`)
  )
}

/** Returns the task endpoint of an agent. The given address may already be the endpoint. */
function endpointOf(url: string): string {
  const trimmed = url.replace(/\/+$/, '')
  return trimmed.endsWith(TASKS_PATH) ? trimmed : trimmed + TASKS_PATH
}

/** Returns the result that an answer contains, or undefined if it is neither a completed nor a failed task. */
function callResultOf(
  { status, bytes }: RemoteResponse,
  answerer: Answerer,
): CallResult | undefined {
  const task = parseObject(bytes)
  const { task_id, result, error, execution_time_ms } = task ?? {}
  if (typeof task_id !== 'string') return undefined
  if (status === 200 && task?.['status'] === 'completed' && isJsonObject(result)) {
    return {
      status: 'completed',
      task_id,
      result,
      ...(typeof execution_time_ms === 'number' && { execution_time_ms }),
      answerer,
    }
  }
  if (status < 400 || task?.['status'] !== 'failed' || !isJsonObject(error)) return undefined
  const { code, message } = error
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return { status: 'failed', task_id, error: { code, message }, http_status: status, answerer }
}

function parseObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
