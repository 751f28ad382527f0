import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { createBoundedBuffer, type BufferMemory } from '../../domain/bounded-buffer.ts'
import { faultOf } from './faults.ts'
import { AddressRefused, type Destination, type Guard } from './guard.ts'

/** One request, which is sent once, follows no redirect and ends by its deadline. */
export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The bytes are sent unchanged; compressed ones need a `Content-Encoding`. */
  readonly body: string | Uint8Array
  /** Milliseconds from connecting to the last byte of the response. */
  readonly timeout_ms: number
}
/** Failures of a request, by time and cause. */
export type PostFault =
  | 'unreachable'
  | 'tls'
  | 'connect_timeout'
  | 'timeout'
  | 'slow_body'
  | 'reset'
  | 'bad_http'
  | 'too_large'
  | 'abandoned'
export type PostResult =
  | { readonly kind: 'refused'; readonly reason: string }
  /** `reached`: the connection was established, with TLS if required, and a byte of the request was written. */
  | { readonly kind: 'failed'; readonly fault: PostFault; readonly reached: boolean }
  | {
      readonly kind: 'responded'
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly body: Buffer
    }

/** Opens the memory of one response. The request is abandoned when the memory is refused, or when it is reclaimed by calling `abandon`. */
type OpenMemory = (abandon: () => void) => BufferMemory

/** Sends requests to user-supplied addresses, over connections that are reused. */
export interface Poster {
  /** Never rejects. @param openMemory if absent, only the limit on a single response applies */
  post(request: PostRequest, openMemory?: OpenMemory): Promise<PostResult>
  /** Abandons the running requests and closes all connections. */
  close(): void
}

/**
 * Milliseconds after which idle connections are closed. Most servers wait longer, so a request is rarely sent on a connection that the
 * server is closing.
 */
const IDLE_MS = 4_000
/** Limits the sockets of one host, so that a host that hangs does not use up all sockets of the process. */
const SOCKETS_PER_HOST = 256
const MAX_HEADER_BYTES = 16 * 1024
/** A server that endlessly sends interim responses (RFC 9110, 15.2) would keep the process busy. */
const MAX_INTERIM_RESPONSES = 10

export function createPoster(guard: Guard, limit_bytes: number): Poster {
  const pool = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: SOCKETS_PER_HOST,
    scheduling: 'lifo' as const,
  }
  const [plain, secure] = [new HttpAgent(pool), new HttpsAgent(pool)]
  const running = new Set<RunningRequest>()

  const open = (
    { url, secure: isSecure, host, port }: Destination,
    { headers, body }: PostRequest,
  ): ClientRequest => {
    const options = {
      method: 'POST',
      host,
      port,
      path: url.pathname + url.search,
      lookup: guard.lookup,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        ...headers,
        Host: url.host,
        'Content-Length': String(Buffer.byteLength(body)),
        'Accept-Encoding': 'identity',
      },
    }
    return isSecure
      ? httpsRequest({ ...options, agent: secure })
      : httpRequest({ ...options, agent: plain })
  }

  return {
    async post(request, openMemory = () => UNSHARED) {
      const decision = guard.check(request.url)
      if (decision.kind === 'refused') return decision
      const run = start(open(decision.destination, request), request, limit_bytes, openMemory)
      running.add(run)
      return run.outcome.finally(() => running.delete(run))
    },
    close() {
      for (const run of running) run.abandon()
      plain.destroy()
      secure.destroy()
    },
  }
}

const UNSHARED: BufferMemory = {
  reserve: () => true,
  complete: () => undefined,
  release: () => undefined,
  isLost: () => false,
}

/** The phase of a request, which determines the fault of an expired deadline. */
type Phase = 'connecting' | 'waiting' | 'reading'
const TIMEOUT_FAULTS = {
  connecting: 'connect_timeout',
  waiting: 'timeout',
  reading: 'slow_body',
} as const

/** A request in progress. */
interface RunningRequest {
  readonly outcome: Promise<PostResult>
  abandon(): void
}

/** Starts a request. Its first result is final, whatever happens later. */
function start(
  request: ClientRequest,
  { body, timeout_ms }: PostRequest,
  limit_bytes: number,
  openMemory: OpenMemory,
): RunningRequest {
  const { promise: outcome, resolve } = Promise.withResolvers<PostResult>()
  let phase: Phase = 'connecting'
  let written = false
  const reached = () => written && phase !== 'connecting'
  let isFinal = false
  const end = (result: PostResult) => {
    clearTimeout(deadline)
    resolve(result)
    if (result.kind !== 'responded') request.destroy()
    if (!isFinal && result.kind === 'responded') memory.complete()
    else if (!isFinal) memory.release()
    isFinal = true
  }
  const fail = (fault: PostFault) => end({ kind: 'failed', fault, reached: reached() })
  const memory = openMemory(() => fail('abandoned'))
  const deadline = setTimeout(() => fail(TIMEOUT_FAULTS[phase]), timeout_ms)
  const connected = () => {
    phase = 'waiting'
  }
  request.on('socket', (socket) => {
    if (request.reusedSocket) return connected()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected)
  })
  request.on('error', (cause) => end(failure(cause, phase, reached())))
  request.on('response', (response) => {
    phase = 'reading'
    collectResponse(response, limit_bytes, memory, end)
  })
  let interim_responses = 0
  request.on('information', () => {
    if ((interim_responses += 1) > MAX_INTERIM_RESPONSES) fail('bad_http')
  })
  // Without a listener, Node closes the connection after a 101 and reports nothing.
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    fail('bad_http')
  })
  send(request, body, () => {
    written = true
  })
  return { outcome, abandon: () => fail('abandoned') }
}

/** Bytes of the body that are written together with the head. */
const FIRST_BYTES = 1024

/** Sends a request, and calls `onWritten` once its head and the beginning of its body have been written to the connection. */
function send(request: ClientRequest, body: string | Uint8Array, onWritten: () => void): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const sent = (cause?: Error | null) => {
    if (!cause) onWritten()
  }
  if (bytes.length <= FIRST_BYTES) return void request.end(bytes, sent)
  request.write(bytes.subarray(0, FIRST_BYTES), (cause) => {
    sent(cause)
    if (!cause) request.end(bytes.subarray(FIRST_BYTES))
  })
}

/** Collects a response up to the limit; a longer one is not read completely. */
function collectResponse(
  response: IncomingMessage,
  limit_bytes: number,
  memory: BufferMemory,
  end: (outcome: PostResult) => void,
): void {
  const received = createBoundedBuffer(limit_bytes, (bytes) => {
    const isReserved = memory.reserve(bytes)
    if (!isReserved) end({ kind: 'failed', fault: 'abandoned', reached: true })
    return isReserved
  })
  const tooLarge = () => end({ kind: 'failed', fault: 'too_large', reached: true })
  if (Number(response.headers['content-length']) > limit_bytes) return tooLarge()
  response.on('data', (chunk: Buffer) => {
    if (!received.add(chunk)) tooLarge()
  })
  response.on('error', (cause) => end(failure(cause, 'reading', true)))
  response.on('end', () =>
    end({
      kind: 'responded',
      status: response.statusCode!,
      headers: response.headers,
      body: received.bytes,
    }),
  )
}

function failure(cause: NodeJS.ErrnoException, phase: Phase, reached: boolean): PostResult {
  if (cause instanceof AddressRefused) return { kind: 'refused', reason: cause.message }
  return { kind: 'failed', fault: faultOf(cause, phase !== 'connecting'), reached }
}
