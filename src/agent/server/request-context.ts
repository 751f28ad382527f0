import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson } from '../../contract/body.ts'
import type { PresentedSignature } from '../trust/admission.ts'
import type { AnswerBinding } from '../trust/signing.ts'

/** The state that the stages of a request share. */
export interface RequestContext {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly trace_id: string
  /** The `traceparent` of the request, from its header or from the member that its protocol defines for it; not yet validated. */
  traceparent: string | undefined
  /** The id under which the request is logged; undefined until the request has been authenticated. */
  request_id: string | undefined
  /** Undefined until the request has been authenticated. */
  operation_id: string | undefined
  /** A generated id, which is replaced by the task's own id if the body contains one. */
  task_id: string
  /** The body as it was received, without content encoding; undefined until it is read. */
  body: Buffer | undefined
  /** The parsed body; undefined until it is parsed, and when it is not JSON. */
  json: unknown
  /** The signature in its headers. */
  signature: PresentedSignature
  /**
   * The values that the signature of the answer is bound to. Undefined if the request is unsigned or not verified, in which case the answer
   * is not signed.
   */
  answer_binding: AnswerBinding | undefined
}

const TRACE_ID = /^[A-Za-z0-9._:~-]{1,200}$/
const TASK_ID = /^[!-~]{1,200}$/

/** Creates the context of a request. Its trace id is the request's own if that is valid in a header. */
export function createRequestContext(
  headers: RequestContext['headers'],
  newId: () => string,
): RequestContext {
  const given = headers['x-svc-trace-id']
  const trace_id = given !== undefined && TRACE_ID.test(given) ? given : newId()
  return {
    headers,
    trace_id,
    traceparent: headers['traceparent'],
    task_id: newId(),
    request_id: undefined,
    operation_id: undefined,
    body: undefined,
    json: undefined,
    signature: { kind: 'none' },
    answer_binding: undefined,
  }
}

/**
 * Holds the context of the current request. Problem bodies are created far from the request and name its task, so an asynchronous context,
 * separate for each concurrent request, carries it.
 */
export const requestContexts = new AsyncLocalStorage<RequestContext>()
/** Returns the context of the current request. */
export function currentRequest(): RequestContext {
  const context = requestContexts.getStore()
  if (!context) throw new Error('There is no current request')
  return context
}

/** Returns the parsed body, or undefined if there is none or it is not JSON. The body is parsed on the first call. */
export function jsonBodyOf(context: RequestContext): unknown {
  if (context.json !== undefined || !context.body) return context.json
  const parsed = parseJson(context.body)
  context.json = 'value' in parsed ? parsed.value : undefined
  return context.json
}

/** Adopts the task id that the request gives if it is valid in a header. Returns the id of the task. */
export function adoptTaskId(context: RequestContext, given: unknown): string {
  if (typeof given === 'string' && TASK_ID.test(given)) context.task_id = given
  return context.task_id
}
