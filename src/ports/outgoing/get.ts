import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { faultOf } from './faults.ts'
import { AddressRefused, type Destination, type Guard } from './guard.ts'

/** A request whose response body is a stream, which the caller has to read or destroy. */
export interface GetRequest {
  readonly url: string
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds until the response headers, and between two chunks of its body. */
  readonly idle_ms: number
  /** Aborts the request and its body at any time. */
  readonly signal?: AbortSignal
}
type GetFault = 'unreachable' | 'tls' | 'timeout' | 'reset' | 'bad_http' | 'aborted'
export type GetResult =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly fault: GetFault }
  | {
      readonly kind: 'responded'
      readonly url: URL
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly body: IncomingMessage
    }

const MAX_HEADER_BYTES = 64 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/** Sends a request once, over a separate connection. Never rejects; follows no redirect. */
export async function get(guard: Guard, request_options: GetRequest): Promise<GetResult> {
  const decision = guard.check(request_options.url)
  if (decision.kind === 'refused') return decision
  return sendOnce(decision.destination, guard, request_options)
}

/**
 * Fetches content that is verified against its digest, following redirects: registries redirect clients to the storage that holds it. The
 * guard checks every address like the first one. Other origins do not receive the `Authorization` header, and https is never downgraded to
 * http.
 */
export async function getContent(guard: Guard, request_options: GetRequest): Promise<GetResult> {
  let at = request_options
  for (let hops = 0; ; hops += 1) {
    const result = await get(guard, at)
    if (result.kind !== 'responded' || !REDIRECTS.includes(result.status)) return result
    result.body.destroy()
    const next = URL.parse(result.headers.location ?? '', result.url.href)
    if (!next || hops === MAX_REDIRECTS) return { kind: 'failed', fault: 'bad_http' }
    if (result.url.protocol === 'https:' && next.protocol !== 'https:')
      return { kind: 'refused', reason: 'it redirects from https to http' }
    const { Authorization: _, ...headers } = at.headers
    at = {
      ...at,
      url: next.href,
      headers: next.origin === result.url.origin ? at.headers : headers,
    }
  }
}

function sendOnce(
  { url, secure, host, port }: Destination,
  { lookup }: Guard,
  { method, headers, idle_ms, signal }: GetRequest,
): Promise<GetResult> {
  const { promise, resolve } = Promise.withResolvers<GetResult>()
  const options = {
    method,
    host,
    port,
    path: url.pathname + url.search,
    lookup,
    maxHeaderSize: MAX_HEADER_BYTES,
    agent: false as const,
    timeout: idle_ms,
    ...(signal && { signal }),
    headers: {
      ...headers,
      Host: url.host,
      'Accept-Encoding': 'identity',
      'User-Agent': 'svc-registry',
      Connection: 'close',
    },
  }
  const request: ClientRequest = secure ? httpsRequest(options) : httpRequest(options)
  let connected = false
  request.once('socket', (socket) =>
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      connected = true
    }),
  )
  request.on('timeout', () =>
    request.destroy(Object.assign(new Error('idle for too long'), { code: 'ETIMEDOUT' })),
  )
  request.on('error', (cause) => resolve(failure(cause, connected)))
  request.on('response', (body) =>
    resolve({ kind: 'responded', url, status: body.statusCode!, headers: body.headers, body }),
  )
  request.end()
  return promise
}

function failure(cause: NodeJS.ErrnoException, connected: boolean): GetResult {
  if (cause instanceof AddressRefused) return { kind: 'refused', reason: cause.message }
  if (cause.name === 'AbortError') return { kind: 'failed', fault: 'aborted' }
  if (cause.code === 'ETIMEDOUT') return { kind: 'failed', fault: 'timeout' }
  return { kind: 'failed', fault: faultOf(cause, connected) }
}
