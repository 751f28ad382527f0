import express, {
  type Express,
  type NextFunction,
  type Request,
  type Response,
  Router,
} from 'express'
import type { Server, ServerResponse } from 'node:http'
import type { Clock } from '../system.ts'
import type { Config } from '../config/config.ts'
import { createBodyBudget, type BodyCounts } from '../contract/body-budget.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import { errorHandler, notFound } from '../contract/express.ts'
import { createContractServer, isAborted, mountContract, send } from '../contract/server.ts'
import type { ProblemDetails } from '../contract/typed.ts'
import type { Contracts } from '../contracts.ts'
import { dashboard } from '../dashboard/serve.ts'
import { docs } from '../docs/serve.ts'
import { LOG_READS } from '../auth/limits.ts'
import { acquireForAddress, QUEUE_FULL, rateLimitDetails } from '../auth/gates.ts'
import type { OrganizationQueue } from '../auth/organization-queue.ts'
import { rateLimitHeaders, type RateLimiter } from '../auth/rate-limiter.ts'
import { addressKey, clientAddress } from '../contract/address.ts'
import { serveLog, type LogSource } from '../transparency/serve.ts'

interface HttpParts {
  readonly config: Config
  readonly dispatcher: Dispatcher
  readonly contracts: Contracts
  readonly version: string
  readonly clock: Clock
  /** Whether the clock is that of a store that other processes use too. */
  readonly shared: boolean
  readonly readiness: () => Promise<Readiness>
  readonly onError: (cause: unknown) => void
  readonly log: LogSource
  readonly limiter: RateLimiter
  readonly queue: OrganizationQueue
  /** Folder of the built dashboard. If undefined, the default one is used. */
  readonly dashboard_folder: string | undefined
}

export interface HttpServer {
  readonly server: Server
  /** The Express app, to which routes can be added before the final 404. */
  readonly express: Express
  readonly bodies: () => BodyCounts
}

/**
 * Creates the server: the contract under `/api/v1`, the documentation, the dashboard, the transparency log, the health routes and
 * `/upgrade`.
 */
export function createHttpServer(parts: HttpParts): HttpServer {
  const { config, dispatcher, onError } = parts
  const bodies = createBodyBudget(config.anonymous_bodies, config.authenticated_bodies)
  const app = express().disable('x-powered-by')
  const root = new URL(config.public_url).pathname.replace(/\/$/, '')
  const refuse = (res: ServerResponse, allow: string) =>
    send(res, dispatcher.problem('METHOD_NOT_ALLOWED', { headers: { Allow: allow } }))
  const { contracts, version } = parts
  app.use('/docs', docs({ contracts, root: `${root}/docs`, version, refuse }))
  const dashboardHandlers = dashboard({ folder: parts.dashboard_folder, root, refuse })
  app.use(dashboardHandlers.serve)
  app.use('/log', serveLog({ log: parts.log, limit: limitOf(parts), refuse }))
  app.use(readinessAndUpgradeRoutes({ readiness: parts.readiness }))
  const outer_app = express()
    .disable('x-powered-by')
    // Whether the process is alive must not depend on how busy it is, so this request takes no turn.
    .get('/healthz', (_, res) => void res.json({ status: 'alive' }))
    .use(
      inTurn(parts),
      app,
      dashboardHandlers.notFound,
      notFound(dispatcher),
      errorHandler(dispatcher, onError),
    )
  const listener = mountContract('/api/v1', dispatcher, outer_app, {
    proxies: config.proxies,
    bodies,
    onError,
  })
  return {
    server: createContractServer(listener, dispatcher, {
      now_ms: parts.clock.now_ms,
      foreign: parts.shared,
    }),
    express: app,
    bodies: bodies.counts,
  }
}

/** `read_only`: the store can be read but not written, as on a full disk. */
export type Readiness = 'ready' | 'read_only' | 'unavailable'

/** Creates the route that load balancers probe, and the page that tells an organization how to change its plan. */
function readinessAndUpgradeRoutes({ readiness }: { readiness: () => Promise<Readiness> }): Router {
  return Router()
    .get('/readyz', async (_, res) => {
      const status = await readiness()
      res.status(status === 'ready' ? 200 : 503).json({ status })
    })
    .get('/upgrade', (_, res) => {
      res
        .type('text/plain')
        .send(
          'The operator of this registry can change your plan:\n\n  svc-registry org set-plan ORGANIZATION_ID PLAN\n',
        )
    })
}

/** Creates the middleware that queues requests outside of the contract fairly by network address (docs/specification/trust.md#turns). */
const inTurn =
  ({ config, dispatcher, queue }: HttpParts) =>
  async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const turn = await acquireForAddress(queue, addressOf(req, config))
    if (!turn) return send(res, dispatcher.problem('RATE_LIMITED', closing(QUEUE_FULL)))
    if (isAborted(req)) return turn.end()
    // `prefinish` means that the whole response has been written, at whatever speed the client reads it.
    res.once('prefinish', turn.end).once('close', turn.end)
    turn.run(next)
  }

/** Returns the details of a problem after which the connection is closed. */
const closing = (details: ProblemDetails): ProblemDetails => ({
  ...details,
  headers: { ...details.headers, Connection: 'close' },
})

const addressOf = ({ headers, socket }: Request, { proxies }: Config): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, proxies)

/**
 * Returns the function that counts a request against the rate limit of its network address, and responds to it with 429 if the limit is
 * exceeded.
 */
const limitOf =
  ({ config, dispatcher, limiter }: HttpParts) =>
  (req: Request, res: Response): boolean => {
    const rate = limiter.consume(LOG_READS, addressKey(addressOf(req, config)))
    res.set(rateLimitHeaders(rate))
    if (!rate.allowed) send(res, dispatcher.problem('RATE_LIMITED', rateLimitDetails(rate)))
    return !rate.allowed
  }
