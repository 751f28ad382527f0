import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientAddress, countedAs, NO_PROXIES, type Proxies } from './address.ts'
import { createBodies, type Bodies } from './body-reader.ts'
import type { ContractResponse, Dispatcher } from './dispatch.ts'

export interface ServeOptions {
  /** Bytes of a body that are read at most, where the contract allows more; more is 413. */
  readonly bodyLimit?: number
  /** Reads and bounds the bodies; its counts can be observed. One of its own unless given. */
  readonly bodies?: Bodies
  /** Whose X-Forwarded-For is believed; nobody's unless given. */
  readonly proxies?: Proxies
  /** Sets `received_at` of every request; ISO 8601, UTC. */
  readonly now?: () => string
}
export interface MountOptions extends ServeOptions {
  /** Told what could not be answered. */
  readonly onError: (error: unknown) => void
}

/**
 * A contract as Express middleware, to mount where its server URL says: `app.use('/api/v1', serve(dispatcher))`. It
 * answers every request below the mount. Express parses nothing: the query is read by the contract's rules, the body
 * only after routing and credentials.
 */
export function serve(dispatcher: Dispatcher, options: ServeOptions = {}): RequestHandler {
  const answer = answering(dispatcher, options)
  return (req, res) => answer(req, res, req.url)
}

/**
 * A contract as a listener of `node:http`: it answers every request below the mount itself, and leaves the others to `rest`. For
 * servers that have much to answer, as Express takes about as long for a request as the contract does.
 * @param mount path of the contract's server URL: `/api/v1`
 */
export function mounted(
  mount: string,
  dispatcher: Dispatcher,
  rest: RequestListener,
  options: MountOptions,
): RequestListener {
  const answer = answering(dispatcher, options)
  const below = `${mount}/`
  return (req, res) => {
    const url = req.url!
    if (!url.startsWith(below)) return rest(req, res)
    answer(req, res, url.slice(mount.length)).catch((error: unknown) => {
      options.onError(error)
      breakOff(dispatcher, res, 'INTERNAL_ERROR')
    })
  }
}

function answering(
  dispatcher: Dispatcher,
  { bodyLimit = Infinity, bodies = createBodies(), proxies = NO_PROXIES, now }: ServeOptions,
) {
  return async (req: IncomingMessage, res: ServerResponse, target: string): Promise<void> => {
    const ip = clientAddress(
      req.socket.remoteAddress,
      req.headers['x-forwarded-for'] as string | undefined,
      proxies,
    )
    const body = bodies.open(req, () => countedAs(ip))
    try {
      conclude(
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
          parsedBody: body.parsed,
        }),
      )
    } finally {
      body.end()
    }
  }
}

/** So much of a body that nobody reads is skipped to keep a connection; a longer one ends with its answer. */
const SKIPPED_BYTES = 64 * 1024
/** How long a client may go on sending what nobody reads after its answer, so that it finds the answer before the connection closes. */
const LINGER_MS = 1000
const LINGER_BYTES = 1024 * 1024

/** Sends an answer. Where more of the request is on its way than is worth waiting for, the connection closes after it. */
function conclude(req: IncomingMessage, res: ServerResponse, response: ContractResponse): void {
  if (req.complete || isWorthSkipping(req, response)) {
    send(res, response)
    req.resume()
    return
  }
  res.shouldKeepAlive = false
  res.writeHead(response.status, response.headers)
  res.write(response.body ?? '')
  const done = () => {
    clearTimeout(linger)
    if (!res.writableEnded) res.end()
  }
  const linger = setTimeout(done, LINGER_MS)
  let skipped = 0
  req
    .on('data', (chunk: Buffer) => {
      if ((skipped += chunk.length) > LINGER_BYTES) req.pause()
    })
    .on('end', done)
    .on('close', done)
    .resume()
}

/** Whether the rest of a body will soon have arrived. That of a client that was too slow, or found no room, is not waited for. */
function isWorthSkipping({ headers }: IncomingMessage, { status }: ContractResponse): boolean {
  if (status === 408 || status === 503 || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= SKIPPED_BYTES
}

/**
 * What answers outside every mount, in the same family of problems; the last two of the app:
 * `app.use(notFound(dispatcher)); app.use(failed(dispatcher, log))`.
 */
export function notFound(dispatcher: Dispatcher): RequestHandler {
  return (_req, res) => send(res, dispatcher.problem('ROUTE_NOT_FOUND'))
}

/** Express finds an error handler by its four parameters; an error with a status below 500 is its own complaint about a request. */
export function failed(
  dispatcher: Dispatcher,
  report: (error: unknown) => void,
): ErrorRequestHandler {
  return (error: { status?: number }, _req, res, _next) => {
    const ours = !(error.status !== undefined && error.status < 500)
    if (ours) report(error)
    breakOff(dispatcher, res, ours ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST')
  }
}

/** The last word on a request; none where an answer has begun. */
function breakOff(
  dispatcher: Dispatcher,
  res: ServerResponse,
  code: 'INTERNAL_ERROR' | 'MALFORMED_REQUEST',
): void {
  if (res.headersSent) return void res.destroy()
  send(res, dispatcher.problem(code))
}

/** Without Express's `res.send`, which adds an ETag and a charset that the contract does not document. */
export function send(res: ServerResponse, { status, headers, body }: ContractResponse): void {
  res.writeHead(status, headers)
  res.end(body)
}
