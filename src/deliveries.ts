import type { Logger } from 'pino'
import type { DeliveryNote } from './jobs/deliver.ts'
import type { Metrics } from './metrics.ts'

/** What logs and metrics say of a delivery: which item, how it went and why, perhaps in a mail server's words; nothing of what it says. */
export const noteDelivery = (logger: Logger, metrics: Metrics) => ({ item, outcome, reason }: DeliveryNote): void => {
  const { outbox_id, kind, payload, attempts } = item
  metrics.delivered(kind, outcome)
  const facts = { outbox_id, kind, ...payload, attempts: attempts + 1, ...(reason !== undefined && { reason }) }
  switch (outcome) {
    case 'delivered':
    case 'pointless': return logger.debug(facts, `delivery: ${outcome}`)
    case 'deferred': return logger.warn(facts, 'a delivery failed and is tried again')
    case 'bounced': return logger.error(facts, 'a delivery was refused for good; see: svc-registry outbox list')
    case 'given_up': return logger.error(facts, 'a delivery failed for so long that it is given up; see: svc-registry outbox list')
  }
}
