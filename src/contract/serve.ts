import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { BodyError } from './body.ts'
import type { ContractResponse, Dispatcher } from './dispatch.ts'

export interface ServeOptions {
  /** Bytes of a body after decompression; more is 413. */
  readonly bodyLimit?: number
  /** Sets `received_at` of every request; ISO 8601, UTC. */
  readonly now?: () => string
}
const MEBIBYTE = 1024 * 1024

/**
 * A contract as Express middleware, to mount where its server URL says: `app.use('/api/v1', serve(dispatcher))`. It
 * answers every request below the mount. Express parses nothing: the query is read by the contract's rules, the body
 * only after routing and credentials.
 */
export function serve(dispatcher: Dispatcher, { bodyLimit = MEBIBYTE, now }: ServeOptions = {}): RequestHandler {
  const readRaw = express.raw({ limit: bodyLimit, type: () => true })
  return async (req, res) => {
    send(res, await dispatcher.handle({
      method: req.method,
      target: req.url,
      headers: req.headers as Record<string, string | undefined>,
      ip: req.ip ?? '',
      ...(now && { received_at: now() }),
      readBody: () => bytesOf(readRaw, req, res),
    }))
  }
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
    if (res.headersSent) return void res.destroy()
    send(res, dispatcher.problem(ours ? 'INTERNAL_ERROR' : 'MALFORMED_REQUEST'))
  }
}

/** Without Express's `res.send`, which adds an ETag and a charset that the contract does not document. */
export function send(res: Response, { status, headers, body }: ContractResponse): void {
  res.writeHead(status, headers)
  res.end(body)
}

const EMPTY = Buffer.alloc(0)

/** Reads with body-parser's limits: identity, gzip, deflate and br, counted after decompression. */
function bytesOf(readRaw: RequestHandler, req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readRaw(req, res, (error?: unknown) => {
      if (error) reject(bodyErrorOf(error as ParserError))
      else resolve(Buffer.isBuffer(req.body) ? req.body : EMPTY)
    })
  })
}

const UNKNOWN_ENCODING = 'The content encoding is not supported; use gzip, deflate, br or none.'
type ParserError = Error & { readonly type?: string; readonly status?: number }

function bodyErrorOf(error: ParserError): Error {
  const bodyError = (code: BodyError['code'], message: string): BodyError => new BodyError(code, message, { cause: error })
  if (error.type === 'entity.too.large') return bodyError('BODY_TOO_LARGE', 'The request body is too large.')
  if (error.type === 'encoding.unsupported') return bodyError('UNSUPPORTED_MEDIA_TYPE', UNKNOWN_ENCODING)
  if ((error.status ?? 500) < 500) return bodyError('MALFORMED_REQUEST', 'The body broke off, or does not fit its length or encoding.')
  return error
}
