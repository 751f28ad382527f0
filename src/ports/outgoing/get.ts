import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { faultOf } from './faults.ts'
import { AddressRefused, type Destination, type Guard } from './guard.ts'

/** A question to an address: the answer's body is a stream, to be read or destroyed by whoever asked. */
export interface Getting {
  readonly url: string
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds until the answer's headers, and between two pieces of its body. */
  readonly idle_ms: number
  /** Ends the request and its body, whenever. */
  readonly signal?: AbortSignal
}
export type GetFault = 'unreachable' | 'tls' | 'timeout' | 'reset' | 'bad_http' | 'aborted'
export type Answer =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly fault: GetFault }
  | {
      readonly kind: 'answered'
      readonly url: URL
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly body: IncomingMessage
    }

const MAX_HEADER_BYTES = 64 * 1024
const MOST_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/** Asks once, over a connection of its own. Never rejects; follows no redirect. */
export async function get(guard: Guard, getting: Getting): Promise<Answer> {
  const judged = guard.judge(getting.url)
  if (judged.kind === 'refused') return judged
  return ask(judged.destination, guard, getting)
}

/**
 * Asks for content that is checked against its digest, wherever it lies: registries send clients on to the store that holds it. Each
 * next address goes through the guard like the first, gets no `Authorization`, and may not fall back from https to http.
 */
export async function getContent(guard: Guard, getting: Getting): Promise<Answer> {
  let at = getting
  for (let hops = 0; ; hops += 1) {
    const answer = await get(guard, at)
    if (answer.kind !== 'answered' || !REDIRECTS.includes(answer.status)) return answer
    answer.body.destroy()
    const next = URL.parse(answer.headers.location ?? '', answer.url.href)
    if (!next || hops === MOST_REDIRECTS) return { kind: 'failed', fault: 'bad_http' }
    if (answer.url.protocol === 'https:' && next.protocol !== 'https:')
      return { kind: 'refused', reason: 'it leads from https to http' }
    const { Authorization: _, ...headers } = at.headers
    at = {
      ...at,
      url: next.href,
      headers: next.origin === answer.url.origin ? at.headers : headers,
    }
  }
}

function ask(
  { url, secure, host, port }: Destination,
  { lookup }: Guard,
  { method, headers, idle_ms, signal }: Getting,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
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
    resolve({ kind: 'answered', url, status: body.statusCode!, headers: body.headers, body }),
  )
  request.end()
  return promise
}

function failure(cause: NodeJS.ErrnoException, connected: boolean): Answer {
  if (cause instanceof AddressRefused) return { kind: 'refused', reason: cause.message }
  if (cause.name === 'AbortError') return { kind: 'failed', fault: 'aborted' }
  if (cause.code === 'ETIMEDOUT') return { kind: 'failed', fault: 'timeout' }
  return { kind: 'failed', fault: faultOf(cause, connected) }
}
