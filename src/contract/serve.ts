import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { bodyReader } from './body-reader.ts'
import type { ContractResponse, Dispatcher } from './dispatch.ts'

export interface ServeOptions {
  /** Bytes of a body after decompression; more is 413. */
  readonly bodyLimit?: number
  /** Sets `received_at` of every request; ISO 8601, UTC. */
  readonly now?: () => string
}
export interface MountOptions extends ServeOptions {
  /** Take the client's address from X-Forwarded-For. */
  readonly trustProxy?: boolean
  /** Told what could not be answered. */
  readonly onError: (error: unknown) => void
}
const MEBIBYTE = 1024 * 1024

/**
 * A contract as Express middleware, to mount where its server URL says: `app.use('/api/v1', serve(dispatcher))`. It
 * answers every request below the mount. Express parses nothing: the query is read by the contract's rules, the body
 * only after routing and credentials.
 */
export function serve(dispatcher: Dispatcher, options: ServeOptions = {}): RequestHandler {
  const answer = answering(dispatcher, options)
  return (req, res) => answer(req, res, req.url, req.ip ?? '')
}

/**
 * A contract as a listener of `node:http`: it answers every request below the mount itself, and leaves the others to `rest`. For
 * servers that have much to answer, as Express takes about as long for a request as the contract does.
 * @param mount path of the contract's server URL: `/api/v1`
 */
export function mounted(mount: string, dispatcher: Dispatcher, rest: RequestListener, options: MountOptions): RequestListener {
  const answer = answering(dispatcher, options)
  const below = `${mount}/`
  return (req, res) => {
    const url = req.url!
    if (!url.startsWith(below)) return rest(req, res)
    answer(req, res, url.slice(mount.length), addressOf(req, options.trustProxy)).catch((error: unknown) => {
      options.onError(error)
      breakOff(dispatcher, res, 'INTERNAL_ERROR')
    })
  }
}

function answering(dispatcher: Dispatcher, { bodyLimit = MEBIBYTE, now }: ServeOptions) {
  const read = bodyReader(bodyLimit)
  return async (req: IncomingMessage, res: ServerResponse, target: string, ip: string): Promise<void> => {
    send(res, await dispatcher.handle({
      method: req.method!,
      target,
      headers: req.headers as Record<string, string | undefined>,
      ip,
      ...(now && { received_at: now() }),
      readBody: () => read(req, res),
    }))
  }
}

/** The client's address: behind proxies that are trusted the one that the first of them saw. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy = false): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  const first = (forwarded as string | undefined)?.split(',').map((part) => part.trim()).find((part) => part !== '')
  return first ?? socket.remoteAddress ?? ''
}

/**
 * What answers outside every mount, in the same family of problems; the last two of the app:
 * `app.use(notFound(dispatcher)); app.use(failed(dispatcher, log))`.
 */
export function notFound(dispatcher: Dispatcher): RequestHandler {
  return (_req, res) => send(res, dispatcher.problem('ROUTE_NOT_FOUND'))
}

/** Express finds an error handler by its four parameters; an error with a status below 500 is its own complaint about a request. */
export function failed(dispatcher: Dispatcher, report: (error: unknown) => void): ErrorRequestHandler {
  return (error: { status?: number }, _req, res, _next) => {
    const ours = !(error.status !== undefined && error.status < 500)
    if (ours) report(error)
    breakOff(dispatcher, res, ours ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST')
  }
}

/** The last word on a request; none where an answer has begun. */
function breakOff(dispatcher: Dispatcher, res: ServerResponse, code: 'INTERNAL_ERROR' | 'MALFORMED_REQUEST'): void {
  if (res.headersSent) return void res.destroy()
  send(res, dispatcher.problem(code))
}

/** Without Express's `res.send`, which adds an ETag and a charset that the contract does not document. */
export function send(res: ServerResponse, { status, headers, body }: ContractResponse): void {
  res.writeHead(status, headers)
  res.end(body)
}
