import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from './dispatch.ts'
import { originForm } from './router.ts'
import { createResponder, send, sendError, type ServeOptions } from './server.ts'

/** Express middleware with Node's types, so that callers do not depend on the types of Express. */
export type Middleware = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
type ErrorMiddleware = (
  error: { status?: number },
  req: IncomingMessage,
  res: ServerResponse,
  next: unknown,
) => void

/**
 * Serves a contract as Express middleware, mounted at the path of its server URL: `app.use('/api/v1', serve(dispatcher))`. It responds
 * to every request under the mount. Express parses nothing: the contract defines how the query is read, and the body is read only after
 * routing and authentication.
 */
export function serve(dispatcher: Dispatcher, options: ServeOptions = {}): Middleware {
  const respond = createResponder(dispatcher, options)
  return (req, res) => respond(req, res, originForm(req.url!))
}

/**
 * Responds to requests outside of every mount with a problem. It must be the last middleware before the error handler:
 * `app.use(notFound(dispatcher)); app.use(errorHandler(dispatcher, onError))`.
 */
export function notFound(dispatcher: Dispatcher): Middleware {
  return (_req, res) => send(res, dispatcher.problem('ROUTE_NOT_FOUND'))
}

/**
 * Responds to errors with problems. Express recognizes an error handler by its four parameters. It reports an invalid request as an error
 * with a status below 500.
 */
export function errorHandler(
  dispatcher: Dispatcher,
  onError: (error: unknown) => void,
): ErrorMiddleware {
  return (error, _req, res, _next) => {
    const isInternal = !(error.status !== undefined && error.status < 500)
    if (isInternal) onError(error)
    sendError(dispatcher, res, isInternal ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST')
  }
}
