import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { App } from './app.ts'
import { closeServer } from '../contract/server.ts'
import { startJobs, type Jobs } from '../jobs/jobs.ts'
import { publishLastHeads } from '../jobs/transparency/log.ts'

/** Milliseconds that accepted requests may take to finish when the process stops. */
const GRACE_MS = 10_000

/** A process on the same store that recorded that it was alive within this many milliseconds is presumed to be running. */
const PEER_TIMEOUT_MS = 3_000

/** A port that is bound before there is a server. */
export interface ReservedPort {
  readonly port: number
  /** Milliseconds for which idle connections may send another request when the server stops. */
  readonly idle_ms: number
  /** Makes this server accept the connections of the port from now on. */
  attach(server: HttpServer): Promise<void>
}

/**
 * Binds a port before the store is opened: responses of the platform contain its address, and a port that is in use must not leave a partly
 * created store behind. Connections are closed until a server is attached. Port 0 selects any free port.
 */
export async function reservePort(host: string, port: number): Promise<ReservedPort> {
  const placeholder = createServer((socket) => socket.destroy())
  await listening(placeholder, () => placeholder.listen({ host, port }))
  placeholder.unref() // The port must not keep the process alive if startup fails later.
  const { port: bound_port } = placeholder.address() as AddressInfo
  return {
    port: bound_port,
    idle_ms: 0,
    attach: (server) => listening(server, () => server.listen(placeholder).ref()),
  }
}

function listening(server: Server, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('listening', () => {
      server.off('error', reject)
      resolve()
    })
    listen()
  })
}

/** A platform that accepts requests. */
export interface RunningPlatform {
  readonly jobs: Jobs
  /** Stops accepting requests, finishes the accepted ones, and closes the store. */
  stop(): Promise<void>
}

/**
 * Starts serving. Before anything can expire, leases are extended by the time for which the platform was down
 * (docs/specification/installations.md#downtime-credit); then requests and jobs begin. `prepare` runs before the platform reports that it
 * is ready, and the resources that it returns are closed when the platform stops.
 */
export async function startServing(
  app: App,
  port: ReservedPort,
  prepare: () => Promise<readonly { close(): unknown }[] | void> = async () => undefined,
): Promise<RunningPlatform> {
  const { store } = app.services
  const downtime = await store.creditDowntime(
    app.jobs.platformContext(),
    app.jobs.liveness ? { down_above_ms: PEER_TIMEOUT_MS } : {},
  )
  if (downtime.credited > 0) app.jobs.onDowntime(downtime)
  await port.attach(app.server)
  const resources = (await prepare()) ?? []
  const jobs = startJobs(app.jobs)
  app.setReady(true)
  return {
    jobs,
    async stop() {
      // While idle connections are still served, the process stays ready: a failing health check on one of them would remove all workers of
      // this machine from the load balancer.
      if (port.idle_ms === 0) app.setReady(false)
      app.logger.info('stopping: no new requests')
      await Promise.all([
        closeServer(app.server, GRACE_MS, port.idle_ms),
        ...resources.map((resource) => resource.close()),
      ])
      // The clients that waited for these calls are already disconnected. The calls are abandoned and recorded before the store is closed.
      app.services.agentCaller.close()
      app.jobs.chat.close()
      await jobs.stop()
      await handOverHeads(app)
      await store.recordAlive(app.jobs.platformContext(), app.jobs.liveness ?? {})
      await store.close()
      await app.tracing.close()
      app.logger.info('stopped')
    },
  }
}

/** Publishes the last heads and hands them to the witnesses. A failure does not prevent the shutdown; the next start publishes them. */
async function handOverHeads({ jobs, logger }: App): Promise<void> {
  try {
    if (!(await publishLastHeads(jobs)))
      logger.warn(
        'stopped before the latest audit heads reached every witness; delivery resumes on the next start',
      )
  } catch (cause) {
    jobs.onError(cause)
  }
  jobs.cosign.close()
}
