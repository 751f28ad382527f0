import { readBounded } from '../../domain/bounded-buffer.ts'

const TIMEOUT_MS = 60_000
/**
 * A result may be up to 4 Mi characters long, and the answer contains it twice. Answers with more than two bytes per character may exceed
 * this.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** A response with its whole body. */
export interface RemoteResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}
/** Describes why there is no usable response. */
export interface RequestFailure {
  readonly code: 'unreachable' | 'bad_answer'
  readonly message: string
}

export interface PostRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  /** A whole number. Defaults to 60,000. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one request to another server, with a deadline, a limit on the size of the response, and no redirects. Rejects only for an invalid
 * `timeout_ms`.
 */
export async function post(
  fetch: typeof globalThis.fetch,
  request: PostRequest,
): Promise<RemoteResponse | RequestFailure> {
  const { url, headers, body, timeout_ms = TIMEOUT_MS, signal } = request
  const deadline = AbortSignal.timeout(timeout_ms)
  const eitherSignal = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: eitherSignal,
    })
    const bytes = await readBounded(response.body ?? [], MAX_ANSWER_BYTES)
    if (!bytes)
      return {
        code: 'bad_answer',
        message: `The answer is longer than ${MAX_ANSWER_BYTES} bytes, or arrived in too many chunks.`,
      }
    return { status: response.status, headers: response.headers, bytes }
  } catch (error) {
    if (deadline.aborted)
      return unreachable(`The agent did not respond within ${timeout_ms} milliseconds.`)
    if (signal?.aborted) return unreachable('The call was canceled before the agent answered.')
    return unreachable(`The agent could not be reached: ${reasonOf(error)}.`)
  }
}

const unreachable = (message: string): RequestFailure => ({ code: 'unreachable', message })

/** Returns the cause of a failed fetch, whose own message is only "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
