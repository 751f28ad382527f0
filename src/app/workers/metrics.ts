import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { MetricsSource } from '../metrics.ts'
import type { ProcessMetrics } from './messages.ts'
import type { Supervisor } from './supervisor.ts'

type Source = Pick<Supervisor, 'metrics' | 'counts'>
interface Metric {
  readonly type: string
}

const sumOf = (all: readonly ProcessMetrics[]): Registry =>
  AggregatorRegistry.aggregate(all.map((values) => [...values]))

/** Returns the counters and histograms of a worker that no longer serves; its gauges are outdated. */
const withoutGauges = (values: ProcessMetrics): ProcessMetrics =>
  values.filter((metric) => (metric as Metric).type !== 'gauge')

/** Aggregates the metrics of all workers as if they came from one process, and adds the number of workers. */
export class WorkerMetrics {
  /** The counters and histograms of workers that have ended. Without them the sums would drop, which would look like a restart. */
  #past: ProcessMetrics = []

  /** Keeps the counters of a worker that has ended. */
  readonly keep = (last: ProcessMetrics): void => {
    const counted = withoutGauges(last)
    if (counted.length === 0) return
    this.#past = sumOf([this.#past, counted]).getMetricsAsArray()
  }

  /** Returns what is served at /metrics. */
  of(supervisor: Source): MetricsSource {
    const own = ownMetrics(supervisor)
    return {
      contentType: own.contentType,
      text: async () => {
        const running = await supervisor.metrics()
        const [sum, workers] = await Promise.all([
          sumOf([
            ...running.map(({ serves, values }) => (serves ? values : withoutGauges(values))),
            this.#past,
          ]).metrics(),
          own.metrics(),
        ])
        // If no worker is ready, no process reports `svc_ready`, so it is added here.
        const ready = supervisor.counts().ready === 0 ? 'svc_ready 0\n' : ''
        return `${sum}\n${ready}${workers}`
      },
    }
  }
}

function ownMetrics(supervisor: Source): Registry {
  const own = new Registry()
  new Gauge({
    name: 'svc_workers_ready',
    help: 'Workers that serve connections.',
    registers: [own],
    collect() {
      this.set(supervisor.counts().ready)
    },
  })
  new Counter({
    name: 'svc_worker_failures_total',
    help: 'Workers that ended unexpectedly or could not start.',
    registers: [own],
    collect() {
      this.reset()
      this.inc(supervisor.counts().failures)
    },
  })
  return own
}
