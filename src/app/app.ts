import type { Express } from 'express'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { createPlatformDispatcher } from './dispatcher.ts'
import type { FleetSources } from './fleet-gauges.ts'
import { createHttpServer, type Readiness } from './http.ts'
import { createJobServices } from './jobs.ts'
import { createServices } from './services.ts'
import { openStore } from './store.ts'
import { randomSource, type Clock } from '../system.ts'
import type { RatePeers } from '../auth/rate-sharing.ts'
import type { Config } from '../config/config.ts'
import type { BodyCounts } from '../contract/body-budget.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import type { Services } from '../handlers/services.ts'
import type { JobServices } from '../jobs/jobs.ts'
import { createLogger, errorReporter } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import {
  openTracing,
  tracedAgentCaller,
  tracedDispatcher,
  tracedExportSender,
  tracedStore,
} from './tracing.ts'
import { httpAgentCaller, type AgentCaller } from '../ports/agent-caller.ts'
import { httpExportSender, type ExportSender } from '../ports/exports/sender.ts'
import type { Tracing } from '../ports/tracing.ts'
import { noMailer, type Mailer } from '../ports/mailer.ts'
import { registryImages, type Images } from '../ports/images/registry-images.ts'
import { smtpMailer } from '../ports/smtp.ts'
import { noChat, webhookChat, type Chat } from '../ports/chat.ts'
import type { LogSource } from '../transparency/serve.ts'
import { OrganizationQueue } from '../auth/organization-queue.ts'
import { ORGANIZATION_CONCURRENCY } from '../domain/limits.ts'
import type { CallContext } from '../store/context.ts'
import type { Store } from '../store/store.ts'

/** Replacements for parts of the platform, for workers, tests and the sandbox. */
export interface Overrides {
  readonly clock?: Clock
  readonly store?: Store
  readonly mailer?: Mailer
  readonly chat?: Chat
  readonly agentCaller?: AgentCaller
  readonly exportSender?: ExportSender
  /** Maximum milliseconds that advancing the clock waits for an export. */
  readonly export_timeout_ms?: number
  readonly images?: Images
  readonly tracing?: Tracing
  readonly random?: (bytes: number) => Uint8Array
  readonly logger?: Logger
  readonly queue?: OrganizationQueue
  /** The other workers on this machine. */
  readonly peers?: RatePeers
  /** Folder of the built dashboard. */
  readonly dashboard?: string
}

/** The platform, assembled and ready to listen. */
export interface App {
  readonly server: Server
  readonly dispatcher: Dispatcher
  readonly services: Services
  readonly jobs: JobServices
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
  /** Returns how many bytes of request bodies were read, and how much memory they occupy now. */
  readonly bodies: () => BodyCounts
  /** The Express app, to which routes can be added before the final 404. */
  readonly express: Express
  setReady(ready: boolean): void
}

/** Assembles the platform from its configuration: the composition root. `app/` holds its parts. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const { random = randomSource(), logger = createLogger(config) } = overrides
  const { tracing = await openTracing(config), export_timeout_ms, peers } = overrides
  const { queue = new OrganizationQueue(ORGANIZATION_CONCURRENCY) } = overrides
  const { mailer, chat, images, agentCaller, exportSender } = portsOf(config, overrides, tracing)
  const metrics = createMetrics()
  const opened = await openStore(config, overrides, metrics, logger)
  const { clock, shared, isReportedOutage } = opened
  const store = tracedStore(opened.store, tracing, config.store)
  const onError = errorReporter(logger, isReportedOutage)
  const platformContext = () => contextOfPlatform(clock, random)
  const common = { config, metrics, logger, mailer, platformContext, onError }
  const ports = { agentCaller, images, peers }
  const services = await createServices({ ...common, ...ports, store, clock, random })
  const dispatcher = tracedDispatcher(
    await createPlatformDispatcher({ ...common, services, queue, tracing, isReportedOutage }),
    tracing,
  )
  let ready = false
  const readiness = async (): Promise<Readiness> => (ready ? opened.readiness() : 'unavailable')
  const http = createHttpServer({
    ...common,
    dispatcher,
    contracts: services.contracts,
    version: services.version,
    clock,
    shared,
    readiness,
    limiter: services.limiter,
    queue,
    log: logSource(services),
    dashboard_folder: overrides.dashboard,
  })
  metrics.addBodyGauges(http.bodies)
  metrics.addFleetGauges(fleetSources(services, readiness, opened.poolCounts))
  return {
    ...http,
    dispatcher,
    services,
    clock,
    logger,
    metrics,
    tracing,
    jobs: createJobServices({
      ...common,
      services,
      chat,
      exportSender,
      export_timeout_ms,
      shared,
    }),
    setReady: (value) => {
      ready = value
    },
  }
}

/** Returns the ports to the outside world: the overrides where there are any, and otherwise the configured ports. */
function portsOf(config: Config, overrides: Overrides, tracing: Tracing) {
  const {
    mailer = config.smtp ? smtpMailer(config.smtp) : noMailer,
    chat = config.support.chat ? webhookChat(config.support.chat, config.outgoing) : noChat,
    images = registryImages(config.images, config.outgoing),
    agentCaller = httpAgentCaller(config.outgoing, { answers: config.answers }),
    exportSender = httpExportSender(config.outgoing, config.exports),
  } = overrides
  return {
    mailer,
    chat,
    images,
    agentCaller: tracedAgentCaller(agentCaller, tracing),
    exportSender: tracedExportSender(exportSender, tracing),
  }
}

/** Returns the public parts of the transparency log. */
const logSource = ({ store, log, keys, now }: Services): LogSource => ({
  async keys() {
    // Another process may have withdrawn a key, which must not be published any longer.
    await keys.refresh()
    return log.keys(now())
  },
  checkpoint: async () => (await store.readLogHead({}))?.checkpoint,
  tile: store.readLogTile,
})

/** Returns the sources that the fleet gauges read. */
const fleetSources = (
  { store, now }: Services,
  readiness: () => Promise<Readiness>,
  poolCounts: FleetSources['poolCounts'],
): FleetSources => ({
  readFleetStatus: () => store.readFleetStatus({ now: now() }),
  isReady: async () => (await readiness()) === 'ready',
  poolCounts,
})

/** Returns the call context of work that the platform does outside any request. */
const contextOfPlatform = (clock: Clock, random: CallContext['random']): CallContext => ({
  now: clock.now(),
  actor: { type: 'platform', id: null, ip: null },
  request_id: null,
  user_agent: '',
  random,
})
