import { formatMinute, type Deliver } from './delivery.ts'

/**
 * Confirms a ticket to the address that was typed with it. The address is unverified, so the mail contains nothing of the request: nobody
 * can make the registry send a message of theirs to a stranger.
 */
export const supportAck: Deliver = async ({ store, mailer, support, public_url }, { payload }) => {
  const file = await store.findTicket({ ticket_id: String(payload['ticket_id']) })
  if (!file || file.ticket.contact_email === null) return { kind: 'pointless' }
  const {
    ticket: { ticket_id, channel, contact_email, first_response_due_at },
    organization,
  } = file
  const answers = (channel === 'csm' ? support.csm : undefined) ?? support.mail
  return mailer.send({
    id: `${ticket_id}.received`,
    about: ticket_id,
    to: contact_email,
    subject: `We have your request: ${ticket_id}`,
    text: [
      `A request for support from ${organization.name} has arrived. Its ticket is ${ticket_id}.`,
      '',
      `People will read it, and answer to this address by ${formatMinute(first_response_due_at)}.`,
      ...(answers === undefined
        ? []
        : ['To add something, answer this mail and leave its subject as it is.']),
      '',
      `The request was made for ${organization.name} at the agent registry`,
      `${public_url}`,
      '',
      'If you know nothing of it, somebody typed your address; you need not do anything.',
      '',
    ].join('\n'),
    ...(answers !== undefined && { reply_to: [answers] }),
  })
}
