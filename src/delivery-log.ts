import type { Logger } from 'pino'
import type { DeliveryReport } from './jobs/outbox/deliver.ts'
import type { Metrics } from './metrics.ts'

/**
 * Returns a function that records a delivery in logs and metrics: the item, the outcome and its reason, which may quote a mail server, but
 * never the content.
 */
export const logDelivery =
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
      case 'pointless':
        if (reason === undefined) return logger.debug(fields, 'a delivery was no longer needed')
        return logger.info(fields, 'a delivery cannot be sent; see the reason')
      case 'deferred':
        return logger.warn(fields, 'a delivery failed and will be retried')
      case 'bounced':
        return logger.error(
          fields,
          'a delivery was rejected permanently; see: svc-registry outbox list',
        )
      case 'given_up':
        return logger.error(
          fields,
          'a delivery was abandoned after too many failures; see: svc-registry outbox list',
        )
    }
  }
