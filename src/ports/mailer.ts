/** One mail, as text. Where it comes from and how it is written down is the mailer's business. */
export interface Mail {
  /** Names the mail, the same each time it is tried: the part of its Message-ID before the `@`. Letters, digits, `.`, `-` and `_`. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Whom an answer goes to, where that is not the sender. */
  readonly reply_to?: readonly string[]
  /** The `id` of the mail that this one belongs to. */
  readonly about?: string
  readonly urgent?: boolean
}

/** How an attempt ended. The reason is for the operator, and holds nothing of the mail. */
export type Sent =
  /** The next server has taken over responsibility. */
  | { readonly kind: 'sent' }
  /** Not this time. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** Refused for good: the same mail would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }

/** The way out for e-mail. Never rejects. */
export interface Mailer {
  send(mail: Mail): Promise<Sent>
  /** Goes as far as one can without sending anything: reaches the server, encrypts, signs in. */
  check(): Promise<Sent>
}

export type KeptMail = Mail & { readonly sent_at: string }

/** Keeps mail for whoever asks: the sandbox's outbox. The oldest go first when it is full. */
export function keepingMailer(
  now: () => string,
  most = 1000,
): Mailer & { readonly items: readonly KeptMail[] } {
  const items: KeptMail[] = []
  return {
    items,
    send: async (mail) => {
      items.push({ ...mail, sent_at: now() })
      if (items.length > most) items.shift()
      return { kind: 'sent' }
    },
    check: async () => ({ kind: 'sent' }),
  }
}

const NOT_CONFIGURED: Sent = {
  kind: 'deferred',
  reason: 'no mail server is configured; set SVC_SMTP_URL',
}

/** Where no mail server is configured: every delivery that is of use later waits, which the operator sees. */
export const noMailer: Mailer = {
  send: async () => NOT_CONFIGURED,
  check: async () => NOT_CONFIGURED,
}
