import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ContractResponse, Dispatcher } from './dispatch.ts'
import type { PipelineCode } from './hooks.ts'

export const MAX_HEADER_BYTES = 16 * 1024
/**
 * In milliseconds. Idle connections live longer here than in the usual proxies, so that a proxy does not reuse one that is being closed.
 */
const TIMEOUTS = { keepAliveTimeout: 75_000, headersTimeout: 80_000, requestTimeout: 120_000 }
/**
 * Maximum requests that wait on one connection for earlier responses. Node would process all requests of one packet at once: a few
 * kilobytes of plain GETs would create thousands of responses, which are kept until the client reads them.
 */
const MAX_PIPELINED = 16
/** Bytes that a connection buffers of an unread body. Chunks of one byte would cost a hundred times as much. */
const UNREAD_BYTES = 16 * 1024

/**
 * Creates an HTTP server that also answers in the contract's schema what never becomes a request: headers over 16 KiB with 431, broken
 * HTTP with 400, a request that does not arrive in time with 408. While it closes, it accepts no new request on a connection. Pipelined
 * requests of a client are processed one at a time; too many of them end the connection.
 */
export function createContractServer(
  app: RequestListener,
  dispatcher: Pick<Dispatcher, 'problem'>,
): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    highWaterMark: UNREAD_BYTES,
    ...TIMEOUTS,
  })
  // The set holds connections, not responses, because adding and removing every request keeps garbage alive, whose collection pauses the
  // process.
  const connected = new Set<Connection>()
  const queued = new WeakMap<Socket, number>()
  const answer: RequestListener = (req, res) => {
    if (!server.listening) res.shouldKeepAlive = false
    app(req, res)
  }
  const listener: RequestListener = (req, res) => {
    // A response gets the socket once the earlier ones are written.
    if (res.socket) return answer(req, res)
    const { socket } = req
    const waiting = (queued.get(socket) ?? 0) + 1
    if (waiting > MAX_PIPELINED) return void socket.destroy()
    queued.set(socket, waiting)
    res.once('socket', () => {
      queued.set(socket, queued.get(socket)! - 1)
      process.nextTick(answer, req, res)
    })
  }
  server.once(CLOSING, () => {
    for (const socket of connected) {
      if (socket._httpMessage) socket._httpMessage.shouldKeepAlive = false
      // Node counts a connection as idle only after its first request, so it would wait for one that has sent nothing.
      if (socket.bytesRead === 0) socket.destroy()
    }
  })
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('request', listener)
  // Node would answer 417 without a body; an unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket))
      return void socket.destroy()
    socket.end(rawResponse(dispatcher.problem(CODES[error.code ?? ''] ?? 'MALFORMED_REQUEST')))
  })
  return server
}

const CODES: Readonly<Record<string, PipelineCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** A connection with its current response; Node's own handlers read the same field. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Tells whether a response is being written, which another one would corrupt. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as Connection)._httpMessage?.headersSent ?? false

function rawResponse({ status, headers, body }: ContractResponse): string {
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', String(body ?? '')].join(
    '\r\n',
  )
}

const SWEEP_MS = 50
/** Announces to the server that it is about to close, while requests are still being answered. */
const CLOSING = 'svc-closing'

/**
 * Stops listening, gives requests in progress `graceMs` milliseconds to finish, then closes the remaining connections. Resolves when all
 * are closed.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  server.emit(CLOSING)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that becomes idle after its last response would otherwise stay open for its keep-alive time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
