import type { Deliver } from './delivery.ts'
import { ticketFacts } from './ticket-text.ts'

/** Posts a ticket to the support team's chat. */
export const supportChat: Deliver = async ({ store, chat }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, priority, subject, message },
  } = file
  return chat.post({
    title: `${priority === 'high' ? 'Urgent: ' : ''}${subject}`,
    facts: ticketFacts(file),
    text: message,
    truncation_notice: `The rest is in the registry: svc-registry ticket show ${ticket_id}`,
  })
}
