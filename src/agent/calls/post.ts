import { createBoundedBuffer } from '../../domain/bounded-buffer.ts'

const TIMEOUT_MS = 60_000
/** A result may have 4 MiB and is in the answer twice. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** A response with its whole body. */
export interface RemoteResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}
/** Why there is no usable response. */
export interface RequestFailure {
  readonly code: 'unreachable' | 'bad_answer'
  readonly message: string
}

export interface PostRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  /** 60 000 unless set. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Sends one request to another server, with a deadline, a limit on the size of the response, and no redirects. Never rejects. */
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
    const bytes = await readAtMost(response, MAX_ANSWER_BYTES)
    if (!bytes)
      return { code: 'bad_answer', message: `The answer is longer than ${MAX_ANSWER_BYTES} bytes.` }
    return { status: response.status, headers: response.headers, bytes }
  } catch (error) {
    if (deadline.aborted)
      return {
        code: 'unreachable',
        message: `There was no answer within ${timeout_ms} milliseconds.`,
      }
    return { code: 'unreachable', message: `The agent could not be reached: ${reasonOf(error)}.` }
  }
}

/** Reads the body; undefined when it is longer. Leaving the loop early cancels the stream. */
async function readAtMost(response: Response, max: number): Promise<Uint8Array | undefined> {
  const kept = createBoundedBuffer(max)
  for await (const chunk of response.body ?? []) if (!kept.add(chunk)) return undefined
  return kept.bytes
}

/** Returns the reason that fetch hides behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
