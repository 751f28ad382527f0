import type { Logger } from 'pino'
import type { DeliveryNote } from './jobs/outbox/deliver.ts'
import type { Metrics } from './metrics.ts'

/** What logs and metrics say of a delivery: which item, how it went and why, perhaps in a mail server's words; nothing of what it says. */
export const noteDelivery =
  (logger: Logger, metrics: Metrics) =>
  ({ item, outcome, reason }: DeliveryNote): void => {
    const { outbox_id, kind, payload, attempts } = item
    metrics.delivered(kind, outcome)
    const facts = {
      outbox_id,
      kind,
      ...payload,
      attempts: attempts + 1,
      ...(reason !== undefined && { reason }),
    }
    switch (outcome) {
      case 'delivered':
        return logger.debug(facts, 'delivery: delivered')
      case 'pointless':
        if (reason === undefined) return logger.debug(facts, 'delivery: pointless')
        return logger.info(facts, 'somebody waits for a delivery that has no way out')
      case 'deferred':
        return logger.warn(facts, 'a delivery failed and is tried again')
      case 'bounced':
        return logger.error(facts, 'a delivery was refused for good; see: svc-registry outbox list')
      case 'given_up':
        return logger.error(
          facts,
          'a delivery failed for so long that it is given up; see: svc-registry outbox list',
        )
    }
  }
