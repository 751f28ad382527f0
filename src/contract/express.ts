import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from './dispatch.ts'
import { createResponder, send, sendError, type ServeOptions } from './server.ts'

/** Express middleware, described by Node's types so that callers need no types of Express. */
export type Middleware = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
type ErrorMiddleware = (
  error: { status?: number },
  req: IncomingMessage,
  res: ServerResponse,
  next: unknown,
) => void

/**
 * Serves a contract as Express middleware, mounted at the path of its server URL: `app.use('/api/v1', serve(dispatcher))`. It answers
 * every request below the mount. Express parses nothing: the query is read by the contract's rules, and the body only after routing and
 * authentication.
 */
export function serve(dispatcher: Dispatcher, options: ServeOptions = {}): Middleware {
  const answer = createResponder(dispatcher, options)
  return (req, res) => answer(req, res, req.url!)
}

/**
 * Answers outside every mount with problems of the same family. It belongs at the end of the app: `app.use(notFound(dispatcher));
 * app.use(errorHandler(dispatcher, log))`.
 */
export function notFound(dispatcher: Dispatcher): Middleware {
  return (_req, res) => send(res, dispatcher.problem('ROUTE_NOT_FOUND'))
}

/**
 * Answers errors. Express recognizes an error handler by its four parameters; an error with a status below 500 is its own complaint about
 * a request.
 */
export function errorHandler(
  dispatcher: Dispatcher,
  report: (error: unknown) => void,
): ErrorMiddleware {
  return (error, _req, res, _next) => {
    const ours = !(error.status !== undefined && error.status < 500)
    if (ours) report(error)
    sendError(dispatcher, res, ours ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST')
  }
}
