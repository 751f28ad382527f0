import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { App } from './app.ts'
import { closeServer } from './contract/server.ts'
import { startJobs, type Jobs } from './jobs/jobs.ts'

/** How long accepted requests may take to finish when the process is asked to stop. */
const GRACE_MS = 10_000

/** Where several processes share a store, one that was alive so recently is taken to be alive. */
const ALIVE_WITHIN_MS = 3_000

/** A port that is ours already, before there is anything to answer with. */
export interface TakenPort {
  readonly port: number
  /** Lets this server answer from now on. */
  handTo(server: HttpServer): Promise<void>
}

/**
 * Takes a port before a store is opened: answers of the platform name it, and a port that is taken must not leave a half-begun
 * store behind. Who connects too early is turned away. Port 0 is any free one.
 */
export async function takePort(host: string, port: number): Promise<TakenPort> {
  const holder = createServer((socket) => socket.destroy())
  await listening(holder, () => holder.listen({ host, port }))
  holder.unref() // A start that fails later must not be kept alive by its port.
  const { port: taken } = holder.address() as AddressInfo
  return { port: taken, handTo: (server) => listening(server, () => server.listen(holder).ref()) }
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

/** A platform that answers. */
export interface Serving {
  readonly jobs: Jobs
  /** Stops accepting, finishes what was accepted, lets go of the store. */
  stop(): Promise<void>
}

/**
 * Starts serving. Before anything can expire, leases are credited with the time for which the platform was down
 * (docs/specification/installations.md#downtime-credit); then requests and jobs begin. `prepare` runs before the platform reports that it
 * is ready; what it returns is closed when the platform stops.
 */
export async function startServing(
  app: App,
  port: TakenPort,
  prepare: () => Promise<readonly { close(): unknown }[] | void> = async () => undefined,
): Promise<Serving> {
  const { store } = app.services
  const downtime = await store.creditDowntime(
    app.jobs.act(),
    app.jobs.liveness ? { down_above_ms: ALIVE_WITHIN_MS } : {},
  )
  if (downtime.credited > 0) app.jobs.onDowntime(downtime)
  await port.handTo(app.server)
  const alongside = (await prepare()) ?? []
  const jobs = startJobs(app.jobs)
  app.setReady(true)
  return {
    jobs,
    async stop() {
      app.setReady(false)
      app.logger.info('stopping: no new requests')
      await Promise.all([
        closeServer(app.server, GRACE_MS),
        ...alongside.map((other) => other.close()),
      ])
      // Whoever waited for these is gone; they end as abandoned, on record before the store closes.
      app.services.agentCaller.close()
      app.jobs.chat.close()
      await jobs.stop()
      await store.noteAlive(app.jobs.act(), app.jobs.liveness ?? {})
      await store.close()
      app.logger.info('stopped')
    },
  }
}
