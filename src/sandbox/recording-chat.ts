import type { Mailer } from '../ports/mailer.ts'
import type { Chat } from '../ports/support/chat.ts'

/** Creates the support chat of a sandbox, which stores messages together with the mail, addressed to a channel. */
export const recordingChat = (outbox: Mailer): Chat => ({
  async post({ title, facts, text }) {
    await outbox.send({
      id: 'chat',
      to: '#support',
      subject: title,
      text: [...facts.map(([name, value]) => `${name}: ${value}`), '', text].join('\n'),
    })
    return { kind: 'sent' }
  },
  close: () => undefined,
})
