import express, { type Express } from 'express'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { table } from '../generated/platform.table.ts'
import { authenticators } from './auth/authenticate.ts'
import { actorOf } from './auth/callers.ts'
import { afterAuth, afterValidation, badBody, bodyGroup, enter } from './auth/gates.ts'
import { rateLimiter } from './auth/rate-limiter.ts'
import { cookieName, cookieWriter } from './auth/cookie.ts'
import { organizationTurns } from './auth/turns.ts'
import { unauthenticated } from './auth/unauthenticated.ts'
import { version } from './version.ts'
import { createClock, ledClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createContracts } from './contracts.ts'
import { createBodies, type BodyCounts } from './contract/body-reader.ts'
import { createDispatcher, type Dispatcher } from './contract/dispatch.ts'
import { readDocument } from './contract/document.ts'
import { failed, mounted, notFound, send } from './contract/serve.ts'
import { createContractServer } from './contract/server.ts'
import { dashboard } from './dashboard/serve.ts'
import { docs } from './docs/serve.ts'
import { ORGANIZATION_AT_ONCE, VERIFICATIONS_AT_ONCE } from './domain/limits.ts'
import type { SupportDesk } from './domain/support/ticket.ts'
import { handlers } from './handlers/handlers.ts'
import type { Platform, Services } from './handlers/services.ts'
import { underWay } from './handlers/under-way.ts'
import { noteDelivery } from './deliveries.ts'
import { createExportRunner } from './jobs/audit/exports.ts'
import type { JobServices } from './jobs/jobs.ts'
import { createLogger } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { operations } from './operations.ts'
import { httpAgentCaller, type AgentCaller } from './ports/agent-caller.ts'
import { httpExportSender, type ExportSender } from './ports/exports/sender.ts'
import { noMailer, type Mailer } from './ports/mailer.ts'
import { registryImages, type Images } from './ports/registry/images.ts'
import { smtpMailer } from './ports/smtp.ts'
import { noChat, webhookChat, type Chat } from './ports/support/chat.ts'
import { present } from './present.ts'
import { problems } from './problems.ts'
import { randomSource } from './random.ts'
import type { CallContext } from './store/context.ts'
import { storePath } from './store/address.ts'
import { StoreUnavailable, type Database } from './store/database.ts'
import { dialectOf } from './store/dialects.ts'
import type { Liveness } from './store/transactions/installations/downtime.ts'
import { masterKeyBeside } from './store/master-key.ts'
import { openDatabase } from './store/open.ts'
import { createStore, type Store } from './store/store.ts'
import { withWriteHealth, type DatabaseWithWriteHealth } from './store/write-health.ts'

/** What tests and the sandbox put in place of the real thing. */
export interface Overrides {
  readonly clock?: Clock
  readonly store?: Store
  readonly mailer?: Mailer
  readonly chat?: Chat
  readonly agentCaller?: AgentCaller
  readonly exportSender?: ExportSender
  /** How long a clock that is moved waits for a destination, in milliseconds. */
  readonly export_patience_ms?: number
  readonly images?: Images
  readonly random?: (bytes: number) => Uint8Array
  readonly logger?: Logger
  /** Folder of the built dashboard. */
  readonly dashboard?: string
}

/** The platform, put together and ready to listen. */
export interface App {
  readonly server: Server
  readonly dispatcher: Dispatcher
  readonly services: Services
  readonly jobs: JobServices
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** What was read of bodies, and what they hold now. */
  readonly bodies: () => BodyCounts
  /** Adds routes of the process itself before the final 404. */
  readonly express: Express
  setReady(ready: boolean): void
}

/** From this difference on the clock of the platform is another than that of its machine, as in a sandbox whose clock was moved. */
const OTHER_TIME_MS = 500
const PLATFORM_DOCUMENT = new URL('../generated/platform.json', import.meta.url)

/** The composition root: configuration and the outside world in, a server out. The only file that knows everything. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const {
    random = randomSource(),
    logger = createLogger(config),
    mailer = mailerOf(config),
    chat = chatOf(config),
  } = overrides
  const metrics = createMetrics()
  // Whoever brings a clock moves it, and no gap in time is an outage.
  const shared = dialectOf(config.store).hasClock && overrides.clock === undefined
  const led = ledClock()
  const clock = shared ? led : (overrides.clock ?? createClock())
  const database = overrides.store
    ? undefined
    : watchedBy(
        metrics,
        logger,
        await openDatabase(config.store, {
          connections: config.store_connections,
          onWait: metrics.waitedForStore,
          clock: shared ? 'server' : 'caller',
          onTime(server_ms, took_ms) {
            led.hear(server_ms, took_ms)
            metrics.sawStoreClock(server_ms)
          },
        }),
      )
  const store = overrides.store ?? createStore(database!)
  // Writing that fails is told once, by who watches it.
  const isTold = (cause: unknown) =>
    cause instanceof StoreUnavailable &&
    database !== undefined &&
    database.writeHealth() !== 'healthy'
  const onError = (cause: unknown) => {
    if (!isTold(cause)) logger.error({ err: cause }, 'failed outside a request')
  }
  const actAsPlatform = (): CallContext => ({
    now: clock.now(),
    actor: { type: 'platform', id: null, ip: null },
    request_id: null,
    user_agent: '',
    random,
  })
  const path = storePath(config.store)
  const master_key =
    config.master_key ?? (path === undefined ? random(32) : masterKeyBeside(path, random))
  const signer = await store.loadSigner(actAsPlatform(), {
    master_key,
    issuer: config.issuer,
    serves: true,
  })

  const contracts = createContracts(`${config.public_url}/api/v1`)
  const services: Services = {
    store,
    signer,
    issuer: signer.issuer,
    master_key,
    random,
    upgrade_url: config.upgrade_url,
    cookies: cookieWriter(config.public_url),
    version: version(),
    contracts,
    desk: deskOf(config.support, mailer),
    destinations: config.exports,
    now: clock.now,
    count: metrics.count,
    limiter: rateLimiter(clock.now_ms, config.rate_limit_factor, store.consumeRates),
    agentCaller: overrides.agentCaller ?? httpAgentCaller(config.outgoing),
    images: overrides.images ?? registryImages(config.images, config.outgoing),
    verifications: underWay(VERIFICATIONS_AT_ONCE),
    act: ({ caller, request }) => ({
      now: clock.now(),
      actor: actorOf(caller, request.ip),
      request_id: request.id,
      user_agent: request.user_agent ?? '',
      random,
    }),
  }
  const dispatcher = await createDispatcher<Platform>({
    document: readDocument(PLATFORM_DOCUMENT),
    table,
    problems,
    handlers,
    services,
    present,
    unauthenticated: unauthenticated(cookieName(config.public_url)),
    authenticators: authenticators({
      store,
      now: clock.now,
      actAsPlatform,
      onError,
      cookie: cookieName(config.public_url),
    }),
    gates: {
      afterAuth: afterAuth(
        {
          limiter: services.limiter,
          count: (limit) => store.countRequest(actAsPlatform(), { limits: [limit] }),
        },
        config.upgrade_url,
      ),
      afterValidation,
      badBody: badBody(services.limiter),
      bodyGroup,
      enter: enter(organizationTurns(ORGANIZATION_AT_ONCE.running, ORGANIZATION_AT_ONCE.waiting)),
    },
    recover: (error) =>
      error instanceof StoreUnavailable
        ? { code: 'STORE_UNAVAILABLE', facts: { headers: { 'Retry-After': '5' } } }
        : undefined,
    failed: (error, { id }, operation) => {
      if (!isTold(error))
        logger.error({ err: error, request_id: id, operation: operation?.id }, 'request failed')
    },
    violated: (violation, { id }) => {
      metrics.count('contract_violation')
      logger.error({ err: violation, request_id: id }, 'answer breaks the contract')
    },
    answered: (answered) => {
      metrics.answered(answered)
      logger.info(answered, 'answered')
    },
    newId: () => Buffer.from(random(12)).toString('base64url'),
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    mode: config.response_gate,
  })

  const exports = createExportRunner(
    {
      store,
      sender: overrides.exportSender ?? httpExportSender(config.outgoing, config.exports),
      configured: config.exports,
      master_key,
      origin: new URL(config.public_url).hostname,
      now: clock.now,
      act: actAsPlatform,
      onError,
      onEnded: ({ export_id, destination, status, delivered, failed, error }) => {
        metrics.count(
          status === 'completed'
            ? 'export_completed'
            : status === 'partial'
              ? 'export_partial'
              : 'export_failed',
        )
        logger.info(
          { export_id, destination, status, delivered, failed, code: error?.code },
          'an export has ended',
        )
      },
    },
    overrides.export_patience_ms,
  )

  let ready = false
  const bodies = createBodies(config.anonymous_bodies, config.organization_body_bytes)
  metrics.showBodies(bodies.counts)
  const app = express().disable('x-powered-by')
  const root = new URL(config.public_url).pathname.replace(/\/$/, '')
  const refuse = (res: ServerResponse, allow: string) =>
    send(res, dispatcher.problem('METHOD_NOT_ALLOWED', { headers: { Allow: allow } }))
  app.use('/docs', docs({ contracts, root: `${root}/docs`, version: services.version, refuse }))
  app.use(dashboard({ folder: overrides.dashboard, root, refuse }))
  app.use(
    operations({
      standing: async () =>
        !ready || !(await isReadable(store))
          ? 'unavailable'
          : database?.writeHealth() === 'failing'
            ? 'read_only'
            : 'ready',
    }),
  )
  const outermost = express()
    .disable('x-powered-by')
    .use(app, notFound(dispatcher), failed(dispatcher, onError))
  const answer = mounted('/api/v1', dispatcher, outermost, {
    proxies: config.proxies,
    bodies,
    onError,
  })
  const server = createContractServer((req, res) => {
    // Agents count from this header to the moments in an answer, and judge the times of statements by it, so all are of one clock.
    const now = clock.now_ms()
    if (shared || Math.abs(now - Date.now()) >= OTHER_TIME_MS)
      res.setHeader('Date', new Date(now).toUTCString())
    answer(req, res)
  }, dispatcher)

  return {
    server,
    dispatcher,
    services,
    clock,
    logger,
    metrics,
    bodies: bodies.counts,
    express: app,
    jobs: {
      store,
      signer,
      mailer,
      chat,
      exports,
      images: services.images,
      master_key,
      support: config.support,
      public_url: config.public_url,
      now: clock.now,
      act: actAsPlatform,
      onError,
      onDelivery: noteDelivery(logger, metrics),
      settleRates: services.limiter.settle,
      liveness: shared ? SHARED : undefined,
      onDowntime: (downtime) => {
        metrics.count('downtime_credited')
        logger.info(downtime, 'leases are credited with the time the platform was down')
      },
      onMassExpiry: (held) => {
        metrics.count('mass_expiry_guard')
        logger.warn({ held }, 'mass expiry: held back')
      },
    },
    setReady: (value) => {
      ready = value
    },
  }
}

/** Each process notes every second that it is alive. A gap that is shorter than the shortest lease by far costs no lease. */
const SHARED: Required<Liveness> = { precision_ms: 1_000, down_above_ms: 10_000 }

/** The store, and a line in the log when it can no longer be written and when it can again. */
function watchedBy(metrics: Metrics, logger: Logger, database: Database): DatabaseWithWriteHealth {
  return withWriteHealth(database, {
    onOutage: (cause) => {
      metrics.count('store_outage')
      logger.error(
        { reason: (cause as Error | undefined)?.message },
        'the store cannot be written: requests that write are answered with 503 until it can',
      )
    },
    onTransientFailure: (cause) =>
      logger.warn(
        { reason: (cause as Error | undefined)?.message },
        'the store could not be written, and then it could: requests meanwhile were answered with 503',
      ),
    onRecovery: (milliseconds) =>
      logger.warn({ lasted_ms: Math.round(milliseconds) }, 'the store can be written again'),
  })
}

const mailerOf = ({ smtp }: Config): Mailer => (smtp ? smtpMailer(smtp) : noMailer)
const chatOf = ({ support, outgoing }: Config): Chat =>
  support.chat ? webhookChat(support.chat, outgoing) : noChat
const deskOf = (
  { mail, csm, chat, response_hours }: Config['support'],
  mailer: Mailer,
): SupportDesk => ({
  confirms: mailer !== noMailer,
  channels: (['email', 'csm', 'chat'] as const).filter(
    (channel) => ({ email: mail, csm, chat })[channel] !== undefined,
  ),
  response_hours,
})

/** A store that lets us wait is as good as none: whoever asks wants to know now. */
const READY_WITHIN_MS = 2000
async function isReadable(store: Store): Promise<boolean> {
  const answer = store.findChainHead({ chain: 'platform' }).then(
    () => true,
    () => false,
  )
  const late = new AbortController()
  const silent = delay(READY_WITHIN_MS, false, { signal: late.signal }).catch(() => false)
  return Promise.race([answer, silent]).finally(() => late.abort())
}
