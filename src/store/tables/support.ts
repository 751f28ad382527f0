import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface SupportRows {
  tickets: records.Ticket
}

export const SUPPORT_TABLES: Shapes<SupportRows> = {
  tickets: {
    columns: {
      ticket_id: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      route: 'text',
      channel: 'text',
      priority: 'text',
      status: 'text',
      category: 'text',
      subject: 'text',
      message: 'text',
      contact_email: 'text',
      key_id: 'text',
      request_id: 'text',
      created_at: 'text',
      first_response_due_at: 'text',
    },
    key: ['ticket_id'],
    indexes: [
      by([], 'created_at', 'ticket_id'),
      by(['organization_id'], 'created_at', 'ticket_id'),
    ],
  },
}
