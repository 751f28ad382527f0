import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express'
import type { OpenApiDocument } from '../src/contract/published.ts'
import { endToEnd, forwardTo, jsonOf } from './http.ts'
import { load } from './install.ts'
import type { Validator } from './validator.ts'

/** The part of express-openapi-validator that is used here. */
interface ExpressOpenApiValidator {
  middleware(options: {
    readonly apiSpec: OpenApiDocument
    readonly validateRequests: boolean
    readonly validateResponses: boolean
  }): RequestHandler[]
}

/** The middleware with its default options, except that it validates responses as well. */
export const expressOpenApiValidator: Validator = {
  name: 'express-openapi-validator',
  query: '?for=validation',
  async start({ base_url, document }) {
    const { middleware } = load<ExpressOpenApiValidator>('express-openapi-validator')
    const { origin, pathname } = new URL(base_url)
    const violations: string[] = []
    const bodies = new WeakMap<IncomingMessage, Buffer>()
    const app = express()
    app.use(express.json({ limit: '2mb', verify: (req, _, body) => bodies.set(req, body) }))
    app.use(middleware({ apiSpec: document, validateRequests: true, validateResponses: true }))
    app.use(forwarded(origin, (req) => bodies.get(req) ?? Buffer.alloc(0)))
    app.use(recordFaults(violations))
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return {
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
      violations,
      stop: async () => {
        server.close().closeAllConnections()
      },
    }
  },
}

/**
 * Forwards a request to the platform, and sends its response as an application does: JSON with `res.json`, where the middleware validates
 * it.
 */
function forwarded(origin: string, bodyOf: (req: IncomingMessage) => Buffer): RequestHandler {
  const forward = forwardTo(origin)
  return async (req, res: Response) => {
    const { method, originalUrl: target, headers } = req
    const response = await forward({ method, target, headers, body: bodyOf(req) })
    res.status(response.status).set(endToEnd(response.headers))
    const value = jsonOf(response)
    if (value === undefined) res.end(response.body)
    else res.json(value)
  }
}

const recordFaults =
  (violations: string[]): ErrorRequestHandler =>
  (cause: Error & { readonly status?: number; readonly errors?: unknown }, req, res, _next) => {
    violations.push(`${req.method} ${req.originalUrl}: ${cause.message}`)
    res.status(cause.status ?? 500).json({ message: cause.message, errors: cause.errors })
  }
