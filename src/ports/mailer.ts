import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The way out for e-mail. `send` resolves when the next server has taken over responsibility. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends through an SMTP server, `smtp://user:password@host:port` or `smtps://...`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from })
  return { send: async (mail) => { await transport.sendMail({ ...mail }) } }
}

/** Keeps mail for whoever asks: the sandbox's outbox. The oldest go first when it is full. */
export function keepingMailer(now: () => string, most = 1000): Mailer & { readonly items: readonly (Mail & { sent_at: string })[] } {
  const items: (Mail & { sent_at: string })[] = []
  return {
    items,
    send: async (mail) => {
      items.push({ ...mail, sent_at: now() })
      if (items.length > most) items.shift()
    },
  }
}

/** Where no mail server is configured: every delivery fails, which the operator sees. */
export const noMailer: Mailer = { send: async () => { throw new Error('no mail server is configured; set SVC_SMTP_URL') } }
