import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { PeerConsumption, RatePeers } from '../../auth/rate-sharing.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/values.ts'
import { serveAcceptedConnections, type ConnectionSink } from '../../contract/server.ts'
import type { Metrics } from '../metrics.ts'
import type { ReservedPort } from '../serve.ts'
import { sharedSettingsDigest } from './fixed-settings.ts'
import { WORKER_VARIABLE, type FromWorker, type ToWorker, type WorkerStart } from './messages.ts'

/** The time in milliseconds in which a worker must finish its requests after its supervisor has exited. */
const ORPHAN_MS = 25_000

/** The connection of a worker to its supervisor. */
export interface WorkerChannel {
  readonly start: WorkerStart
  /** Accepts the connections that the supervisor passes on. */
  readonly port: ReservedPort
  readonly peers: RatePeers
  /** Resolves when the supervisor stops the worker or has exited. */
  readonly stopped: Promise<void>
  /** Responds to the supervisor's requests for metrics from now on. */
  publishMetrics(metrics: Metrics): void
  /** Tells the supervisor that connections can be served. */
  ready(): void
  /** Sends the last metrics to the supervisor before the process ends. */
  leave(): Promise<void>
}

/** Returns the channel to the supervisor, if this process is a worker (docs/operating.md#workers). */
export function supervisorChannel(
  env: Readonly<Record<string, string | undefined>>,
): WorkerChannel | undefined {
  const text = env[WORKER_VARIABLE]
  if (text === undefined) return undefined
  // The supervisor exited while this process was loading.
  if (!process.connected) process.exit(1)
  const start = JSON.parse(text) as WorkerStart
  let sink: ConnectionSink | undefined
  let metrics: Metrics | undefined
  let idle_ms = 0
  let onConsumed: (consumptions: readonly PeerConsumption[]) => void = () => undefined
  const stopped = Promise.withResolvers<void>()

  process.on('message', (message: ToWorker, socket: Socket | undefined) => {
    switch (message.kind) {
      case 'connection':
        void send({ kind: 'taken' })
        return socket && sink!.accept(socket)
      case 'consumed':
        return onConsumed(message.consumptions)
      case 'metrics':
        return void metrics?.values().then(
          (values) => send({ kind: 'metrics', metrics: values }),
          () => undefined,
        )
      case 'stop':
        idle_ms = message.idle_ms
        return stopped.resolve()
    }
  })
  endWithSupervisor(stopped.resolve)
  // Until the worker serves, the channel must not keep the process alive, so that a worker that cannot start exits.
  process.channel!.unref()
  return {
    start,
    port: {
      port: start.port,
      get idle_ms() {
        return idle_ms
      },
      async attach(server: Server) {
        sink = serveAcceptedConnections(server)
        process.channel?.ref()
      },
    },
    peers: {
      publish: (consumptions) => void send({ kind: 'consumed', consumptions }),
      onConsumed(listener) {
        onConsumed = listener
      },
    },
    stopped: stopped.promise,
    publishMetrics(source) {
      metrics = source
    },
    ready: () => void send({ kind: 'ready' }),
    async leave() {
      if (metrics) await send({ kind: 'metrics', metrics: await metrics.lastValues() })
    },
  }
}

/** Sends a message, or nothing if the supervisor has exited, which this process learns a moment later. Resolves when it is sent or lost. */
const send = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send!(message, undefined, undefined, () => resolve())
    else resolve()
  })

/**
 * Stops the worker when the supervisor exits. A signal to all processes of the service also reaches the workers; they ask the supervisor to
 * stop them, so that no more connections are passed to them.
 */
function endWithSupervisor(stop: () => void): void {
  process.once('disconnect', () => {
    stop()
    setTimeout(() => process.exit(1), ORPHAN_MS).unref()
  })
  let orphanSignals = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (process.connected) return void send({ kind: 'leaving' })
      orphanSignals += 1
      if (orphanSignals > 1) process.exit(1)
    })
  process.on('SIGHUP', () => undefined)
}

/**
 * The minimum memory for request bodies and for agents' answers in each worker, in bytes, whatever the number of workers: enough for some
 * anonymous bodies at a time, and for large ones of an organization.
 */
const MIN_BYTES = {
  address: 64 * 1024,
  anonymous: 256 * 1024,
  organization: 4 * 1024 * 1024,
  answers: 16 * 1024 * 1024,
}

/**
 * Divides what the settings grant to one process among workers, so that together they use about as much memory for bodies and
 * answers as one.
 * @throws ConfigError if a setting that all workers have to share has changed since the supervisor started
 */
export function shareOfWorker(
  config: Config,
  { workers, shared_settings }: Pick<WorkerStart, 'workers' | 'shared_settings'>,
): Config {
  if (sharedSettingsDigest(config) !== shared_settings)
    throw new ConfigError(
      'The store, an address or the issuer in the settings has changed since the supervisor started; restart the supervisor.',
    )
  const share = (bytes: number, min: number) => Math.max(min, Math.floor(bytes / workers))
  const { anonymous_bodies, authenticated_bodies, answers } = config
  return {
    ...config,
    anonymous_bodies: {
      ...anonymous_bodies,
      process_bytes: share(anonymous_bodies.process_bytes, MIN_BYTES.anonymous),
      address_bytes: share(anonymous_bodies.address_bytes, MIN_BYTES.address),
    },
    authenticated_bodies: {
      ...authenticated_bodies,
      group_bytes: share(authenticated_bodies.group_bytes, MIN_BYTES.organization),
    },
    answers: {
      total_bytes: share(answers.total_bytes, MIN_BYTES.answers),
      owner_bytes: share(answers.owner_bytes, MIN_BYTES.organization),
    },
  }
}
