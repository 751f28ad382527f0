import type { Deliver } from './delivery.ts'
import { replyAddresses, ticketFacts } from './ticket-text.ts'

/** Mails a ticket to the mailbox of its channel. The user's message comes last, so that no part of it can be mistaken for a fact. */
export const supportMail: Deliver = async ({ store, mailer, support }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, channel, priority, subject, message },
  } = file
  const to = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  if (to === undefined)
    return { kind: 'deferred', reason: 'no support mailbox is configured; set SVC_SUPPORT_MAIL' }
  const urgent = priority === 'high'
  return mailer.send({
    id: ticket_id,
    to,
    subject: `[${ticket_id}]${urgent ? ' [urgent]' : ''} ${subject}`,
    text: [
      ...ticketFacts(file).map(([name, value]) => `${name}: ${value}`),
      '',
      `Subject: ${subject}`,
      '',
      message,
      '',
    ].join('\n'),
    reply_to: replyAddresses(file),
    urgent,
  })
}
