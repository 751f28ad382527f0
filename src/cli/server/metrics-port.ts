import type { App } from '../../app/app.ts'
import { reservePort, type ReservedPort } from '../../app/serve.ts'
import type { Config } from '../../config/config.ts'
import { CommandError, describeListenError } from '../../terminal/errors.ts'

const FLAGS = { host: '--metrics-host', port: '--metrics-port' }

/** Binds the metrics port, if it is configured. @throws CommandError that names the flags of the metrics, not those of the API */
export async function reserveMetricsPort(
  metrics: Config['metrics'],
): Promise<ReservedPort | undefined> {
  if (!metrics) return undefined
  return reservePort(metrics.host, metrics.port).catch((cause: Error) => {
    throw new CommandError(describeListenError(cause, FLAGS))
  })
}

/** Serves the metrics on their port, if it is configured. */
export async function openMetrics(
  metrics: App['metrics'],
  port: ReservedPort | undefined,
): Promise<readonly { close(): unknown }[]> {
  if (!port) return []
  const { createMetricsServer } = await import('../../app/metrics.ts')
  const server = createMetricsServer(metrics)
  await port.attach(server)
  return [
    {
      close() {
        server.close()
        server.closeAllConnections()
      },
    },
  ]
}
