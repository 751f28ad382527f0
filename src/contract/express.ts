import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Dispatcher } from './dispatch.ts'
import { createResponder, send, sendError, type ServeOptions } from './server.ts'

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
