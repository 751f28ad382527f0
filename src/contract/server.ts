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
/** Milliseconds. Idle connections live longer here than in the usual proxies, which so never reuse one we are closing. */
const TIMEOUTS = { keepAliveTimeout: 75_000, headersTimeout: 80_000, requestTimeout: 120_000 }
/**
 * Requests that wait on one connection for the answers before theirs. Node would hand out all that came in one packet at once: a few kilobytes
 * of plain GETs would have thousands of answers made, and kept for as long as the client does not read them.
 */
const PIPELINED_MOST = 16
/** What a connection buffers of a body that nobody has asked for yet. Chunks of one byte would cost a hundred times as much. */
const UNREAD_BYTES = 16 * 1024

/**
 * An HTTP server around the app that answers in the contract's shape what never becomes a request: headers over 16 KiB
 * 431, broken HTTP 400, a request that does not arrive in time 408. While it closes, it asks for no new request on a connection. Of the
 * requests that a client sends ahead of their answers one is worked on at a time; too many of them end the connection.
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
  // By connection and not by answer: a Set that every request goes in and out of keeps garbage alive, and collecting it stops the process.
  const connected = new Set<Connection>()
  const ahead = new WeakMap<Socket, number>()
  const answer: RequestListener = (req, res) => {
    if (!server.listening) res.shouldKeepAlive = false
    app(req, res)
  }
  const listener: RequestListener = (req, res) => {
    // An answer has the socket once those before it are written.
    if (res.socket) return answer(req, res)
    const { socket } = req
    const waiting = (ahead.get(socket) ?? 0) + 1
    if (waiting > PIPELINED_MOST) return void socket.destroy()
    ahead.set(socket, waiting)
    res.once('socket', () => {
      ahead.set(socket, ahead.get(socket)! - 1)
      process.nextTick(answer, req, res)
    })
  }
  server.once(CLOSING, () => {
    for (const socket of connected) {
      if (socket._httpMessage) socket._httpMessage.shouldKeepAlive = false
      // Node counts a connection as idle once it had a request; one that has not said a word would be waited for.
      if (socket.bytesRead === 0) socket.destroy()
    }
  })
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('request', listener)
  // Node would answer 417 without a body; an expectation that we do not know may be ignored (RFC 9110, 10.1.1).
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

/** A connection with the answer that Node is about to give or giving on it; Node's own handlers look at the same field. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null }

/** An answer is on its way to the socket, and ours would land in the middle of it. */
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
/** Tells a server of ours that it is about to close, while requests are still being answered. */
const CLOSING = 'svc-closing'

/** Stops listening, lets requests in flight finish for `graceMs`, then cuts what is left. Resolves when all is closed. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  server.emit(CLOSING)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that turns idle after its last answer would otherwise stay for its keep-alive time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
