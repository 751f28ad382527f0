import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientAddress, addressKey, NO_PROXIES, type Proxies } from './address.ts'
import { createBodyBudget, type BodyBudget } from './body-budget.ts'
import type { ContractResponse, Dispatcher } from './dispatch.ts'

export interface ServeOptions {
  /** Maximum bytes of a body where the contract allows more; a larger one is answered with 413. */
  readonly bodyLimit?: number
  /** The budget of request bodies, whose counts can be observed. Default: a new one. */
  readonly bodies?: BodyBudget
  /** The proxies whose X-Forwarded-For is trusted. Default: none. */
  readonly proxies?: Proxies
  /** Sets `received_at` of every request, in ISO 8601 and UTC. */
  readonly now?: () => string
}
export interface MountOptions extends ServeOptions {
  /** Is called with errors that could not be answered. */
  readonly onError: (error: unknown) => void
}

/**
 * Serves a contract as Express middleware, mounted at the path of its server URL: `app.use('/api/v1', serve(dispatcher))`. It answers
 * every request below the mount. Express parses nothing: the query is read by the contract's rules, and the body only after routing and
 * authentication.
 */
export function serve(dispatcher: Dispatcher, options: ServeOptions = {}): RequestHandler {
  const answer = createResponder(dispatcher, options)
  return (req, res) => answer(req, res, req.url)
}

/**
 * Serves a contract as a listener of `node:http`: it answers every request below the mount itself and leaves the others to `rest`. It is
 * meant for busy servers, because Express takes about as long for a request as the contract does.
 * @param mount path of the contract's server URL: `/api/v1`
 */
export function mountContract(
  mount: string,
  dispatcher: Dispatcher,
  rest: RequestListener,
  options: MountOptions,
): RequestListener {
  const answer = createResponder(dispatcher, options)
  const below = `${mount}/`
  return (req, res) => {
    const url = req.url!
    if (!url.startsWith(below)) return rest(req, res)
    answer(req, res, url.slice(mount.length)).catch((error: unknown) => {
      options.onError(error)
      sendError(dispatcher, res, 'INTERNAL_ERROR')
    })
  }
}

function createResponder(
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
          reserveParsed: body.reserveParsed,
        }),
      )
    } finally {
      body.end()
    }
  }
}

/** Up to this many bytes of an unread body are read and dropped to keep the connection. After a longer one the connection closes. */
const DRAINED_BYTES = 64 * 1024
/**
 * Milliseconds and bytes for which a client may continue to send an unread body after the response, so that it can read the response
 * before the connection closes.
 */
const LINGER_MS = 1000
const LINGER_BYTES = 1024 * 1024

/** Sends a response. If more of the request is pending than is worth reading, the connection closes afterwards. */
function sendAndDrain(req: IncomingMessage, res: ServerResponse, response: ContractResponse): void {
  if (req.complete || shouldDrain(req, response)) {
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

/** Tells whether the rest of a body is small enough to be read and dropped. Bodies that were too slow or found no memory are not. */
function shouldDrain({ headers }: IncomingMessage, { status }: ContractResponse): boolean {
  if (status === 408 || status === 503 || headers['transfer-encoding'] !== undefined) return false
  return Number(headers['content-length'] ?? 0) <= DRAINED_BYTES
}

/**
 * Answers outside every mount with problems of the same family. It belongs at the end of the app: `app.use(notFound(dispatcher));
 * app.use(errorHandler(dispatcher, log))`.
 */
export function notFound(dispatcher: Dispatcher): RequestHandler {
  return (_req, res) => send(res, dispatcher.problem('ROUTE_NOT_FOUND'))
}

/**
 * Answers errors. Express recognizes an error handler by its four parameters; an error with a status below 500 is its own complaint about
 * a request.
 */
export function errorHandler(
  dispatcher: Dispatcher,
  report: (error: unknown) => void,
): ErrorRequestHandler {
  return (error: { status?: number }, _req, res, _next) => {
    const ours = !(error.status !== undefined && error.status < 500)
    if (ours) report(error)
    sendError(dispatcher, res, ours ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST')
  }
}

/** Sends a problem, or closes the connection if a response has begun. */
function sendError(
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
