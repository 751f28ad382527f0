import { gathered } from '../domain/gathered.ts'

const TIMEOUT_MS = 60_000
/** A result may take 4 MiB and travels twice. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024

/** What came back, as far as it was read. */
export interface RemoteAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}
/** Why nothing usable did. */
export interface NoAnswer {
  readonly code: 'unreachable' | 'bad_answer'
  readonly fault: string
}

export interface Post {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  /** 60 000 unless set. */
  readonly timeout_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** One request to somebody else's server, with a deadline, a size limit and no redirects. Never rejects. */
export async function post(
  fetch: typeof globalThis.fetch,
  request: Post,
): Promise<RemoteAnswer | NoAnswer> {
  const { url, headers, body, timeout_ms = TIMEOUT_MS, signal } = request
  const deadline = AbortSignal.timeout(timeout_ms)
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: either,
    })
    const bytes = await atMost(response, MOST_ANSWER_BYTES)
    if (!bytes)
      return { code: 'bad_answer', fault: `The answer is longer than ${MOST_ANSWER_BYTES} bytes.` }
    return { status: response.status, headers: response.headers, bytes }
  } catch (error) {
    if (deadline.aborted)
      return {
        code: 'unreachable',
        fault: `There was no answer within ${timeout_ms} milliseconds.`,
      }
    return { code: 'unreachable', fault: `The agent could not be reached: ${reasonOf(error)}.` }
  }
}

/** The body; undefined when it is longer. Leaving the loop early cancels the stream. */
async function atMost(response: Response, most: number): Promise<Uint8Array | undefined> {
  const kept = gathered(most)
  for await (const chunk of response.body ?? []) if (!kept.add(chunk)) return undefined
  return kept.bytes
}

/** fetch hides the reason behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
