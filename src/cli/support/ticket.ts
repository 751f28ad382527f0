import { ROWS_TO_READ, shownRows, withRowsLeft } from '../arguments/rows.ts'
import { ticketFacts } from '../../jobs/outbox/support.ts'
import type { TicketDetails } from '../../store/transactions/support/support.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import { cell, formatFields, formatTable, paragraphs } from '../../terminal/text.ts'

/** `ticket ...`: shows support requests, which are stored whether or not their mail is sent. */
export const ticket = [
  operatorCommand({
    path: 'ticket list',
    summary: 'List support requests, the newest first',
    about:
      'A ticket with the channel `inbox` was not sent, because neither a mailbox nor a chat is configured: read it here. ' +
      'Tickets are kept for a year.',
    flags: {
      org: {
        value: 'ORG',
        description: 'Tickets of this organization only',
        fallback: 'all tickets',
      },
    },
    examples: ['ticket list', 'ticket list --org org_0198 --json'],
    read: ({ org }) => ({ organization_id: org ?? null }),
    execute: async ({ store }, { organization_id }: { organization_id: string | null }) =>
      shownRows(
        (await store.listTickets({ organization_id, limit: ROWS_TO_READ })).map(
          ({ message: _, ...rest }) => rest,
        ),
      ),
    show: (list) =>
      withRowsLeft(
        formatTable(
          [
            'TICKET',
            'CREATED',
            'CHANNEL',
            'STATE',
            'PRIORITY',
            'RESPOND BY',
            'ORGANIZATION',
            'SUBJECT',
          ],
          list.items.map((item) => [
            item.ticket_id,
            item.created_at,
            item.channel,
            item.status,
            item.priority,
            item.first_response_due_at,
            item.organization_id,
            item.subject,
          ]),
          'There are no support requests.',
        ),
        list,
      ),
  }),

  operatorCommand({
    path: 'ticket show',
    summary: 'Show one support request',
    operands: [{ name: 'TICKET', description: 'Identifier of the ticket' }],
    flags: {},
    examples: ['ticket show SUP-7K3M9-Q2XRD', 'ticket show SUP-7K3M9-Q2XRD --json'],
    read: (_, [ticket_id]) => ({ ticket_id: ticket_id!.toUpperCase() }),
    async execute({ store }, { ticket_id }: { ticket_id: string }): Promise<TicketDetails> {
      const found = await store.findTicket({ ticket_id })
      if (!found)
        throw new CommandError(
          `There is no ticket ${cell(ticket_id)}; \`ticket list\` lists the tickets.`,
        )
      return found
    },
    show: (found) =>
      [
        formatFields([
          ...ticketFacts(found),
          ['Channel', `${found.ticket.channel}, ${found.ticket.status}`],
        ]),
        '',
        `Subject: ${found.ticket.subject}`,
        '',
        found.ticket.message,
      ]
        .map(paragraphs)
        .join('\n'),
  }),
]
