import { BodyBuffer, LimitExceeded } from './body.ts'
import {
  CANNOT_BE_SENT,
  failure,
  isSubscription,
  noResponseWithin,
  type HttpRequest,
  type Limits,
  type Outcome,
  type Transport,
} from './http.ts'

/** A server as a function of the Fetch API, such as a Hono app or a route of Next.js. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** Creates a transport that calls a handler in this process, without a port. */
export function fetchTransport(handler: FetchHandler): Transport {
  return async (request, limits) => {
    const started = performance.now()
    const timing = (): { ms: number; at: number } => ({
      ms: Math.round((performance.now() - started) * 10) / 10,
      at: Date.now(),
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<Outcome>((resolve) => {
      const fail = (): void => resolve(failure('timeout', noResponseWithin(limits.ms), timing()))
      timer = setTimeout(fail, limits.ms)
    })
    const respond = async (): Promise<Outcome> => {
      const converted = fetchRequest(request)
      if (!converted) return failure('not_sent', CANNOT_BE_SENT, timing())
      const response = await handler(converted)
      return {
        kind: 'response',
        status: response.status,
        headers: [...response.headers],
        body: isSubscription(request.method, response.headers.get('content-type') ?? '')
          ? await leave(response)
          : await read(response, limits),
        ...timing(),
      }
    }
    const failed = (cause: unknown): Outcome =>
      cause instanceof LimitExceeded
        ? failure('too_large', cause.message, timing())
        : failure(
            'reset',
            `the handler or the body of its response failed: ${String(cause)}`,
            timing(),
          )
    return Promise.race([respond().catch(failed), timeout]).finally(() => clearTimeout(timer))
  }
}

/** Converts a request; undefined if that is impossible. The error is dropped, because it may contain the value of a header. */
function fetchRequest({ url, ...options }: HttpRequest): Request | undefined {
  try {
    return new Request(url, options)
  } catch {
    return undefined
  }
}

/** Ends a subscription without reading it. */
async function leave({ body }: Response): Promise<string> {
  await body?.cancel()
  return ''
}

async function read(response: Response, limits: Limits): Promise<string> {
  const body = new BodyBuffer(limits)
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      body.push(next.value)
    return body.text()
  } finally {
    body.release()
    // Cancelling a stream that has failed rejects; the failure is known already.
    reader?.cancel().catch(() => undefined)
  }
}
