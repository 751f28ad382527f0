/** One e-mail in plain text. The mailer adds the sender and the format. */
export interface Mail {
  /** Identifies the e-mail, unchanged when it is retried: the part of its Message-ID before the `@`. Letters, digits, `.`, `-` and `_`. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The recipients of a reply, if not the sender. */
  readonly reply_to?: readonly string[]
  /** The `id` of the e-mail that this one refers to. */
  readonly about?: string
  readonly urgent?: boolean
}

/** The result of an attempt. The reason is for the operator and includes none of the e-mail's content. */
export type MailResult =
  /** The server has accepted the e-mail. */
  | { readonly kind: 'sent' }
  /** The attempt failed and may be repeated. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** Rejected permanently: the same e-mail would be rejected again. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends e-mail. Never rejects. */
export interface Mailer {
  send(mail: Mail): Promise<MailResult>
  /** Connects, encrypts and signs in to the server without sending anything. */
  check(): Promise<MailResult>
}

export type CapturedMail = Mail & { readonly sent_at: string }

/** Creates a mailer that keeps mail in memory, for the sandbox. The oldest e-mail is dropped when it is full. */
export function capturingMailer(
  now: () => string,
  capacity = 1000,
): Mailer & { readonly items: readonly CapturedMail[] } {
  const items: CapturedMail[] = []
  return {
    items,
    send: async (mail) => {
      items.push({ ...mail, sent_at: now() })
      if (items.length > capacity) items.shift()
      return { kind: 'sent' }
    },
    check: async () => ({ kind: 'sent' }),
  }
}

const NOT_CONFIGURED: MailResult = {
  kind: 'deferred',
  reason: 'no mail server is configured; set SVC_SMTP_URL',
}

/** The mailer for a platform without a mail server. It defers every e-mail, and `svc-registry outbox list` shows why. */
export const noMailer: Mailer = {
  send: async () => NOT_CONFIGURED,
  check: async () => NOT_CONFIGURED,
}
