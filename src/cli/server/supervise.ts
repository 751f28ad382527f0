import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Logger } from 'pino'
import { createLogger } from '../../app/log.ts'
import { createMetricsServer } from '../../app/metrics.ts'
import { changedSetting, sharedSettingsDigest } from '../../app/workers/fixed-settings.ts'
import { WorkerMetrics } from '../../app/workers/metrics.ts'
import { WORKER_VARIABLE, type WorkerStart } from '../../app/workers/messages.ts'
import { Supervisor, WorkerFailed } from '../../app/workers/supervisor.ts'
import { readConfig, type Config, type Flags } from '../../config/config.ts'
import { gatherSettings } from '../../config/file.ts'
import type { Terminal } from '../../terminal/command.ts'
import { exitOnUncaughtException, firstSignal } from '../../terminal/signals.ts'
import { refuseUnknownSettings } from '../arguments/settings.ts'
import { reserveMetricsPort } from './metrics-port.ts'

type ServeFlags = Flags & { readonly config?: string | undefined }

/** Runs `serve` with several workers until a signal stops it. */
export async function superviseWorkers(
  config: Config,
  flags: ServeFlags,
  { env, interactive }: Terminal,
): Promise<number> {
  const signalled = firstSignal()
  const logger = createLogger(config)
  exitOnUncaughtException(logger)
  let reload: () => void = () => undefined
  // Closing the terminal ends the supervisor, and the workers with it.
  if (!interactive) process.on('SIGHUP', () => reload())
  const listener = await listen(config.host, config.port, logger)
  const metricsPort = await reserveMetricsPort(config.metrics)
  const { port } = listener.address() as AddressInfo
  const settings = readConfig(
    { ...flags, port: String(port) },
    gatherSettings(env, flags.config).env,
  )
  const start = {
    workers: config.workers,
    port,
    metrics_port: metricsPort?.port,
    shared_settings: sharedSettingsDigest(settings),
  }
  const metrics = new WorkerMetrics()
  const supervisor = new Supervisor({
    workers: config.workers,
    listener,
    logger,
    fork: (first) => forkWorker({ ...start, first }),
    onMetrics: metrics.keep,
  })
  await metricsPort?.attach(createMetricsServer(metrics.of(supervisor)))
  reload = () => {
    if (canReload(settings, flags, env, logger)) void supervisor.reload()
  }
  try {
    await Promise.race([supervisor.start(), signalled])
  } catch (cause) {
    if (!(cause instanceof WorkerFailed)) throw cause
    return process.exit(cause.code)
  }
  await signalled
  await supervisor.stop()
  logger.info('stopped')
  return process.exit(0)
}

/** Starts this program again, as a worker. */
const forkWorker = (start: WorkerStart) =>
  fork(process.argv[1]!, process.argv.slice(2), {
    env: { ...process.env, [WORKER_VARIABLE]: JSON.stringify(start) },
  })

/** Binds the port before a worker opens the store. Connections are closed until the first worker is ready. */
async function listen(host: string, port: number, logger: Logger): Promise<Server> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) =>
    socket.destroy(),
  )
  server.listen({ host, port })
  await once(server, 'listening')
  server.unref() // The port must not keep the process alive if startup fails later.
  return server.on('error', (cause) => {
    logger.error({ err: cause }, 'a connection could not be accepted')
  })
}

/** Returns whether workers can be replaced with the settings as they are now, and logs why not. */
function canReload(
  running: Config,
  flags: ServeFlags,
  env: Terminal['env'],
  logger: Logger,
): boolean {
  const refuse = (reason: string) => {
    logger.error(
      { reason },
      'the reload was refused, so the workers keep their settings; fix the problem that `reason` names and send SIGHUP again',
    )
    return false
  }
  try {
    const { env: given } = refuseUnknownSettings(gatherSettings(env, flags.config))
    const changed = changedSetting(
      readConfig({ ...flags, port: String(running.port) }, given),
      running,
    )
    return changed === undefined || refuse(`a change to ${changed} requires a restart`)
  } catch (cause) {
    return refuse((cause as Error).message)
  }
}
