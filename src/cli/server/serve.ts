import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import type { App } from '../../app/app.ts'
import { createLogger } from '../../app/log.ts'
import { readConfig, type Config } from '../../config/config.ts'
import { gatherSettings } from '../../config/file.ts'
import { banner } from './banner.ts'
import { refuseUnknownSettings } from '../arguments/settings.ts'
import { SERVE_FLAGS } from '../arguments/serve-flags.ts'
import { shareOfWorker, supervisorChannel } from '../../app/workers/worker.ts'
import { dialectOf, storePath } from '../../store/dialects.ts'
import { command } from '../../terminal/command.ts'
import type { FirstOrganization } from './first-organization.ts'
import { exitOnUncaughtException, firstSignal } from '../../terminal/signals.ts'

/** The number of installations above which a JSON store becomes slow, because every change rewrites all of it. */
const MAX_JSON_INSTALLATIONS = 5000

/** `serve`: runs the registry until a signal stops it. */
export const serve = command({
  path: 'serve',
  summary: 'Run the registry',
  about: [
    'Serves the API under /api/v1, the dashboard at /, the documentation under /docs, and the health checks /healthz and /readyz; /metrics has its own port. Logs are JSON lines on stderr. On SIGTERM or Ctrl-C it finishes the accepted requests.',
    'In an empty store it creates a first organization. It shows the API key once or, if standard output is not a terminal, writes it to a file.',
    '',
    'With --workers and a PostgreSQL store, several processes serve the port; on SIGHUP each is replaced by one that reads the settings again, while the port stays open.',
    '',
    'Settings are read from flags, then from the environment (SVC_...), then from a file of NAME=VALUE lines. An unknown SVC_... variable is an error. `check-config` shows all settings and their problems; docs/operating.md describes each.',
  ].join('\n'),
  flags: SERVE_FLAGS,
  examples: [
    'serve',
    'serve --host 0.0.0.0 --store sqlite:/var/lib/registry.db --public-url https://agents.example.com',
    'serve --config /etc/svc-registry.env',
  ],
  async run(flags, terminal) {
    const settings = refuseUnknownSettings(gatherSettings(terminal.env, flags.config))
    const requested = readConfig(flags, settings.env)
    const worker = supervisorChannel(terminal.env)
    if (!worker && requested.workers > 1) {
      const { superviseWorkers } = await import('./supervise.ts')
      return superviseWorkers(requested, flags, terminal)
    }
    const signalled = worker ? worker.stopped : firstSignal()
    const logger = createLogger(requested)
    if (!worker && !terminal.interactive) ignoreReload(logger)
    const [{ createApp }, { startServing, reservePort }, { reserveMetricsPort, openMetrics }] =
      await Promise.all([
        import('../../app/app.ts'),
        import('../../app/serve.ts'),
        import('./metrics-port.ts'),
      ])
    const port = worker ? worker.port : await reservePort(requested.host, requested.port)
    const metricsPort = worker ? undefined : await reserveMetricsPort(requested.metrics)
    const config = readConfig({ ...flags, port: String(port.port) }, settings.env)
    const app = worker
      ? await createApp(shareOfWorker(config, worker.start), {
          logger,
          peers: worker.peers,
        })
      : await createApp(config, { logger })
    exitOnUncaughtException(logger)
    let first: FirstOrganization | undefined
    const serving = await startServing(app, port, async () => {
      const { initializeEmptyStore } = await import('./first-organization.ts')
      first = await initializeEmptyStore(app, config.store, terminal.interactive)
      return [
        ...(await openControl(app, config.store)),
        ...(await openMetrics(app.metrics, metricsPort)),
      ]
    })
    if (!worker || worker.start.first) {
      const oversized = await isJsonStoreOversized(app, config)
      if (!terminal.interactive) logWarnings(app, config, oversized)
      terminal.print(
        banner({
          config,
          issuer: app.services.issuer,
          first,
          oversized,
          program: terminal.program,
          settings,
          metrics_port: worker ? worker.start.metrics_port : metricsPort?.port,
        }),
      )
    }
    worker?.publishMetrics(app.metrics)
    worker?.ready()
    // Node writes its compile cache only at an orderly exit, so without this a process that is always killed would compile the program at
    // every start.
    flushCompileCache()
    await signalled
    await serving.stop()
    await worker?.leave()
    return process.exit(0)
  },
})

/** SIGHUP from a service manager must not end the process, as it would by default. A closed terminal still ends it. */
const ignoreReload = (logger: Logger) =>
  process.on('SIGHUP', () =>
    logger.warn(
      'SIGHUP has no effect without workers (SVC_WORKERS); restart to read the settings again',
    ),
  )

/** Opens the control socket for operator commands, if no other process can open the store. */
async function openControl(app: App, address: string): Promise<readonly { close(): unknown }[]> {
  if (!dialectOf(address).isDocument) return []
  const { serveCommands } = await import('../operator/serve-commands.ts')
  return serveCommands(app, storePath(address)!)
}

async function isJsonStoreOversized(
  { services: { store } }: App,
  { store: address }: Config,
): Promise<boolean> {
  if (!dialectOf(address).isDocument) return false
  let installations = 0
  for (const { organization_id } of await store.listOrganizations({})) {
    installations += (
      await store.listInstallationsAsOperator({
        organization_id,
        limit: MAX_JSON_INSTALLATIONS + 1,
      })
    ).length
  }
  return installations > MAX_JSON_INSTALLATIONS
}

/** Logs the warnings of the banner, for operators who read only the log. */
function logWarnings({ logger }: App, { smtp, support }: Config, oversized: boolean): void {
  if (!smtp)
    logger.warn(
      'no mail server is configured, so PINs must be read with `svc-registry pin show`; set SVC_SMTP_URL and SVC_MAIL_FROM',
    )
  if (!support.mail && !support.chat)
    logger.warn(
      'neither a support mailbox nor a chat is configured, so support requests wait in `svc-registry ticket list`; set SVC_SUPPORT_MAIL',
    )
  if (oversized)
    logger.warn(
      `this json: store contains more than ${MAX_JSON_INSTALLATIONS} installations and every change rewrites all of it; move to a sqlite: store`,
    )
}
