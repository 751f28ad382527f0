import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { addressKey, clientAddress, NO_PROXIES, type Proxies } from './address.ts'
import { createBodyBudget, type BodyBudget } from './body-budget.ts'
import type { Dispatcher } from './dispatch.ts'
import type { PipelineCode } from './hooks.ts'
import { sendEvents } from './event-stream.ts'
import { originForm } from './router.ts'
import type { ContractResponse } from './response.ts'

// ---- Connections ---------------------------------------------------------------------------------------------------

const MAX_HEADER_BYTES = 16 * 1024
/**
 * Timeouts in milliseconds. Idle connections stay open longer here than in common proxies, so that a proxy does not reuse a connection that
 * this server is closing.
 */
const TIMEOUTS = { keepAliveTimeout: 75_000, headersTimeout: 80_000, requestTimeout: 120_000 }
/**
 * Maximum number of requests that wait on one connection for earlier responses. Node would process all requests of one packet at once: a
 * few kilobytes of plain GETs would create thousands of responses, which stay in memory until the client reads them.
 */
const MAX_PIPELINED = 16
/** Bytes of an unread body that a connection buffers. In chunks of one byte they would take a hundred times as much memory. */
const UNREAD_BYTES = 16 * 1024

/** The clock of the `Date` header. */
export interface DateSource {
  /** Milliseconds since 1970. */
  now_ms(): number
  /**
   * Whether this is the clock of another machine. Otherwise the header is set only if it differs noticeably from the clock of this machine.
   */
  readonly foreign: boolean
}
/** A clock counts as different from the machine's if the difference is at least this large, as in a sandbox whose clock was advanced. */
const MIN_CLOCK_DIFFERENCE_MS = 500

/** Returns what is wrong with the Host header of a request, which then has to be refused with 400 (RFC 9112, section 3.2). */
function hostFault({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersionMinor > 0 ? NO_HOST : undefined
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === HOST.length && rawHeaders[i]!.toLowerCase() === HOST) hosts += 1
  return hosts > 1 ? TWO_HOSTS : undefined
}
const HOST = 'host'
const NO_HOST = 'The request has no Host header, which HTTP/1.1 requires; send one.'
const TWO_HOSTS = 'The request has more than one Host header; send one.'

/**
 * Creates an HTTP server that also responds with the contract's problems to input that never becomes a request: 431 for headers over 16
 * KiB, 400 for malformed HTTP, several Host headers or (in HTTP/1.1) none, and 408 for a request that does not arrive in time. While it
 * closes, each connection ends after its next response.
 * Pipelined requests from a client are processed one at a time; too many of them end the connection.
 * @param date defaults to this machine's clock
 */
export function createContractServer(
  app: RequestListener,
  dispatcher: Pick<Dispatcher, 'problem'>,
  date?: DateSource,
): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    highWaterMark: UNREAD_BYTES,
    // Node would refuse such a request with a 400 that has no body and no request id.
    requireHostHeader: false,
    ...TIMEOUTS,
  })
  // The set contains connections instead of responses, because adding and removing every response would create garbage whose collection
  // pauses the process.
  const connected = new Set<Connection>()
  connections.set(server, connected)
  let closing = false
  const queued = new WeakMap<Socket, number>()
  const handle: RequestListener = (req, res) => {
    if (closing) res.shouldKeepAlive = false
    if (date) setDate(res, date)
    const message = hostFault(req)
    if (message !== undefined) {
      res.shouldKeepAlive = false
      return send(res, dispatcher.problem('MALFORMED_REQUEST', { message }))
    }
    app(req, res)
  }
  const listener: RequestListener = (req, res) => {
    // The socket is assigned to a response once the earlier responses are written.
    if (res.socket) return handle(req, res)
    const { socket } = req
    const waiting = (queued.get(socket) ?? 0) + 1
    if (waiting > MAX_PIPELINED) return void socket.destroy()
    queued.set(socket, waiting)
    res.once('socket', () => {
      queued.set(socket, queued.get(socket)! - 1)
      process.nextTick(handle, req, res)
    })
  }
  server.once(CLOSING, () => {
    closing = true
    for (const { _httpMessage } of connected) if (_httpMessage) _httpMessage.shouldKeepAlive = false
  })
  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  server.on('request', listener)
  // Node would respond with 417 without a body, but an unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket))
      return void socket.destroy()
    socket.end(rawResponse(dispatcher.problem(CODES[error.code ?? ''] ?? 'MALFORMED_REQUEST')))
    // A client that keeps its side open would otherwise hold the turn of an earlier request on this connection.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
  return server
}

/**
 * Sets the `Date` header if Node's own would show a different time. Agents compare the times in responses and in statements with this
 * header, so all of them must come from the same clock.
 */
function setDate(res: ServerResponse, { now_ms, foreign }: DateSource): void {
  const now = now_ms()
  if (foreign || Math.abs(now - Date.now()) >= MIN_CLOCK_DIFFERENCE_MS)
    res.setHeader('Date', new Date(now).toUTCString())
}

const CODES: Readonly<Record<string, PipelineCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** A connection with its current response; Node's own handlers read the same field. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Returns whether a response is being written, which a second one would corrupt. */
const isResponding = (socket: Duplex): boolean =>
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
/** The event that is emitted when the server is about to close, while it still responds to requests. */
const CLOSING = 'svc-closing'

/** The open connections of each server. */
const connections = new WeakMap<Server, Set<Connection>>()

/**
 * Stops listening, waits at most `graceMs` milliseconds for requests in progress, then closes the remaining connections. Resolves when all
 * connections are closed.
 * @param idleMs the time in milliseconds during which connections without a request may still send one, which is processed
 */
export async function closeServer(server: Server, graceMs: number, idleMs = 0): Promise<void> {
  const open = connections.get(server) ?? new Set()
  server.emit(CLOSING)
  if (idleMs > 0) await emptied(open, idleMs)
  // Node considers a connection idle only after its first request, so it would wait for one that has sent nothing.
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that becomes idle after its last response would otherwise stay open for its keep-alive time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  await emptied(open, graceMs)
  clearInterval(sweep)
  clearTimeout(deadline)
}

/** Waits until a set is empty, but no longer than the given number of milliseconds. */
async function emptied(open: ReadonlySet<unknown>, milliseconds: number): Promise<void> {
  for (const until = performance.now() + milliseconds; open.size > 0 && performance.now() < until;)
    await delay(SWEEP_MS)
}

// ---- Connections that another process has accepted -----------------------------------------------------------------

/** Serves connections that another process has accepted. */
export interface ConnectionSink {
  accept(socket: Socket): void
}

/** Makes a server that does not listen serve connections that another process has accepted. */
export function serveAcceptedConnections(server: Server): ConnectionSink {
  // From this event on, Node enforces the timeouts of headers and requests.
  server.emit('listening')
  return {
    accept(socket) {
      // Node applies these settings to connections that the server accepts itself. A request reads from its connection how much of a body
      // it may buffer.
      socket.allowHalfOpen = true
      socket.setNoDelay(true)
      Object.defineProperty(socket, 'readableHighWaterMark', { value: UNREAD_BYTES })
      server.emit('connection', socket)
    },
  }
}

// ---- Requests ------------------------------------------------------------------------------------------------------

export interface ServeOptions {
  /** Maximum bytes of a body, if less than the contract allows; larger ones get 413. */
  readonly bodyLimit?: number
  /** The budget of request bodies. Defaults to a new one. */
  readonly bodies?: BodyBudget
  /** The proxies whose X-Forwarded-For is trusted. Defaults to none. */
  readonly proxies?: Proxies
  /** Returns `received_at` of a request, in ISO 8601 and UTC. */
  readonly now?: () => string
}
export interface MountOptions extends ServeOptions {
  /** Called with errors outside of the dispatcher. */
  readonly onError: (error: unknown) => void
}

/**
 * Serves a contract as a listener of `node:http`: it responds to every request under the mount itself and passes the others to `rest`. It
 * bypasses Express, which would take about as long for a request as the whole pipeline of the contract.
 * @param mount path of the contract's server URL, such as `/api/v1`
 */
export function mountContract(
  mount: string,
  dispatcher: Dispatcher,
  rest: RequestListener,
  options: MountOptions,
): RequestListener {
  const respond = createResponder(dispatcher, options)
  const prefix = `${mount}/`
  return (req, res) => {
    const url = originForm(req.url!)
    if (!url.startsWith(prefix)) return rest(req, res)
    respond(req, res, url.slice(mount.length)).catch((error: unknown) => {
      options.onError(error)
      sendError(dispatcher, res, 'INTERNAL_ERROR')
    })
  }
}

/** Creates the function that responds to one request of a contract. `target` is its path and query under the mount. */
export function createResponder(
  dispatcher: Dispatcher,
  { bodyLimit = Infinity, bodies = createBodyBudget(), proxies = NO_PROXIES, now }: ServeOptions,
) {
  return async (req: IncomingMessage, res: ServerResponse, target: string): Promise<void> => {
    const ip = clientAddress(
      req.socket.remoteAddress,
      req.headers['x-forwarded-for'] as string | undefined,
      proxies,
    )
    const body = bodies.open(req, () => addressKey(ip))
    try {
      sendAndDrain(
        req,
        res,
        await dispatcher.handle({
          method: req.method!,
          target,
          headers: req.headers as Record<string, string | undefined>,
          ip,
          ...(now && { received_at: now() }),
          readBody: (limits) =>
            body.read({ ...limits, max_bytes: Math.min(limits.max_bytes, bodyLimit) }),
          reserveParsed: (tokens) => body.reserveParsed(tokens),
          isAborted: () => isAborted(req),
        }),
      )
    } finally {
      body.end()
    }
  }
}

/** Returns whether the client has closed its connection, so that it cannot receive a response. */
export const isAborted = ({ socket }: IncomingMessage): boolean => socket.destroyed

// ---- Responses -----------------------------------------------------------------------------------------------------

/** Sends a problem, or closes the connection if a response has begun. */
export function sendError(
  dispatcher: Dispatcher,
  res: ServerResponse,
  code: 'INTERNAL_ERROR' | 'MALFORMED_REQUEST',
): void {
  if (res.headersSent) return void res.destroy()
  send(res, dispatcher.problem(code))
}

/** Sends a response without Express's `res.send`, which adds an undocumented ETag and charset. */
export function send(res: ServerResponse, { status, headers, body }: ContractResponse): void {
  res.writeHead(status, headers)
  res.end(body)
}

/**
 * Up to this many bytes of an unread body are read and discarded to keep the connection open. After a larger one the connection is closed.
 */
const MAX_DRAINED_BYTES = 64 * 1024
/**
 * Milliseconds and bytes for which a client may continue to send an unread body after the response, so that it can read the response
 * before the connection closes.
 */
const LINGER_MS = 1000
const LINGER_BYTES = 1024 * 1024

/** Sends a response. If the unread part of the request is too large to discard, the connection is closed afterwards. */
function sendAndDrain(req: IncomingMessage, res: ServerResponse, response: ContractResponse): void {
  if (response.events) sendEvents(res, response, response.events)
  else if (req.complete || shouldDrain(req, response)) send(res, response)
  else return sendAndClose(req, res, response)
  req.resume()
}

/** Sends a response, discards for a while what the client still sends, and closes the connection. */
function sendAndClose(req: IncomingMessage, res: ServerResponse, response: ContractResponse): void {
  res.shouldKeepAlive = false
  res.writeHead(response.status, response.headers)
  res.write(response.body ?? '')
  const done = () => {
    clearTimeout(linger)
    if (!res.writableEnded) res.end()
  }
  const linger = setTimeout(done, LINGER_MS)
  let discarded = 0
  req
    .on('data', (chunk: Buffer) => {
      if ((discarded += chunk.length) > LINGER_BYTES) req.pause()
    })
    .on('end', done)
    .on('close', done)
    .resume()
}

/**
 * Returns whether to read and discard the rest of a body: it must be small, and must not have been refused with 408 (too slow) or 503 (no
 * memory for bodies of clients without a credential).
 */
function shouldDrain({ headers }: IncomingMessage, { status }: ContractResponse): boolean {
  if (status === 408 || status === 503 || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= MAX_DRAINED_BYTES
}
