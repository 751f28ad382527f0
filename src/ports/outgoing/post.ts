import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { gathered } from '../../domain/gathered.ts'
import { faultOf } from './faults.ts'
import { AddressRefused, type Destination, type Guard } from './guard.ts'

/** One request: sent once, never redirected, ended by its deadline. */
export interface Posting {
  readonly url: string
  /** POST, unless it says otherwise. */
  readonly method?: 'POST' | 'PUT' | 'GET'
  readonly headers: Readonly<Record<string, string>>
  /** Bytes go out as they are; whoever compressed them says so in `Content-Encoding`. */
  readonly body: string | Uint8Array
  /** Milliseconds from dialling to the last byte of the answer. */
  readonly timeout_ms: number
}
/** What can go wrong on the way, by the moment and the cause. */
export type Fault =
  | 'unreachable'
  | 'tls'
  | 'connect_timeout'
  | 'timeout'
  | 'slow_body'
  | 'reset'
  | 'bad_http'
  | 'too_large'
  | 'abandoned'
export type Posted =
  | { readonly kind: 'refused'; readonly reason: string }
  /** `reached`: the connection stood, with TLS where it is asked for, and a byte of the request was written. */
  | { readonly kind: 'failed'; readonly fault: Fault; readonly reached: boolean }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingMessage['headers']
      readonly body: Buffer
    }

/** Sends requests to addresses from outside, over connections that stay open between requests. */
export interface Poster {
  /** Never rejects. */
  post(posting: Posting): Promise<Posted>
  /** Ends what is under way as abandoned, and lets go of all connections. */
  close(): void
}

/** Idle connections are dropped before the usual servers drop them, so that a request never meets a connection that is just closing. */
const IDLE_MS = 4_000
/** One address that hangs must not use up all sockets of the process. */
const SOCKETS_PER_HOST = 256
const MAX_HEADER_BYTES = 16 * 1024

export function createPoster(guard: Guard, limit_bytes: number): Poster {
  const pool = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: SOCKETS_PER_HOST,
    scheduling: 'lifo' as const,
  }
  const [plain, secure] = [new HttpAgent(pool), new HttpsAgent(pool)]
  const underWay = new Set<Run>()

  const open = (
    { url, secure: isSecure, host, port }: Destination,
    { method = 'POST', headers, body }: Posting,
  ): ClientRequest => {
    const options = {
      method,
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
    async post(posting) {
      const judged = guard.judge(posting.url)
      if (judged.kind === 'refused') return judged
      const run = start(open(judged.destination, posting), posting, limit_bytes)
      underWay.add(run)
      return run.outcome.finally(() => underWay.delete(run))
    },
    close() {
      for (const run of underWay) run.abandon()
      plain.destroy()
      secure.destroy()
    },
  }
}

/** How far a request has come; a deadline that passes says so. */
type Phase = 'connecting' | 'waiting' | 'reading'
const LATE = { connecting: 'connect_timeout', waiting: 'timeout', reading: 'slow_body' } as const

/** A request under way. */
interface Run {
  readonly outcome: Promise<Posted>
  abandon(): void
}

/** Sends a request; its first end is its outcome, and whatever happens to it later changes nothing. */
function start(request: ClientRequest, { body, timeout_ms }: Posting, limit_bytes: number): Run {
  const { promise: outcome, resolve } = Promise.withResolvers<Posted>()
  let phase: Phase = 'connecting'
  let written = false
  const reached = () => written && phase !== 'connecting'
  const end = (posted: Posted) => {
    clearTimeout(deadline)
    resolve(posted)
    if (posted.kind !== 'answered') request.destroy()
  }
  const fail = (fault: Fault) => end({ kind: 'failed', fault, reached: reached() })
  const deadline = setTimeout(() => fail(LATE[phase]), timeout_ms)
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
    readWhole(response, limit_bytes, end)
  })
  send(request, body, () => {
    written = true
  })
  return { outcome, abandon: () => fail('abandoned') }
}

/** What of a body goes out with the head: so little is written at once or not at all. */
const FIRST_BYTES = 1024

/** Sends a request, and says when its head and the beginning of its body were written to the connection. */
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

/** Collects an answer up to the limit; what is longer is not read to its end. */
function readWhole(
  response: IncomingMessage,
  limit_bytes: number,
  end: (outcome: Posted) => void,
): void {
  const kept = gathered(limit_bytes)
  const tooLarge = () => end({ kind: 'failed', fault: 'too_large', reached: true })
  if (Number(response.headers['content-length']) > limit_bytes) return tooLarge()
  response.on('data', (chunk: Buffer) => {
    if (!kept.add(chunk)) tooLarge()
  })
  response.on('error', (cause) => end(failure(cause, 'reading', true)))
  response.on('end', () =>
    end({
      kind: 'answered',
      status: response.statusCode!,
      headers: response.headers,
      body: kept.bytes,
    }),
  )
}

function failure(cause: NodeJS.ErrnoException, phase: Phase, reached: boolean): Posted {
  if (cause instanceof AddressRefused) return { kind: 'refused', reason: cause.message }
  return { kind: 'failed', fault: faultOf(cause, phase !== 'connecting'), reached }
}
