import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Services } from '../handlers/services.ts'
import { createExportRunner, type ExportRunner } from '../jobs/audit/exports.ts'
import { createImageScanRunner } from '../jobs/images/scans.ts'
import type { JobName } from '../jobs/job-loop.ts'
import type { JobServices } from '../jobs/jobs.ts'
import type { Metrics } from './metrics.ts'
import type { ExportSender } from '../ports/exports/sender.ts'
import { httpCosignPort } from '../ports/witness-http.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Chat } from '../ports/chat.ts'
import type { CallContext } from '../store/context.ts'
import type { Liveness } from '../store/transactions/installations/downtime.ts'
import type { DeliveryReport } from '../jobs/outbox/deliver.ts'

interface JobParts {
  readonly config: Config
  readonly services: Services
  readonly metrics: Metrics
  readonly logger: Logger
  readonly mailer: Mailer
  readonly chat: Chat
  readonly exportSender: ExportSender
  /** Maximum milliseconds that advancing the clock waits for an export. If undefined, the default is used. */
  readonly export_timeout_ms: number | undefined
  /** Whether other processes may use the same store. */
  readonly shared: boolean
  readonly platformContext: () => CallContext
  readonly onError: (cause: unknown, job?: JobName) => void
}

/**
 * How processes that share a store detect that all of them were down: each records every second that it is running. A gap of up to ten
 * seconds is not credited, because it is much shorter than the shortest lease.
 */
const SHARED: Required<Liveness> = { precision_ms: 1_000, down_above_ms: 10_000 }

/** Creates the services of the scheduled jobs, and connects their events to logs and metrics. */
export function createJobServices(parts: JobParts): JobServices {
  const { config, services, metrics, logger, mailer, chat, platformContext, onError } = parts
  return {
    store: services.store,
    fleetCounters: metrics.fleetCounters,
    keys: services.keys,
    signer: services.signer,
    log: services.log,
    heads_minutes: config.transparency.heads_minutes,
    witnesses: config.transparency.witnesses,
    cosign: httpCosignPort(
      config.transparency.witnesses.flatMap((target) =>
        target.kind === 'http' ? [target.url] : [],
      ),
      config.outgoing,
    ),
    onWitness: (witness, result) => {
      if (result.kind === 'delivered')
        return logger.debug({ witness }, 'a witness received the heads')
      metrics.count('witness_failure')
      logger.warn(
        { witness, reason: result.reason },
        'the audit heads could not be delivered to a witness; the delivery will be retried; see: svc-registry audit heads',
      )
    },
    mailer,
    chat,
    exports: exportRunner(parts),
    imageScans: createImageScanRunner({ ...services, platformContext, onError }),
    master_keys: services.master_keys,
    support: config.support,
    public_url: config.public_url,
    now: services.now,
    platformContext,
    onError,
    onJobsStarted: metrics.initializeJobs,
    onJob: metrics.observeJob,
    onDelivery: logDelivery(logger, metrics),
    synchronizeRates: services.limiter.synchronize,
    liveness: parts.shared ? SHARED : undefined,
    onDowntime: (downtime) => {
      metrics.count('downtime_credited')
      logger.info(downtime, 'leases were extended by the length of the downtime of the platform')
    },
    onMassExpiry: (held) => {
      metrics.count('mass_expiry_guard')
      logger.warn(
        { held },
        'mass expiry: too many leases would expire at once, so their expiry is postponed; list the installations with: svc-registry installation list',
      )
    },
  }
}

function exportRunner(parts: JobParts): ExportRunner {
  const { config, services, metrics, logger, platformContext, onError } = parts
  return createExportRunner(
    {
      store: services.store,
      sender: parts.exportSender,
      configured: config.exports,
      master_keys: services.master_keys,
      origin: new URL(config.public_url).hostname,
      now: services.now,
      platformContext,
      onError,
      onEnded: ({ export_id, destination, status, delivered, failed, error }) => {
        metrics.count(
          status === 'completed' || status === 'partial' ? `export_${status}` : 'export_failed',
        )
        logger.info(
          { export_id, destination, status, delivered, failed, code: error?.code },
          'an export has ended',
        )
      },
    },
    parts.export_timeout_ms,
  )
}

/**
 * Returns a function that records a delivery in logs and metrics: the item, the outcome and its reason. The reason may quote a mail server;
 * the content is never logged.
 */
const logDelivery =
  (logger: Logger, metrics: Metrics) =>
  ({ item, outcome, reason }: DeliveryReport): void => {
    const { outbox_id, kind, payload, attempts } = item
    metrics.countDelivery(kind, outcome)
    const fields = {
      outbox_id,
      kind,
      ...payload,
      attempts: attempts + 1,
      ...(reason !== undefined && { reason }),
    }
    switch (outcome) {
      case 'delivered':
        return logger.debug(fields, 'delivered')
      case 'skipped':
        if (reason === undefined) return logger.debug(fields, 'a delivery was no longer needed')
        return logger.info(fields, 'a message cannot be sent; see the reason')
      case 'deferred':
        return logger.warn(
          fields,
          'a delivery failed and will be retried; see: svc-registry outbox list',
        )
      case 'bounced':
        return logger.error(
          fields,
          'a delivery was rejected permanently; see: svc-registry outbox list',
        )
      case 'given_up':
        return logger.error(
          fields,
          'a delivery was abandoned because its time limit has passed; see: svc-registry outbox list',
        )
    }
  }
