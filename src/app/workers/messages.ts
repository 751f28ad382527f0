import type { PeerConsumption } from '../../auth/rate-sharing.ts'

/** The environment variable that tells a process that it is a worker, as the JSON of WorkerStart. */
export const WORKER_VARIABLE = 'AGENT_REGISTRY_WORKER'

/** The data that a worker receives when it starts. */
export interface WorkerStart {
  /** How many workers share the limits of one process. */
  readonly workers: number
  /** The port that the supervisor listens on. */
  readonly port: number
  readonly metrics_port: number | undefined
  /** The digest of the settings that all workers have to share. */
  readonly shared_settings: string
  /** Whether this is the first worker of this start, which prints the banner. */
  readonly first: boolean
}

/** The metrics of one process, in the form that prom-client aggregates. */
export type ProcessMetrics = readonly object[]

/** Messages from the supervisor. A connection is sent with its socket; no connection is sent after `stop`. */
export type ToWorker =
  | { readonly kind: 'connection' }
  | { readonly kind: 'consumed'; readonly consumptions: readonly PeerConsumption[] }
  | { readonly kind: 'metrics' }
  /** Ends the worker. For `idle_ms` milliseconds, clients may send one more request on an idle connection. */
  | { readonly kind: 'stop'; readonly idle_ms: number }

/** Messages from a worker. After `taken`, a crash of the worker loses the connection; `leaving` requests `stop`. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'consumed'; readonly consumptions: readonly PeerConsumption[] }
  | { readonly kind: 'metrics'; readonly metrics: ProcessMetrics }
